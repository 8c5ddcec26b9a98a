"""Undo and redo: any sequence of acts, undone and redone, gives the very tables back."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.entity import Span
from app.domain.errors import BadInput, Outdated, UndoConflict
from app.domain.plan import Amend, Plan, Remove
from app.domain.scope import OWNER
from app.storage.connection import open_connection
from app.storage.migrations import migrate
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import plan, talk, write
from tests.app.storage.dumps import dump, faults

NAMES = st.sampled_from(["Alice", "alice", "Ａｌｉｃｅ", "田中", "Acme", "C++", "O'Brien", "x"])
NUMBERS = st.integers(1, 6)
"""Four of each are there at the start; the others may have been added since."""
SPANS = st.sampled_from([(0, 1), (0, 5), (2, 3)])


def _acts() -> st.SearchStrategy[tuple]:
    """One step of a plan, on rows that may or may not be there."""
    entity = st.builds(lambda name: build.entity(name, id=-1), NAMES)
    alias = st.builds(lambda name, to: build.alias(name, to, -2), NAMES, NUMBERS)
    mention = st.builds(lambda to, episode, span: build.mention(to, episode, span, -3), NUMBERS, NUMBERS, SPANS)
    fact = st.builds(lambda one, two: build.fact(one, "knows", two, -4), NUMBERS, NUMBERS)
    value = st.builds(lambda one, by: build.fact(one, "job", "cook", -5, invalidated_by=by), NUMBERS, NUMBERS)
    anchor = st.builds(lambda f, e, ends: build.anchor(f, e, id=-6, ends=ends), NUMBERS, NUMBERS, st.booleans())
    rename = st.builds(lambda number, name: Amend("entity", number, {"name": name}), NUMBERS, NAMES)
    move = st.builds(lambda number, to: Amend("mention", number, {"entity": to}), NUMBERS, NUMBERS)
    shift = st.builds(lambda number, to: Amend("alias", number, {"entity": to}), NUMBERS, NUMBERS)
    point = st.builds(lambda number, to: Amend("fact", number, {"object": to}), NUMBERS, NUMBERS)
    nouns = st.sampled_from(["entity", "alias", "mention", "fact", "anchor", "episode"])
    return st.one_of(
        entity, alias, mention, fact, value, anchor, rename, move, shift, point, st.builds(Remove, nouns, NUMBERS)
    )


PLANS = st.builds(
    lambda steps, by: plan(*{str(getattr(s, "id", s)): s for s in steps}.values(), by=by),
    st.lists(_acts(), min_size=1, max_size=5),
    st.sampled_from(["user", "user", "agent", "extractor"]),
)


def _filled() -> Store:
    """A store in memory, so that many examples are quick."""
    connection = open_connection(Path(":memory:"), writing=True)
    migrate(connection, Path())
    store = Store(connection)
    talk(store, "Alice knows 田中.", "C++ at Acme", "O'Brien", "x")
    rows = [build.entity(name, id=number) for number, name in enumerate(("Alice", "田中", "Acme", "x"), 1)]
    mentions = [build.mention(number, number, (0, 2), number) for number in (1, 2, 3, 4)]
    facts = [build.fact(1, "knows", 2, 1), build.fact(2, "knows", 3, 2), build.fact(3, "job", "cook", 3)]
    anchors = [build.anchor(1, 1, id=1), build.anchor(2, 1, id=2), build.anchor(2, 2, id=3)]
    write(store, *rows, build.alias("Al", 1, 1), *mentions, *facts, *anchors, undoable=False)
    return store


def _tried(store: Store, made: Plan) -> bool:
    try:
        return bool(store.commit(made).touched)
    except (Outdated, BadInput):
        return False


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PLANS.filter(lambda made: made.author.kind != "extractor"), min_size=1, max_size=6))
def test_undoing_and_redoing_any_sequence_gives_the_very_tables_back(plans: list[Plan]):
    with closing(_filled()) as store:
        moments = [dump(store._connection)]
        for made in plans:
            if _tried(store, made):
                moments.append(dump(store._connection))
        for _ in range(2):
            for before in reversed(moments[:-1]):
                assert store.undo().played == "undo"
                assert dump(store._connection) == before
            assert store.undo() is None
            for after in moments[1:]:
                assert store.redo().played == "redo"
                assert dump(store._connection) == after
            assert store.redo() is None
        assert faults(store._connection) == []


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(PLANS, PLANS, st.sampled_from(["undo", "redo"])), min_size=4, max_size=16))
def test_learning_in_between_never_leaves_the_tables_in_disorder(steps: list[Plan | str]):
    """Learning goes on while a person undoes: it works, or it is refused and changes nothing."""
    with closing(_filled()) as store:
        doors: dict[str, Callable] = {"undo": store.undo, "redo": store.redo}
        for step in steps:
            before = dump(store._connection)
            if not isinstance(step, str):
                if not _tried(store, step):
                    assert dump(store._connection) == before
                continue
            try:
                changed = doors[step]() is not None
            except UndoConflict:
                changed = False
            if not changed:
                assert dump(store._connection) == before
        assert faults(store._connection) == []


def test_only_what_a_person_or_an_agent_did_is_undone(store: Store, view: View):
    talk(store, "hello")
    write(store, build.entity("Alice", id=1), label="add", subject="Alice")
    write(store, build.entity("Bob", id=2), by="extractor")
    write(store, build.entity("Cy", id=3), by="model")
    write(store, build.entity("Di", id=4), by="agent", label="declare")
    assert view.journal.undoable().label == "declare"
    assert [store.undo().label for _ in range(2)] == ["declare", "add"]
    assert store.undo() is None
    assert {entity.name for entity in view.entities.listed(OWNER)} == {"Bob", "Cy"}
    assert view.episodes.count(OWNER) == 1
    assert [(entry.label, entry.undone) for entry in view.journal.listed(2)] == [("declare", True), ("add", True)]


def test_a_new_act_cuts_what_had_been_undone(store: Store, view: View):
    write(store, build.entity("Alice", id=1))
    write(store, build.entity("Bob", id=2))
    store.undo()
    write(store, build.entity("Cy", id=5), by="extractor")
    talk(store, "said")
    assert view.journal.redoable() is not None
    write(store, build.entity("Di", id=6))
    assert store.redo() is None
    assert store.undo() is not None
    assert {entity.name for entity in view.entities.listed(OWNER)} == {"Alice", "Cy"}


def test_an_undo_that_others_have_built_on_is_refused_whole(store: Store, view: View):
    talk(store, "Alice works at Acme")
    write(store, build.entity("Alice", id=1), build.entity("Acme", "organization", id=2))
    write(store, build.fact(1, "works_at", 2), build.anchor(1, 1), build.mention(1, 1), by="extractor")
    before = dump(store._connection)
    last = view.journal.latest_seq()
    with pytest.raises(UndoConflict):
        store.undo()
    assert dump(store._connection) == before
    assert view.journal.latest_seq() == last
    write(store, Remove("fact", 1), Remove("mention", 1), by="extractor")
    store.undo()
    assert view.entities.count(OWNER) == 0


def test_a_field_changed_since_is_a_conflict_another_field_is_not(store: Store, view: View):
    talk(store, "Alice", "Alice")
    write(store, build.entity("Alice", id=1), undoable=False)
    write(store, Amend("entity", 1, {"name": "Alicia"}))
    write(store, Amend("entity", 1, {"tag": "friend"}), build.mention(1, 1), by="extractor")
    store.undo()
    assert view.entities.one(1, OWNER).name == "Alice"
    assert view.entities.one(1, OWNER).mention_count == 1
    store.redo()
    write(store, Amend("entity", 1, {"name": "Alice B."}), by="extractor")
    with pytest.raises(UndoConflict):
        store.undo()


def test_a_count_that_moved_on_does_not_stand_in_the_way(store: Store, view: View):
    talk(store, "Alice", "Alice", "Alice")
    write(store, build.entity("Alice", id=1), build.mention(1, 1, id=1), by="extractor")
    write(store, Remove("mention", 1))
    write(store, build.mention(1, 2, id=2), build.mention(1, 3, id=3), by="extractor")
    store.undo()
    assert view.entities.one(1, OWNER).mention_count == 3
    store.redo()
    assert view.entities.one(1, OWNER).mention_count == 2


def test_the_name_index_follows_undo_and_redo(store: Store, view: View):
    write(store, build.entity("Robert", id=1), undoable=False)
    write(store, build.alias("Bobby", 1, 1))
    assert view.entities.similar("bobbie", OWNER)
    store.undo()
    assert view.entities.similar("bobbie", OWNER) == []
    store.redo()
    assert view.entities.similar("bobbie", OWNER)[0].text == "Bobby"


def test_undoing_a_deleted_conversation_brings_its_memory_back(store: Store, view: View):
    talk(store, "Alice works at Acme", "again")
    write(store, build.entity("Alice", id=1), build.entity("Acme", "organization", id=2), undoable=False)
    write(store, build.fact(1, "works_at", 2), build.anchor(1, 1), build.mention(1, 1, (0, 5)), undoable=False)
    before = dump(store._connection)
    write(store, Remove("conversation", 1))
    assert view.facts.count(OWNER) == 0
    store.undo()
    assert dump(store._connection) == before
    store.redo()
    assert view.facts.count(OWNER) == 0
    store.undo()
    assert view.entities.mentions_in([1], OWNER)[1][0].span == Span(0, 5)
