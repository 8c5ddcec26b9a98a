"""The one broadcast of what was written. A view marks itself stale, and reloads only when it can be seen."""

from collections.abc import Callable, Collection

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.change import Change
from app.domain.plan import Noun
from ui.lanes import Lanes

PATIENCE_MS = 250
"""Learning writes many times a second; a view that followed each write would do nothing else."""


class Changes(QObject):
    """Signal `changed(Change, initiator)`; the initiator is the view that caused it, or None."""

    changed = Signal(object, object)
    moved = Signal()
    """Another part of memory is shown: every view is stale."""

    def __init__(self, lanes: Lanes | None = None) -> None:
        super().__init__()
        if lanes is not None:
            lanes.wrote.connect(self._on_wrote)

    def _on_wrote(self, changes: list[Change]) -> None:
        for change in changes:
            self.announce(change)

    def announce(self, change: object, initiator: object = None) -> None:
        """Tell everyone. Anything but a `Change` (a job that wrote nothing) is ignored."""
        if isinstance(change, Change) and change.touched:
            self.changed.emit(change, initiator)


class Freshness(QObject):
    """Reloads one view when rows of its nouns change: soon when it can be seen, else on its next showing."""

    def __init__(self, view: QWidget, changes: Changes, nouns: Collection[Noun], reload: Callable[[], None]) -> None:
        super().__init__(view)
        self._view, self._nouns, self._reload = view, frozenset(nouns), reload
        self._stale = False
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self._refresh)
        view.installEventFilter(self)
        changes.changed.connect(self._on_change)
        changes.moved.connect(self.mark)

    def _on_change(self, change: Change, initiator: object) -> None:
        if self._nouns & change.nouns():
            self.mark()

    def mark(self) -> None:
        """The view no longer shows what is stored."""
        self._stale = True
        if self._view.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _refresh(self) -> None:
        if self._stale and self._view.isVisible():
            self._stale = False
            self._reload()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._stale and not self._timer.isActive():
            self._timer.start(0)
        return False
