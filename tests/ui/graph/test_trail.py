"""Where one has been, and what becomes of a lens step by step: values only."""

from dataclasses import replace

from app.domain.lens import Lens
from ui.graph import steps
from ui.graph.trail import LONGEST, Look, Trail

HERE = Lens(about=(1,), depth=2)


def test_back_and_forward_lead_through_the_same_looks():
    trail = Trail()
    first, second, third = (Look(Lens(about=(n,))) for n in (1, 2, 3))
    trail.leave(first)
    trail.leave(second)
    assert trail.leads_back
    assert not trail.leads_on
    assert trail.back(third) is second
    assert trail.back(second) is first
    assert not trail.leads_back
    assert trail.on(first) is second
    assert trail.on(second) is third
    assert trail.on(third) is None


def test_a_new_step_gives_up_what_lay_ahead():
    trail = Trail()
    trail.leave(Look(Lens(about=(1,))))
    trail.back(Look(Lens(about=(2,))))
    trail.leave(Look(Lens(about=(1,))))
    assert not trail.leads_on


def test_a_trail_does_not_grow_for_ever():
    trail = Trail()
    for number in range(LONGEST + 9):
        trail.leave(Look(Lens(about=(number,))))
    walked = 0
    while trail.back(Look()) is not None:
        walked += 1
    assert walked == LONGEST


def test_what_is_opened_is_no_longer_closed_and_the_other_way_round():
    opened = steps.expanded(replace(HERE, closed=frozenset({5})), [5, 6])
    assert opened.opened == {5, 6}
    assert opened.closed == frozenset()
    shut = steps.closed_off(opened, [5])
    assert (shut.opened, shut.closed) == ({6}, {5})


def test_collapsing_takes_back_an_opening_or_closes_off_what_the_depth_shows():
    opened = steps.expanded(HERE, [5])
    assert steps.collapsed(opened, [5]) == HERE
    assert steps.collapsed(HERE, [7]).closed == {7}
    assert steps.collapsed(HERE, [1]) == HERE


def test_hiding_spares_the_last_that_all_is_shown_around():
    many = Lens(about=(1, 2))
    assert steps.hidden(many, [1]).about == (2,)
    assert steps.hidden(many, [1]).hidden == {1}
    alone = steps.hidden(Lens(about=(1,)), [1, 4])
    assert alone.about == (1,)
    assert alone.hidden == {4}
    assert steps.unhidden(alone).hidden == frozenset()


def test_more_is_shown_in_steps_up_to_the_most():
    assert steps.larger(150, 50_000) == 500
    assert steps.larger(24, 50_000) == 150
    assert steps.larger(10_000, 20_000) == 20_000
    assert steps.larger(50_000, 50_000) is None
