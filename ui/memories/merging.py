"""Two side by side before they are made one: what folds, what ends, and which name stays.

dialog = MergeDialog(lanes, kept, gone, window)
dialog.merged.connect(...)       # EntityId of the one that stays
dialog.kept_apart.connect(...)   # (EntityId, EntityId): they are not the same
dialog.show()
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.ids import EntityId
from ui.alerts import describe
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.sidelook import SideLook, fact_line
from ui.saying import entity_name
from ui.widgets import column, label, push_button, row, wrapped
from ui.widgets.lines import Line, LineView
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import FactView
    from app.services.sides import MergePreview


class MergeDialog(QDialog):
    """Reads both sides by itself. Merging can be undone, so nothing is asked twice."""

    merged = Signal(object)
    kept_apart = Signal(object, object)

    def __init__(self, lanes: Lanes, kept: EntityId, gone: EntityId, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Make two one"))
        self._lanes, self._kept, self._gone = lanes, kept, gone
        self._head = wrapped("", "title")
        self.left, self.right = SideLook(), SideLook()
        self.effects = LineView()
        self.effects.setAccessibleName(tr("What merging does"))
        self._warning, self._problem = wrapped("", "warn"), wrapped("", "bad")
        self.swap = push_button(tr("Keep the other name"), self._on_swap)
        self.apart = push_button(tr("They are not the same"), self._on_apart)
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.merge = push_button(tr("Make them one"), self._on_merge, "primary")
        self._lay_out()
        self._read()

    def _lay_out(self) -> None:
        both = row(
            column(label(tr("This one stays"), "section"), self.left, gap=4),
            column(label(tr("This one becomes a part of it"), "section"), self.right, gap=4),
            gap=16,
        )
        self._does = label(tr("What merging does"), "section")
        buttons = row(self.swap, self.apart, None, self.cancel, self.merge)
        page = column(self._head, self._warning, gap=8, margin=16)
        page.addLayout(both, 3)
        page.addWidget(self._does)
        page.addWidget(self.effects, 1)
        page.addWidget(self._problem)
        page.addLayout(buttons)
        self.setLayout(page)
        for part in (self._warning, self._problem):
            part.hide()
        self._ready(False)
        unit = self.fontMetrics()
        wanted = QSize(unit.averageCharWidth() * 96, unit.lineSpacing() * 34)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))

    def _ready(self, ready: bool) -> None:
        for button in (self.merge, self.apart, self.swap):
            button.setEnabled(ready)

    def _read(self) -> None:
        self._ready(False)
        self._lanes.read(partial(jobs.read_merge, self._kept, self._gone), self._show, self._refuse)

    def _show(self, found: "MergePreview") -> None:
        kept, gone = entity_name(found.kept.entity), entity_name(found.gone.entity)
        self._head.setText(tr("Are “{name}” and “{other}” one?", name=kept, other=gone))
        self.setAccessibleName(self._head.text())
        self.left.show_side(found.kept)
        self.right.show_side(found.gone)
        self._warning.setText(tr("You said once that these two are not the same."))
        self._warning.setVisible(found.apart)
        self.effects.show_lines(_effects(found, kept, gone))
        self._problem.hide()
        self._ready(True)
        self.apart.setEnabled(not found.apart)
        self.merge.setFocus()

    def _refuse(self, error: Exception) -> None:
        alert = describe(error)
        self._problem.setText(alert.sentence)
        self._problem.show()
        self.swap.setEnabled(True)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)

    def _on_swap(self) -> None:
        self._kept, self._gone = self._gone, self._kept
        self._read()

    def _on_merge(self) -> None:
        self._ready(False)
        self._lanes.write(partial(jobs.merge, self._kept, self._gone), self._on_merged, self._refuse)

    def _on_merged(self, change: object) -> None:
        self.merged.emit(self._kept)
        self.accept()

    def _on_apart(self) -> None:
        self._ready(False)
        self._lanes.write(partial(jobs.keep_apart, self._kept, self._gone), self._on_kept_apart, self._refuse)

    def _on_kept_apart(self, change: object) -> None:
        self.kept_apart.emit(self._kept, self._gone)
        self.accept()


def _effects(found: "MergePreview", kept: str, gone: str) -> list[Line]:
    lines = [Line(("name", 0), tr("“{name}” stays findable as another name of “{other}”.", name=gone, other=kept))]
    for words, views in (
        (tr("These end by it"), found.ended),
        (tr("Both know this: it is kept once"), found.doubled),
        (tr("This relates the two to each other: it goes"), found.between),
    ):
        lines += _group(words, views)
    return lines


def _group(words: str, views: "tuple[FactView, ...]") -> list[Line]:
    return [Line(None, words), *map(fact_line, views)] if views else []
