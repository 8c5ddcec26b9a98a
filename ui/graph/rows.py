"""The graph as a table, in step with the selection: for the keyboard, the screen reader, and whoever likes lists."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from app.domain.entity import ENTITY_KINDS
from app.domain.ids import EntityId
from app.services import explorer
from ui.graph.picture import Link, Picture
from ui.graph.telling import kind_word, node_tip, stated
from ui.icons import kind_icon
from ui.saying import entity_name
from ui.words import spoken, tr

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WORDS = 6
"""Relations said in one row; the entity's page has them all."""
NAME, WORDS, KIND, NAMED, NEAR = range(5)
COLUMNS = 5


class TwinModel(QAbstractTableModel):
    """One row a shown node. Unsorted: the centre, then nearer before farther, then the busiest first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture = Picture()
        self._rows: list[int] = []
        self._row_of: dict[int, int] = {}
        self._links: list[list[int]] = []
        self._said: dict[tuple[str, bool], str] = {}
        """Relations in words: there are few, and thousands of rows say them."""
        self._order: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show_picture(self, picture: Picture) -> None:
        """The nodes that its filters leave, sorted as before."""
        self.beginResetModel()
        self._picture, self._links = picture, []
        self._arrange()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a column; −1 is the order of nearness. Whoever shows it marks the selection again."""
        self.beginResetModel()
        self._order = column, order
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        nodes, (column, order) = self._picture.nodes, self._order
        shown: list[int] = np.flatnonzero(self._picture.shown).tolist()
        rows = sorted(shown, key=lambda n: (nodes[n].depth, -nodes[n].degree, n))
        if column >= 0:
            rows.sort(key=self._key(column), reverse=order == Qt.SortOrder.DescendingOrder)
        self._rows = rows
        self._row_of = {number: row for row, number in enumerate(rows)}

    def _key(self, column: int) -> Callable[[int], Any]:
        """What a column is sorted by; numbers begin with the largest, as one looks for the busiest."""
        nodes, kinds = self._picture.nodes, {kind: kind_word(kind) for kind in ENTITY_KINDS}
        keys: dict[int, Callable[[int], Any]] = {
            NAME: lambda n: entity_name(nodes[n].entity).casefold(),
            KIND: lambda n: kinds[nodes[n].entity.kind],
            NAMED: lambda n: -nodes[n].entity.mention_count,
            NEAR: lambda n: -nodes[n].degree,
            WORDS: self._first_words,
        }
        return keys[column]

    def _first_words(self, number: int) -> tuple[bool, str]:
        """Rows without relations last. One relation a row is enough: to say them all for thousands takes too long."""
        links = self._links_of(number)
        return not links, self._link(self._picture.links[links[0]], number).casefold() if links else ""

    def _links_of(self, number: int) -> list[int]:
        """Links of a node, read off all at once: one by one it would take seconds for thousands of rows."""
        if not self._links:
            self._links = [[] for _ in self._picture.nodes]
            for index, (a, b) in enumerate(self._picture.ends.tolist()):
                self._links[a].append(index)
                self._links[b].append(index)
        return self._links[number]

    # ── what Qt asks ──────────────────────────────────────────────────────────────────────────────────────────
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("Name"), tr("Relations"), tr("Type"), tr("Named"), tr("Neighbours"))[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("Sort by this; a third click takes the order of nearness again")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            spoken_name = role == Qt.ItemDataRole.AccessibleTextRole and column == NAME
            return self._spoken(number) if spoken_name else self._text(number, column)
        node = self._picture.nodes[number]
        if role == Qt.ItemDataRole.DecorationRole and column == NAME:
            return kind_icon(node.entity.kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return node_tip(node)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (NAMED, NEAR):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _spoken(self, number: int) -> str:
        node = self._picture.nodes[number]
        return f"{entity_name(node.entity)}, {kind_word(node.entity.kind)}"

    def _text(self, number: int, column: int) -> str:
        node = self._picture.nodes[number]
        if column == WORDS:
            return self._relations(number)
        if column == NAME:
            return entity_name(node.entity)
        if column == KIND:
            return kind_word(node.entity.kind)
        return f"{node.entity.mention_count if column == NAMED else node.degree:,}"

    def _relations(self, number: int) -> str:
        """`works at Acme; friend Bob`: what the node's links say, read from the node."""
        links = self._links_of(number)
        said = [self._link(self._picture.links[index], number) for index in links[:_WORDS]]
        return "; ".join(said) + (" …" if len(links) > _WORDS else "")

    def _link(self, link: Link, number: int) -> str:
        """`works at Acme (ended)`; where not all of them hold, each says so of itself."""
        other, words = entity_name(self._picture.nodes[link.other(number)].entity), []
        states = {edge.state for edge in link.edges[:3]}
        for edge, forward in zip(link.edges[:3], link.forward, strict=False):
            back = forward != (number == link.a)
            if (key := (edge.predicate, back)) not in self._said:
                self._said[key] = explorer.edge_label(edge, spoken(), back)
            words.append(stated(self._said[key], edge.state) if len(states) > 1 else self._said[key])
        said = f"{', '.join(words)} {other}"
        return stated(said, link.edges[0].state) if len(states) == 1 else said

    # ── whom a row is about ───────────────────────────────────────────────────────────────────────────────────
    def entity(self, row: int) -> EntityId:
        return self._picture.entity(self._rows[row])

    def row_of(self, entity: EntityId) -> int | None:
        number = self._picture.number(entity)
        return None if number is None else self._row_of.get(number)

    def rows_of(self, entities: Iterable[EntityId]) -> list[int]:
        """The rows of these, from the top."""
        return sorted(row for entity in entities if (row := self.row_of(entity)) is not None)
