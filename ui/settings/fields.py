"""One control for each kind of setting: a choice, a switch, a number, a line of text."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from app.services.settings import Meta
from ui.words import tr


def control(meta: Meta, value: Any, changed: Callable[[Any], object]) -> QWidget:
    """The control for a setting of that description, showing `value`; `changed` takes each new one."""
    if meta.choices:
        made: QWidget = _choice(meta, value, changed)
    elif isinstance(value, bool):
        made = _switch(meta, value, changed)
    elif isinstance(value, int):
        made = _number(meta, value, changed)
    else:
        made = _text(value, changed)
    made.setMinimumWidth(made.fontMetrics().averageCharWidth() * 18)
    made.setAccessibleName(tr(meta.label))
    made.setToolTip(tr(meta.help) if meta.help else "")
    return made


def _choice(meta: Meta, value: Any, changed: Callable[[Any], object]) -> QComboBox:
    made = QComboBox()
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
    made = QSpinBox()
    low, high = meta.bounds or (0, 1_000_000)
    made.setRange(low, high)
    made.setSingleStep(max((high - low) // 12 // 10 * 10, 1))
    made.setValue(value)
    made.setSuffix(f" {meta.unit}" if meta.unit else "")
    made.setKeyboardTracking(False)
    made.valueChanged.connect(changed)
    return made


def _text(value: str, changed: Callable[[Any], object]) -> QLineEdit:
    made = QLineEdit(value)
    made.editingFinished.connect(lambda: changed(made.text().strip()))
    return made
