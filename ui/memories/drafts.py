"""What is half written on the page of one while another is shown: it is there again when the first one is."""

from typing import Any, Protocol

from PySide6.QtWidgets import QApplication

from app.domain.change import Change
from app.domain.ids import EntityId

_MOST = 50
"""Pages of which something is kept."""


class Editor(Protocol):
    """What is written in, in its place."""

    def draft(self) -> Any:
        """What is written and not kept yet; None for nothing."""

    def take_draft(self, draft: Any) -> None:
        """Open again with that."""

    def close_field(self) -> None:
        """Leave it."""


class Drafts:
    """Of the editors of one view."""

    def __init__(self, *editors: Editor) -> None:
        self._editors = editors
        self._kept: dict[EntityId, list[Any]] = {}

    def put_away(self, entity: EntityId) -> None:
        """Close every editor; what was written in it waits."""
        found = [one.draft() for one in self._editors]
        for one in self._editors:
            one.close_field()
        if any(draft is not None for draft in found):
            self._kept = dict(list(self._kept.items())[1 - _MOST :]) | {entity: found}

    def bring_back(self, entity: EntityId) -> None:
        """Open again what was half written there; the keys stay where they are."""
        focused = QApplication.focusWidget()
        found = self._kept.pop(entity, [])
        for one, draft in zip(self._editors, found, strict=False):
            if draft is not None:
                one.take_draft(draft)
        if found and focused is not None and focused.isVisible():
            focused.setFocus()

    def follow(self, change: Change) -> None:
        """Where something was forgotten for good no words of it may wait anywhere."""
        if change.label.startswith("forget_") and change.label != "forget_lesson":
            self._kept.clear()
