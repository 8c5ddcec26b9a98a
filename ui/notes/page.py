"""The page of one note: its title, its text, and what it taught."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.entity import Entity, Span
from app.domain.episode import Episode, Note
from app.domain.ids import EpisodeId, NoteId
from ui.alerts import describe
from ui.changes import Changes, Freshness
from ui.chat import jobs as turn_jobs
from ui.lanes import Lanes
from ui.notes import jobs
from ui.notes.documents import Documents, Paper
from ui.notes.editor import NoteEditor
from ui.notes.lessons import Lessons
from ui.when import date_text
from ui.widgets import EmptyState, row
from ui.widgets.alert import AlertBox
from ui.widgets.title import TitleField
from ui.words import tr

if TYPE_CHECKING:
    from app.services.turns import TurnView


class NotesPage(QWidget):
    """`opened(NoteId | None)`, `entity_wanted(EntityId)`, `question_wanted`: what memory asks,
    `said(str)`: something for the status line, `declare_wanted(what, NoteId, words)`."""

    said = Signal(str)
    question_wanted = Signal()
    opened = Signal(object)
    entity_wanted = Signal(object)
    declare_wanted = Signal(str, object, str)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self.documents = Documents(lanes)
        self.note: NoteId | None = None
        self._paper: Paper | None = None
        self._reveal: str | None = None
        self._alert: AlertBox | None = None
        self.title, self.editor, self.lessons = TitleField(), NoteEditor(), Lessons()
        self._lay_out()
        self._connect(changes)

    def _lay_out(self) -> None:
        sheet = QWidget()
        self._lines = QVBoxLayout(sheet)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)
        self._lines.addLayout(row(self.title, margin=(24, 12, 24, 4)))
        self._lines.addWidget(self.editor, 1)
        self._lines.addLayout(row(self.lessons, margin=(20, 0, 24, 12)))
        nothing = EmptyState(
            tr("A note to think in"),
            tr("Notes are saved while you type, and each passage is learned from. Nothing leaves this machine."),
            tr("New note"),
            self.new_note,
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(sheet)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.addWidget(self._stack)

    def _connect(self, changes: Changes) -> None:
        self.title.textEdited.connect(self._on_title)
        self.title.returnPressed.connect(self.editor.setFocus)
        self.documents.leaving.connect(self.editor.let_go)
        self.editor.passage_clicked.connect(self.lessons.open_at)
        self.editor.link_followed.connect(self._follow)
        self.editor.declare_wanted.connect(self.declare)
        self.lessons.asked.connect(self._on_asked)
        self.documents.refused.connect(self._on_refused)
        self.documents.saved.connect(self._on_saved)
        self._fresh = Freshness(self, changes, ("episode", "fact", "anchor"), self._read_lessons)
        self._fresh_note = Freshness(self, changes, {"note"}, self._read_again)

    # ── which note ────────────────────────────────────────────────────────────────────────────────────────────
    def new_note(self) -> None:
        """An empty note."""
        self._lanes.write(jobs.create, self._show)

    def open_daily(self) -> None:
        """Today's note."""
        self._lanes.write(partial(jobs.daily, None), self._show)

    def open(self, note: NoteId) -> None:
        """A note by its number."""
        if note != self.note:
            self._lanes.read(partial(jobs.read, note), self._show)

    def reveal(self, episode: Episode, span: Span | None) -> None:
        """The very words of a passage, marked."""
        if episode.note is None:
            return
        self._reveal = episode.text[span.start : span.end] if span else episode.text
        self._lanes.read(partial(jobs.read, episode.note), self._show)

    def _follow(self, name: str) -> None:
        """An address of the web, or a wikilink: the note of that title, else what memory knows by that name."""
        if name.startswith(("http://", "https://")):
            QDesktopServices.openUrl(QUrl(name))
            return
        self._lanes.read(partial(jobs.read_link, name), partial(self._on_link, name))

    def _on_link(self, name: str, found: "NoteId | Entity | None") -> None:
        if isinstance(found, Entity):
            self.entity_wanted.emit(found.id)
        elif found is not None:
            self.open(found)
        else:
            self.said.emit(tr("Nothing is known by the name “{name}” yet.", name=name))

    def leave(self) -> None:
        """The person looks elsewhere."""
        self.documents.leave()

    def close_note(self, note: NoteId) -> None:
        """The note was deleted."""
        self.documents.forget(note)
        if note == self.note:
            self.note = self._paper = None
            self._stack.setCurrentIndex(0)
            self.opened.emit(None)

    def _show(self, note: Note) -> None:
        if self._paper is not None and note.id != self.note:
            self.documents.leave()
        self.note, self._paper = note.id, self.documents.open(note)
        self.title.setText(self._paper.title if self._paper.title != note.daily else "")
        daily = date_text(date.fromisoformat(note.daily)) if note.daily else ""
        self.title.setPlaceholderText(daily or tr("Title, or the first line"))
        self.editor.show_paper(self._paper)
        self._stack.setCurrentIndex(1)
        self.opened.emit(note.id)
        self._read_lessons()
        if self._reveal:
            self.editor.reveal(self._reveal)
            self._reveal = None
        self.editor.setFocus()

    def _read_again(self) -> None:
        """The note may have been changed by somebody else (an undo): take it in unless words here are unsaved."""
        if self.note is not None:
            self._lanes.read(partial(jobs.read, self.note), self._take_version, self._on_gone)

    def _take_version(self, note: Note) -> None:
        paper = self.documents.held(note.id)
        if paper is not None and paper.now() == paper.saved and (note.title, note.text) != paper.saved:
            paper.replace(note)

    def renew(self) -> None:
        """Something was forgotten, which may have stood in a note that is open."""
        if self.note is None:
            self.documents.renew(None)
        else:
            self._lanes.read(partial(jobs.read, self.note), self._renew, self._on_gone)

    def _renew(self, note: Note) -> None:
        self.documents.renew(note)
        self._read_lessons()

    def _on_gone(self, error: Exception) -> None:
        if self.note is not None:
            self.close_note(self.note)

    # ── what it taught ────────────────────────────────────────────────────────────────────────────────────────
    def _read_lessons(self) -> None:
        if self.note is not None:
            self._lanes.read(partial(jobs.lessons, self.note), partial(self._show_lessons, self.note))

    def _show_lessons(self, note: NoteId, views: "list[TurnView]") -> None:
        if note == self.note:
            self.lessons.show_lessons(views)
            self.editor.show_marks(self.lessons.taught())

    def _on_asked(self, what: str, episode: EpisodeId, fact: Any) -> None:
        if what == "retry":
            self._lanes.write(partial(turn_jobs.retry, episode))
        elif what == "forget_fact":
            self._lanes.write(partial(turn_jobs.retract, fact.id))
        elif what == "question":
            self.question_wanted.emit()
        elif what == "entity":
            self.entity_wanted.emit(fact)
        elif isinstance(fact.subject, int):
            self.entity_wanted.emit(fact.subject)

    def declare(self, what: str) -> bool:
        """Say what the selected words are; False where no note is open. What is typed is saved before."""
        if self.note is None:
            return False
        self.documents.save_all()
        self.declare_wanted.emit(what, self.note, self.editor.selected())
        return True

    # ── saving ────────────────────────────────────────────────────────────────────────────────────────────────
    def _on_title(self, title: str) -> None:
        if self._paper is not None:
            self.documents.retitle(self._paper, title)

    def _on_refused(self, note: NoteId, error: Exception) -> None:
        if self._alert is None:
            self._alert = AlertBox(describe(error), tr("Save again"))
            self._alert.stepped.connect(self.documents.save_all)
            self._lines.insertWidget(1, self._alert)

    def _on_saved(self, note: NoteId) -> None:
        if self._alert is not None:
            self._alert.deleteLater()
            self._alert = None
