"""Ctrl+K finds anything: people and things, notes, chats, categories, views, words, commands. Enter goes there.

All of the search runs on a reader; what was found for earlier letters stays until what fits the later ones is there.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from ui.alerts import describe
from ui.commands import Command, shown_keys
from ui.found import Finds, lines_of
from ui.lanes import Lanes, Task
from ui.widgets import column
from ui.widgets.lines import Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

WAIT_MS = 25
"""Letters that come faster than this are looked for together."""


class Palette(QDialog):
    """`found(kind, thing)`: `entity`, `note`, `chat`, `category` or `view` with its number, `episode` with its number
    and where the words stand, `search` with what was typed. A command is called."""

    found = Signal(str, object)

    def __init__(self, lanes: Lanes, known: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("floating")
        self.setWindowTitle(tr("Find anything"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lanes, self._known = lanes, known
        self._task: Task | None = None
        self._enter = False
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("A name, a note, a chat, a view, or what you want to do"))
        self.field.setAccessibleName(tr("Find anything"))
        self.field.installEventFilter(self)
        self.view = LineView()
        self.view.setAccessibleName(tr("What was found"))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.chosen.connect(self._take)
        self.setLayout(column(self.field, self.view, gap=4, margin=8))
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(self._search)
        self.field.textChanged.connect(self._on_text)
        self._place(parent)
        self._search()

    def _place(self, parent: QWidget) -> None:
        unit = self.fontMetrics().averageCharWidth()
        width = min(unit * 80, parent.width() - 48)
        self.resize(width, min(self.fontMetrics().lineSpacing() * 24, parent.height() - 96))
        self.move(parent.mapToGlobal(QPoint((parent.width() - width) // 2, 48)))

    def _on_text(self) -> None:
        self._enter = False
        self._wait.start()

    def _search(self) -> None:
        if self._task is not None:
            self._task.cancel()
        names = tuple(command.text for command in self._known)
        text = self.field.text()
        self._task = self._lanes.read(partial(_find, text, names), partial(self._show, text), self._fail)

    def _show(self, text: str, finds: Finds) -> None:
        self._task = None
        commands = [
            (way, Line(("command", number), self._known[number].text, aside=shown_keys(self._known[number])))
            for number, way in finds.commands
        ]
        lines = lines_of(text, finds, commands)
        self.view.show_lines(lines or [Line(None, tr("Nothing found."))])
        self.view.choose_first()
        self.view.scrollToTop()
        if self._enter and text == self.field.text():
            self._enter = False
            self._choose()

    def _fail(self, error: Exception) -> None:
        """Nothing to go to, and nothing to wait for; the window says what happened."""
        self._task, self._enter = None, False
        self.view.show_lines([Line(None, describe(error).sentence)])
        self._lanes.failed.emit(error)

    def _choose(self) -> None:
        """Go to the marked row; where the search is still on its way, as soon as it is there."""
        if self._wait.isActive() or self._task is not None:
            self._enter = True
            return
        if (key := self.view.current_key()) is not None:
            self._take(key)

    def _take(self, key: tuple[str, Any]) -> None:
        kind, thing = key
        self.close()
        if kind == "command":
            self._known[thing].call()
        else:
            self.found.emit(kind, thing)

    def hideEvent(self, event: QHideEvent) -> None:
        """Closed: what is still on its way leads nowhere."""
        self._wait.stop()
        if self._task is not None:
            self._task.cancel()
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self._step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return False

    def _step(self, by: int) -> None:
        """To the next row that can be chosen, over the headings."""
        keys = self.view.keys()
        if keys:
            now = self.view.current_key()
            at = keys.index(now) if now in keys else -by
            self.view.choose(keys[(at + by) % len(keys)])


def _find(text: str, names: tuple[str, ...], desk: "ReadDesk") -> Finds:
    from app.services import finding

    return Finds(finding.find(desk, text), tuple(finding.closest(text, names)))
