"""What the store keeps whole: what a row takes with it, what a full disk or an erasure leaves."""

from dataclasses import replace

import apsw
import pytest

from app.domain.citation import Citation
from app.domain.entity import Span
from app.domain.errors import StorageFull
from app.domain.ids import CitationId, DropId, Ref
from app.domain.plan import Amend, Remove
from app.domain.scope import OWNER
from app.domain.suggestion import Drop
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import plan, talk, write
from tests.app.storage.dumps import dump, faults


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


def test_mending_makes_what_is_derived_anew(store: Store, view: View):
    talk(store, "Alice")
    write(store, build.entity("Alice", id=1), build.alias("Al", 1, 1), build.mention(1, 1))
    whole = dump(store._connection)
    store._connection.execute("DELETE FROM name_grams")
    store._connection.execute("UPDATE mention_counts SET mentions = 9")
    assert len(faults(store._connection)) == 2
    store.mend()
    assert dump(store._connection) == whole
    assert view.entities.similar("alise", OWNER)


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
