"""A declaration is data from outside: what is good is kept as it was written, the rest is reported piece by piece."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.association import (
    MOST_ALIASES,
    MOST_ENTITIES,
    MOST_RELATIONS,
    Associations,
    read_associations,
)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda deeper: (
        st.lists(deeper, max_size=4) | st.dictionaries(st.text(max_size=6) | st.integers(), deeper, max_size=4)
    ),
    max_leaves=12,
)


def dropped(given: Any) -> dict[str, str]:
    return {one.item: one.reason for one in read_associations(given).dropped}


def entity(**rest: Any) -> dict[str, Any]:
    return {"entities": [{"name": "Alice", **rest}]}


def relation(**rest: Any) -> dict[str, Any]:
    return {"relations": [{"subject": "Alice", "predicate": "knows", "object": "Ben", **rest}]}


def test_what_is_good_is_kept_as_written():
    read = read_associations(
        {
            "entities": [{"name": " ＭｉｚＥｙｅ ", "aliases": ["ミズアイ", "mizeye"], "type": "thing"}],
            "relations": [{"subject": "Kirari", "predicate": "Maintains", "object": "ep:012"}],
        }
    )
    (one,), (two,) = read.entities, read.relations
    assert (one.name, [text for _, text in one.aliases], one.kind) == ("ＭｉｚＥｙｅ", ["ミズアイ", "mizeye"], "thing")
    assert (two.subject, two.predicate, two.object) == ("Kirari", "Maintains", "ep:012")
    assert read.dropped == ()


@pytest.mark.parametrize(
    ("given", "item"),
    [
        ("text", "associations"),
        (True, "associations"),
        ([], "associations"),
        ({"entity": []}, "entity"),
        ({"entities": {}}, "entities"),
        ({"entities": 0}, "entities"),
        ({"relations": "Alice knows Ben"}, "relations"),
        ({"entities": ["Alice"]}, "entities[0]"),
        ({"entities": [{}]}, "entities[0]"),
        ({"entities": [{"name": True}]}, "entities[0]"),
        ({"entities": [{"name": 12}]}, "entities[0]"),
        ({"entities": [{"name": " \u3000"}]}, "entities[0]"),
        ({"entities": [{"name": "a" * 257}]}, "entities[0]"),
        ({"entities": [{"name": "ep:12"}]}, "entities[0]"),
        (entity(type="robot"), "entities[0].type"),
        (entity(type=0), "entities[0].type"),
        (entity(kind="person"), "entities[0].kind"),
        (entity(aliases="Al"), "entities[0].aliases"),
        (entity(aliases=[None]), "entities[0].aliases[0]"),
        (entity(aliases=["Al", "ses:3"]), "entities[0].aliases[1]"),
        ({"relations": [None]}, "relations[0]"),
        (relation(subject=True), "relations[0].subject"),
        (relation(object=7), "relations[0].object"),
        (relation(predicate=""), "relations[0].predicate"),
        (relation(predicate="p" * 257), "relations[0].predicate"),
        (relation(since="2020"), "relations[0].since"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(given: Any, item: str):
    assert list(dropped(given)) == [item]


def test_one_bad_piece_costs_only_itself():
    read = read_associations(
        {
            "entities": [{"name": ""}, {"name": "Alice", "type": "robot", "aliases": [1, "Al"]}],
            "relations": [{"subject": "Alice"}, {"subject": "Alice", "predicate": "knows", "object": "Ben"}],
        }
    )
    assert [(one.name, one.kind, len(one.aliases)) for one in read.entities] == [("Alice", None, 1)]
    assert [one.item for one in read.relations] == ["relations[1]"]
    assert len(read.dropped) == 4


def test_the_bounds():
    read = read_associations(
        {
            "entities": [{"name": f"E{n}", "aliases": [f"a{n} {m}" for m in range(33)]} for n in range(65)],
            "relations": [{"subject": "A", "predicate": "knows", "object": f"B{n}"} for n in range(66)],
        }
    )
    assert len(read.entities) == MOST_ENTITIES == 64
    assert len(read.relations) == MOST_RELATIONS == 64
    assert {len(one.aliases) for one in read.entities} == {MOST_ALIASES} == {32}
    over = [one.item for one in read.dropped]
    assert len(over) == 64 + 1 + 2 and {"entities[0].aliases[32]", "entities[64]", "relations[65]"} <= set(over)


def test_the_longest_text_is_taken():
    assert dropped({"entities": [{"name": "名" * 256}]}) == {}


def test_nothing_is_nothing():
    assert read_associations(None) == read_associations({}) == Associations()
    assert dropped({"entities": None, "relations": None}) == dropped(entity(aliases=None, type=None)) == {}


def test_what_cannot_be_stored_is_made_storable():
    (one,) = read_associations({"entities": [{"name": "A\x00b\ud800"}]}).entities
    assert one.name == "A\ufffdb\ufffd"


@given(
    ANYTHING
    | st.fixed_dictionaries(
        {
            "entities": st.lists(
                ANYTHING | st.fixed_dictionaries({"name": ANYTHING, "aliases": ANYTHING, "type": ANYTHING}), max_size=4
            ),
            "relations": st.lists(
                ANYTHING | st.fixed_dictionaries({"subject": ANYTHING, "predicate": ANYTHING, "object": ANYTHING}),
                max_size=4,
            ),
        }
    )
)
def test_no_shape_raises_and_every_item_is_taken_or_named(given: Any):
    read = read_associations(given)
    assert all(one.item and one.reason for one in read.dropped)
    if not isinstance(given, dict):
        return
    named = " ".join(one.item for one in read.dropped)
    taken = {one.item for one in (*read.entities, *read.relations)}
    for field in ("entities", "relations"):
        for place, _ in enumerate(given.get(field) or () if isinstance(given.get(field), list) else ()):
            assert f"{field}[{place}]" in taken or f"{field}[{place}]" in named
