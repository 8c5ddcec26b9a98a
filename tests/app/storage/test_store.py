"""The write door: placeholders, expectations, integrity, errors in the domain's words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import apsw
import pytest

from app.domain.citation import Citation
from app.domain.clock import WorldTime
from app.domain.entity import Alias, Span
from app.domain.episode import Note
from app.domain.errors import BadInput, Outdated, StorageFull
from app.domain.fact import Value
from app.domain.ids import AliasId, CitationId, DropId, EntityId, NoteId, Ref, SuggestionId
from app.domain.plan import Add, Amend, Expect, ExpectNoName, Remove
from app.domain.scope import OWNER, Scope
from app.domain.suggestion import Drop, Suggestion
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import plan, talk, write
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


def test_an_entity_takes_its_aliases_mentions_and_facts_with_it(store: Store, view: View):
    talk(store, "Alice works at Acme")
    write(store, build.entity("Alice", id=1), build.entity("Acme", "organization", id=2), build.alias("Al", 1, 1))
    write(store, build.mention(1, 1), build.fact(1, "works_at", 2), build.anchor(1, 1), build.fact(2, "employs", 1, 2))
    write(store, Remove("entity", 1))
    held = dump(store._connection)
    assert [len(held[name]) for name in ("entities", "aliases", "mentions", "facts", "anchors")] == [1, 0, 0, 0, 0]
    assert faults(store._connection) == []


def test_an_episode_takes_what_only_it_supports(store: Store, view: View):
    talk(store, "Alice works at Acme", "She does, at Acme", "the answer")
    write(store, build.entity("Alice", id=1), build.entity("Acme", "organization", id=2))
    write(store, *(build.fact(1, "works_at", 2, number) for number in (1, 2, 3)))
    write(store, build.anchor(1, 1, id=1), build.anchor(2, 1, id=2), build.anchor(2, 2, id=3))
    write(store, replace(build.fact(1, "wrote", 1, 4), object=Ref("ep", 1)), build.mention(1, 1))
    write(store, replace(build.fact(1, "sat_in", 1, 5), object=Ref("ses", 1)), Drop(DropId(1), 1, "x", "question"))
    write(store, build.alias("Al", 1, 1, episode=1), Citation(CitationId(1), 3, 1, 1, Span(0, 5), 1))
    write(store, Remove("episode", 1))
    # 2 has another source; 3 never had one; 5 points to the session of the same number, which stays.
    assert [fact.id for fact in view.facts.page(OWNER, 0, 10)] == [2, 3, 5]
    assert view.entities.aliases([1], OWNER) == {}
    assert view.suggestions.drops([1], OWNER) == {}
    assert view.episodes.citations([3], OWNER) == {}
    assert faults(store._connection) == []


def test_a_conversation_takes_everything_said_in_it(store: Store, view: View):
    talk(store, "one", "two")
    write(store, build.entity("Alice", id=1), build.mention(1, 1), build.mention(1, 2, id=2))
    change = write(store, Remove("conversation", 1))
    assert {(row.noun, row.act) for row in change.touched} == {
        (noun, "remove") for noun in ("conversation", "session", "episode", "mention")
    }
    assert view.entities.one(1, OWNER).mention_count == 0
    assert view.episodes.count(OWNER) == 0


def test_rows_of_a_set_stand_once(store: Store, view: View):
    talk(store, "Alice")
    write(store, build.entity("Alice", id=1), build.mention(1, 1, (0, 5)), build.alias("Al", 1, 1))
    again = write(store, build.mention(1, 1, (0, 5), -1), build.alias("ＡＬ", 1, -2), label="learn")
    assert again.ids == {-1: 1, -2: 1}
    assert again.touched == ()
    assert view.entities.one(1, OWNER).mention_count == 1


def test_a_moved_row_folds_into_its_double(store: Store, view: View):
    """What a merge does: mentions and aliases of one entity become those of another that has the same already."""
    talk(store, "Bob, Robert")
    write(store, build.entity("Robert", id=1), build.entity("Bob", id=2), build.alias("Bobby", 1, 1))
    write(
        store,
        build.alias("bobby", 2, 2),
        build.mention(1, 1),
        build.mention(2, 1, id=2),
        build.mention(2, 1, (3, 5), 3),
    )
    before = dump(store._connection)
    moved = [Amend("mention", number, {"entity": 1}) for number in (2, 3)]
    write(store, *moved, Amend("alias", 2, {"entity": 1}), Remove("entity", 2))
    assert view.entities.one(1, OWNER).mention_count == 2
    assert [alias.text for alias in view.entities.aliases([1], OWNER)[1]] == ["Bobby"]
    assert faults(store._connection) == []
    store.undo()
    assert dump(store._connection) == before


def test_a_plan_that_changes_nothing_leaves_no_entry(store: Store, view: View):
    talk(store, "hello")
    last = view.journal.latest_seq()
    change = write(store, Amend("episode", 1, {"text": "hello"}))
    assert (change.seq, change.touched, view.journal.latest_seq()) == (last, (), last)


def test_numbers_are_never_used_twice(store: Store):
    first = write(store, build.entity("Alice", id=-1)).ids[-1]
    write(store, Remove("entity", first))
    assert write(store, build.entity("Bob", id=-1)).ids[-1] > first


def test_a_full_disk_is_told_and_nothing_is_half_written(store: Store):
    talk(store, "hello")
    before = dump(store._connection)
    pages = store._connection.pragma("page_count")
    store._connection.pragma("max_page_count", pages + 2)
    with pytest.raises(StorageFull):
        write(store, build.entity("Alice", id=1), build.episode("x" * 100_000, 2))
    assert dump(store._connection) == before
    store._connection.pragma("max_page_count", pages + 1000)
    write(store, build.episode("x" * 100_000, 2))
    assert faults(store._connection) == []


def test_a_refusing_disk_is_told(store: Store):
    store._connection.pragma("query_only", True)
    with pytest.raises(StorageFull):
        write(store, build.entity("Alice", id=1))
    store._connection.pragma("query_only", False)
    write(store, build.entity("Alice", id=1))


def test_what_a_person_wrote_survives_a_power_cut_too(store: Store):
    def level() -> int:
        return store._connection.pragma("synchronous")

    write(store, build.entity("Alice", id=1), by="extractor")
    assert level() == 1
    write(store, build.entity("Bob", id=2), by="user")
    assert level() == 2


def test_erase_leaves_no_copy(home: Profile, store: Store):
    talk(store, "nothing", "my unspeakable-word here")
    write(store, build.entity("unspeakable-word", "thing", id=1), build.mention(1, 2), subject="unspeakable-word")
    write(store, Amend("entity", 1, {"tag": "t"}), subject="unspeakable-word")
    store.erase(plan(Remove("episode", 2), Remove("entity", 1), subject="unspeakable-word"))
    assert store.view.journal.undoable() is None
    store.tidy()
    for file in home.folder.rglob("*"):
        if file.is_file():
            assert b"unspeakable" not in file.read_bytes(), file


def test_erase_does_not_fail_because_somebody_reads(home: Profile, store: Store, view: View):
    talk(store, "secret words", "other words")
    store._connection.set_busy_timeout(1)
    with view.steady():
        assert view.episodes.count(OWNER) == 2
        store.erase(plan(Remove("episode", 1)))
    assert view.episodes.count(OWNER) == 1
    store.tidy()
    assert b"secret" not in home.database.read_bytes()


def test_a_killed_writer_leaves_the_file_sound(home: Profile, store: Store):
    """A second connection that dies inside a transaction: the database opens again with what was acknowledged."""
    talk(store, "kept")
    other = apsw.Connection(str(home.database))
    other.execute("BEGIN IMMEDIATE")
    other.execute("DELETE FROM episodes")
    other.close()
    again = open_store(home)
    assert again.view.episodes.one(1, OWNER).text == "kept"
    again.close()


def test_world_times_are_read_as_precise_as_they_were_written(store: Store, view: View):
    write(store, build.entity("Ann", id=1))
    for text in ("2024", "2024-02", "2024-02-29"):
        number = write(store, build.fact(1, "born", "x", -1, valid_at=text)).ids[-1]
        assert view.facts.one(number, OWNER).valid_at == WorldTime(text)
    assert view.facts.one(number, OWNER).created_at.tzinfo is not None
    assert view.facts.one(number, OWNER).created_at.astimezone(UTC) == NOON
