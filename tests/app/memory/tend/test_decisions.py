"""Whatever a person decides and whatever is proposed afterwards: the decisions stand, and the rules hold."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.entity import ME
from app.domain.errors import BadInput
from app.domain.plan import USER
from app.domain.scope import OWNER
from app.domain.text import name_key
from app.memory.learn.categorise import Proposal
from app.memory.revise import recategorise
from app.memory.tend.rebuild import rebuilt
from tests.app.memory.tend.sorted_memory import Scripted, Sorted

TAGS = ("sister", "friend", "city", "guitar", "company", "zorb", "")
KINDS = ("person", "person", "place", "thing", "organization", "thing", "concept")
ACTS = st.lists(
    st.tuples(st.sampled_from(["rename", "retire", "take_out", "put_in", "merge", "make"]), st.integers(0, 40)),
    max_size=8,
)


def _rows(first, count):
    return [(f"N{first + n}", KINDS[n % 7], TAGS[n % 7]) for n in range(count)]


def _act(memory, act, pick, decided):
    """One edit by hand; an edit that is refused changes nothing."""
    rows = sorted(memory.categories(), key=lambda one: one.id)
    one, other = rows[pick % len(rows)], rows[(pick * 7 + 1) % len(rows)]
    members = memory.view.categories.members([one.id], OWNER).get(one.id, [])
    entity = members[0].entity if members else None
    try:
        if act == "rename":
            memory.write(recategorise.rename(memory.view, one.id, f"Mine {pick}", OWNER, USER))
            decided["named"][one.id] = f"Mine {pick}"
        elif act == "retire":
            memory.write(recategorise.retire(memory.view, one.id, OWNER, USER))
            decided["named"].pop(one.id, None)
        elif act == "merge":
            memory.write(recategorise.merge(memory.view, one.id, other.id, OWNER, USER))
            decided["named"].pop(other.id, None)
            decided["apart"] = {pair for pair in decided["apart"] if pair[0] != one.id}
        elif act == "make":
            memory.write(recategorise.make(memory.view, f"Made {pick}", [], OWNER, USER))
        elif entity is not None and act == "take_out":
            memory.write(recategorise.take_out(memory.view, entity, one.id, OWNER, USER))
            decided["apart"].add((one.id, entity))
        elif entity is not None:
            memory.write(recategorise.put_in(memory.view, entity, other.id, OWNER, USER))
            decided["apart"].discard((other.id, entity))
    except BadInput:
        return


def _stands(memory, decided):
    live = {one.id: one for one in memory.categories()}
    for number, name in decided["named"].items():
        assert live[number].name == name
    pairs = {(row.category, row.entity) for rows in _members(memory).values() for row in rows}
    assert not pairs & decided["apart"]
    entities = {name_key(one.name) for one in memory.entities()}
    for one in memory.view.categories.retired(OWNER):
        made_again = _bearing(memory, one.name) - decided["standing"][one.id]
        assert name_key(one.name) in entities or not made_again


def _bearing(memory, name):
    """The app's own categories of that name: another layer may have had one when a person deleted this.

    A node promoted above one of them bears its name and is no category made again.
    """
    found = [one for one in memory.categories() if one.declared_by != "user" and name_key(one.name) == name_key(name)]
    below = memory.view.categories.categories_below([one.id for one in found], OWNER)
    return {one.id for one in found if name_key(name) not in {name_key(row.name) for row in below.get(one.id, ())}}


def _members(memory):
    return memory.view.categories.members([one.id for one in memory.categories()], OWNER)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ACTS, st.booleans(), st.lists(st.sampled_from(["Family", "Friends", "Cities", "Zorb", "Close people"]), max_size=4)
)
def test_decisions_stand(tmp_path_factory, acts, modelled, names):
    def script(sorting):
        numbers = tuple(one.id for one in sorting.things)
        known = [Proposal(numbers[:3], one.id) for one in sorting.known[:6]]
        return [*known, *(Proposal(numbers[at:], None, name) for at, name in enumerate(names))]

    memory = Sorted(tmp_path_factory.mktemp("decided"), first=Scripted(script) if modelled else None)
    decided = {"named": {}, "apart": set(), "standing": {}}
    try:
        memory.add((ME, "person", ""), *_rows(0, 16))
        memory.sort()
        for at, (act, pick) in enumerate(acts):
            _act(memory, act, pick, decided)
            for one in memory.view.categories.retired(OWNER):
                decided["standing"].setdefault(one.id, _bearing(memory, one.name))
            memory.add(*_rows(100 + 10 * at, 3))
            memory.sort()
            assert memory.violations() == []
            _stands(memory, decided)
        plan = rebuilt(memory.view, memory.device, OWNER, "en").plan
        if plan is not None:
            memory.write(plan)
            memory.sort()
            assert memory.violations() == []
            _stands(memory, decided)
    finally:
        memory.close()
