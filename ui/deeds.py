"""What a person has just done to a fact, said in one line with the way back, wherever in the window it was done."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.change import Change
from ui.changes import Changes
from ui.history.wording import act_text
from ui.saying import deed_words
from ui.statusline import StatusLine
from ui.words import tr


def deed(change: Change) -> str:
    """`Added a relation: Mia works at Orbit`."""
    words = act_text(change.label)
    return tr("{act}: {subject}", act=words, subject=deed_words(change.subject)) if change.subject else words


def told_words(change: Change) -> str:
    """`Added: Mia works at Orbit`, `Taken back: …`; empty for deeds that show by themselves."""
    if change.author.kind != "user" or change.played != "commit":
        return ""
    if change.label == "add_fact":
        return tr("Added: {what}", what=deed_words(change.subject))
    if change.label in ("retract_fact", "forget_lesson"):
        return tr("Taken back: {what}", what=deed_words(change.subject))
    return ""


class Deeds(QObject):
    """Tells the status line. Undo and redo are told where they are done."""

    def __init__(self, changes: Changes, status: StatusLine, undo: Callable[[], object]) -> None:
        super().__init__(status)
        self._status, self._undo = status, undo
        changes.changed.connect(self._on_change)

    def _on_change(self, change: Change, initiator: object) -> None:
        if words := told_words(change):
            self._status.say(words, tr("Undo"), self._undo)
