"""One that is two: which mentions, names and relations go to a new one. Each is ticked with a click or with Space."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QWidget

from app.domain.entity import ENTITY_KINDS, MAX_NAME
from app.domain.ids import AliasId, EntityId, FactId, MentionId
from ui.alerts import describe
from ui.icons import kind_icon
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.sidelook import fact_line, mention_line
from ui.memories.ticking import Ticks
from ui.saying import entity_name, kind_word
from ui.widgets import column, label, push_button, row, text_field, wrapped
from ui.widgets.lines import Line
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.sides import Side


class SplitDialog(QDialog):
    """`parted(old, new)` once it is done; it can be undone in one step."""

    parted = Signal(object, object)

    def __init__(self, lanes: Lanes, entity: EntityId, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Make one two"))
        self._lanes, self._entity = lanes, entity
        self._side: Side | None = None
        self._head = wrapped("", "title")
        self.name, self.tag = text_field(tr("name of the new one"), MAX_NAME), text_field(tr("a few words"), 80)
        self.kind = QComboBox()
        self.kind.setAccessibleName(tr("What is it?"))
        for kind in ENTITY_KINDS:
            self.kind.addItem(kind_icon(kind), kind_word(kind), kind)
        self.mentions, self.names, self.facts = Ticks(tr("Mentions")), Ticks(tr("Names")), Ticks(tr("Relations"))
        self._stays, self._goes = wrapped("", "quiet"), wrapped("", "quiet")
        self._problem = wrapped("", "bad")
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.split = push_button(tr("Make them two"), self._on_split, "primary")
        self._lay_out()
        self._connect()
        lanes.read(partial(jobs.read_parts, entity), self._show, self._refuse)

    def _lay_out(self) -> None:
        told = wrapped(
            tr("Tick what belongs to the new one. A relation goes along with the words that tell it."), "quiet"
        )
        page = column(self._head, told, row(self.name, self.kind, self.tag), gap=8, margin=16)
        page.addLayout(row(*(column(label(one.words, "section"), one, gap=4) for one in self._lists()), gap=16), 1)
        page.addLayout(row(self._stays, self._goes, gap=16))
        page.addWidget(self._problem)
        page.addLayout(row(None, self.cancel, self.split))
        self.setLayout(page)
        self._problem.hide()
        self.split.setEnabled(False)
        unit = self.fontMetrics()
        wanted = QSize(unit.averageCharWidth() * 110, unit.lineSpacing() * 32)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))

    def _lists(self) -> tuple[Ticks, Ticks, Ticks]:
        return self.mentions, self.names, self.facts

    def _connect(self) -> None:
        self.mentions.toggled.connect(self._take_along)
        for one in self._lists():
            one.toggled.connect(self._preview)
        self.name.textChanged.connect(self._preview)

    def _show(self, side: "Side") -> None:
        self._side = side
        self._head.setText(tr("Which parts of “{name}” are somebody or something else?", name=entity_name(side.entity)))
        self.setAccessibleName(self._head.text())
        self.kind.setCurrentIndex(ENTITY_KINDS.index(side.entity.kind))
        self.mentions.show_lines([mention_line(view) for view in side.mentions])
        self.names.show_lines([Line(("alias", one.id), one.text) for one in side.aliases])
        self.facts.show_lines([fact_line(view) for view in side.facts])
        self._preview()
        self.name.setFocus()

    def _take_along(self) -> None:
        """Relations that are told in ticked mentions' words and nowhere else go with them."""
        if self._side is None:
            return
        ticked = self.mentions.ticked()
        there = {view.episode.id for view in self._side.mentions if view.mention.id in ticked}
        told = {view.fact.id: {source.episode.id for source in view.sources} for view in self._side.facts}
        self.facts.tick({number for number, episodes in told.items() if episodes and episodes <= there})

    def _preview(self) -> None:
        if self._side is None:
            return
        new = self.name.text().strip() or tr("the new one")
        gone = [len(one.ticked()) for one in self._lists()]
        left = [one.count() - count for one, count in zip(self._lists(), gone, strict=True)]
        self._stays.setText(tr("{name} keeps: {parts}", name=entity_name(self._side.entity), parts=_parts(left)))
        self._goes.setText(tr("{name} gets: {parts}", name=new, parts=_parts(gone)))
        self.split.setEnabled(bool(self.name.text().strip()) and any(gone))

    def _on_split(self) -> None:
        from app.services.edits import Split

        chosen = Split(
            self.name.text().strip(),
            self.kind.currentData(),
            frozenset(map(MentionId, self.mentions.ticked())),
            frozenset(map(AliasId, self.names.ticked())),
            frozenset(map(FactId, self.facts.ticked())),
            self.tag.text().strip(),
        )
        self.split.setEnabled(False)
        self._lanes.write(partial(jobs.split, self._entity, chosen), self._on_parted, self._refuse)

    def _on_parted(self, new: EntityId) -> None:
        self.parted.emit(self._entity, new)
        self.accept()

    def _refuse(self, error: Exception) -> None:
        alert = describe(error)
        self._problem.setText(alert.sentence)
        self._problem.show()
        self._preview()
        if alert.kind == "bug":
            self._lanes.failed.emit(error)


def _parts(counts: Sequence[int]) -> str:
    mentions, names, facts = counts
    return " · ".join(
        (
            trn("{count} mention", "{count} mentions", mentions),
            trn("{count} name", "{count} names", names),
            trn("{count} relation", "{count} relations", facts),
        )
    )
