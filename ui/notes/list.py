"""The list of notes, with the note of the day one click away."""

from datetime import date
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.domain.episode import Note
from app.domain.ids import NoteId
from app.domain.secret import mask
from ui.changes import Changes, Freshness
from ui.lanes import Lanes
from ui.notes import jobs
from ui.when import date_text, day_name, exact
from ui.whereabouts import home_words
from ui.widgets import icon_button
from ui.widgets.lines import Line
from ui.widgets.side import SideList
from ui.words import tr


class NoteList(SideList):
    """`opened(NoteId)`, `daily_wanted`, `delete_wanted(NoteId)`, `forget_wanted(NoteId)`; `created` for a new note."""

    opened = Signal(object)
    daily_wanted = Signal()
    delete_wanted = Signal(object)
    forget_wanted = Signal(object)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__(
            tr("Find a note"),
            tr("New note"),
            (tr("No notes yet"), tr("Meeting notes, journals, lists: each passage is learned from."), tr("New note")),
        )
        self.tools.insertWidget(1, icon_button("calendar", tr("Today's note"), self.daily_wanted.emit))
        self.view.setAccessibleName(tr("Notes"))
        self._lanes = lanes
        self._notes: list[Note] = []
        self._current: NoteId | None = None
        self._fresh = Freshness(self, changes, {"note"}, self.reload)
        self.chosen.connect(self.opened)
        self.searched.connect(lambda _: self._show())
        self.menu_wanted.connect(self._on_menu)

    def reload(self) -> None:
        """Read the list anew."""
        self._lanes.read(jobs.read_list, self._take)

    def set_current(self, note: NoteId | None) -> None:
        """The note that is open."""
        self._current = note
        self.select(note)

    def _take(self, notes: list[Note]) -> None:
        self._notes = notes
        self._show()

    def _show(self) -> None:
        wanted = self.field.text().strip().casefold()
        lines: list[Line] = []
        day: date | None = None
        for note in self._notes:
            if wanted and wanted not in f"{note.title}\n{note.text}".casefold():
                continue
            local = note.updated_at.astimezone().date()
            if local != day:
                lines.append(Line(None, day_name(local)))
                day = local
            home = home_words(note.scope, self._lanes.scope)
            lines.append(Line(note.id, note_title(note), _second_line(note), exact(note.updated_at), home))
        if wanted and not lines:
            lines.append(Line(None, tr("Nothing found.")))
        self.show_lines(lines, self._current)

    def _on_menu(self, note: NoteId, point: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(tr("Open"), partial(self.opened.emit, note))
        menu.addAction(tr("Delete note"), partial(self.delete_wanted.emit, note))
        menu.addAction(tr("Forget note for good…"), partial(self.forget_wanted.emit, note))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)


def note_title(note: Note) -> str:
    """How a note is called: its title, or for a daily note its day."""
    if note.daily and note.title == note.daily:
        return date_text(date.fromisoformat(note.daily))
    return mask(note.title) or tr("Untitled")


def _second_line(note: Note) -> str:
    """The first words that are not the title."""
    title = mask(note.title).rstrip("…")
    for line in mask(note.text[:2000]).split("\n"):
        words = line.strip().lstrip("#>-*+ \t").strip()
        if words and not (title and words.startswith(title)):
            return words
    return ""
