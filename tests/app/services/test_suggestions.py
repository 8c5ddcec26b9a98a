"""Questions to the user: listed with what is needed to answer them, answered, and undone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.ids import EntityId, SuggestionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.suggestion import Suggestion
from app.services import history, suggestions
from app.services.workspace import Workspace, WriteDesk
from tests.builders import NOON


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
