"""One section of the settings as lines: a caption, its control and what it means; rare ones behind a fold."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.services.settings import Section, Settings, meta
from ui.settings.fields import control
from ui.widgets import label, row, wrapped
from ui.widgets.fold import Fold
from ui.words import tr

Set = Callable[[str, Any], object]
"""Takes a field's name and its new value."""
_CAPTION = 34
"""Characters that a caption has room for."""


def names_of(section: Section, advanced: bool) -> list[str]:
    """The fields of a section, in order; `advanced` ones or the others."""
    described = [(item.name, meta(item.name)) for item in fields(Settings)]
    return [name for name, one in described if one.section == section and one.advanced == advanced]


def section_lines(section: Section, settings: Settings, changed: Set) -> QWidget:
    """Everything of one section, the rare ones folded away below the others."""
    made = setting_lines(names_of(section, advanced=False), settings, changed)
    if rare := names_of(section, advanced=True):
        lines = made.layout()
        assert isinstance(lines, QVBoxLayout)
        lines.addWidget(Fold(tr("More"), setting_lines(rare, settings, changed)))
    return made


def setting_lines(names: Sequence[str], settings: Settings, changed: Set) -> QWidget:
    """These settings below each other."""
    holder = QWidget()
    lines = QVBoxLayout(holder)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(4)
    for name in names:
        described = meta(name)
        made = control(described, getattr(settings, name), partial(changed, name))
        lines.addWidget(made) if isinstance(made, QCheckBox) else lines.addLayout(captioned(described.label, made))
        if described.help:
            lines.addWidget(wrapped(tr(described.help), "small"))
        lines.addSpacing(8)
    return holder


def captioned(words: str, field: QWidget, characters: int = _CAPTION, wide: bool = False) -> Any:
    """A caption and its field on one line; a `wide` field takes what room there is."""
    caption = label(tr(words))
    caption.setBuddy(field)
    caption.setMinimumWidth(caption.fontMetrics().averageCharWidth() * characters)
    if wide:
        line = row(caption, field)
        line.setStretchFactor(field, 1)
        return line
    return row(caption, field, None)
