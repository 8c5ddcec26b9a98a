"""The layout: same picture each time, finite, apart, stoppable, and early."""

import numpy as np
import pytest

from app.memory.explore.layout import EXACT, layout


def last(steps):
    return list(steps)[-1]


def tree(count, fan=6):
    return np.array([(i, (i - 1) // fan) for i in range(1, count)], dtype=np.int64).reshape(-1, 2)


def ring(count):
    return np.array([(i, (i + 1) % count) for i in range(count)], dtype=np.int64)


NONE = np.empty((0, 2), dtype=np.int64)


@pytest.mark.parametrize("count", [0, 1, 2, 60, EXACT + 200])
def test_every_array_is_finite_and_of_the_right_shape(count):
    for places in layout(count, tree(count)):
        assert places.shape == (count, 2)
        assert np.isfinite(places).all()


@pytest.mark.parametrize("count", [40, EXACT + 200])
def test_the_same_input_gives_the_same_picture(count):
    assert np.array_equal(last(layout(count, tree(count))), last(layout(count, tree(count))))


def test_the_first_picture_comes_before_any_step_and_the_rest_can_be_left():
    steps = layout(5000, tree(5000))
    first = next(steps)
    steps.close()
    assert len(np.unique(first.round(3), axis=0)) == 5000
    with pytest.raises(StopIteration):
        next(steps)


def test_yielded_arrays_are_not_changed_afterwards():
    steps = layout(30, tree(30))
    first = next(steps)
    kept = first.copy()
    next(steps)
    assert np.array_equal(first, kept)


@pytest.mark.parametrize("count", [60, EXACT + 400])
def test_neighbours_end_nearer_than_strangers(count):
    edges = ring(count)
    places = last(layout(count, edges))
    near = np.hypot(*(places[edges[:, 0]] - places[edges[:, 1]]).T).mean()
    far = np.hypot(*(places - np.roll(places, count // 2, axis=0)).T).mean()
    assert near < far / 4


@pytest.mark.parametrize("leaves", [300, 5000])
def test_leaves_of_a_hub_do_not_lie_on_one_another(leaves):
    edges = np.array([(0, i) for i in range(1, leaves + 1)])
    places = last(layout(leaves + 1, edges))
    cells = np.unique(np.floor(places / 0.2), axis=0)
    assert len(cells) > 0.9 * leaves


def test_components_stay_apart_and_do_not_fly_away():
    edges = np.concatenate([ring(20), ring(20) + 20])
    places = last(layout(60, edges))
    assert np.abs(places).max() < 60
    middles = places[:20].mean(axis=0), places[20:40].mean(axis=0)
    spread = places[:20].std()
    assert np.hypot(*(middles[0] - middles[1])) > spread


def test_pinned_nodes_stay_where_they_are():
    start = last(layout(30, tree(30)))
    pinned = np.zeros(30, dtype=bool)
    pinned[3] = True
    moved = last(layout(30, tree(30), start=start, pinned=pinned))
    assert np.array_equal(moved[3], start[3])
    assert not np.array_equal(moved[4], start[4])


def test_newcomers_are_seated_beside_their_neighbours_and_the_others_keep_their_places():
    start = last(layout(30, tree(30)))
    grown = np.vstack([start, np.full((2, 2), np.nan)])
    edges = np.concatenate([tree(30), [[7, 30]]])
    first = next(layout(32, edges, start=grown))
    assert np.array_equal(first[:30], start)
    assert np.hypot(*(first[30] - start[7])) < 4
    assert np.isfinite(first[31]).all()


def test_loops_and_repeated_edges_change_nothing():
    edges = tree(20)
    doubled = np.concatenate([edges, edges[:, ::-1], [[4, 4]]])
    assert np.array_equal(last(layout(20, edges)), last(layout(20, doubled)))


def test_nodes_without_edges_are_spread_out():
    places = last(layout(50, NONE))
    gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + np.eye(50) * 9
    assert gaps.min() > 0.3
