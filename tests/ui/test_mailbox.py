"""Letters from other threads: in order, each once, on the window's thread, whatever one of them does."""

import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from ui.mailbox import Mailbox


@pytest.fixture
def mailbox(qapp: Any) -> Iterator[Mailbox]:
    made = Mailbox()
    yield made
    made.close()


def elsewhere(*jobs: Any) -> None:
    """Each on a thread of its own; waits for all."""
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_letters_are_done_here_in_the_order_of_each_sender(qtbot: Any, mailbox: Mailbox) -> None:
    got: list[tuple[str, int, int]] = []

    def write(sender: str) -> None:
        for number in range(5000):  # more than a bell can hold rings
            mailbox.send(lambda number=number: got.append((sender, number, threading.get_ident())))

    elsewhere(partial(write, "a"), partial(write, "b"))
    qtbot.waitUntil(lambda: len(got) == 10_000)
    for sender in "ab":
        assert [number for name, number, _ in got if name == sender] == list(range(5000))
    assert {thread for _, _, thread in got} == {threading.get_ident()}


def test_a_letter_that_fails_holds_up_no_other(qtbot: Any, mailbox: Mailbox) -> None:
    got: list[int] = []
    with qtbot.captureExceptions() as raised:
        elsewhere(lambda: [mailbox.send(letter) for letter in (lambda: 1 / 0, lambda: got.append(1))])
        qtbot.waitUntil(lambda: got == [1])
    assert [kind for kind, _, _ in raised] == [ZeroDivisionError]


def test_a_letter_that_waits_in_a_loop_of_its_own_lets_the_next_ones_through(qtbot: Any, mailbox: Mailbox) -> None:
    got: list[str] = []
    loop = QEventLoop()

    def ask() -> None:
        loop.exec()
        got.append("answered")

    elsewhere(lambda: [mailbox.send(letter) for letter in (ask, lambda: got.append("next"), loop.quit)])
    qtbot.waitUntil(lambda: len(got) == 2)
    assert got == ["next", "answered"]


def test_long_letters_let_a_timer_in_between(qtbot: Any, mailbox: Mailbox) -> None:
    order: list[str] = []
    begun = threading.Event()

    def long(name: str) -> None:
        order.append(name)
        begun.wait(0.02)

    for name in "abc":
        mailbox.send(partial(long, name))
    QTimer.singleShot(0, lambda: order.append("timer"))
    qtbot.waitUntil(lambda: len(order) == 4)
    assert order.index("timer") < 3


def test_nothing_is_done_after_the_end(qtbot: Any, mailbox: Mailbox) -> None:
    got: list[int] = []
    mailbox.send(lambda: got.append(1))
    mailbox.close()
    mailbox.send(lambda: got.append(2))
    qtbot.wait(20)
    assert got == []
