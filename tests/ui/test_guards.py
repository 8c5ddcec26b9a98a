"""Faults of the toolkit that must not come back with an update."""

import sys
from typing import Any

import PySide6
from PySide6.QtCore import QObject, QTimer, Signal


class Speaker(QObject):
    spoken = Signal(object)


def test_no_reference_to_none_is_lost_on_void_calls(qapp: Any) -> None:
    """PySide6 6.12.0 on Python 3.11 loses one on each call of a void method, and aborts after some thousand."""
    timer, speaker = QTimer(), Speaker()
    before = sys.getrefcount(None)
    for number in range(1000):
        timer.setInterval(number)
        speaker.spoken.emit(None)
        timer.stop()
    assert abs(sys.getrefcount(None) - before) < 100


def test_the_toolkit_is_the_one_that_was_measured() -> None:
    assert tuple(int(part) for part in PySide6.__version__.split(".")[:2]) < (6, 12)
