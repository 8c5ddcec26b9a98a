"""Answers as models write them, read into the form that was asked for."""

import json
from typing import Any

import pytest

from app.inference.formwords import bare, example, instruction
from app.inference.structured import Unusable, read, read_value

WORD = {"type": "string", "minLength": 1, "maxLength": 256}
ENTITY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "kind", "tag", "aliases"],
    "properties": {
        "name": WORD,
        "kind": {"type": "string", "enum": ["person", "organization", "place"]},
        "tag": {"type": "string"},
        "aliases": {"type": "array", "items": WORD, "maxItems": 8},
    },
}
RELATION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["subject", "predicate", "object"],
    "properties": {"subject": WORD, "predicate": WORD, "object": WORD},
}
FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["entities", "relations"],
    "properties": {
        "entities": {"type": "array", "items": ENTITY, "maxItems": 50},
        "relations": {"type": "array", "items": RELATION},
    },
}
CHOICE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["ids"],
    "properties": {"ids": {"type": "array", "items": {"type": "integer"}}},
}
ALICE = {"name": "Alice", "kind": "person", "tag": "", "aliases": []}
ACME = {"name": "Acme", "kind": "organization", "tag": "", "aliases": ["ACME Corp"]}
WORKS = {"subject": "Alice", "predicate": "works_at", "object": "Acme"}
GOOD = {"entities": [ALICE, ACME], "relations": [WORKS]}
TEXT = json.dumps(GOOD)


def test_a_good_answer_is_taken_as_it_is():
    assert read(TEXT, FORM).value == GOOD
    assert read(TEXT, FORM).faults == ()


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}",
        f"Sure! See [1] for {{how}}:\n{TEXT}\nI hope this helps.",
        f'<think>Is {{"entities": []}} right? No.</think>\n{TEXT}',
        f"Let me see.\n<think>hm [1, 2]</think>{TEXT}",
        f"hm, the template opened the thought</think>\n{TEXT}",
        f"<thinking>\nlong\n</thinking>\n```json\n{TEXT}\n```",
        TEXT.replace('"', "'"),
        TEXT[:-1] + ",}",
        TEXT.replace("}]}", "}], // done\n}"),
        json.dumps(TEXT),
        json.dumps([GOOD]),
        json.dumps({"result": GOOD}),
        json.dumps({"Entities": [ALICE, ACME], "RELATIONSHIPS": [WORKS]}),
    ],
)
def test_what_stands_around_an_answer_or_is_nearly_json_is_put_right(text: str):
    assert read(text, FORM).value == GOOD
    if text != json.dumps(TEXT):
        assert read(text, FORM).faults


def test_a_bare_list_goes_where_its_members_belong():
    assert read(json.dumps([ALICE, ACME]), FORM).value == {"entities": [ALICE, ACME], "relations": []}
    assert read(json.dumps([WORKS]), FORM).value == {"entities": [], "relations": [WORKS]}
    assert read("[3, 1]", CHOICE).value == {"ids": [3, 1]}
    assert read("[]", FORM).value == {"entities": [], "relations": []}


def test_a_bare_list_that_several_could_hold_goes_to_the_one_with_more_of_its_keys():
    ends = {**RELATION, "properties": {**RELATION["properties"], "ended_at": {"type": "string"}}}
    form = {**FORM, "properties": {**FORM["properties"], "ends": {"type": "array", "items": ends}}}
    assert read(json.dumps([{**WORKS, "endedAt": "2024"}]), form).value["ends"] == [{**WORKS, "ended_at": "2024"}]
    with pytest.raises(Unusable):
        read(json.dumps([WORKS]), form)


def test_a_bare_list_of_anything_else_is_no_answer():
    with pytest.raises(Unusable, match="list came instead of an object"):
        read('[{"colour": "red"}]', FORM)


@pytest.mark.parametrize(
    "entity",
    [
        {"entity_name": "Alice", "entity_type": "person"},
        {"entityName": "Alice", "entityKind": "Person"},
        {"Name": "Alice", "KIND": " PERSON "},
        {"entity": "Alice", "type": "person"},
        {"title": "Alice", "type": "person", "note": "of the maker's own"},
    ],
)
def test_keys_in_other_spellings_are_understood(entity: dict[str, Any]):
    assert read(json.dumps({"entities": [entity], "relations": []}), FORM).value["entities"] == [ALICE]


def test_ends_of_relations_by_other_names():
    given = {"source": "Alice", "relation_type": "x", "relation": "works_at", "target": "Acme"}
    assert read(json.dumps({"entities": [], "relations": [given]}), FORM).value["relations"] == [WORKS]


def test_a_key_that_could_mean_two_things_is_not_guessed():
    given = {"entity_name": "Alice", "ENTITY-NAME": "Bob", "kind": "person"}
    with pytest.raises(Unusable, match="“name” is missing"):
        read(json.dumps({"entities": [given], "relations": []}), FORM)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(FORM),
        json.dumps({"properties": FORM["properties"]}),
        json.dumps({"name": "form", "schema": FORM}),
        f"Here it is: {json.dumps(FORM)}",
        json.dumps(example(FORM)),
    ],
)
def test_the_form_itself_is_no_answer(text: str):
    with pytest.raises(Unusable, match="form itself"):
        read(text, FORM)


def test_words_of_the_example_are_no_values():
    given = [{**example(ENTITY), "kind": "person"}, ALICE]
    assert read(json.dumps({"entities": given, "relations": []}), FORM).value["entities"] == [ALICE]


def test_what_was_cut_off_in_the_middle_is_left_out_and_the_rest_kept():
    cut = TEXT[: TEXT.index("ACME") + 2]
    reading = read(cut, FORM)
    assert reading.value == {"entities": [ALICE], "relations": []}
    assert "the answer was cut short" in reading.faults
    assert read("```json\n" + TEXT[: TEXT.index('"Alice", "predicate"') + 4], FORM).value["entities"] == [ALICE, ACME]


@pytest.mark.parametrize("end", range(1, len(TEXT)))
def test_wherever_it_is_cut_nothing_false_comes_of_it(end: int):
    try:
        value = read(TEXT[:end], FORM).value
    except Unusable:
        return
    assert all(entity in GOOD["entities"] for entity in value["entities"])
    assert all(relation in GOOD["relations"] for relation in value["relations"])


def test_a_missing_text_or_list_is_empty_and_an_item_without_a_name_goes():
    given = {"entities": [{"name": "Alice", "kind": "person"}, {"kind": "person", "tag": "x"}, {"tag": ""}]}
    reading = read(json.dumps(given), FORM)
    assert reading.value == {"entities": [ALICE], "relations": []}
    assert any("entities” 2: “name” is missing" in fault for fault in reading.faults)


def test_an_answer_of_which_nothing_is_left_is_no_answer():
    for given in ({}, {"entities": [{"kind": "person"}], "relations": []}, {"else": 1}, 7, "no"):
        with pytest.raises(Unusable):
            read(json.dumps(given), FORM)


def test_two_hundred_members_are_cut_to_the_most():
    many = [{**ALICE, "name": f"A{number}"} for number in range(200)]
    reading = read(json.dumps({"entities": many, "relations": [WORKS] * 200}), FORM)
    assert [len(reading.value[key]) for key in ("entities", "relations")] == [50, 64]
    assert any("200 members" in fault for fault in reading.faults)


@pytest.mark.parametrize(
    "text",
    [
        *("", "  \n", "I cannot do that.", "<think>{}", "}{", "null"),
        *("[" * 50_000, "{" * 50_000, '{"entities": [' + '{"name": "A",' * 30_000),
    ],
    ids=range(9),
)
def test_no_json_is_no_answer(text: str):
    with pytest.raises(Unusable):
        read(text, FORM)


def test_a_value_that_the_server_has_read_is_fitted_too():
    assert read_value([ALICE], FORM).value == {"entities": [ALICE], "relations": []}
    with pytest.raises(Unusable):
        read_value({"entities": 3}, FORM)


def test_the_form_for_servers_has_no_bounds_and_the_example_has_words():
    assert "maxItems" not in json.dumps(bare(FORM))
    assert "minLength" not in json.dumps(bare(FORM))
    assert bare(FORM)["properties"]["entities"]["items"]["required"] == ENTITY["required"]
    assert '"kind": "<person | organization | place>"' in instruction(FORM)
