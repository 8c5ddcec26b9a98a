"""What belongs to one agent, project or channel never shows in another: every read is tried, each with every number."""

import inspect
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.clock import to_utc_text
from app.domain.ids import EntityId
from app.domain.plan import Author
from app.domain.question import Question
from app.domain.scope import EVERYONE, Scope
from app.domain.text import name_key
from app.memory.explore import neighbourhood
from app.memory.recall import context
from app.memory.recall.search import find
from app.services import operations
from app.services.associations import Caller
from app.storage.deeds import Deeds
from app.storage.journal import Journal
from tests.builders import NOON, days
from tests.stories.canaries import CANARIES, SCOPES, numbers, plant, readable, told_of
from tests.stories.conftest import Person

UNSCOPED = {name for group in (Journal, Deeds) for name, _ in inspect.getmembers(group, inspect.isfunction)}
"""The journal is the owner's: it says what was done to which rows. No program beside the window reads it."""
SAYS_HOW_MANY = {
    "any_archived",
    "count",
    "count_open",
    "in_tiers",
    "count_uncategorised",
    "count_mentions",
    "count_places",
}
NOT_PLANTED = {
    "of_first_name",
    "me",
    "places",
    "unsearched",
    "in_note",
    "questions",
    "declared",
    "speakers",
    "superseding",
}
_NAMES = [name for word in CANARIES for name in (word, f"{word} Works", f"{word}chen")]
_GIVEN: dict[str, list[Any]] = {
    "keys": [[name_key(name) for name in _NAMES]],
    "key": [name_key(name) for name in (*_NAMES, *(f"{word} view" for word in CANARIES))],
    "prefix": list(CANARIES),
    "text": [" and ".join(_NAMES)],
    "word": list(CANARIES),
    "title": [f"{word} note" for word in CANARIES],
    "name": [f"{word} people" for word in CANARIES],
    "start": [0],
    "day": [f"2026-03-{place:02d}" for place in range(1, 9)],
    "kind": ["conflict", "same_entity"],
    "known": [[]],
    "payload": [f'{{"name": "{word}"}}' for word in CANARIES],
    "predicates": [["works_at", "likes", "corrects"]],
    "year": [2026],
    "first": [to_utc_text(NOON - days(9))],
    "last": [to_utc_text(NOON + days(9))],
    "today": [NOON.date()],
    "since": [(NOON - days(900)).date()],
    "until": [(NOON + days(900)).date()],
}
_SINGLE = {"id", "conversation", "note", "episode", "entity", "category", "subject"}
_BEFORE_ALL = {"after", "seq"}


def candidates(name: str, alone: bool) -> list[Any]:
    """What is tried for one parameter."""
    if name in ("ids", "sessions", "answers", "entities"):
        return [numbers()]
    if name in _SINGLE:
        return numbers() if alone else [number for number in numbers() if number % 10_000 in (6, 10)]
    return _GIVEN.get(name) or [0 if name in _BEFORE_ALL else 500]


def calls(method: Callable[..., Any], scope: Scope) -> Iterator[dict[str, Any]]:
    """Arguments for a read in a scope: each that it must have, in every way."""
    wanted = [one.name for one in inspect.signature(method).parameters.values() if one.default is one.empty]
    assert "scope" in wanted, f"{method.__qualname__} reads without a scope"
    wanted.remove("scope")
    if method.__name__ == "after":
        yield {"id": 0, "limit": 500, "scope": scope}
        return
    alone = len(_SINGLE & set(wanted)) < 2
    for values in itertools.product(*(candidates(name, alone) for name in wanted)):
        yield {**dict(zip(wanted, values, strict=True)), "scope": scope}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    person = Person(tmp_path_factory.mktemp("scopes") / "profile")
    plant(person.desk.store)
    for _ in person.desk.catch_up():
        pass
    yield person
    person.leaves()


def reads(person: Person) -> list[Callable[..., Any]]:
    groups = [group for name, group in vars(person.desk.view).items() if not name.startswith("_")]
    found = [
        method for group in groups for name, method in inspect.getmembers(group, inspect.ismethod) if name[0] != "_"
    ]
    return [
        method for method in found if not (isinstance(method.__self__, Journal | Deeds) and method.__name__ in UNSCOPED)
    ]


@pytest.mark.parametrize("place", range(len(SCOPES)))
def test_no_read_shows_another_scopes_rows(planted: Person, place: int):
    scope, allowed, silent = SCOPES[place], readable(SCOPES[place]), set()
    tried = reads(planted)
    assert len(tried) > 70
    for method in tried:
        seen: set[int] = set()
        for given in calls(method, scope):
            seen |= told_of(method(**given))
        assert seen <= allowed, f"{method.__qualname__} in {scope}"
        if place not in seen:
            silent.add(method.__name__)
    assert silent <= SAYS_HOW_MANY | NOT_PLANTED, "a read that finds nothing proves nothing"


@pytest.mark.parametrize("place", range(len(SCOPES)))
def test_what_is_counted_is_what_may_be_read(planted: Person, place: int):
    view, scope = planted.desk.view, SCOPES[place]
    known = len(readable(scope))
    assert view.episodes.count(scope) == 3 * known
    assert view.entities.count(scope) == 2 * known
    assert view.facts.count(scope) == 3 * known
    assert view.categories.count_uncategorised(scope) == known


def asked(text: str, scope: Scope, everywhere: bool = True) -> Question:
    return Question(text, NOON + days(1), scope, limit=100, everywhere=everywhere)


@pytest.mark.parametrize("place", range(len(SCOPES)))
def test_no_question_finds_another_scopes_words(planted: Person, place: int):
    scope, allowed, recaller = SCOPES[place], readable(SCOPES[place]), planted.desk.recaller()
    for text in (f"Where do {' and '.join(CANARIES)} work?", "Whom did we meet by the pier?", "What works?"):
        found = recaller.recall(asked(text, scope))
        told = told_of((found.episodes, found.facts, found.entities, found.categories, found.walk, found.candidates))
        assert told <= allowed
        if CANARIES[0] in text:
            assert place in told
            built = context.build(found, (), 30_000)
            assert told_of(built.messages[0].text) <= allowed
        assert told_of(find(recaller, text, scope, 100)) <= allowed


@pytest.mark.parametrize("place", range(len(SCOPES)))
def test_no_program_beside_the_window_sees_another_scope(planted: Person, place: int):
    scope, allowed = SCOPES[place], readable(SCOPES[place])
    refs = [f"ep:{number}" for number in numbers()][:200] + [f"ses:{number}" for number in numbers()]
    caller = Caller(Author("agent", "helper"), scope)
    for operation in operations.OPERATIONS.values():
        if operation.writes or operation.name == "traverse":
            continue
        for some in (refs[:200], refs[200:400], refs[400:]):
            given = {"query": " ".join(CANARIES), "text": "", "refs": some, "count": 50, "limit": 100}
            found = operation.call(planted.desk, caller, given)
            shown = {name: part for name, part in found.items() if name != "dropped"}  # which says what was asked for
            assert told_of(shown) <= allowed, operation.name


def test_a_graph_shows_its_own_scope_alone(planted: Person):
    view, today = planted.desk.view, NOON.date()
    for place, scope in enumerate(SCOPES):
        for number in (number for number in numbers() if number % 10_000 == 6):
            found = neighbourhood.neighbourhood(view, EntityId(number), scope, today, 3, 500)
            assert told_of((found.nodes, found.edges)) <= readable(scope)
        found = neighbourhood.overview(view, scope, today, 500)
        assert place in told_of(found) <= readable(scope)


def test_upkeep_alone_reads_all_agents(planted: Person):
    assert told_of(planted.desk.view.episodes.after(0, EVERYONE, 500)) == set(range(len(SCOPES)))
    folder = Path(__file__).resolve().parents[2]
    users = [
        path.relative_to(folder).as_posix()
        for room in ("app", "ui")
        for path in (folder / room).rglob("*.py")
        if "EVERYONE" in path.read_text("utf-8")
    ]
    assert not [name for name in users if name.startswith(("ui/", "app/memory/recall", "app/memory/explore"))]
