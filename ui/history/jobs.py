"""What the history has done on the lanes, which import the services: the window does not wait for them."""

from typing import TYPE_CHECKING, Any

from ui.history.wording import EVERYDAY

if TYPE_CHECKING:
    from app.services.history import StepUndone
    from app.services.workspace import ReadDesk, WriteDesk


def read_entries(limit: int, desk: "ReadDesk") -> list[Any]:
    """What people and agents did lately, newest first, without what the chat and the notes show already."""
    from app.services import history

    return [entry for entry in history.entries(desk, limit) if entry.label not in EVERYDAY]


def undo_one(seq: int, desk: "WriteDesk") -> "StepUndone":
    """Take back one step and leave what came after it. Raises `BadInput` when it cannot be undone any more."""
    from app.services import history

    return history.undo_one(desk, seq)
