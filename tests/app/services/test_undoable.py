"""Everything that a person or an agent does to memory lies in the history, and is undone to the very tables."""

import importlib
import inspect
import json
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import app.services
from app.domain.clock import WorldTime
from app.domain.fact import Value
from app.domain.ids import (
    AliasId,
    CategoryId,
    ConversationId,
    EntityId,
    EpisodeId,
    FactId,
    MentionId,
    NoteId,
    SavedViewId,
    SuggestionId,
)
from app.domain.lens import Lens
from app.domain.plan import EXTRACTOR, USER, Add, Amend, Author, Plan
from app.domain.rebuild import Rebuild
from app.domain.scope import OWNER
from app.domain.suggestion import Suggestion
from app.services import (
    associations,
    categories,
    chat,
    corrections,
    edits,
    history,
    keeping,
    notes,
    records,
    suggestions,
    views,
)
from app.services.associations import Caller
from app.services.corrections import Restated
from app.services.edits import NewEntity, NewFact, Split
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.dumps import dump, faults

AGENT = Author("agent", "Loom")
CALLER = Caller(AGENT, OWNER)

SPEAKS = {"chat.start", "chat.say", "chat.keep_answer", "notes.create", "notes.daily", "notes.save", "notes.settle"}
"""Words of a person, not edits of memory: a message, a page. They go by `delete`, a lesson by `forget_lesson`."""
BY_ITSELF = {
    *("learning.keep", "learning.learn_now", "learning.fail", "learning.retry", "categories.keep", "categories.build"),
    *(
        "keeping.keep",
        "keeping.consolidate_now",
        "questions.keep",
        "tending.keep",
        "tending.tend",
        "upkeep.rebuild",
        "checkup.repair",
    ),
}
"""What the app does by itself, or to what is derived."""
FOR_GOOD = {"forgetting.forget", "forgetting.finish", "transfer.restore"}
"""What is asked about before, because it cannot be undone."""
UNDO = {"history.undo", "history.redo", "history.undo_one"}


@dataclass
class Deed:
    label: str
    do: Callable[[WriteDesk], Any]


def _declared(name: str) -> dict[str, Any]:
    ends = {"subject": {"name": name}, "predicate": "knows", "object": {"name": "Bob"}}
    return {"entities": [{"name": name, "type": "person"}], "relations": [ends]}


DEEDS = {
    "edits.rename": Deed("rename", lambda desk: edits.rename(desk, EntityId(2), "Alice B.")),
    "edits.retype": Deed("retype", lambda desk: edits.retype(desk, EntityId(4), "place")),
    "edits.merge": Deed("merge", lambda desk: edits.merge(desk, EntityId(2), EntityId(3))),
    "edits.split": Deed(
        "split",
        lambda desk: edits.split(
            desk, EntityId(2), Split("Al", "person", frozenset({MentionId(1)}), frozenset(), frozenset({FactId(1)}))
        ),
    ),
    "edits.keep_apart": Deed("keep_apart", lambda desk: edits.keep_apart(desk, EntityId(2), EntityId(3))),
    "edits.delete_entity": Deed("remove_entity", lambda desk: edits.delete_entity(desk, EntityId(2))),
    "edits.add_alias": Deed("add_alias", lambda desk: edits.add_alias(desk, EntityId(3), "Bobby")),
    "edits.remove_alias": Deed("remove_alias", lambda desk: edits.remove_alias(desk, AliasId(1))),
    "edits.add_fact": Deed(
        "add_fact",
        lambda desk: edits.add_fact(
            desk, NewFact(EntityId(2), "lives_in", NewEntity("Oslo", "place"), WorldTime("2025"))
        ),
    ),
    "edits.end_fact": Deed("end_fact", lambda desk: edits.end_fact(desk, FactId(2), WorldTime("2027"))),
    "edits.redate_fact": Deed("edit_fact", lambda desk: edits.redate_fact(desk, FactId(1), WorldTime("2019"), None)),
    "edits.retract_fact": Deed("retract_fact", lambda desk: edits.retract_fact(desk, FactId(2))),
    "corrections.restate": Deed(
        "edit_fact", lambda desk: corrections.restate(desk, FactId(1), EntityId(2), Restated("knows", EntityId(5)))
    ),
    "corrections.describe": Deed("describe", lambda desk: corrections.describe(desk, EntityId(2), "A friend.")),
    "corrections.detail": Deed("describe", lambda desk: corrections.detail(desk, EntityId(2), "friend")),
    "edits.forget_lesson": Deed("forget_lesson", lambda desk: edits.forget_lesson(desk, EpisodeId(1))),
    "records.keep": Deed("store", lambda desk: records.keep(desk, "Alice was here.", OWNER, AGENT)),
    "associations.store": Deed("store", lambda desk: associations.store(desk, "Alice was here.", CALLER)),
    "associations.declare": Deed("declare", lambda desk: associations.declare(desk, _declared("Cyd"), CALLER)),
    "associations.retract": Deed("withdraw", lambda desk: associations.retract(desk, {"relations": [1]}, CALLER)),
    "categories.make": Deed("make_category", lambda desk: categories.make(desk, "Cooks", [EntityId(3)])),
    "categories.rename": Deed("rename_category", lambda desk: categories.rename(desk, CategoryId(1), "Mates")),
    "categories.describe": Deed("describe_category", lambda desk: categories.describe(desk, CategoryId(1), "All.")),
    "categories.delete": Deed("delete_category", lambda desk: categories.delete(desk, CategoryId(1))),
    "categories.merge": Deed("merge_categories", lambda desk: categories.merge(desk, CategoryId(1), CategoryId(2))),
    "categories.move": Deed(
        "move_entity", lambda desk: categories.move(desk, EntityId(2), CategoryId(1), CategoryId(2))
    ),
    "categories.put_in": Deed("put_in_category", lambda desk: categories.put_in(desk, EntityId(4), CategoryId(2))),
    "categories.take_out": Deed(
        "take_out_of_category", lambda desk: categories.take_out(desk, EntityId(2), CategoryId(1))
    ),
    "categories.move_all": Deed(
        "move_entity",
        lambda desk: categories.move_all(
            desk, [(EntityId(2), CategoryId(1)), (EntityId(5), CategoryId(2))], CategoryId(2)
        ),
    ),
    "categories.take_all_out": Deed(
        "take_out_of_category",
        lambda desk: categories.take_all_out(desk, [(EntityId(2), CategoryId(1)), (EntityId(5), CategoryId(2))]),
    ),
    "categories.gather": Deed(
        "gather_categories", lambda desk: categories.gather(desk, "Company", [CategoryId(1), CategoryId(2)])
    ),
    "categories.split": Deed(
        "split_category", lambda desk: categories.split(desk, CategoryId(1), "Others", [EntityId(2)])
    ),
    "categories.make_under": Deed("make_category", lambda desk: categories.make_under(desk, "Mob", CategoryId(3))),
    "categories.nest": Deed(
        "nest_category", lambda desk: categories.nest(desk, CategoryId(2), CategoryId(3), CategoryId(4))
    ),
    "categories.rebuild": Deed("rebuild_categories", lambda desk: categories.rebuild(desk, Rebuild(_rebuilt()))),
    "chat.rename": Deed("rename_conversation", lambda desk: chat.rename(desk, ConversationId(1), "Tuesday")),
    "chat.delete": Deed("delete_conversation", lambda desk: chat.delete(desk, ConversationId(1))),
    "keeping.set_off_record": Deed("off_record", lambda desk: keeping.set_off_record(desk, ConversationId(1), True)),
    "notes.delete": Deed("delete_note", lambda desk: notes.delete(desk, NoteId(1))),
    "views.save": Deed("save_view", lambda desk: views.save(desk, "Work", views.Look(Lens((EntityId(2),))))),
    "views.rename": Deed("rename_view", lambda desk: views.rename(desk, SavedViewId(1), "Home")),
    "views.replace": Deed("replace_view", lambda desk: views.replace(desk, SavedViewId(1), views.Look(Lens(depth=3)))),
    "views.delete": Deed("delete_view", lambda desk: views.delete(desk, SavedViewId(1))),
    "suggestions.accept": Deed("accept_suggestion", lambda desk: suggestions.accept(desk, SuggestionId(1))),
    "suggestions.dismiss": Deed("dismiss_suggestion", lambda desk: suggestions.dismiss(desk, SuggestionId(1))),
    "suggestions.accept_all": Deed(
        "accept_suggestions", lambda desk: suggestions.accept_all(desk, [SuggestionId(1), SuggestionId(2)])
    ),
    "suggestions.dismiss_all": Deed(
        "dismiss_suggestions",
        lambda desk: suggestions.dismiss_all(desk, [SuggestionId(1), SuggestionId(2)], never=True),
    ),
}


def _rebuilt() -> Plan:
    return Plan((Amend("category", 2, {"summary": "New."}),), USER, "rebuild_categories")


def _question(number: int, entity: int, candidate: int) -> Suggestion:
    payload = json.dumps({"name": "x", "entity": entity, "candidates": [candidate], "how": "x"})
    return Suggestion(SuggestionId(number), "same_entity", "The names are alike.", payload, build.NOON)


def _filled(desk: WriteDesk) -> None:
    """Alice (also Ally) and others; two relations, two categories, two questions, a chat and a note."""
    rows: list[Any] = [build.conversation(1, title="Monday"), build.session(1, 1)]
    rows += [build.episode("Alice knows Bob. Alice works at Acme.", 1, state="learned"), build.me(1)]
    people = (("Alice", "person"), ("Bob", "person"), ("Acme", "organization"), ("Rob", "person"), ("Alicia", "person"))
    rows += [build.entity(name, kind, id=number) for number, (name, kind) in enumerate(people, 2)]
    rows += [build.alias("Ally", 2, 1), build.mention(2, 1, (0, 5), 1), build.mention(3, 1, (12, 15), 2)]
    rows += [build.fact(2, "knows", 3, 1), build.fact(2, "works_at", 4, 2, valid_at="2024")]
    rows += [build.anchor(1, 1, (0, 16), 1), build.anchor(2, 1, (17, 37), 2)]
    rows += [_question(1, 5, 3), _question(2, 6, 2)]
    desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn"))
    for name, members in (("Friends", [EntityId(2), EntityId(3)]), ("Pals", [EntityId(3), EntityId(5)])):
        categories.make(desk, name, members)
    views.save(desk, "Around Bob", views.Look(Lens((EntityId(3),), 2), {EntityId(3): (0.5, -1.0)}))
    for name, below in (("People", [CategoryId(1), CategoryId(2)]), ("Beings", [CategoryId(1)])):
        categories.gather(desk, name, below)
    note = notes.create(desk, "Plans")
    notes.save(desk, note.id, "Plans", "Bob comes on Tuesday.")
    notes.settle(desk, note.id)


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    _filled(made)
    yield made
    made.close()
    workspace.close()


def _doors() -> set[str]:
    """Every function of the services that is given the desk to write at."""
    found = set()
    for module in pkgutil.iter_modules(app.services.__path__):
        room = importlib.import_module(f"app.services.{module.name}")
        for name, call in inspect.getmembers(room, inspect.isfunction):
            first = next(iter(inspect.signature(call).parameters.values()), None)
            if (
                call.__module__ == room.__name__
                and not name.startswith("_")
                and first
                and first.annotation is WriteDesk
            ):
                found.add(f"{module.name}.{name}")
    return found


def test_every_service_that_writes_is_walked_or_has_a_reason_not_to_be() -> None:
    assert _doors() == DEEDS.keys() | SPEAKS | BY_ITSELF | FOR_GOOD | UNDO


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_lies_in_the_history_and_is_undone_to_the_very_tables(desk: WriteDesk, name: str) -> None:
    deed, connection = DEEDS[name], desk.store._connection
    before, seen = dump(connection), len(history.entries(desk))
    deed.do(desk)
    after, entries = dump(connection), history.entries(desk)
    assert after != before
    assert ([entry.label for entry in entries[: len(entries) - seen]], entries[0].copied) == ([deed.label], True)
    assert faults(connection) == []
    assert history.undo(desk) is not None
    assert dump(connection) == before
    assert history.entries(desk)[0].undone
    assert history.redo(desk) is not None
    assert dump(connection) == after
    one = history.undo_one(desk, entries[0].seq)
    assert (one.change is not None, dump(connection)) == (True, before)


def test_a_step_that_others_rest_on_is_named_with_them(desk: WriteDesk) -> None:
    change = edits.add_fact(desk, NewFact(EntityId(2), "lives_in", NewEntity("Oslo", "place")))
    edits.rename(desk, EntityId(3), "Bert")
    edits.add_fact(desk, NewFact(EntityId(2), "job_title", Value("welder")))
    oslo = next(one.id for one in desk.view.entities.listed(OWNER) if one.name == "Oslo")
    edits.add_alias(desk, oslo, "Christiania")
    found = history.undo_one(desk, change.seq)
    assert (found.change, [entry.label for entry in found.blocked_by]) == (None, ["add_alias"])
    assert history.undo_one(desk, found.blocked_by[0].seq).change is not None
    assert history.undo_one(desk, change.seq).change is not None
    assert desk.view.entities.one(EntityId(3), OWNER).name == "Bert"
