"""One section of the settings as lines: a caption, its control and what it means; rare ones behind a fold."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from app.services.settings import Section, Settings, meta
from ui.settings.fields import control
from ui.widgets import column, label, row, wrapped
from ui.widgets.fold import Fold
from ui.words import tr

Set = Callable[[str, Any], object]
"""Takes a field's name and its new value."""
_CAPTION = 23
"""Characters that a caption has room for."""


def names_of(section: Section, advanced: bool) -> list[str]:
    """The fields of a section, in order; `advanced` ones or the others."""
    described = [(item.name, meta(item.name)) for item in fields(Settings)]
    return [name for name, one in described if one.section == section and one.advanced == advanced]


def section_lines(section: Section, settings: Settings, changed: Set) -> QWidget:
    """Everything of one section, the rare ones folded away below the others."""
    parts: list[QWidget] = [setting_lines(names_of(section, advanced=False), settings, changed)]
    if section == "keeping":
        words = tr("What matters or is used often moves to long-term memory. The rest goes to the archive, never away.")
        parts.insert(0, wrapped(words, "small"))
    if rare := names_of(section, advanced=True):
        parts.append(Fold(tr("More"), setting_lines(rare, settings, changed)))
    holder = QWidget()
    holder.setLayout(column(*parts, gap=8))
    return holder


def setting_lines(names: Sequence[str], settings: Settings, changed: Set) -> QWidget:
    """These settings below each other."""
    holder = QWidget()
    lines = QVBoxLayout(holder)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(4)
    for name in names:
        described = meta(name)
        made = control(described, getattr(settings, name), partial(changed, name))
        if isinstance(made, QCheckBox):
            lines.addWidget(made)
        else:
            lines.addLayout(captioned(tr(described.label), made, wide=described.folder))
        if described.help:
            lines.addWidget(wrapped(tr(described.help), "small"))
        lines.addSpacing(8)
    return holder


def captioned(words: str, field: QWidget, wide: bool = False) -> QHBoxLayout:
    """A caption and its field on one line; a `wide` field takes what room there is."""
    caption = label(words)
    caption.setBuddy(field)
    caption.setMinimumWidth(caption.fontMetrics().averageCharWidth() * _CAPTION)
    if wide:
        line = row(caption, field)
        line.setStretchFactor(field, 1)
        return line
    return row(caption, field, None)
