"""Values of a wrong kind, and any value at all, on their way into a form."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from app.inference.structured import Unusable, read
from tests.app.inference.test_structured import ALICE, FORM, TEXT

KEYS = [
    "entities",
    "relations",
    "name",
    "entity_name",
    "kind",
    "tag",
    "aliases",
    "subject",
    "object",
    "same",
    "properties",
]


@pytest.mark.parametrize(
    ("entity", "kept"),
    [
        ({"name": 7, "kind": "person"}, [{**ALICE, "name": "7"}]),
        ({"name": None, "kind": "person"}, None),
        ({"name": ["Alice"], "kind": "person"}, None),
        ({"name": "Alice", "kind": 5}, None),
        ({"name": "Alice", "kind": "dragon"}, None),
        ({"name": "Alice", "kind": "person", "tag": None, "aliases": None}, [ALICE]),
        ({"name": "Alice", "kind": "person", "tag": "", "aliases": "Al"}, [{**ALICE, "aliases": ["Al"]}]),
        ({"name": "Alice", "kind": "person", "aliases": ["Al", {}, 3, ""]}, [{**ALICE, "aliases": ["Al", "3"]}]),
        ({"name": "A" * 300, "kind": "person"}, None),
        ("Alice", None),
    ],
)
def test_values_of_the_wrong_kind(entity: Any, kept: list[Any] | None):
    text = json.dumps({"entities": [entity], "relations": []})
    if kept is None:
        with pytest.raises(Unusable):
            read(text, FORM)
    else:
        assert read(text, FORM).value["entities"] == kept


NUMBERS: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["same", "share", "count", "since"],
    "properties": {
        "same": {"type": "boolean"},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "count": {"type": "integer"},
        "since": {"type": ["string", "null"]},
    },
}


def test_numbers_and_yes_written_as_text():
    text = '{"same": "Yes", "share": "0.5", "count": 3.0}'
    assert read(text, NUMBERS).value == {"same": True, "share": 0.5, "count": 3, "since": None}


@pytest.mark.parametrize(
    "wrong",
    [{"same": "maybe"}, {"share": 7}, {"share": True}, {"share": float("nan")}, {"count": "1e999"}, {"count": 2.5}],
)
def test_what_is_no_number_or_out_of_bounds(wrong: dict[str, Any]):
    good = {"same": True, "share": 0.5, "count": 3, "since": "2024"}
    assert read(json.dumps(good), NUMBERS).value == good
    with pytest.raises(Unusable):
        read(json.dumps({**good, **wrong}), NUMBERS)


def test_marks_that_no_file_should_hold_are_taken_out():
    text = json.dumps({"entities": [{**ALICE, "name": "Al\x00ice\ud800", "tag": "a\nb"}], "relations": []})
    assert read(text, FORM).value["entities"] == [{**ALICE, "tag": "a\nb"}]


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["Alice", "person"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(value=_JSON, noise=st.text(alphabet='{}[]",:<think>`ab', max_size=20), at=st.integers(0, 400))
def test_any_answer_fits_in_the_end_or_is_refused(value: Any, noise: str, at: int):
    for text in (json.dumps(value), TEXT[:at] + noise + TEXT[at:], noise):
        for form in (FORM, NUMBERS):
            try:
                made = read(text, form).value
            except Unusable:
                continue
            assert Draft202012Validator(form).is_valid(made)
