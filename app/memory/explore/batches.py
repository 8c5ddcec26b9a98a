"""Long reads in pieces: between two of them others get a turn, and whoever no longer wants the picture stops it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from app.domain.errors import Cancelled

Stopped = Callable[[], bool]
SIZE = 1000
"""Rows of a piece: unpacking them holds the interpreter lock for about 3 ms."""

T = TypeVar("T")


def never() -> bool:
    """Nobody stops it."""
    return False


def batches(rows: Sequence[T], stopped: Stopped = never, size: int = SIZE) -> Iterator[Sequence[T]]:
    """The rows, `size` at a time. Raises `Cancelled` where `stopped` says so."""
    for start in range(0, len(rows), size):
        if stopped():
            raise Cancelled
        yield rows[start : start + size]
