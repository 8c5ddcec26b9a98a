"""Learning keeps to its scope: nobody of one project is taken for somebody of another; profiles share nothing."""

from pathlib import Path

import pytest

from app.domain.entity import Entity
from app.domain.plan import Author
from app.domain.scope import EVERYONE, Scope
from app.services import categories, records, tending
from tests.stories.conftest import NOON, Person

HARBOUR, GARDEN, MAIL = Scope(project="harbour"), Scope(project="garden"), Scope(channel="mail")
HELPER = Scope(agent="helper")


def tells(person: Person, scope: Scope, *texts: str) -> None:
    for text in texts:
        records.keep(person.desk, text, scope, Author("agent", "helper"))
    person.waits()


def known(person: Person, name: str) -> list[Entity]:
    return [one for one in person.desk.view.entities.listed(EVERYONE, limit=1000) if one.name == name]


@pytest.mark.parametrize("other", [GARDEN, MAIL, HELPER])
def test_one_name_in_two_scopes_is_two_people(person: Person, other: Scope):
    tells(person, HARBOUR, "Zaffrin works at Acme.")
    tells(person, other, "Zaffrin lives in Leeds.", "Zaffrin no longer works at Acme.")
    first, second = sorted(known(person, "Zaffrin"), key=lambda one: one.id)
    assert (first.scope, second.scope) == (HARBOUR, other)
    facts = person.desk.view.facts.of_entities([first.id], EVERYONE)
    assert [(fact.predicate, fact.invalid_at) for fact in facts] == [("works_at", None)]
    for one in (first, second):
        for fact in person.desk.view.facts.of_entities([one.id], EVERYONE):
            assert fact.scope == one.scope


def test_whom_the_global_pool_knows_a_project_knows_too(person: Person):
    tells(person, Scope(), "Zaffrin works at Acme.")
    tells(person, HARBOUR, "Zaffrin lives in Leeds.")
    (zaffrin,) = known(person, "Zaffrin")
    seen = {fact.predicate for fact in person.desk.view.facts.of_entities([zaffrin.id], HARBOUR)}
    assert seen == {"works_at", "lives_in"}
    assert {fact.predicate for fact in person.desk.view.facts.of_entities([zaffrin.id], GARDEN)} == {"works_at"}


def test_questions_of_memory_ask_about_their_own_scope_alone(person: Person):
    tells(person, HARBOUR, "Zaffrin Holt works at Acme.", "Zaffrin Pike works at Ford.")
    tells(person, GARDEN, "Zaffrin lives in Leeds.")
    for one in person.desk.view.suggestions.open(GARDEN, 100):
        assert "Holt" not in repr(one)
        assert "Acme" not in repr(one)
    assert [one.scope for one in known(person, "Zaffrin")] == [GARDEN]


def test_sorting_and_keeping_mix_no_scopes(person: Person):
    for scope, names in ((HARBOUR, "ABCDEFGH"), (GARDEN, "KLMNOPQR")):
        tells(person, scope, *(f"Zaffrin{letter.lower()} {letter}ell works at {letter}cme." for letter in names))
    for _ in categories.build(person.desk):
        pass
    tending.tend(person.desk)
    view = person.desk.view
    for scope, other in ((HARBOUR, GARDEN), (GARDEN, HARBOUR)):
        below = view.categories.descendants([one.id for one in view.categories.listed(scope)], scope)
        found = view.entities.get(below.entities, EVERYONE).values()
        assert not [one for one in found if one.scope == other]
        for category in view.categories.listed(scope):
            assert category.scope != other


def test_two_profiles_share_nothing(tmp_path: Path):
    first, second = Person(tmp_path / "first"), Person(tmp_path / "second")
    try:
        first.says("Zaffrin works at Acme.")
        second.says("Morvane works at Ford.")
        assert not known(second, "Zaffrin")
        assert not known(first, "Morvane")
        first.desk.store.tidy()
        second.desk.store.tidy()
        for mine, word in (("first", b"morvane"), ("second", b"zaffrin")):
            files = [path for path in (tmp_path / mine).rglob("*") if path.is_file()]
            assert not [path for path in files if word in path.read_bytes().lower()]
    finally:
        first.leaves()
        second.leaves()


def test_what_the_owner_says_stays_the_owners(person: Person):
    tells(person, HELPER, "Zaffrin works at Acme.")
    person.says("Zaffrin lives in Leeds.", NOON)
    owners = {one.scope.agent for one in known(person, "Zaffrin")}
    assert owners == {"helper", person.desk.scope.agent}
