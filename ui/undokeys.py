"""Ctrl+Z in a field that has nothing to undo is for memory: after a restart the cursor stands in an empty one.

Qt gives the keys for undo and redo to whatever is written in, even where it can do nothing with them.
"""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QTextEdit, QWidget

_UNDO, _REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class UndoKeys(QObject):
    """Listens to the field that has the focus, and to no other: a filter on all events would slow each of them."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and now.window() is self._window and _written_in(now) is not None:
            now.removeEventFilter(self)
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that the field has no use for goes to the window. One that is held down stays where it began."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        useless = isinstance(watched, QWidget) and not event.isAutoRepeat() and _is_spare(watched, event)
        if useless:
            event.ignore()
        return useless


def _written_in(widget: QWidget) -> QLineEdit | QPlainTextEdit | QTextEdit | None:
    """What takes the letters when that widget has the focus."""
    if isinstance(widget, QComboBox | QSpinBox):
        return widget.lineEdit()
    return widget if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit) else None


def _is_spare(widget: QWidget, event: QKeyEvent) -> bool:
    field = _written_in(widget)
    if field is None:
        return False
    held = field if isinstance(field, QLineEdit) else field.document()
    if event.matches(_UNDO):
        return not held.isUndoAvailable()
    return event.matches(_REDO) and not held.isRedoAvailable()
