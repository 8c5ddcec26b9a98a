"""Vectors: exact search, real deletion, damage that is noticed, readers beside a writer."""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.domain.text import content_hash
from app.storage import vectormatrix
from app.storage.vectorindex import VectorIndex
from app.storage.vectormatrix import VectorMatrix

WIDTH, STATES = 32, 8


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index" / "vectors.db"


@pytest.fixture
def index(path: Path) -> Iterator[VectorIndex]:
    made = VectorIndex(path, "one")
    yield made
    made.close()


def vector(number: int) -> np.ndarray:
    found = np.random.default_rng(number).standard_normal(WIDTH).astype(np.float32)
    return found / np.linalg.norm(found)


def states(number: int, count: int = 5) -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(number)
    return dice.integers(-127, 128, (count, STATES), dtype=np.int8), dice.integers(0, 60_000, count, dtype=np.int32)


def fill(index: VectorIndex, *numbers: int, seq: int = 1) -> None:
    """Episode n holds the text "n"."""
    for number in numbers:
        key = content_hash(str(number))
        index.put(key, vector(number), *states(number))
        assert index.assign(number, key)
    index.commit(seq)


def found(index: VectorIndex, number: int, limit: int = 5) -> list[int]:
    return [episode for episode, _ in index.search(vector(number), limit)]


def test_the_nearest_come_first_with_their_dot_products(index: VectorIndex):
    fill(index, *range(1, 2001))
    query = vector(77)
    exact = {number: float(vector(number) @ query) for number in range(1, 2001)}
    best = sorted(exact, key=lambda number: -exact[number])[:10]
    hits = index.search(query, 10)
    assert hits[0][0] == 77
    assert len({number for number, _ in hits} & set(best)) >= 9
    assert all(abs(score - exact[number]) < 0.01 for number, score in hits)


def test_token_states_come_back_as_they_went_in(index: VectorIndex):
    fill(index, 1, 2)
    index.put(content_hash("empty"), vector(3), np.empty((0, STATES), np.int8), np.empty(0, np.int32))
    index.assign(3, content_hash("empty"))
    index.commit(2)
    read = index.tokens_of([2, 3, 9])
    assert set(read) == {2, 3}
    assert np.array_equal(read[2][0], states(2)[0])
    assert np.array_equal(read[2][1], states(2)[1])
    assert read[2][0].dtype == np.int8
    assert len(read[3][1]) == 0
    assert index.tokens_of([]) == {}


def test_a_text_is_kept_once_for_all_episodes_that_hold_it(index: VectorIndex, path: Path):
    fill(index, 1)
    index.assign(2, content_hash("1"))
    index.commit(2)
    assert found(index, 1, 2) == [1, 2]
    index.drop([1])
    index.commit(3)
    assert found(index, 1) == [2]
    assert index.has([content_hash("1")]) == {content_hash("1")}
    index.drop([2])
    index.commit(4)
    assert found(index, 1) == []
    assert index.has([content_hash("1")]) == set()
    pooled = np.round(vector(1) / (np.max(np.abs(vector(1))) / 127)).astype(np.int8).tobytes()
    index.close()
    assert pooled not in path.read_bytes()


def test_deletion_is_real_and_takes_up_no_slots(index: VectorIndex, path: Path):
    fill(index, *range(1, 1501))
    index.drop(range(1, 1201))
    index.commit(2)
    assert len(index) == 300
    hits = index.search(vector(5), 300)
    assert {number for number, _ in hits} == set(range(1201, 1501))
    index.close()
    again = VectorIndex(path, "one")
    assert (len(again), again.applied_seq) == (300, 2)
    assert {number for number, _ in again.search(vector(5), 999)} == set(range(1201, 1501))
    again.close()


def test_an_edited_episode_gets_other_vectors(index: VectorIndex):
    fill(index, 1, 2)
    assert index.assign(1, content_hash("2"))
    assert not index.assign(2, content_hash("unknown"))
    index.commit(2)
    assert found(index, 2) == [1]
    assert index.has([content_hash("1"), content_hash("2")]) == {content_hash("2")}


def test_only_what_is_allowed_is_found_however_deep_it_lies(index: VectorIndex):
    fill(index, *range(1, 301))
    hits = index.search(vector(9), 3, lambda episodes: [number for number in episodes if number > 290])
    assert len(hits) == 3
    assert all(number > 290 for number, _ in hits)
    assert index.search(vector(9), 3, lambda _: []) == []
    assert index.search(vector(9), 0) == []


def test_what_is_put_shows_after_commit(index: VectorIndex, path: Path):
    index.put(content_hash("1"), vector(1), *states(1))
    index.assign(1, content_hash("1"))
    assert (found(index, 1), index.tokens_of([1]), index.applied_seq) == ([], {}, 0)
    assert index.has([content_hash("1")]) == {content_hash("1")}
    index.close()
    again = VectorIndex(path, "one")
    assert len(again) == 0
    again.close()


def test_vectors_of_another_encoder_are_thrown_away(index: VectorIndex, path: Path):
    fill(index, 1)
    index.close()
    again = VectorIndex(path, "two")
    assert (len(again), again.applied_seq, again.has([content_hash("1")])) == (0, 0, set())
    again.close()


def test_vectors_that_no_episode_came_to_hold_are_swept(index: VectorIndex, path: Path):
    index.put(content_hash("orphan"), vector(1), *states(1))
    index.commit(1)
    index.close()
    again = VectorIndex(path, "one")
    assert again.has([content_hash("orphan")]) == set()
    again.close()


@pytest.mark.parametrize("harm", ["rubbish", "short", "pages", "other tables"])
def test_a_damaged_file_is_thrown_away_never_fatal(index: VectorIndex, path: Path, harm: str):
    fill(index, *range(1, 400))
    index.close()
    whole = path.read_bytes()
    if harm == "rubbish":
        path.write_bytes(b"not a database" * 100)
    elif harm == "short":
        path.write_bytes(whole[: len(whole) // 2 + 100])
    elif harm == "pages":
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    else:
        import apsw

        other = apsw.Connection(str(path))
        other.execute("DROP TABLE about")
        other.close()
    again = VectorIndex(path, "one")
    again.tokens_of(range(1, 400))
    assert again.applied_seq == 0
    again.clear()
    fill(again, 1)
    assert found(again, 1) == [1]
    again.close()


def test_readers_beside_a_writer_see_whole_batches(index: VectorIndex):
    fill(index, *range(1, 600))
    stop, faults = threading.Event(), []

    def read() -> None:
        while not stop.is_set():
            for number, score in index.search(vector(300), 50):
                if abs(score - float(vector(number) @ vector(300))) > 0.02:
                    faults.append((number, score))
            index.tokens_of([1, 2, 300])

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for batch in range(12):
        fill(index, *range(600 + batch * 50, 650 + batch * 50), seq=2 + batch)
        index.drop(range(1 + batch * 20, 21 + batch * 20))
        index.commit(2 + batch)
    stop.set()
    for reader in readers:
        reader.join()
    assert faults == []
    assert len(index) == 599 + 600 - 240


def test_the_matrix_grows_and_closes_up_without_losing_a_row():
    matrix = VectorMatrix(0)
    rows = {number: np.random.default_rng(number).integers(-127, 128, 16, dtype=np.int8) for number in range(1, 4000)}
    matrix.put((number, 1.0, row.tobytes()) for number, row in rows.items())
    matrix.drop([number for number in rows if number % 3])
    left = {number for number in rows if number % 3 == 0}
    assert matrix.ids() == left
    for number in list(left)[:50]:
        query = rows[number].astype(np.float32)
        best = max(float(rows[other].astype(np.float32) @ query) for other in left)
        assert matrix.search(query, 1, None)[0][1] == best


def test_many_vectors_are_searched_by_signs_first_and_hardly_worse(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vectormatrix, "LEAST_ROWS", 1000)
    monkeypatch.setattr(vectormatrix, "LEAST_CANDIDATES", 200)
    dice = np.random.default_rng(5)
    # As of a real encoder: directions around a mean, in clusters.
    centers = dice.standard_normal((40, 96)) * 0.8
    rows = 3 + centers[dice.integers(0, 40, 5000)] + dice.standard_normal((5000, 96)) * 0.5
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    packed = np.round(rows * 127).astype(np.int8)
    matrix = VectorMatrix(0)
    matrix.put((number, 1 / 127, row.tobytes()) for number, row in enumerate(packed, start=1))
    matrix.drop(range(1, 300))
    looked: list[int] = []
    whole = vectormatrix._scores
    monkeypatch.setattr(vectormatrix, "_scores", lambda rows, query: looked.append(rows.used) or whole(rows, query))
    same = 0
    for number in range(300, 350):
        query = rows[number - 1].astype(np.float32)
        exact = np.argsort(-(packed[299:] @ query), kind="stable")[:10] + 300
        hits = [episode for episode, _ in matrix.search(query, 10, None)]
        assert hits[0] == number
        same += len(set(hits) & set(exact.tolist()))
    assert same >= 0.95 * 500
    assert max(looked) == 200
    few = matrix.search(rows[400].astype(np.float32), 5, lambda ids: [one for one in ids if one % 977 == 0])
    assert [episode % 977 for episode, _ in few] == [0] * 5
    assert max(looked) > 200
