"""Two side by side: what a merge would fold and end is what it then folds and ends."""

from app.domain.clock import WorldTime
from app.domain.fact import Value
from app.domain.ids import EntityId
from app.services import edits, history, memories, sides
from app.services.edits import NewEntity, NewFact
from tests.stories.conftest import Person


def known(person: Person, name: str) -> EntityId:
    return memories.listed(person.desk, name).entities[0].id


def _two(person: Person) -> tuple[EntityId, EntityId]:
    """Both live somewhere and know Bob; one is a friend of the other."""
    person.says("Alice met Alicia and Bob.")
    alice, alicia = known(person, "Alice"), known(person, "Alicia")
    for subject, place, since in ((alice, "Oslo", "2020"), (alicia, "Ghent", "2022")):
        edits.add_fact(person.desk, NewFact(subject, "lives_in", NewEntity(place, "place"), WorldTime(since)))
        edits.add_fact(person.desk, NewFact(subject, "knows", known(person, "Bob")))
    edits.add_fact(person.desk, NewFact(alice, "friend_of", alicia))
    edits.add_fact(person.desk, NewFact(alice, "job_title", Value("welder")))
    return alice, alicia


def test_a_preview_says_what_a_merge_does(person: Person):
    alice, alicia = _two(person)
    found = edits.merge_preview(person.desk, alice, alicia)
    assert (found.kept.entity.id, found.gone.entity.id, found.apart) == (alice, alicia, False)
    assert [view.object for view in found.ended] == ["Oslo"]
    assert "friend_of" in [view.fact.predicate for view in found.between]
    assert [view.fact.predicate for view in found.doubled] == ["knows"]
    assert [one.episode.text for one in found.gone.mentions] == ["Alice met Alicia and Bob."]
    before = {view.fact.id for view in (*found.kept.facts, *found.gone.facts)}
    edits.merge(person.desk, alice, alicia)
    left = {view.fact.id for view in sides.side(person.desk, alice).facts}
    gone = {view.fact.id for view in (*found.between, *found.doubled)}
    assert before - left == gone


def test_a_preview_writes_nothing_and_knows_who_was_kept_apart(person: Person):
    alice, alicia = _two(person)
    edits.keep_apart(person.desk, alicia, alice)
    entry = history.entries(person.desk)[0]
    assert edits.merge_preview(person.desk, alice, alicia).apart
    assert history.entries(person.desk)[0] == entry


def test_split_and_back(person: Person):
    alice, _ = _two(person)
    side = sides.side(person.desk, alice, sides.PARTS)
    chosen = edits.Split("Alma", "person", facts=frozenset(view.fact.id for view in side.facts[:2]))
    change = edits.split(person.desk, alice, chosen)
    alma = EntityId(change.ids[edits.NEW])
    assert len(sides.side(person.desk, alma).facts) == 2
    assert edits.merge_preview(person.desk, alice, alma).apart
    history.undo(person.desk)
    assert sides.side(person.desk, alice, sides.PARTS) == side
