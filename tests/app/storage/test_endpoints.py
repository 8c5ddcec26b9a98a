"""A relation goes with any of its ends and with the last record it rests on; nothing else goes with it.

Ends are entities, episodes and sessions of the same numbers, so that a mistaken kind would show.
"""

import itertools
from dataclasses import replace

import pytest

from app.domain.ids import EntityId, Ref
from app.domain.plan import Remove
from app.domain.scope import OWNER
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import dump, faults

KINDS = {"entity": EntityId(2), "episode": Ref("ep", 2), "session": Ref("ses", 2)}
OTHERS = {"entity": EntityId(1), "episode": Ref("ep", 1), "session": Ref("ses", 1)}


@pytest.fixture
def places(store: Store) -> Store:
    """Two of everything: entity 1 and 2, session 1 and 2, episode 2 in session 1 and episodes 1 and 3 in session 2."""
    write(store, build.conversation(), build.session(1), build.session(2))
    for number, home in ((1, 2), (2, 1), (3, 2)):
        write(store, build.episode(f"words {number}", number, session=home))
    write(store, build.entity("One", id=1), build.entity("Two", id=2), build.entity("Three", id=3))
    return store


def facts(view: View) -> list[int]:
    return [fact.id for fact in view.facts.page(OWNER, 0, 100)]


@pytest.mark.parametrize(("noun", "side"), list(itertools.product(KINDS, ("subject", "object"))))
def test_a_relation_goes_with_its_end(places: Store, view: View, noun: str, side: str):
    pairs = [(KINDS[noun], other) for other in (*OTHERS.values(), EntityId(3), Ref("ep", 3))]
    ends = pairs if side == "subject" else [(far, near) for near, far in pairs]
    theirs = [replace(build.fact(1, "near", 3, 10 + n), subject=s, object=o) for n, (s, o) in enumerate(ends)]
    kept = [end for kind, end in KINDS.items() if kind != noun]
    spared = [replace(build.fact(1, "near", 3, 50 + n), subject=end) for n, end in enumerate(kept)]
    write(places, *theirs, *spared, by="agent")
    before = dump(places._connection)
    write(places, Remove(noun, 2))  # type: ignore[arg-type]
    assert facts(view) == [fact.id for fact in spared]
    assert faults(places._connection) == []
    places.undo()
    assert dump(places._connection) == before


def test_a_session_takes_the_relations_of_its_episodes(places: Store, view: View):
    write(places, replace(build.fact(1, "near", 3, 1), object=Ref("ep", 2)), by="agent")
    write(places, replace(build.fact(1, "near", 3, 2), object=Ref("ep", 1)), by="agent")
    write(places, Remove("session", 1))
    assert facts(view) == [2] and faults(places._connection) == []


@pytest.mark.parametrize(("by", "left"), [("extractor", []), ("model", []), ("agent", []), ("user", [1])])
def test_a_relation_goes_with_the_record_it_rests_on(places: Store, view: View, by: str, left: list[int]):
    """What the user made stays: it was never a reading of the words."""
    write(places, build.fact(1, "knows", 2, 1, declared_by=by), build.anchor(1, 1))
    write(places, build.fact(1, "knows", 3, 2, declared_by=by), build.anchor(2, 1, id=2), build.anchor(2, 3, id=3))
    write(places, Remove("episode", 2))
    assert facts(view) == [1, 2]
    write(places, Remove("episode", 1))
    assert facts(view) == [*left, 2]
    assert faults(places._connection) == []


def test_words_that_ended_a_relation_go_and_it_stays(places: Store, view: View):
    write(places, build.fact(1, "knows", 2, 1), build.anchor(1, 1), build.anchor(1, 3, id=2, ends=True))
    write(places, Remove("episode", 3))
    assert facts(view) == [1] and faults(places._connection) == []


def test_what_ended_another_goes_and_the_other_stays(places: Store, view: View):
    write(places, build.fact(1, "knows", 2, 1), build.fact(1, "knows", 3, 2))
    write(places, build.fact(2, "knows", 1, 3, invalidated_by=2, invalid_at="2026-03"))
    write(places, Remove("entity", 3))
    assert [(fact.id, fact.invalidated_by) for fact in view.facts.page(OWNER, 0, 9)] == [(1, None), (3, None)]


def test_an_entity_goes_from_both_sides_at_once(places: Store, view: View):
    write(places, build.fact(2, "knows", 1, 1), build.fact(3, "knows", 2, 2), build.fact(1, "knows", 3, 3))
    write(places, build.alias("Deux", 2), build.mention(2, 1), build.mention(1, 1, id=2))
    write(places, Remove("entity", 2))
    assert facts(view) == [3]
    assert view.entities.aliases([2], OWNER) == {}
    assert [one.entity for one in view.entities.mentions_in([1], OWNER)[1]] == [1]
    assert faults(places._connection) == []
