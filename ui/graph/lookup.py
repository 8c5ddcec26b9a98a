"""The search field of the graph: what is typed is lit and the rest dimmed; Enter steps through the finds."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton

from app.domain.entity import Entity
from app.domain.graph import Neighbourhood
from app.domain.ids import EntityId
from app.domain.text import fold, name_key
from ui.graph import jobs
from ui.graph.picture import Picture
from ui.icons import icon
from ui.lanes import Lanes, Task
from ui.saying import entity_name
from ui.words import tr, trn

if TYPE_CHECKING:
    from ui.graph.canvas import Canvas

WAIT_MS = 120
"""Rest after a key before memory is asked for other names; the picture's own are looked at with each key."""


MANY = 3_000
"""Nodes whose names are folded at once; of more that takes longer than a key may, so a reader does it."""
Names = list[tuple[str, str]]
"""For each node its name as it is searched, and its key."""


class Lookup(QLineEdit):
    """`told(str, Entity | None)`: how many are lit, or whom memory knows by that name outside of the picture.

    `left`: Esc in an empty field, or Down: back to the graph.
    """

    told = Signal(str, object)
    left = Signal()

    def __init__(self, lanes: Lanes, canvas: "Canvas") -> None:
        super().__init__()
        self._lanes, self._canvas = lanes, canvas
        self.hits: list[EntityId] = []
        self._at = -1
        self._known: list[Entity] = []
        self._task: Task | None = None
        self._folded: tuple[Picture, Names] | None = None
        self._folding: Picture | None = None
        self._graph: Neighbourhood | None = None
        self.setPlaceholderText(tr("Find in the graph…"))
        self.setAccessibleName(tr("Find in the graph: lights what fits, Enter goes to the next"))
        self.setClearButtonEnabled(True)
        self.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(self._ask)
        self.textChanged.connect(self._on_text)

    def show_picture(self, picture: Picture) -> None:
        """Another picture: what is typed holds for it as well. Whom memory knows by it may be another by now."""
        if self._words():
            self._light()
            if picture.graph is not self._graph:
                self._wait.start()
        self._graph = picture.graph

    def _words(self) -> str:
        return fold(self.text()).strip()

    def _on_text(self, text: str) -> None:
        self._known, self._at = [], -1
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._light()
        self._wait.start() if self._words() else self._wait.stop()

    def _ask(self) -> None:
        """Other names, of entities in the picture and beyond."""
        self._task = self._lanes.read(partial(jobs.found, self.text().strip()), self._on_known)

    def _on_known(self, known: list[Entity]) -> None:
        self._task, self._known = None, known
        self._light()

    def _light(self) -> None:
        """Dim all but the finds, the closest first; without finds nothing is dimmed, since nothing could be seen."""
        words, picture = self._words(), self._canvas.picture
        present = self.hits[self._at] if 0 <= self._at < len(self.hits) else None
        names = self._names_of(picture) if words else []
        if names is None:
            return
        self.hits = _fitting(picture, words, self._known, names) if words else []
        self._at = self.hits.index(present) if present in self.hits else -1
        self._canvas.highlight(frozenset(self.hits) if self.hits else None)
        self._tell()

    def _names_of(self, picture: Picture) -> Names | None:
        """Names as they are compared, folded once a picture; None while those of a large one are folded on a reader."""
        if self._folded is not None and self._folded[0] is picture:
            return self._folded[1]
        if len(picture.nodes) <= MANY:
            self._folded = picture, _folded(picture)
            return self._folded[1]
        if self._folding is not picture:
            self._folding = picture
            self._lanes.read(lambda desk: (picture, _folded(picture)), self._on_folded)
        return None

    def _on_folded(self, folded: tuple[Picture, Names]) -> None:
        self._folding = None
        if folded[0] is self._canvas.picture:
            self._folded = folded
            self._light()

    def _tell(self) -> None:
        if not self._words():
            self.told.emit("", None)
        elif self.hits:
            count = trn("{count} found", "{count} found", len(self.hits))
            at = tr("{number} of {count}", number=self._at + 1, count=len(self.hits))
            self.told.emit(count if self._at < 0 else at, None)
        elif self._known:
            self.told.emit(tr("Not in this picture."), self._known[0])
        elif not self._wait.isActive() and self._task is None:
            self.told.emit(tr("Nothing by that name"), None)

    def step(self, by: int) -> None:
        """Select the next find, or the one before."""
        if self.hits:
            self._at = (self._at + by) % len(self.hits) if self._at >= 0 or by > 0 else len(self.hits) - 1
            self._canvas.choose_entity(self.hits[self._at])
            self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _folded(picture: Picture) -> Names:
    entities = [node.entity for node in picture.nodes]
    return [(fold(entity_name(one)), name_key(one.name)) for one in entities]


def _fitting(picture: Picture, words: str, known: list[Entity], names: Names) -> list[EntityId]:
    """Shown entities whose name holds the words, or that memory knows by them; the closest and weightiest first."""
    ranked = []
    asked, also = name_key(words), frozenset(one.id for one in known)
    for number, (name, key) in enumerate(names):
        fits = words in name or asked in key
        if (fits or picture.entity(number) in also) and picture.shown[number]:
            ranked.append((not name.startswith(words), not fits, -picture.nodes[number].entity.mention_count, number))
    return [picture.entity(number) for *_, number in sorted(ranked)]
