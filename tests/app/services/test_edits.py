from datetime import date

import pytest

from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER, Scope
from app.services import corrections, edits, history, memories
from app.services.corrections import Restated
from tests.builders import entity
from tests.stories.conftest import Person

TODAY = date(2026, 3, 10)


def known(person: Person, name: str) -> EntityId:
    return memories.listed(person.desk, name).entities[0].id


def facts(person: Person, name: str) -> set[tuple[str, str, bool]]:
    page = memories.page(person.desk, known(person, name), TODAY)
    return {(view.fact.predicate, view.object if view.outgoing else view.subject, view.current) for view in page.facts}


def test_a_fact_and_its_new_far_end_are_one_step(person: Person):
    person.says("Alice works at Acme.")
    alice = known(person, "Alice")
    edits.add_fact(person.desk, edits.NewFact(alice, "plays", edits.NewEntity("theremin", "thing"), WorldTime("2024")))
    assert ("plays", "theremin", True) in facts(person, "Alice")
    history.undo(person.desk)
    assert ("plays", "theremin", True) not in facts(person, "Alice")
    assert memories.listed(person.desk, "theremin").total == 0


def test_a_known_far_end_is_used_again(person: Person):
    person.says("Alice works at Acme.")
    acme = known(person, "Acme")
    edits.add_fact(
        person.desk,
        edits.NewFact(known(person, "Alice"), "founded", edits.NewEntity("acme", "organization"), WorldTime("2020")),
    )
    assert known(person, "Acme") == acme
    assert ("founded", "Acme", True) in facts(person, "Alice")


def test_what_is_stated_inside_a_project_stays_there(person: Person):
    """The relation, the name at its far end, and the name that another far end gets later."""
    person.says("Alice works at Acme.")
    alice, project, other = known(person, "Alice"), Scope(project="thesis"), Scope(project="garden")
    person.desk.home = project
    edits.add_fact(person.desk, edits.NewFact(alice, "plays", edits.NewEntity("theremin", "thing")))
    person.desk.home = None
    view = person.desk.view
    (fact,) = view.facts.about(alice, ["plays"], project)
    assert view.facts.about(alice, ["plays"], other) == view.facts.about(alice, ["plays"], Scope()) == []
    corrections.restate(person.desk, fact.id, alice, Restated("plays", edits.NewEntity("ondes", "thing")))
    for name in ("theremin", "ondes"):
        assert name in view.entities.by_key([name], project)
        assert name not in view.entities.by_key([name], other) and name not in view.entities.by_key([name], Scope())


def test_a_relation_can_come_with_both_dates_and_words_of_ones_own(person: Person):
    person.says("Alice works at Acme. Bob works at Initech.")
    alice, initech = known(person, "Alice"), known(person, "Initech")
    words = "Alice worked at Initech (a summer job)"
    edits.add_fact(person.desk, edits.NewFact(alice, "works_at", initech, WorldTime("2019"), WorldTime("2020"), words))
    told = {view.fact.fact: view.current for view in memories.page(person.desk, alice, TODAY).facts}
    assert told[words] is False
    assert ("works_at", "Acme", True) in facts(person, "Alice")


def test_a_value_is_added_dated_and_taken_back(person: Person):
    person.says("Alice works at Acme.")
    edits.add_fact(person.desk, edits.NewFact(known(person, "Alice"), "job_title", Value("welder")))
    fact = next(
        view.fact for view in memories.page(person.desk, known(person, "Alice"), TODAY).facts if view.object == "welder"
    )
    edits.redate_fact(person.desk, fact.id, WorldTime("2019"), WorldTime("2021-05"))
    assert ("job_title", "welder", False) in facts(person, "Alice")
    with pytest.raises(BadInput):
        edits.redate_fact(person.desk, FactId(9999), None, None)


def test_names_are_added_once_and_removed(person: Person):
    person.says("Alice works at Acme. Bob works at Initech.")
    alice = known(person, "Alice")
    edits.add_alias(person.desk, alice, "Ally")
    assert known(person, "ally") == alice
    with pytest.raises(BadInput):
        edits.add_alias(person.desk, known(person, "Bob"), "ALLY")
    alias = memories.page(person.desk, alice, TODAY).aliases[0]
    edits.remove_alias(person.desk, alias.id)
    assert memories.page(person.desk, alice, TODAY).aliases == ()


def test_merge_keeps_the_other_name_and_everything_comes_back(person: Person):
    person.says("Alice works at Acme. Alicia lives in Ghent.")
    alice, alicia = known(person, "Alice"), known(person, "Alicia")
    edits.merge(person.desk, alice, alicia)
    assert known(person, "Alicia") == alice
    assert {("works_at", "Acme", True), ("lives_in", "Ghent", True)} <= facts(person, "Alice")
    history.undo(person.desk)
    assert known(person, "Alicia") == alicia


def test_rename_retype_and_delete(person: Person):
    person.says("Alice works at Acme.")
    acme = known(person, "Acme")
    edits.rename(person.desk, acme, "Acme Robotics")
    edits.retype(person.desk, acme, "place")
    assert memories.page(person.desk, acme, TODAY).entity.kind == "place"
    edits.delete_entity(person.desk, acme)
    assert memories.listed(person.desk, "Acme").total == 0
    assert history.undo(person.desk) is not None
    assert known(person, "Acme Robotics") == acme


def test_a_lesson_is_forgotten_and_its_words_stay(person: Person):
    turn = person.says("Alice works at Acme.")
    edits.forget_lesson(person.desk, turn.episode.id)
    assert person.desk.view.facts.count(person.desk.scope) == 0
    assert person.desk.view.episodes.one(turn.episode.id, person.desk.scope) is not None
    with pytest.raises(BadInput):
        edits.forget_lesson(person.desk, EpisodeId(9999))


def test_a_relation_to_somebody_who_is_gone_is_refused_in_words(person: Person):
    person.says("Alice works at Acme. Bob knows Carol.")
    alice, acme, bob = (known(person, name) for name in ("Alice", "Acme", "Bob"))
    edits.delete_entity(person.desk, acme)
    with pytest.raises(BadInput, match="gone"):
        edits.add_fact(person.desk, edits.NewFact(alice, "works_at", acme))
    fact = next(one for one in person.desk.view.facts.of_entities([bob], OWNER))
    with pytest.raises(BadInput, match="gone"):
        corrections.restate(person.desk, fact.id, bob, Restated("knows", acme))


def test_nobody_is_merged_into_a_project_that_others_cannot_see(person: Person):
    garden, attic = Scope(project="Garden"), Scope(project="Attic")
    rows = (entity("Ann", id=-1, scope=garden), entity("Anne", id=-2, scope=attic), entity("Anna", id=-3))
    ids = person.desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn")).ids
    ann, anne, anna = (EntityId(ids[number]) for number in (-1, -2, -3))
    with pytest.raises(BadInput, match="different projects"):
        edits.merge(person.desk, ann, anne)
    with pytest.raises(BadInput, match="“Anna” is known in more projects"):
        edits.merge_preview(person.desk, ann, anna)
    edits.merge(person.desk, anna, ann)
    assert person.desk.view.entities.one(anna, attic) is not None
