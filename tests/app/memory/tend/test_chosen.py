"""A rebuild of which a person takes a part: what they left stays as it is, and the whole is one step of undo."""

import pytest

from app.domain.entity import ME
from app.domain.errors import Outdated
from app.domain.plan import USER
from app.domain.rebuild import Taken
from app.domain.scope import OWNER
from app.memory.revise import recategorise
from app.memory.tend.chosen import chosen
from app.memory.tend.rebuild import rebuilt
from tests.app.memory.tend.sorted_memory import Sorted

ROWS = [(ME, "person", ""), ("Anna", "person", "sister"), ("Dan", "person", "brother"), ("Ben", "person", "friend")]
ROWS += [
    ("Eve", "person", "friend"),
    ("Acme", "organization", "company"),
    ("guitar", "thing", ""),
    ("cello", "thing", ""),
]


@pytest.fixture
def memory(profile):
    made = Sorted(profile)
    made.entity = dict(zip((row[0] for row in ROWS), made.add(*ROWS), strict=True))
    made.sort()
    made.means = type(made.means)(made.device, made.device, "ja")
    yield made
    made.close()


def _shown(memory):
    return rebuilt(memory.view, memory.device, OWNER, "ja")


def _take(memory, shown, *names, shifts=()):
    moves = frozenset(memory.entity[name] for name in names)
    return chosen(memory.view, shown, Taken(moves, frozenset(shifts)), memory.means)


def _homes(memory):
    return {name: memory.homes(number) for name, number in memory.entity.items()}


def test_what_is_taken_moves_and_the_rest_stays(memory):
    before, shown = _homes(memory), _shown(memory)
    memory.store.commit(_take(memory, shown, "Ben", "Eve"))
    assert _homes(memory) == {**before, "Ben": ["友人"], "Eve": ["友人"]}
    assert "Friends" not in memory.names(1)
    assert memory.violations() == []
    memory.store.undo()
    assert _homes(memory) == before


def test_one_that_stays_behind_keeps_its_category_alive_or_stands_alone(memory):
    shown = _shown(memory)
    memory.store.commit(_take(memory, shown, "Ben"))
    assert memory.violations() == []
    assert memory.homes(memory.entity["Eve"]) == ["Eve"] or "Friends" in memory.names(1)


def test_all_of_it_is_the_plan_that_was_shown(memory):
    shown = _shown(memory)
    everything = Taken(frozenset(one.entity for one in shown.moved), frozenset(one.category for one in shown.shifted))
    assert chosen(memory.view, shown, everything, memory.means) is shown.plan


def test_nothing_taken_is_nothing_to_do(memory):
    assert _take(memory, _shown(memory)) is None


def test_who_has_moved_meanwhile_is_looked_at_anew(memory):
    shown = _shown(memory)
    plan = recategorise.move(
        memory.view, memory.entity["Ben"], memory.number("Friends"), memory.number("Family"), OWNER, USER
    )
    memory.store.commit(plan)
    with pytest.raises(Outdated):
        _take(memory, shown, "Ben")


def test_a_plan_thought_before_another_write_is_refused(memory):
    plan = _take(memory, _shown(memory), "Ben")
    edit = recategorise.move(
        memory.view, memory.entity["Ben"], memory.number("Friends"), memory.number("Family"), OWNER, USER
    )
    memory.store.commit(edit)
    with pytest.raises(Outdated):
        memory.store.commit(plan)


@pytest.mark.parametrize("leave", range(1, 7))
def test_whatever_is_left_the_rules_hold(memory, leave):
    shown = _shown(memory)
    names = {number: name for name, number in memory.entity.items()}
    taken = [names[one.entity] for n, one in enumerate(shown.moved) if n % 7 != leave]
    plan = _take(memory, shown, *taken, shifts=[one.category for one in shown.shifted[:1]])
    if plan is not None:
        memory.store.commit(plan)
    assert memory.violations() == []
    memory.sort()
    assert memory.violations() == []
