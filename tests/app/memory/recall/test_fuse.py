from hypothesis import given
from hypothesis import strategies as st

from app.memory.recall.fuse import RANK_CONSTANT, reciprocal_rank

orders = st.lists(st.lists(st.integers(0, 20), unique=True, max_size=10), max_size=4)


def test_what_two_orders_agree_on_comes_first():
    assert list(reciprocal_rank([["a", "b"], ["c", "b"]])) == ["b", "a", "c"]


def test_scores_are_those_of_the_paper():
    assert reciprocal_rank([["a"], ["b", "a"]])["a"] == 1 / (RANK_CONSTANT + 1) + 1 / (RANK_CONSTANT + 2)


@given(orders)
def test_every_key_comes_once_and_best_first(given_orders):
    fused = reciprocal_rank(given_orders)
    assert set(fused) == {key for order in given_orders for key in order}
    assert list(fused.values()) == sorted(fused.values(), reverse=True)


@given(orders)
def test_an_order_added_twice_does_not_turn_it_round(given_orders):
    once = list(reciprocal_rank(given_orders[:1]))
    assert list(reciprocal_rank([*given_orders[:1], *given_orders[:1]])) == once
