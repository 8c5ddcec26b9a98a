"""Tab goes the way the eye does: from part to part of the window, and in each from top to bottom.

Qt's own order is the order in which widgets were made; turns, chips and panels are made at any time.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

LINE = 16
"""Pixels of height within which widgets count as standing on one line."""


def stops(parts: Sequence[QWidget]) -> list[QWidget]:
    """What Tab comes to, in order. A widget that hands its focus to another is no stop."""
    return [stop for part in parts if part.isVisible() for stop in sorted(filter(_is_stop, _all(part)), key=_place)]


def move(parts: Sequence[QWidget], forward: bool) -> bool:
    """Give the focus to the stop after (or before) the one that has it. False: leave it to Qt."""
    now = QApplication.focusWidget()
    if now is not None and not (now.isVisible() and now.isEnabled()):
        return _stay_near(now, parts)
    known = stops(parts)
    if now not in known or QApplication.styleHints().tabFocusBehavior() != Qt.TabFocusBehavior.TabFocusAllControls:
        return False
    wanted = known[(known.index(now) + (1 if forward else -1)) % len(known)]
    wanted.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _show(wanted)
    return True


def _stay_near(gone: QWidget, parts: Sequence[QWidget]) -> bool:
    """What had the focus goes off the screen: to the stop nearest to it, not to the first of the window."""
    known = stops([part for part in parts if part.isAncestorOf(gone)]) or stops(parts)
    if not known:
        return False
    was = _middle(gone)
    min(known, key=lambda stop: (_middle(stop) - was).manhattanLength()).setFocus()
    return True


def _middle(widget: QWidget) -> QPoint:
    return widget.mapTo(widget.window(), widget.rect().center())


def _all(part: QWidget) -> list[QWidget]:
    return [part, *part.findChildren(QWidget)]


def _is_stop(widget: QWidget) -> bool:
    takes = (widget.focusPolicy() & Qt.FocusPolicy.TabFocus) == Qt.FocusPolicy.TabFocus
    return takes and widget.focusProxy() is None and widget.isEnabled() and widget.isVisible()


def _place(widget: QWidget) -> tuple[int, int]:
    at = widget.mapTo(widget.window(), QPoint(0, 0))
    return (at.y() + min(widget.height() // 2, LINE)) // LINE, at.x()


def _show(widget: QWidget) -> None:
    """Scroll it into view, wherever it lies."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, 0, 24)
        around = around.parentWidget()
