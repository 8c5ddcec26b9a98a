import threading

import pytest

from app.domain.errors import Cancelled
from app.inference.providers.waiting import Line, awaited, pause, pieces


def never() -> bool:
    return False


def test_a_value_an_error_and_nothing_in_time():
    assert awaited(lambda: 7, Line(), never, 5) == 7
    with pytest.raises(KeyError):
        awaited(lambda: {}[1], Line(), never, 5)
    with pytest.raises(ValueError, match="told"):
        awaited(lambda: {}[1], Line(), never, 5, lambda error: ValueError("told"))
    free = threading.Event()
    with pytest.raises(TimeoutError):
        awaited(lambda: free.wait(20), Line(), never, 0.1)
    free.set()


def test_it_is_asked_whether_the_answer_is_still_wanted():
    free, begun = threading.Event(), threading.Event()

    def work() -> bool:
        begun.set()
        return free.wait(20)

    with pytest.raises(Cancelled):
        awaited(work, Line(), begun.is_set, 30)
    free.set()
    with pytest.raises(Cancelled):
        pause(30, begun.is_set)
    pause(0, begun.is_set)


def test_pieces_come_in_order_with_none_for_silence():
    more = threading.Event()

    def work(put) -> None:
        put("a")
        more.wait(20)
        put("b")

    coming = pieces(work, Line())
    assert next(coming) == "a"
    assert next(coming) is None
    more.set()
    assert [piece for piece in coming if piece] == ["b"]
