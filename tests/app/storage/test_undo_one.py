"""One step taken back out of its turn: it works where nothing rests on it, else what does is named."""

import pytest

from app.domain.errors import BadInput, UndoConflict
from app.domain.plan import Amend, Remove
from app.domain.scope import OWNER
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import talk, write
from tests.app.storage.dumps import dump, faults


def test_a_step_that_nothing_rests_on_goes_alone(store: Store, view: View):
    first = write(store, build.entity("Alice", id=1), label="first")
    write(store, build.entity("Bob", id=2), label="second")
    change = store.undo_one(first.seq)
    assert (change.played, change.label) == ("undo", "first")
    assert [one.name for one in view.entities.listed(OWNER)] == ["Bob"]
    assert view.journal.undoable().label == "second"
    assert faults(store._connection) == []


def test_what_was_undone_last_comes_back_first(store: Store, view: View):
    """Also after the entries that only fed indexes were thrown away."""
    seqs = [write(store, build.entity(name, id=number), label=name).seq for number, name in enumerate("abc", 1)]
    whole = dump(store._connection)
    store.undo_one(seqs[0])
    store.undo()
    store.prune(view.journal.latest_seq())
    assert [store.redo().label, store.redo().label, store.redo()] == ["c", "a", None]
    assert dump(store._connection) == whole


def test_a_later_change_of_the_same_field_blocks_and_another_field_does_not(store: Store, view: View):
    write(store, build.entity("Alice", id=1), undoable=False)
    first = write(store, Amend("entity", 1, {"name": "Alicia"}), label="first")
    write(store, Amend("entity", 1, {"tag": "friend"}), label="tag")
    store.undo_one(first.seq)
    store.redo()
    write(store, Amend("entity", 1, {"name": "Ali"}), label="again")
    before = dump(store._connection)
    with pytest.raises(UndoConflict):
        store.undo_one(first.seq)
    assert [entry.label for entry in store.blocking(first.seq)] == ["again"]
    assert dump(store._connection) == before


def test_what_points_to_a_row_rests_on_the_step_that_made_it(store: Store, view: View):
    made = write(store, build.entity("Alice", id=1), build.entity("Bob", id=2), label="made")
    write(store, build.entity("Cy", id=3), label="aside")
    write(store, build.alias("Ally", 1, 1), label="named")
    write(store, build.fact(1, "knows", 2), label="related")
    with pytest.raises(UndoConflict):
        store.undo_one(made.seq)
    assert [entry.label for entry in store.blocking(made.seq)] == ["related", "named"]


def test_a_name_given_to_another_meanwhile_is_found_by_trying(store: Store, view: View):
    """No row of one deed is a row of the other: the set of names has room for one of them."""
    write(store, build.entity("Alice", id=1), build.alias("Ally", 1, 1), undoable=False)
    first = write(store, Remove("alias", 1), label="removed")
    write(store, build.entity("Bob", id=2), label="aside")
    write(store, build.alias("ally", 1, 5), label="again")
    before = dump(store._connection)
    with pytest.raises(UndoConflict):
        store.undo_one(first.seq)
    assert [entry.label for entry in store.blocking(first.seq)] == ["again"]
    assert dump(store._connection) == before


def test_what_was_learned_since_blocks_and_no_act_is_named(store: Store, view: View):
    talk(store, "Alice")
    made = write(store, build.entity("Alice", id=1), label="made")
    write(store, build.mention(1, 1), by="extractor")
    with pytest.raises(UndoConflict):
        store.undo_one(made.seq)
    assert store.blocking(made.seq) == []


def test_a_step_is_taken_back_once(store: Store, view: View):
    made = write(store, build.entity("Alice", id=1))
    store.undo_one(made.seq)
    for seq in (made.seq, 999):
        with pytest.raises(BadInput):
            store.undo_one(seq)
