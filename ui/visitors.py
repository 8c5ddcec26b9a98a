"""When another program writes into memory, one quiet line says who and what, with the way to the history."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.change import Change
from ui.changes import Changes
from ui.statusline import StatusLine
from ui.words import tr


def visit_words(change: Change) -> str:
    """`Claude stored a record`."""
    who = change.author.name or tr("An agent")
    return {
        "store": tr("{who} stored a record", who=who),
        "declare": tr("{who} declared names and relations", who=who),
        "withdraw": tr("{who} took back what was declared", who=who),
    }.get(change.label, tr("{who} changed memory", who=who))


class Visitors(QObject):
    """Tells the status line. Undo and redo are the person's own doing and are told where they are done."""

    def __init__(self, changes: Changes, status: StatusLine, show_history: Callable[[], object]) -> None:
        super().__init__(status)
        self._status, self._show = status, show_history
        changes.changed.connect(self._on_change)

    def _on_change(self, change: Change, initiator: object) -> None:
        if change.author.kind == "agent" and change.played == "commit":
            self._status.say(visit_words(change), tr("Show"), self._show)
