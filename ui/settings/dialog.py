"""Settings: what is changed holds at once; there is no OK to forget."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QScrollArea, QTabWidget, QWidget

from app.services.settings import Section, Settings
from ui.keeping.buttons import KeepingButtons
from ui.lanes import Lanes
from ui.settings.model import ModelSetup
from ui.settings.section import section_lines
from ui.widgets import column, push_button, row
from ui.words import tr

_TABS: tuple[Section, ...] = ("appearance", "memory", "keeping", "programs", "model")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a person is in the settings. `scrolled` in pixels, `field` counts along the fields of the section."""

    section: Section
    scrolled: int
    field: int | None
    box: QRect


class SettingsDialog(QDialog):
    """`changed(Settings)` with each change; `keeping_wanted(what)`: to export, import or forget everything."""

    changed = Signal(object)
    keeping_wanted = Signal(str)

    def __init__(self, lanes: Lanes, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = settings
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.keeping = KeepingButtons()
        self.keeping.wanted.connect(self.keeping_wanted)
        titles: tuple[tuple[Section, str], ...] = (
            ("appearance", tr("Appearance")),
            ("memory", tr("Memory")),
            ("keeping", tr("Keeping")),
            ("programs", tr("Programs")),
        )
        for section, title in titles:
            below = [self.keeping] if section == "keeping" else []
            self.tabs.addTab(_page(title, section_lines(section, settings, self._set), *below), title)
        self.model = ModelSetup(lanes, settings)
        self.model.changed.connect(self._set)
        self.tabs.addTab(_page(tr("Model"), self.model), tr("Model"))
        close = push_button(tr("Close"), self.accept)
        self.setLayout(column(self.tabs, row(None, close), gap=8, margin=16))
        unit = self.fontMetrics().averageCharWidth()
        wanted = QSize(unit * 78, self.fontMetrics().lineSpacing() * 30)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))

    def show_section(self, section: Section) -> None:
        """Open on one of the tabs."""
        self.tabs.setCurrentIndex(_TABS.index(section))

    def spot(self) -> Spot:
        """Where the person is, for the same dialog in another language."""
        now, fields = self.focusWidget(), self._fields()
        field = fields.index(now) if now in fields else None
        section = _TABS[self.tabs.currentIndex()]
        return Spot(section, self._area().verticalScrollBar().value(), field, self.geometry())

    def go_to(self, spot: Spot) -> None:
        """To where the person was before."""
        self.show_section(spot.section)
        self.setGeometry(spot.box.united(QRect(spot.box.topLeft(), self.minimumSizeHint())))
        fields = self._fields()
        if spot.field is not None and spot.field < len(fields):
            fields[spot.field].setFocus()
        if (layout := self.layout()) is not None:
            layout.activate()  # so that there is something to scroll
        self._area().verticalScrollBar().setValue(spot.scrolled)

    def _area(self) -> QScrollArea:
        area = self.tabs.currentWidget()
        assert isinstance(area, QScrollArea)
        return area

    def _fields(self) -> list[QWidget]:
        inner = self._area().findChildren(QWidget)
        return [one for one in inner if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None]

    def _set(self, name: str, value: Any) -> None:
        changed = self.settings.with_changes({name: value})
        if changed != self.settings:
            self.settings = changed
            self.changed.emit(changed)


def _page(title: str, *inner: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setAccessibleName(title)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    holder = QWidget()
    holder.setProperty("tone", "bare")
    holder.setLayout(column(*inner, None, margin=(4, 16, 12, 8)))
    area.setWidget(holder)
    return area
