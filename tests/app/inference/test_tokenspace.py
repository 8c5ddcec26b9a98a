"""Centring, summing and projecting, on spaces small enough to check by hand."""

import numpy as np
import pytest

from app.domain.errors import ModelUnavailable
from app.inference.tokenspace import TokenSpace, unit

SPACE = TokenSpace(
    mean=np.array([0.5, 0.0, 0.0], np.float32),
    basis=np.array([[1, 0], [0, 1], [0, 0]], np.float32),
    idf=np.array([0, 1, 3], np.float32),
)


def test_states_of_any_length_are_centred_alike():
    states = np.array([[0, 2, 0], [0, 9, 0]], np.float32)
    assert np.allclose(SPACE.centred(states), [[-0.5, 1, 0], [-0.5, 1, 0]])


def test_a_rare_piece_counts_for_more():
    centred = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    assert np.allclose(SPACE.total(centred, np.array([0, 1, 2], np.int32)), [0, 1, 3])


def test_projected_states_have_the_length_of_int8():
    small = SPACE.project(np.array([[3, 4, 0], [0, 0, 5]], np.float32))
    assert small.dtype == np.int8
    assert small.tolist() == [[76, 102], [0, 0]]


def test_nothing_projects_to_nothing():
    assert SPACE.project(np.zeros((0, 3), np.float32)).shape == (0, 2)


def test_unit_leaves_zero_alone():
    assert unit(np.zeros(3, np.float32)).tolist() == [0, 0, 0]


def test_rarity_is_looked_up_by_piece():
    assert SPACE.rarity(np.array([2, 2, 0], np.int32)).tolist() == [3, 3, 0]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut short", b"no archive"])
def test_a_damaged_file_is_told_in_words(tmp_path, content):
    (tmp_path / "token_space.npz").write_bytes(content)
    with pytest.raises(ModelUnavailable, match=r"damaged \(token_space.npz\)"):
        TokenSpace.load(tmp_path / "token_space.npz")


@pytest.mark.parametrize("missing", ["mean", "basis", "idf"])
def test_a_file_without_its_parts_is_told_in_words(tmp_path, missing):
    arrays = {"mean": SPACE.mean, "basis": SPACE.basis, "idf": SPACE.idf}
    del arrays[missing]
    np.savez(tmp_path / "token_space.npz", **arrays)
    with pytest.raises(ModelUnavailable):
        TokenSpace.load(tmp_path / "token_space.npz")
