"""Ctrl+K finds anything: commands, people and things, notes, chats. Type, arrow, Enter; Esc closes."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.domain.entity import Entity
from app.domain.episode import Conversation, Note
from app.domain.text import fold
from ui.commands import Command, shown_keys
from ui.lanes import Lanes, Task
from ui.notes.list import note_title
from ui.saying import entity_name
from ui.widgets import column
from ui.widgets.lines import Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

MOST = 8
WAIT_MS = 60
Found = tuple[list[Entity], list[Note], list[Conversation]]


class Palette(QDialog):
    """`found(kind, id)`: `entity`, `note` or `chat`. A command is called."""

    found = Signal(str, object)

    def __init__(self, lanes: Lanes, known: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("floating")
        self.setWindowTitle(tr("Find anything"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lanes, self._known = lanes, known
        self._task: Task | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("A name, a note, a chat, or what you want to do"))
        self.field.setAccessibleName(tr("Find anything"))
        self.field.installEventFilter(self)
        self.view = LineView()
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.chosen.connect(self._take)
        self.setLayout(column(self.field, self.view, gap=4, margin=8))
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(self._search)
        self.field.textChanged.connect(self._on_text)
        self._things: Found = ([], [], [])
        self._place(parent)
        self._search()

    def _place(self, parent: QWidget) -> None:
        unit = self.fontMetrics().averageCharWidth()
        width = min(unit * 80, parent.width() - 48)
        self.resize(width, min(self.fontMetrics().lineSpacing() * 22, parent.height() - 96))
        self.move(parent.mapToGlobal(QPoint((parent.width() - width) // 2, 48)))

    def _on_text(self) -> None:
        self._show()
        self._wait.start()

    def _search(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._lanes.read(partial(_find, self.field.text().strip()), self._take_things)

    def _take_things(self, things: Found) -> None:
        self._things = things
        self._show()

    def _show(self) -> None:
        wanted = fold(self.field.text())
        entities, notes, chats = self._things
        groups = [
            (
                tr("People and things"),
                [Line(("entity", e.id), entity_name(e), e.tag) for e in entities],
            ),
            (tr("Notes"), [Line(("note", note.id), note_title(note)) for note in notes]),
            (tr("Chats"), [Line(("chat", chat.id), chat.title or tr("New chat")) for chat in chats]),
            (tr("Commands"), self._commands(wanted)),
        ]
        if not wanted:
            groups.insert(0, groups.pop())
        lines = [line for name, part in groups if part for line in (Line(None, name), *part)]
        self.view.show_lines(lines or [Line(None, tr("Nothing found."))])
        self.view.choose_first()

    def _commands(self, wanted: str) -> list[Line]:
        return [
            Line(("command", number), command.text, aside=shown_keys(command))
            for number, command in enumerate(self._known)
            if wanted in fold(command.text)
        ][: MOST if wanted else None]

    def _take(self, key: tuple[str, Any]) -> None:
        kind, thing = key
        self.close()
        if kind == "command":
            self._known[thing].call()
        else:
            self.found.emit(kind, thing)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self._step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if (key := self.view.current_key()) is not None:
                    self._take(key)
                return True
        return False

    def _step(self, by: int) -> None:
        """To the next row that can be chosen, over the headings."""
        keys = self.view.keys()
        if keys:
            now = self.view.current_key()
            at = keys.index(now) if now in keys else -by
            self.view.choose(keys[(at + by) % len(keys)])


def _find(text: str, desk: "ReadDesk") -> Found:
    from app.services import chat, memories, notes

    wanted = fold(text)
    entities = list(memories.listed(desk, text, limit=MOST).entities)[:MOST]
    found_notes = [note for note in notes.listed(desk) if wanted in fold(note_title(note))]
    chats = [one for one in chat.conversations(desk) if wanted in fold(one.title)]
    return entities, found_notes[:MOST], chats[:MOST]
