"""Questions to the user: listed with what is needed to answer them, answered, and undone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.domain.suggestion import Suggestion
from app.services import history, suggestions
from app.services.workspace import Workspace, WriteDesk
from tests.builders import NOON
from tests.stories.conftest import Person


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


@pytest.fixture
def doubt(desk: WriteDesk) -> SuggestionId:
    """Liz may be Elizabeth."""
    rows = (
        Entity(EntityId(-1), "Elizabeth", "person", NOON, tag="sister"),
        Entity(EntityId(-2), "Liz", "person", NOON),
    )
    made = desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn"))
    payload = {"name": "Liz", "entity": made.ids[-2], "candidates": [made.ids[-1]], "how": "short form"}
    reason = "One may be a short form of the other."
    row = Suggestion(SuggestionId(-1), "same_entity", reason, json.dumps(payload), NOON)
    return SuggestionId(desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")).ids[-1])


def _names(desk: WriteDesk) -> set[str]:
    return {entity.name for entity in desk.view.entities.listed(desk.scope)}


def test_a_question_comes_with_its_candidates(desk: WriteDesk, doubt: SuggestionId) -> None:
    (asked,) = suggestions.waiting(desk)
    assert (asked.name, [one.name for one in asked.candidates]) == ("Liz", ["Elizabeth"])


def test_yes_merges_and_undo_parts_them_again(desk: WriteDesk, doubt: SuggestionId) -> None:
    suggestions.accept(desk, doubt)
    assert len(_names(desk)) == 1
    assert suggestions.waiting(desk) == []
    history.undo(desk)
    assert _names(desk) == {"Elizabeth", "Liz"}
    assert [asked.suggestion.id for asked in suggestions.waiting(desk)] == [doubt]


def test_no_changes_nothing_but_the_question(desk: WriteDesk, doubt: SuggestionId) -> None:
    suggestions.dismiss(desk, doubt, never=True)
    assert _names(desk) == {"Elizabeth", "Liz"}
    assert suggestions.waiting(desk) == []


def test_a_question_is_answered_once(desk: WriteDesk, doubt: SuggestionId) -> None:
    suggestions.dismiss(desk, doubt)
    with pytest.raises(BadInput):
        suggestions.accept(desk, doubt)


def test_both_sides_of_a_question_come_with_where_they_are_named(person: Person) -> None:
    person.says("Elizabeth sings.")
    person.says("Liz plays chess.")
    elizabeth, liz = (person.desk.view.entities.by_key([key], OWNER)[key][0].entity for key in ("elizabeth", "liz"))
    payload = json.dumps({"name": "Liz", "entity": liz.id, "candidates": [elizabeth.id], "how": "x"})
    row = Suggestion(SuggestionId(-1), "same_entity", "The names are alike.", payload, NOON)
    number = person.desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")).ids[-1]
    asked = next(one for one in suggestions.waiting(person.desk) if one.suggestion.id == number)
    assert asked.about is not None and asked.about.id == liz.id
    found = suggestions.contexts(person.desk, asked)
    assert [found[one.id].mentions[0].episode.text for one in (liz, elizabeth)] == [
        "Liz plays chess.",
        "Elizabeth sings.",
    ]


def _many(desk: WriteDesk, count: int) -> list[SuggestionId]:
    """Pairs that may be one; the last question is about two candidates and needs a choice."""
    made = []
    for n in range(count):
        rows = tuple(Entity(EntityId(-k), f"Name {n}{k}", "person", NOON) for k in (1, 2, 3))
        ids = desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn")).ids
        candidates = [ids[-2], ids[-3]] if n == count - 1 else [ids[-2]]
        payload = json.dumps({"name": f"Name {n}", "entity": ids[-1], "candidates": candidates, "how": "x"})
        row = Suggestion(SuggestionId(-1), "same_entity", "The names are alike.", payload, NOON)
        made.append(SuggestionId(desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")).ids[-1]))
    return made


def test_several_are_accepted_as_one_step_and_what_needs_a_choice_stays(desk: WriteDesk) -> None:
    asked = _many(desk, 6)
    before = _names(desk)
    found = suggestions.accept_all(desk, [*asked, SuggestionId(999)])
    assert (found.done, found.left) == (5, 2)
    assert [one.suggestion.id for one in suggestions.waiting(desk)] == asked[-1:]
    assert len(_names(desk)) == len(before) - 5
    history.undo(desk)
    assert _names(desk) == before
    assert (suggestions.count(desk), history.undo(desk)) == (6, None)


def test_several_are_never_asked_again(desk: WriteDesk) -> None:
    asked = _many(desk, 3)
    assert suggestions.dismiss_all(desk, asked, never=True).done == 3
    assert suggestions.dismiss_all(desk, asked, never=True).done == 0
    assert suggestions.count(desk) == 0
    history.undo(desk)
    assert suggestions.count(desk) == 3
