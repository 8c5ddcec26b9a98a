"""Names: exact, by alias, nearly, as they begin, and standing in a text."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.entity import Span
from app.domain.scope import EVERYONE, OWNER, Scope
from app.domain.text import name_key
from app.storage import nameindex
from app.storage.namespotting import longest_first, stretches
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import talk, write


def know(store: Store, *names: str, **aliases: str) -> None:
    """Entities numbered from 1; `aliases` are given as `a1="…"` for the entity of that number."""
    write(store, *(build.entity(name, id=number) for number, name in enumerate(names, start=1)))
    for number, (to, text) in enumerate(aliases.items(), start=1):
        write(store, build.alias(text, int(to[1:]), number))


def spotted(view: View, text: str) -> list[tuple[str, str]]:
    """What stands in the text, and the name it was found by."""
    return [
        (text[match.span.start : match.span.end], match.entity.name) for match in view.entities.names_in(text, OWNER)
    ]


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("스코프랩스", "스코프 랩스"),
        ("ＭｉｚＥｙｅ", "mizeye"),
        ("cafe\u0301", "CAFÉ"),
        ("Straße", "strasse"),
        ("ﾐｽﾞｱｲ", "ミズアイ"),
        ("O’Brien", "o'brien"),
    ],
)
def test_spellings_of_one_name_are_one(store: Store, view: View, stored: str, asked: str):
    know(store, stored)
    assert view.entities.by_key([name_key(asked)], OWNER)[name_key(asked)][0].entity.name == stored


def test_by_key_gives_names_before_aliases_and_each_entity_once(store: Store, view: View):
    know(store, "Robert", "Bob", "苹果", "香蕉", a1="Bob", a2="BOB")
    found = view.entities.by_key(["bob", name_key("苹果"), "none"], OWNER)
    assert [(match.entity.name, match.how) for match in found["bob"]] == [("Bob", "name"), ("Robert", "alias")]
    assert [match.entity.name for match in found[name_key("苹果")]] == ["苹果"]
    assert "none" not in found
    assert view.entities.by_key([], OWNER) == {}


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Alise", "Alice"),
        ("Jonh Smith", "John Smith"),
        ("smith john", "John Smith"),
        ("スコープラボ", "スコープ・ラボ"),
        ("田", "田中"),
        ("田仲", "田中"),
        ("x", "x"),
    ],
)
def test_names_spelled_a_little_differently_are_candidates(store: Store, view: View, asked: str, name: str):
    know(store, "Alice", "John Smith", "スコープ・ラボ", "田中", "鈴木", "Zebra", "x")
    found = [match.text for match in view.entities.similar(name_key(asked), OWNER)]
    assert found[0] == name
    assert "Zebra" not in found


def test_candidates_come_by_alias_too_the_most_alike_first(store: Store, view: View):
    know(store, "International Business Machines", "Biba", a1="Big Blue", a2="Big Blues")
    found = view.entities.similar("big blue", OWNER)
    assert [(match.text, match.how) for match in found[:2]] == [("Big Blue", "alias"), ("Big Blues", "alias")]
    assert view.entities.similar("", OWNER) == []
    assert view.entities.similar("qqqq", OWNER) == []
    assert len(view.entities.similar("big blue", OWNER, limit=1)) == 1


def test_names_with_marks_of_query_languages_are_found(store: Store, view: View):
    know(store, 'The "Quoted" One', "C++", "a AND b", "*", "O'Neil")
    for name in ('The "Quoted" One', "C++", "a AND b", "O'Neil"):
        assert view.entities.similar(name_key(name), OWNER)[0].text == name
    view.entities.similar("*", OWNER)
    view.entities.similar('"', OWNER)


def test_a_common_n_gram_does_not_hide_a_name(store: Store, view: View, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(nameindex, "_MOST_PER_GRAM", 5)
    know(store, *(f"Maria {chr(97 + number)}" for number in range(20)), "Maria Konstantinova")
    assert view.entities.similar("maria konstantinoba", OWNER)[0].text == "Maria Konstantinova"
    assert view.entities.similar("maria k", OWNER)


def test_starting_gives_the_exact_name_then_the_most_mentioned(store: Store, view: View):
    talk(store, "x", "y")
    know(store, "Ann", "Anna", "Annabel", "Bea", a4="Ann's friend")
    write(store, build.mention(3, 1), build.mention(3, 2, id=2), build.mention(2, 1, id=3))
    assert [match.entity.name for match in view.entities.starting("ＡＮＮ", OWNER, 9)] == [
        "Ann",
        "Annabel",
        "Anna",
        "Bea",
    ]
    assert len(view.entities.starting("ann", OWNER, 2)) == 2
    assert view.entities.starting(" ", OWNER, 9) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Where does Alice live?", [("Alice", "Alice")]),
        ("alice's cat", [("alice", "Alice")]),
        ("Malice and Alicear", []),
        ("Do you maintain AI systems, or is it the AIs?", [("AI", "AI")]),
        ("AIを使う田中さん", [("AI", "AI"), ("田中", "田中")]),
        ("田中電機で働く", [("田中電機", "田中電機")]),
        ("the New  York office", [("New  York", "New York")]),
        ("Newyork", []),
        ("C++ or C#?", [("C++", "C++"), ("C#", "C#")]),
        ("see SR-2023-052.", [("SR-2023-052", "SR-2023-052")]),
        ("プランを立てる", []),
        ("ランさんと走る", [("ラン", "ラン")]),
        ("ﾕｰｻﾞｰの話", [("ﾕｰｻﾞｰ", "ユーザー")]),
        ("スコープ ラボの人", [("スコープ ラボ", "スコープラボ")]),
        ("林さん", [("林", "林")]),
        ("林 is here", [("林", "林")]),
        ("森林の中", []),
        ("cafe\u0301 tonight", [("cafe\u0301", "Café")]),
        ("Bobby", [("Bobby", "Robert")]),
        ("", []),
        ("*", []),
    ],
)
def test_known_names_are_seen_in_a_text(store: Store, view: View, text: str, found: list[tuple[str, str]]):
    names = [
        "Alice",
        "AI",
        "田中",
        "田中電機",
        "New York",
        "C++",
        "C#",
        "SR-2023-052",
        "ラン",
        "ユーザー",
        "スコープラボ",
    ]
    know(store, *names, "林", "Café", "Robert", "York", a14="Bobby")
    assert spotted(view, text) == found


def test_a_name_that_several_go_by_is_seen_for_each(store: Store, view: View):
    know(store, "Victor", "Victor", "Hugo", a3="Victor")
    assert [match.entity.id for match in view.entities.names_in("Is Victor in?", OWNER)] == [1, 2, 3]
    assert {match.span for match in view.entities.names_in("Is Victor in?", OWNER)} == {Span(3, 9)}


@given(st.text(max_size=80))
def test_the_stretches_of_any_text_lie_in_it_and_carry_its_keys(text: str):
    for stretch in stretches(text):
        assert 0 <= stretch.span.start < stretch.span.end <= len(text)
        assert stretch.key == stretch.key.strip()


@given(st.text(alphabet="ab 田中ﾊﾟーC+'.é\u0301", min_size=1, max_size=12).filter(lambda text: text.strip() == text))
def test_a_whole_text_is_one_of_its_own_stretches(text: str):
    keys = {stretch.key for stretch in stretches(text)}
    whole = name_key(text)
    fits = any(character.isalnum() for character in whole) and not text.startswith(("ー", "\u0301", "ﾟ"))
    assert not fits or whole in keys or len(keys) == 0 or len(whole) > 10


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=12))
def test_of_spans_that_overlap_the_longest_stays(pairs: list[tuple[int, int]]):
    spans = [Span(start, start + length) for start, length in pairs]
    kept = longest_first(spans)
    assert all(one.end <= two.start for one, two in pairwise(kept))
    for span in spans:
        beaten = [o for o in kept if o.start < span.end and span.start < o.end]
        assert any(other.end - other.start >= span.end - span.start for other in beaten)


def test_lists_are_by_mentions_by_name_or_by_age(store: Store, view: View):
    talk(store, "x", "y")
    know(store, "Cy", "ann", "Bea")
    write(store, build.mention(3, 1), build.mention(3, 2, id=2), build.mention(1, 1, id=3))

    def names(**rest) -> list[str]:
        return [entity.name for entity in view.entities.listed(OWNER, **rest)]

    assert names() == ["Bea", "Cy", "ann"]
    assert names(order="name") == ["ann", "Bea", "Cy"]
    assert names(order="recent", limit=2) == ["Bea", "ann"]
    assert names(offset=1, limit=1) == ["Cy"]
    assert names(kind="place") == []
    assert (view.entities.count(OWNER), view.entities.count(OWNER, "place")) == (3, 0)


def test_me_is_the_user_and_nobody_who_is_called_so(store: Store, view: View):
    assert view.entities.me(OWNER) is None
    write(store, build.entity("me", "concept", 1), build.entity("ME", id=2), build.me(3))
    assert view.entities.me(OWNER).id == 3


def test_mentions_and_aliases_by_the_rows_they_belong_to(store: Store, view: View):
    talk(store, "Ann and Bea", "Ann")
    know(store, "Ann", "Bea", a1="Annie", a2="Bee")
    write(store, build.mention(2, 1, (8, 11), 1), build.mention(1, 1, (0, 3), 2), build.mention(1, 2, (0, 3), 3))
    assert [mention.entity for mention in view.entities.mentions_in([1, 2, 9], OWNER)[1]] == [1, 2]
    assert [mention.episode for mention in view.entities.mentions_of(1, OWNER, 5)] == [2, 1]
    assert [mention.episode for mention in view.entities.mentions_of(1, OWNER, 1)] == [2]
    assert {key: [alias.text for alias in found] for key, found in view.entities.aliases([1, 2], OWNER).items()} == {
        1: ["Annie"],
        2: ["Bee"],
    }


def test_every_way_to_a_name_keeps_to_the_scope(store: Store, view: View):
    know(store, "Ann", a1="Annie")
    write(store, replace(build.entity("Anne", id=5), scope=Scope("me", "secret")), build.alias("Anny", 5, 9))
    write(store, replace(build.entity("Anno", id=6), scope=Scope("other")))

    def seen(scope: Scope) -> set[int]:
        ways = [
            view.entities.similar("ann", scope),
            view.entities.starting("ann", scope, 99),
            view.entities.names_in("Ann Anne Anno Anny", scope),
            [
                match
                for found in view.entities.by_key(["ann", "anne", "anno", "anny"], scope).values()
                for match in found
            ],
        ]
        listed = {entity.id for entity in view.entities.listed(scope)}
        assert all({match.entity.id for match in way} == listed for way in ways)
        assert set(view.entities.aliases([1, 5], scope)) == listed & {1, 5}
        assert view.entities.count(scope) == len(listed)
        return listed

    assert seen(OWNER) == {1, 5}
    assert seen(Scope()) == {1}
    assert seen(Scope("me", "secret")) == {1, 5}
    assert seen(Scope("other")) == {6}
    assert seen(EVERYONE) == {1, 5, 6}
