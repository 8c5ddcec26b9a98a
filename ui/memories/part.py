"""A part of an entity's page: it reads what it shows by itself, a page at a time; hidden when that is nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.errors import Told
from app.domain.ids import EntityId
from ui.lanes import Lanes, Task
from ui.widgets import icon_button, label, row
from ui.widgets.flow import clear
from ui.words import tr

NOBODY = EntityId(0)


class Pager(QWidget):
    """`turned(start)`: another page is wanted. Hidden where all fits on one."""

    turned = Signal(int)

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size, self._start = size, 0
        self._words = label("", "small")
        self.back = icon_button("chevron-left", tr("The page before"), self._go_back)
        self.on = icon_button("chevron-right", tr("The next page"), self._go_on)
        self.setLayout(row(self.back, self._words, self.on, None, gap=4))
        self.hide()

    def show_place(self, start: int, count: int, total: int) -> None:
        """`count` of `total` are shown, from the `start`th on."""
        self._start = start
        words = tr("{first}–{last} of {total}", first=start + 1, last=start + count, total=f"{total:,}")
        self._words.setText(words)
        self.back.setEnabled(start > 0)
        self.on.setEnabled(start + count < total)
        self.setVisible(total > self._size)

    def _go_back(self) -> None:
        self.turned.emit(max(0, self._start - self._size))

    def _go_on(self) -> None:
        self.turned.emit(self._start + self._size)


class Part(QWidget):
    """Subclasses give `job` and `show_found`; `body` is theirs to fill. `settled` once it has been read."""

    settled = Signal()

    def __init__(self, lanes: Lanes, words: str, size: int) -> None:
        super().__init__()
        self._lanes = lanes
        self._task: Task | None = None
        self._shown: Any = None
        self.entity, self.start = NOBODY, 0
        self.head = label(words, "section")
        self.pager = Pager(size)
        self.pager.turned.connect(self._turn)
        self.body = QVBoxLayout()
        self.body.setSpacing(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addWidget(self.head)
        whole.addLayout(self.body)
        whole.addWidget(self.pager)
        self.setAccessibleName(words)
        self.hide()

    def job(self) -> Callable[..., Any]:
        """What reads the page from `start` on."""
        raise AssertionError(type(self))

    def show_found(self, found: Any) -> bool:
        """Fill `body`; whether there is anything to show."""
        raise AssertionError(type(self))

    def turn_to(self, entity: EntityId) -> None:
        """Another entity: nothing of the one before is left on screen until it is read."""
        if entity != self.entity:
            self.entity, self.start, self._shown = entity, 0, None
            self.hide()

    def reload(self) -> None:
        """Read it again."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self.entity != NOBODY:
            self._task = self._lanes.read(self.job(), partial(self._on_read, self.entity), self._on_unread)

    def blank(self) -> None:
        """Nobody: nothing of the one before stays."""
        self.entity, self._shown = NOBODY, None
        if self._task is not None:
            self._task.cancel()
        self.empty()
        self.hide()

    def empty(self) -> None:
        """No word of what was shown is kept, not even out of sight."""
        clear(self.body)

    def _turn(self, start: int) -> None:
        self.start = start
        self.reload()

    def _on_read(self, entity: EntityId, found: Any) -> None:
        self._task = None
        if entity == self.entity and found != self._shown:
            self._shown = found
            self.setVisible(self.show_found(found))
        self.settled.emit()

    def _on_unread(self, error: Exception) -> None:
        """That the entity is gone, the page says itself."""
        self._task = None
        if not isinstance(error, Told):
            self._lanes.failed.emit(error)
        self.settled.emit()
