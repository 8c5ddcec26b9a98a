"""The list of what a rebuild would change, grouped by where things come; each line and each group is ticked or not.

What goes away follows from what moves: a category goes when all that is in it does, and to keep it is to keep that.
"""

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from app.domain.entity import ME
from app.domain.rebuild import Move, Rebuild, Shift, Taken
from ui.categories.wording import category_words
from ui.widgets.labels import as_tip
from ui.words import tr, trn

_SLICE = 120
"""Lines made at once: making thousands would hold the window up."""
_NAMED = 3
_ON, _OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked
Line = tuple[str, str, object]
"""The group that it stands in, its words, and what it is."""


class Diff(QTreeWidget):
    """`changed`: something else is ticked now."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setAccessibleName(tr("What would change"))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._shown = Rebuild(None)
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._lines: list[tuple[QTreeWidgetItem, Move | Shift]] = []
        self._gone: list[tuple[QTreeWidgetItem, str]] = []
        self._to_come: Iterator[Line] = iter(())
        self._filling = QTimer(self, interval=0)
        self._filling.timeout.connect(self._fill)
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self._tell)
        self.itemChanged.connect(self._on_changed)

    def show_rebuild(self, shown: Rebuild) -> None:
        """All of it, everything ticked."""
        self.clear()
        self._shown = shown
        self._groups, self._lines, self._gone = {}, [], []
        self._to_come = _lines(shown)
        self._fill()
        self._filling.start()

    @property
    def complete(self) -> bool:
        """Whether all lines are there."""
        return not self._filling.isActive()

    def taken(self) -> Taken:
        """What is ticked; what is not in the list yet counts as ticked."""
        left = [one for item, one in self._lines if item.checkState(0) != _ON]
        moves = {one.entity for one in left if isinstance(one, Move)}
        shifts = {one.category for one in left if isinstance(one, Shift)}
        return Taken(
            frozenset(one.entity for one in self._shown.moved if one.entity not in moves),
            frozenset(one.category for one in self._shown.shifted if one.category not in shifts),
        )

    def tick_all(self, ticked: bool) -> None:
        """Take everything, or nothing."""
        self._tick([item for item, _ in self._lines], ticked)

    def _tick(self, items: list[QTreeWidgetItem], ticked: bool) -> None:
        self.blockSignals(True)
        for item in items:
            item.setCheckState(0, _ON if ticked else _OFF)
        self.blockSignals(False)
        self.viewport().update()
        self._tell()

    # ── filling ───────────────────────────────────────────────────────────────────────────────────────────────
    def _fill(self) -> None:
        self.blockSignals(True)
        slice_ = list(islice(self._to_come, _SLICE))
        for group, words, what in slice_:
            item = QTreeWidgetItem([words])
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setToolTip(0, as_tip(words))
            self._group(group).addChild(item)
            item.setCheckState(0, _ON)
            if isinstance(what, Move | Shift):
                self._lines.append((item, what))
            else:
                self._gone.append((item, str(what)))
        self.blockSignals(False)
        if len(slice_) < _SLICE:
            self._filling.stop()
            for words, group_item in self._groups.items():
                group_item.setText(0, f"{words} · {group_item.childCount():,}")
            self.changed.emit()

    def _group(self, words: str) -> QTreeWidgetItem:
        if words not in self._groups:
            made = self._groups[words] = QTreeWidgetItem([words])
            made.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
                | Qt.ItemFlag.ItemIsAutoTristate
            )
            self.addTopLevelItem(made)
            made.setExpanded(True)
            if len(self._groups) == 1:
                self.setCurrentItem(made)
        return self._groups[words]

    # ── ticking ───────────────────────────────────────────────────────────────────────────────────────────────
    def _on_changed(self, item: QTreeWidgetItem, column: int) -> None:
        for gone, name in self._gone:
            if gone is item:
                ticked = item.checkState(0) == _ON
                self._tick([line for line, one in self._lines if name in _left_by(one)], ticked)
                return
        self._telling.start()

    def _tell(self) -> None:
        """A category goes when everything that leaves it is ticked."""
        stays = {name for item, one in self._lines if item.checkState(0) != _ON for name in _left_by(one)}
        self.blockSignals(True)
        for item, name in self._gone:
            item.setCheckState(0, _OFF if name in stays else _ON)
        self.blockSignals(False)
        self.viewport().update()
        self.changed.emit()


def _left_by(one: Move | Shift) -> set[str]:
    return set(one.before) - set(one.after)


def _lines(shown: Rebuild) -> Iterator[Line]:
    """Group by group: new categories first, then those that grow, then what stands elsewhere, then what goes."""
    new = set(shown.added)
    placed = sorted(((_group_of(one, new), one) for one in shown.moved), key=lambda pair: (pair[0][0], pair[0][1]))
    for (_, words), move in placed:
        yield words, _told(move), move
    for shift in shown.shifted:
        yield tr("Under another category"), _shifted(shift), shift
    every: list[Move | Shift] = [*shown.moved, *shown.shifted]
    left = {name for one in every for name in _left_by(one)}
    for name in shown.removed:
        if name in left:
            yield tr("Go away"), category_words(name), name


def _group_of(move: Move, new: set[str]) -> tuple[int, str]:
    """Where it comes to, and how early that group stands."""
    comes = [name for name in move.after if name not in move.before]
    fresh = next((name for name in comes if name in new), None)
    if fresh is not None:
        return 0, tr("New: {name}", name=category_words(fresh))
    if comes:
        return 1, tr("Into {name}", name=category_words(comes[0]))
    return (2, tr("Out of a category")) if move.after else (3, tr("On their own"))


def _told(move: Move) -> str:
    name, before = tr("You") if move.name == ME else move.name, move.before
    if not before:
        return tr("{name} (on its own until now)", name=name)
    return tr("{name} (until now in {homes})", name=name, homes=_listed(before))


def _shifted(shift: Shift) -> str:
    name, after, before = category_words(shift.name), _listed(shift.after), _listed(shift.before)
    return tr("{name}: under {after} instead of {before}", name=name, after=after, before=before)


def _listed(names: tuple[str, ...]) -> str:
    if len(names) > _NAMED:
        return trn("{count} category", "{count} categories", len(names))
    return ", ".join(map(category_words, names)) or tr("none")
