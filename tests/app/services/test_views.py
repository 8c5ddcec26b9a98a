"""Looks at the graph under a name: kept, changed, undone, in step with what they show, forgotten with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.errors import BadInput
from app.domain.ids import CategoryId, EntityId, SavedViewId
from app.domain.lens import Filters, Lens
from app.domain.scope import OWNER, Scope
from app.services import categories, edits, forgetting, history, views
from app.services.forgetting import What
from app.services.views import NEW, Look
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import dump
from tests.fakes import HashingEncoder

ALICE, BOB, CLARA = EntityId(2), EntityId(3), EntityId(4)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(tmp_path / "profile")
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    made = workspace.write_desk()
    people = [build.entity(name, id=number) for number, name in enumerate(("Alice", "Bob", "Clara"), 2)]
    write(made.store, build.me(1), *people, by="extractor")
    yield made
    made.close()
    workspace.close()


def saved(desk: WriteDesk, name: str, *about: EntityId, **rest) -> SavedViewId:
    look = Look(Lens(about, **rest), {ALICE: (1.0, -2.0), BOB: (0.25, 3.0)}, {ALICE})
    return SavedViewId(views.save(desk, name, look).ids[NEW])


def test_what_is_saved_comes_back_as_it_was(desk: WriteDesk):
    filters = Filters(kinds=frozenset({"place"}), states=frozenset(), as_of=build.NOON.date(), least_confidence=0.5)
    number = saved(desk, " Work ", ALICE, BOB, depth=3, hidden=frozenset({CLARA}), filters=filters)
    found = views.one(desk, number)
    assert found.name == "Work"
    assert found.lens == Lens((ALICE, BOB), 3, hidden=frozenset({CLARA}), filters=filters)
    assert (found.places, found.pinned) == ({ALICE: (1.0, -2.0), BOB: (0.25, 3.0)}, {ALICE})
    assert [one.name for one in views.listed(desk)] == ["Work"]


def test_a_place_that_no_picture_has_is_not_kept(desk: WriteDesk):
    look = Look(Lens(), {ALICE: (float("nan"), 0.0), BOB: (1e300, 0.0), CLARA: (1.0, 1.0)})
    number = SavedViewId(views.save(desk, "All", look).ids[NEW])
    assert views.one(desk, number).places == {CLARA: (1.0, 1.0)}


def test_a_name_is_taken_once_however_it_is_spelled(desk: WriteDesk):
    number, other = saved(desk, "ミズアイ", ALICE), saved(desk, "Work", BOB)
    with pytest.raises(BadInput):
        saved(desk, "ﾐｽﾞｱｲ", BOB)
    with pytest.raises(BadInput):
        views.rename(desk, other, "ミズアイ")
    with pytest.raises(BadInput):
        saved(desk, " \u200b", BOB)
    assert views.named(desk, "ﾐｽﾞｱｲ").id == number
    views.rename(desk, other, "WORK")
    assert views.one(desk, other).name == "WORK"
    assert views.named(desk, "nothing") is None


def test_changing_and_deleting_can_be_taken_back_one_by_one(desk: WriteDesk):
    number = saved(desk, "Work", ALICE)
    views.replace(desk, number, Look(Lens((BOB,), 2)))
    views.rename(desk, number, "Play")
    views.delete(desk, number)
    with pytest.raises(BadInput):
        views.one(desk, number)
    with pytest.raises(BadInput):
        views.rename(desk, number, "Again")
    history.undo(desk)
    assert (views.one(desk, number).name, views.one(desk, number).lens) == ("Play", Lens((BOB,), 2))
    history.undo(desk)
    history.undo(desk)
    assert (views.one(desk, number).name, views.one(desk, number).lens.about) == ("Work", (ALICE,))
    assert views.one(desk, number).pinned == {ALICE}


def test_a_merge_takes_views_along_and_back(desk: WriteDesk):
    number = saved(desk, "Both", ALICE, BOB, closed=frozenset({BOB}), hidden=frozenset({CLARA}))
    before = dump(desk.store._connection)
    edits.merge(desk, ALICE, BOB)
    found = views.one(desk, number)
    assert (found.lens.about, found.lens.closed, found.places) == ((ALICE,), {ALICE}, {ALICE: (1.0, -2.0)})
    history.undo(desk)
    assert dump(desk.store._connection) == before
    edits.merge(desk, CLARA, BOB)
    assert (views.one(desk, number).lens.about, views.one(desk, number).lens.hidden) == ((ALICE, CLARA), frozenset())


def test_what_is_gone_is_left_out_and_comes_back_with_it(desk: WriteDesk):
    friends = CategoryId(categories.make(desk, "Friends", [ALICE]).ids[-1])
    filters = Filters(categories=frozenset({friends}))
    number, alone = saved(desk, "Both", ALICE, BOB, filters=filters), saved(desk, "Bob", BOB)
    edits.delete_entity(desk, BOB)
    categories.delete(desk, friends)
    assert (views.one(desk, number).lens, views.one(desk, number).places) == (Lens((ALICE,)), {ALICE: (1.0, -2.0)})
    with pytest.raises(BadInput):
        views.one(desk, alone)
    history.undo(desk)
    history.undo(desk)
    assert views.one(desk, alone).lens.about == (BOB,)
    assert views.one(desk, number).lens == Lens((ALICE, BOB), filters=filters)


def test_a_view_belongs_where_it_was_made(desk: WriteDesk):
    desk.home = Scope(project="harbour")
    number = saved(desk, "Harbour", ALICE)
    assert views.listed(desk.within(Scope(project="garden"))) == ()
    with pytest.raises(BadInput):
        views.one(desk.within(Scope(project="garden")), number)
    assert views.listed(desk.within(Scope(project="harbour")))[0].scope == Scope(project="harbour")


def test_forgetting_takes_names_and_what_they_were_about(desk: WriteDesk):
    write(desk.store, build.entity("Quillfeather", id=9), by="extractor")
    gone = EntityId(9)
    saved(desk, "Around Quillfeather", gone)
    both = saved(desk, "Quillfeather and Bob", gone, BOB, filters=Filters(predicates=frozenset({"quillfeather", "x"})))
    plain = saved(desk, "Bob", BOB)
    list(desk.catch_up())
    list(forgetting.forget(desk, What("entity", gone)))
    assert {one.id for one in views.listed(desk)} == {both, plain}
    assert (views.one(desk, both).name, views.one(desk, both).lens.about) == ("…", (BOB,))
    assert views.one(desk, both).lens.filters.predicates == {"x"}
    assert views.one(desk, plain).name == "Bob"
    for file in desk.workspace.profile.folder.rglob("*"):
        assert not file.is_file() or b"quillfeather" not in file.read_bytes().lower(), file.name
    assert [entry.label for entry in history.entries(desk) if entry.copied] == ["save_view"], "what told of it is gone"


def test_an_unseen_scope_takes_no_name(desk: WriteDesk):
    desk.scope = desk.home = Scope(project="garden")
    saved(desk, "Plan", ALICE)
    desk.scope = desk.home = Scope(project="harbour")
    saved(desk, "Plan", ALICE)
    desk.scope = OWNER
    assert [one.scope.project for one in views.listed(desk)] == ["garden", "harbour"]
