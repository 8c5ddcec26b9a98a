"""Settings: what is changed holds at once; there is no OK to forget."""

from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from app.services.settings import Section, Settings, meta
from ui.lanes import Lanes
from ui.settings.fields import control
from ui.settings.model import ModelSetup
from ui.widgets import column, label, push_button, row, wrapped
from ui.words import tr


class SettingsDialog(QDialog):
    """`changed(Settings)` with each change."""

    changed = Signal(object)

    def __init__(self, lanes: Lanes, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = settings
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self._section("appearance"), tr("Appearance"))
        self.tabs.addTab(self._section("memory"), tr("Memory"))
        self.model = ModelSetup(lanes, settings)
        self.model.changed.connect(self._set)
        self.tabs.addTab(_page(self.model), tr("Model"))
        close = push_button(tr("Close"), self.accept)
        self.setLayout(column(self.tabs, row(None, close), gap=8, margin=16))
        unit = self.fontMetrics().averageCharWidth()
        wanted = QSize(unit * 78, self.fontMetrics().lineSpacing() * 26)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))

    def show_section(self, section: Section) -> None:
        """Open on one of the tabs."""
        self.tabs.setCurrentIndex(("appearance", "memory", "model").index(section))

    def _section(self, section: Section) -> QWidget:
        holder = QWidget()
        lines = QVBoxLayout(holder)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        for item in fields(Settings):
            if meta(item.name).section == section:
                self._add(lines, item.name)
        lines.addStretch(1)
        return _page(holder)

    def _add(self, lines: QVBoxLayout, name: str) -> None:
        described = meta(name)
        made = control(described, getattr(self.settings, name), partial(self._set, name))
        if isinstance(made, QCheckBox):
            lines.addWidget(made)
        else:
            caption = label(tr(described.label))
            caption.setBuddy(made)
            caption.setMinimumWidth(caption.fontMetrics().averageCharWidth() * 34)
            lines.addLayout(row(caption, made, None))
        if described.help:
            lines.addWidget(wrapped(tr(described.help), "small"))
        lines.addSpacing(8)

    def _set(self, name: str, value: Any) -> None:
        changed = self.settings.with_changes({name: value})
        if changed != self.settings:
            self.settings = changed
            self.changed.emit(changed)


def _page(inner: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    holder = QWidget()
    holder.setProperty("tone", "bare")
    holder.setLayout(column(inner, None, margin=(4, 16, 12, 8)))
    area.setWidget(holder)
    return area
