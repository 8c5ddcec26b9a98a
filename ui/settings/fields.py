"""One control for each kind of setting: a choice, a switch, a number, a line of text, a folder."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLineEdit, QSpinBox, QWidget

from app.services.settings import Meta
from ui.widgets import push_button, row
from ui.widgets.calm import calm
from ui.words import tr

_WIDTH = 18
"""Characters that a control is wide, so that they stand in one column."""


def control(meta: Meta, value: Any, changed: Callable[[Any], object]) -> QWidget:
    """The control for a setting of that description, showing `value`; `changed` takes each new one."""
    if meta.choices:
        made: QWidget = _choice(meta, value, changed)
    elif isinstance(value, bool):
        made = _switch(meta, value, changed)
    elif isinstance(value, int):
        made = _number(meta, value, changed)
    elif meta.folder:
        made = FolderField(value, tr(meta.label), changed)
    else:
        made = _text(value, changed)
    if not isinstance(made, FolderField):
        made.setMinimumWidth(made.fontMetrics().averageCharWidth() * _WIDTH)
    named = made.field if isinstance(made, FolderField) else made
    named.setAccessibleName(tr(meta.label))
    made.setToolTip(tr(meta.help) if meta.help else "")
    return made


def _choice(meta: Meta, value: Any, changed: Callable[[Any], object]) -> QComboBox:
    made = calm(QComboBox())
    for key, words in meta.choices:
        made.addItem(tr(words), key)
    made.setCurrentIndex(max(made.findData(value), 0))
    made.currentIndexChanged.connect(lambda _: changed(made.currentData()))
    return made


def _switch(meta: Meta, value: bool, changed: Callable[[Any], object]) -> QCheckBox:
    made = QCheckBox(tr(meta.label))
    made.setChecked(value)
    made.toggled.connect(changed)
    return made


def _number(meta: Meta, value: int, changed: Callable[[Any], object]) -> QSpinBox:
    made = calm(QSpinBox())
    low, high = meta.bounds or (0, 1_000_000)
    made.setRange(low, high)
    made.setSingleStep(max((high - low) // 12 // 10 * 10, 1))
    made.setValue(value)
    made.setSuffix(f" {meta.unit}" if meta.unit else "")
    made.setKeyboardTracking(False)
    made.lineEdit().setTextMargins(6, 0, 0, 0)
    made.valueChanged.connect(changed)
    return made


def _text(value: str, changed: Callable[[Any], object]) -> QLineEdit:
    made = QLineEdit(value)
    made.editingFinished.connect(lambda: changed(made.text().strip()))
    return made


class FolderField(QWidget):
    """A path that can be typed, or chosen from the disk."""

    def __init__(self, value: str, words: str, changed: Callable[[Any], object]) -> None:
        super().__init__()
        self._words, self._changed = words, changed
        self.field = _text(value, changed)
        self._choose = push_button(tr("Choose…"), self._ask)
        self._choose.setAccessibleName(tr("Choose: {what}", what=words))
        line = row(self.field, self._choose)
        line.setStretchFactor(self.field, 1)
        self.setLayout(line)
        self.setFocusProxy(self.field)

    def _ask(self) -> None:
        now = self.field.text()
        chosen = QFileDialog.getExistingDirectory(self, self._words, now)
        if chosen:
            self.field.setText(chosen)
            self._changed(chosen)
