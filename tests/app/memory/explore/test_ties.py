"""Neighbours over arrays: the same as told plainly, whatever the web looks like."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.explore.ties import Ties, rows

NODES = st.integers(1, 9)
TIES = st.lists(st.tuples(NODES, NODES, st.booleans(), st.booleans()).filter(lambda tie: tie[0] != tie[1]), max_size=25)


def made(told):
    return [(number, one, other, int(holds), int(gone)) for number, (one, other, holds, gone) in enumerate(told, 1)]


def beside(ties, here):
    """Each neighbour of `here` with the facts between the two."""
    found = {}
    for tie in ties:
        if not tie[4] and here in tie[1:3]:
            found.setdefault(tie[2] if tie[1] == here else tie[1], []).append(tie)
    return found


def plainly_dealt(ties, level, banned):
    ranked = []
    for here in level:
        near = {there: facts for there, facts in beside(ties, here).items() if there not in banned}
        best = {there: (not any(t[3] for t in f), -len(f), -max(t[0] for t in f), there) for there, f in near.items()}
        ranked.append(sorted(best, key=best.__getitem__))
    turns = max(map(len, ranked), default=0)
    return list(dict.fromkeys(row[turn] for turn in range(turns) for row in ranked if turn < len(row)))


@given(TIES, st.lists(NODES, unique=True), st.sets(NODES))
def test_places_are_dealt_in_turn_the_best_of_each_first(told, level, banned):
    ties = made(told)
    assert Ties.of([rows(ties)]).lasting.dealt(level, banned).tolist() == plainly_dealt(ties, level, banned)


@given(TIES, st.lists(NODES, unique=True))
def test_degrees_count_entities_not_facts(told, shown):
    ties = made(told)
    degrees, unseen = Ties.of([rows(ties)]).lasting.degrees(shown)
    assert degrees.tolist() == [len(beside(ties, here)) for here in shown]
    assert unseen.tolist() == [sum(there not in shown for there in beside(ties, here)) for here in shown]


@given(TIES, st.sets(NODES), st.integers(0, 25))
def test_a_fact_read_from_both_ends_is_one(told, shown, at):
    ties = made(told)
    twice = Ties.of([rows(ties[at:]), rows(ties), rows([])])
    assert twice.between(shown) == [tie[0] for tie in ties if {tie[1], tie[2]} <= shown]


def test_nothing_was_read():
    assert Ties.of([]).between([1]) == []
    assert Ties().dealt([1], []).tolist() == []
    assert Ties().degrees([])[0].tolist() == []
