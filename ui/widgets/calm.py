"""Fields that the wheel passes over: whoever scrolls a page past them means the page, not their value."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

Field = TypeVar("Field", bound=QWidget)


class _Calm(QObject):
    """One for all fields. What is refused here goes on to the page that scrolls."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def calm(field: Field) -> Field:
    """The field, which now takes the wheel only while it has the focus, and never the focus by the wheel."""
    application = QApplication.instance()
    filters = application.findChildren(_Calm) if application else []
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(filters[0] if filters else _Calm(application))
    return field
