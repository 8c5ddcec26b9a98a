"""The notes that are open: each a document of its own, with its own undo, saved a moment after each change.

What is typed is never lost: a note stays unsaved until the store has said that it kept these very words.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from app.domain.episode import Note
from app.domain.ids import NoteId
from app.domain.secret import mask
from ui import theme
from ui.lanes import Lanes, Urgency
from ui.notes import jobs
from ui.notes.highlight import Highlighter

if TYPE_CHECKING:
    from app.services.workspace import WriteDesk

SAVE_MS = 700
SETTLE_MS = 4_000
"""Quiet after which a note is learned from: half a sentence teaches nothing."""
TITLE_LENGTH = 60


class Paper(QObject):
    """One open note: its text, its title as typed (empty: the first line), and whether it is saved."""

    def __init__(self, note: Note, parent: QObject) -> None:
        super().__init__(parent)
        self.id, self.daily = note.id, note.daily
        self.title = "" if note.title == first_line(note.text) else note.title
        self.document = QTextDocument(self)
        self.document.setDocumentLayout(QPlainTextDocumentLayout(self.document))
        self.document.setDefaultFont(theme.font("reading"))
        self.document.setPlainText(note.text)
        self.document.setModified(False)
        self.highlighter = Highlighter(self.document)
        self.saved = (note.title, note.text)

    def now(self) -> tuple[str, str]:
        """(title, text) as they stand."""
        text = self.document.toPlainText()
        return self.title or first_line(text), text

    def renew(self, note: Note) -> None:
        """As it is stored now, without a step to what it was before."""
        self.replace(note)
        self.document.clearUndoRedoStacks()

    def replace(self, note: Note) -> None:
        """Another version came from the store (an undo): take it as one more step of typing."""
        from PySide6.QtGui import QTextCursor

        self.saved = (note.title, note.text)
        self.title = "" if note.title == first_line(note.text) else note.title
        if self.document.toPlainText() != note.text:
            cursor = QTextCursor(self.document)
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(note.text)


def first_line(text: str) -> str:
    """The first line with words, without its Markdown marks and its secrets: the title of a note that has none."""
    for line in mask(text[:4000]).split("\n"):
        words = line.strip().lstrip("#>-*+ \t").strip()
        if words:
            return words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1].rstrip() + "…"
    return ""


class Documents(QObject):
    """`saved(NoteId)` after each save, `refused(NoteId, Exception)` when the store could not keep it. `leaving(Paper)`:
    it is about to go; whoever shows its document lets go of it now, since an editor without one takes the program down.
    """

    saved = Signal(object)
    refused = Signal(object, object)
    leaving = Signal(object)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._papers: dict[NoteId, Paper] = {}
        self._unsettled: set[NoteId] = set()
        self._saving: set[NoteId] = set()
        self._save = QTimer(self, singleShot=True, interval=SAVE_MS)
        self._save.timeout.connect(self.save_all)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.settle_all)

    def open(self, note: Note) -> Paper:
        """The note's paper; one that is open already keeps its undo steps and unsaved words."""
        paper = self._papers.get(note.id)
        if paper is None:
            paper = self._papers[note.id] = Paper(note, self)
            paper.document.contentsChanged.connect(self._save.start)
        elif paper.now() == paper.saved:
            paper.replace(note)
        return paper

    def held(self, note: NoteId) -> Paper | None:
        """The paper of a note that is open."""
        return self._papers.get(note)

    def retitle(self, paper: Paper, title: str) -> None:
        """The title as typed; empty means the first line."""
        paper.title = title.strip()
        self._save.start()

    def save_all(self) -> None:
        """Save every note that has changed since it was last saved."""
        for paper in self._papers.values():
            title, text = paper.now()
            if (title, text) != paper.saved and paper.id not in self._saving:
                self._saving.add(paper.id)
                job = partial(jobs.save, paper.id, title, text)
                self._lanes.write(job, partial(self._on_saved, paper.id), partial(self._on_refused, paper.id))

    def settle_all(self) -> None:
        """Let what was saved be learned from."""
        for note in self._unsettled:
            self._lanes.write(partial(jobs.settle, note), urgency=Urgency.TURN)
        self._unsettled.clear()

    def leave(self) -> None:
        """The person looks elsewhere: save and learn without waiting."""
        self.save_all()
        self._lanes.write(_nothing, lambda _: self.settle_all(), urgency=Urgency.EDIT)

    def forget(self, note: NoteId) -> None:
        """The note was deleted."""
        if (paper := self._papers.pop(note, None)) is not None:
            self.leaving.emit(paper)
            paper.deleteLater()

    def renew(self, note: Note | None) -> None:
        """Something was forgotten: no open paper brings it back by its steps of undo. `note` is the one being read."""
        for paper in list(self._papers.values()):
            if paper.now() == paper.saved:
                if note is not None and paper.id == note.id:
                    paper.renew(note)
                else:
                    self.forget(paper.id)

    def forget_all(self) -> None:
        """Memory is another one: no paper is of it."""
        for note in list(self._papers):
            self.forget(note)

    def _on_saved(self, note: NoteId, kept: Note) -> None:
        self._saving.discard(note)
        if (paper := self._papers.get(note)) is not None:
            paper.saved = (kept.title, kept.text)
            if paper.now() != paper.saved:
                self._save.start()
        self._unsettled.add(note)
        self._settle.start()
        self.saved.emit(note)

    def _on_refused(self, note: NoteId, error: Exception) -> None:
        self._saving.discard(note)
        self.refused.emit(note, error)


def _nothing(desk: "WriteDesk") -> None:
    """Comes after the saves that were asked for before it."""
