"""Where the window opens: where it was left, unless that is off every screen now."""

from collections.abc import Sequence

from PySide6.QtCore import QRect

LEAST_WIDTH, LEAST_HEIGHT = 640, 420
_FAR = 1_000_000
_GRIP = 64
"""Pixels of the title bar's width that must be on a screen, so that the window can be dragged back."""


def on_screen(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """`wanted` where it can be seen and moved; else the same size in the middle of the first screen, cut to fit."""
    if not screens:
        return wanted
    bar = QRect(wanted.x(), wanted.y(), wanted.width(), 32)
    for screen in screens:
        seen = screen.intersected(bar)
        if seen.width() >= _GRIP and seen.height() >= 16:
            return QRect(wanted.topLeft(), wanted.size().boundedTo(screen.size()))
    first = screens[0]
    size = wanted.size().boundedTo(first.size())
    return QRect(
        first.x() + (first.width() - size.width()) // 2,
        first.y() + (first.height() - size.height()) // 2,
        size.width(),
        size.height(),
    )


def usual(screen: QRect) -> QRect:
    """The first start: most of the screen, but no more than reads well."""
    width, height = min(round(screen.width() * 0.86), 1440), min(round(screen.height() * 0.88), 960)
    return on_screen(QRect(screen.x() - 100_000, 0, width, height), [screen])


def pixels(kept: object, count: int) -> list[int]:
    """As many numbers as there must be, of a size that a screen can have; else none."""
    numbers = kept if isinstance(kept, list) and len(kept) == count else []
    return numbers if all(isinstance(one, int) and abs(one) < _FAR for one in numbers) else []
