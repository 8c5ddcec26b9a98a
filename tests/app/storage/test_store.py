"""The write door: placeholders, expectations, integrity, errors in the domain's words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.domain.clock import WorldTime
from app.domain.entity import Alias
from app.domain.episode import Note
from app.domain.errors import BadInput, Outdated
from app.domain.fact import Value
from app.domain.ids import AliasId, EntityId, NoteId, Ref, SuggestionId
from app.domain.plan import Add, Amend, Expect, ExpectNoName
from app.domain.scope import OWNER, Scope
from app.domain.suggestion import Suggestion
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import talk, write
from tests.app.storage.dumps import dump, faults

NOON = build.NOON


def test_placeholders_are_resolved_in_any_order(store: Store, view: View):
    change = write(
        store,
        build.mention(-1, -3, id=-7),
        build.anchor(-6, -3, id=-8),
        build.fact(-1, "works_at", -5, id=-6),
        build.entity("Alice", id=-1),
        build.entity("Acme", "organization", id=-5),
        replace(build.episode("Alice works at Acme.", -3), session=-2, conversation=-4),
        build.session(-2, -4),
        build.conversation(-4),
    )
    assert set(change.ids) == {-1, -2, -3, -4, -5, -6, -7, -8}
    fact = view.facts.one(change.ids[-6], OWNER)
    assert (fact.subject, fact.object) == (change.ids[-1], change.ids[-5])
    assert view.episodes.one(change.ids[-3], OWNER).conversation == change.ids[-4]
    assert {row.noun for row in change.touched} == change.nouns()
    assert faults(store._connection) == []


def test_two_facts_that_end_each_other_in_a_chain(store: Store, view: View):
    write(store, build.entity("Ann", id=1))
    change = write(
        store,
        build.fact(1, "job_title", "cook", id=-1, invalidated_by=-2, invalid_at="2025"),
        build.fact(1, "job_title", "baker", id=-2, valid_at="2025"),
    )
    assert view.facts.one(change.ids[-1], OWNER).invalidated_by == change.ids[-2]
    assert [old.id for old in view.facts.ended_by([change.ids[-2]], OWNER)[change.ids[-2]]] == [change.ids[-1]]


def test_a_placeholder_that_stands_for_nothing_is_refused_and_nothing_is_written(store: Store):
    before = dump(store._connection)
    with pytest.raises(BadInput):
        write(store, build.entity("Alice", id=-1), build.alias("Al", entity=-2, id=-3))
    with pytest.raises(BadInput):
        write(store, build.entity("Alice", id=-1), build.entity("Bob", id=-1))
    assert dump(store._connection) == before


def test_placeholders_inside_a_suggestion_are_resolved(store: Store, view: View):
    payload = '{"new": -1, "old": [7, -12], "why": "-1"}'
    row = Suggestion(SuggestionId(-2), "same_entity", "Is this the same?", payload, NOON)
    write(store, build.entity("Someone", id=5))
    change = write(store, row, build.entity("Alice", id=-1))
    assert view.suggestions.open(OWNER, 5)[0].payload == f'{{"new": {change.ids[-1]}, "old": [7, -12], "why": "-1"}}'


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("conversations", replace(build.conversation(-1), title="夏の旅", off_record=True)),
        ("notes", Note(NoteId(-1), "Day", "text\n", NOON, NOON, "2026-03-07", Scope("me", "p", "c"))),
        ("entities", build.entity("Café Zoë", "place", -1, tag="bar", summary="s", declared_by="user")),
        (
            "facts",
            build.fact(
                1,
                "Favourite  Colour",
                "青",
                -1,
                valid_at="2024-03",
                invalid_at="2025-01-02",
                expired_at=NOON,
                confidence=0.25,
                declared_by="agent",
                declared_at=NOON,
            ),
        ),
        ("facts", replace(build.fact(1, "wrote", 1, -1), object=Ref("ep", 1))),
        ("facts", replace(build.fact(1, "held", 1, -1), subject=Ref("ses", 1), object=Value("x"))),
    ],
)
def test_what_is_written_is_read_back(store: Store, view: View, table: str, row):
    talk(store, "hello")
    write(store, build.entity("Me", id=1))
    number = write(store, row).ids[-1]
    assert getattr(view, table).one(number, OWNER) == replace(row, id=number)


def test_an_episode_keeps_the_offset_it_was_said_in(store: Store, view: View):
    evening = datetime(2026, 3, 7, 23, 30, tzinfo=timezone(timedelta(hours=2)))
    row = replace(build.episode("late", -3, evening), session=-2, conversation=-1, speaker="Ann", learned_at=NOON)
    number = write(store, build.conversation(-1), build.session(-2, -1), row).ids[-3]
    found = view.episodes.one(number, OWNER)
    assert found.said_at == evening
    assert found.said_at.isoformat() == "2026-03-07T23:30:00+02:00"
    assert store._connection.execute("SELECT said_at FROM episodes").fetchone() == ("2026-03-07T21:30:00.000000Z",)


def test_unstorable_characters_do_not_lose_the_text(store: Store, view: View):
    talk(store, "a\ud800b\x00c")
    assert view.episodes.one(1, OWNER).text == "a\ufffdb\ufffdc"


def test_expectations_that_no_longer_hold_refuse_the_plan(store: Store):
    write(store, build.entity("Alice", id=1), build.alias("Al", 1, 1))
    fine = Expect("entity", 1, {"name": "Alice", "kind": "person", "mention_count": 0, "scope": Scope()})
    write(store, Amend("entity", 1, {"tag": "friend"}), expects=(fine, ExpectNoName("bob", "person", Scope())))
    before = dump(store._connection)
    for expect in (
        Expect("entity", 1, {"tag": "sister"}),
        Expect("entity", 9, {}),
        ExpectNoName("ＡＬＩＣＥ", "person", Scope()),
        ExpectNoName("al", "person", OWNER),
    ):
        with pytest.raises(Outdated):
            write(store, Amend("entity", 1, {"tag": "x"}), expects=(expect,))
    write(store, Amend("entity", 1, {"tag": "friend"}), expects=(ExpectNoName("alice", "organization", Scope()),))
    assert dump(store._connection) == before


def test_rows_that_are_gone_make_a_plan_outdated(store: Store):
    talk(store, "hello")
    before = dump(store._connection)
    for step in (
        Amend("entity", 7, {"name": "x"}),
        Add(build.mention(7, 1, id=-1)),
        Add(build.fact(7, "knows", 8, id=-1)),
        Add(replace(build.fact(1, "knows", 1, id=-1), subject=Ref("ses", 5), object=Ref("ep", 1))),
    ):
        with pytest.raises(Outdated):
            write(store, build.entity("Kept out", id=-9), step)
    assert dump(store._connection) == before


@pytest.mark.parametrize(
    "row",
    [
        build.entity("x" * 257, id=-1),
        build.entity(" ", id=-1),
        build.entity("Apple", "fruit", id=-1),
        Alias(AliasId(-1), EntityId(1), "", "user", NOON),
        build.fact(1, "", "x", -1),
        replace(build.fact(1, "x", "y", -1), subject=True),
    ],
)
def test_values_that_break_a_rule_are_bad_input(store: Store, row):
    write(store, build.entity("Alice", id=1))
    before = dump(store._connection)
    with pytest.raises(BadInput):
        write(store, row)
    assert dump(store._connection) == before


def test_fields_that_cannot_be_set_are_refused(store: Store):
    write(store, build.entity("Alice", id=1))
    for name in ("mention_count", "id", "nonsense"):
        with pytest.raises(BadInput):
            write(store, Amend("entity", 1, {name: 3}))


def test_a_naive_time_is_refused(store: Store):
    with pytest.raises(BadInput):
        write(store, build.entity("Alice", id=-1, created_at=datetime(2026, 1, 1)))


def test_a_plan_that_changes_nothing_leaves_no_entry(store: Store, view: View):
    talk(store, "hello")
    last = view.journal.latest_seq()
    change = write(store, Amend("episode", 1, {"text": "hello"}))
    assert (change.seq, change.touched, view.journal.latest_seq()) == (last, (), last)


def test_world_times_are_read_as_precise_as_they_were_written(store: Store, view: View):
    write(store, build.entity("Ann", id=1))
    for text in ("2024", "2024-02", "2024-02-29"):
        number = write(store, build.fact(1, "born", "x", -1, valid_at=text)).ids[-1]
        assert view.facts.one(number, OWNER).valid_at == WorldTime(text)
    assert view.facts.one(number, OWNER).created_at.tzinfo is not None
    assert view.facts.one(number, OWNER).created_at.astimezone(UTC) == NOON
