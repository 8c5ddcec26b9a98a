"""Tab goes the way the eye does: from part to part of the window, and in each from top to bottom.

Qt's own order is the order in which widgets were made; turns, chips and panels are made at any time.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QSplitter, QWidget

LINE = 16
"""Pixels of height within which widgets count as standing on one line."""
COLUMN = "column"
"""The property of a widget that is gone through as a whole before what stands beside it; panes of a splitter are so."""


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


def _place(widget: QWidget) -> list[tuple[int, int]]:
    """Line and column within the window; within what scrolls or is a column, after the place of that.

    So it stays the same while Tab scrolls, what is scrolled out of sight does not get between other things, and of two
    columns one is gone through after the other.
    """
    way: list[tuple[int, int]] = []
    around = widget.parentWidget()
    while around is not None:
        area = _area_of(around)
        if area is not None or around.isWindow() or _is_column(around):
            at = widget.mapTo(around, QPoint(0, 0))
            way.insert(0, ((at.y() + min(widget.height() // 2, LINE)) // LINE, at.x()))
            widget = area or around
        around = None if around.isWindow() else (area or around).parentWidget()
    return way


def _area_of(content: QWidget) -> QScrollArea | None:
    """The area that shows this content and scrolls it."""
    port = content.parentWidget()
    area = port.parentWidget() if port is not None else None
    return area if isinstance(area, QScrollArea) and area.widget() is content else None


def _is_column(widget: QWidget) -> bool:
    return isinstance(widget.parentWidget(), QSplitter) or bool(widget.property(COLUMN))


def _show(widget: QWidget) -> None:
    """Scroll it into view, wherever it lies."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, 0, 24)
        around = around.parentWidget()
