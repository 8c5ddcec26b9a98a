"""The graph as a page: what it is centred on, how far it looks, a legend that filters, and the list twin."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QSplitter, QToolButton, QWidget

from app.domain.ids import EntityId
from app.services import explorer
from ui.changes import Changes
from ui.graph.legend import Legend
from ui.graph.picture import Picture
from ui.graph.twin import Twin
from ui.graph.view import GraphView
from ui.icons import icon
from ui.lanes import Lanes
from ui.saying import entity_name
from ui.widgets import Elided, column, icon_button, row
from ui.words import tr


class GraphPage(QWidget):
    """`entity_activated(id)`: a node was clicked, or opened by keyboard; the memory panel shows it."""

    entity_activated = Signal(object)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self.view, self.twin, self.legend = GraphView(lanes, changes), Twin(), Legend()
        self._trail: list[EntityId | None] = []
        self._begun = False
        self._title = Elided(tr("The whole graph"), "title")
        self._back = icon_button("chevron-left", tr("Back to where I was"), self.go_back)
        self._whole = icon_button("graph", tr("The whole graph"), self.open_overview)
        self._run = icon_button("stop", tr("Stop moving"), self._stop_or_settle)
        self._list = self._toggle("list", tr("Graph as a list"))
        self._depths = self._depth_switch()
        self._build()
        self._connect()

    def _build(self) -> None:
        fit = icon_button("center", tr("Show everything"), self.view.canvas.fit)
        tools = (*self._depths.buttons(), self._run, fit, self._whole, self._list)
        head = row(self._back, self._title, *tools, gap=4, margin=(16, 8, 8, 4))
        head.setStretchFactor(self._title, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.view)
        self.split.addWidget(self.twin)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        foot = column(self.legend, margin=(16, 4, 8, 8))
        body = column(head, gap=0)
        body.addWidget(self.split, 1)
        body.addLayout(foot)
        self.setLayout(body)
        self._list.setChecked(QAccessible.isActive())
        self.twin.setVisible(self._list.isChecked())
        self._back.setEnabled(False)
        self.setFocusProxy(self.view.canvas)
        self.setTabOrder(self.view.canvas, self.twin)
        self.setTabOrder(self.twin, self._back)

    def _toggle(self, name: str, words: str) -> QToolButton:
        button = icon_button(name, words)
        button.setIcon(icon(name))
        button.setCheckable(True)
        button.toggled.connect(self._show_list)
        return button

    def _show_list(self, on: bool) -> None:
        self.twin.setVisible(on)
        wide = max(self.split.width(), 2)
        self.split.setSizes([wide * 3 // 5, wide * 2 // 5] if on else [wide, 0])

    def _depth_switch(self) -> QButtonGroup:
        group = QButtonGroup(self)
        group.setExclusive(True)
        for depth in range(1, explorer.MAX_DEPTH + 1):
            button = QToolButton()
            button.setText(str(depth))
            button.setCheckable(True)
            button.setChecked(depth == 1)
            button.setToolTip(tr("How many relations away to look: {depth}", depth=depth))
            button.setAccessibleName(button.toolTip())
            button.setMinimumSize(QSize(28, 28))
            group.addButton(button, depth)
        group.idClicked.connect(self.view.set_depth)
        return group

    def _connect(self) -> None:
        view, twin = self.view, self.twin
        view.entity_activated.connect(self.entity_activated)
        view.entity_selected.connect(twin.choose)
        view.centred.connect(self._on_centred)
        view.pictured.connect(self._on_pictured)
        view.settling.connect(self._on_settling)
        twin.selected.connect(view.canvas.choose_entity)
        twin.activated_entity.connect(self.entity_activated)
        twin.centred.connect(self.open)
        self.legend.filtered.connect(view.filter)
        back = QShortcut(QKeySequence(QKeySequence.StandardKey.Back), self)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self.go_back)

    def open(self, entity: EntityId) -> None:
        """Look around an entity."""
        self.view.open(entity)

    def open_overview(self) -> None:
        """The entities named most in all of memory."""
        self.view.open(None)

    def go_back(self) -> None:
        """To the centre before this one."""
        if len(self._trail) > 1:
            self._trail.pop()
            self.view.open(self._trail.pop())

    def _on_centred(self, center: EntityId | None) -> None:
        self._begun = True
        if not self._trail or self._trail[-1] != center:
            self._trail.append(center)
        self._back.setEnabled(len(self._trail) > 1)
        for button in self._depths.buttons():
            button.setEnabled(center is not None)

    def _on_pictured(self, picture: Picture) -> None:
        number = picture.number(self.view.center) if self.view.center is not None else None
        self._title.setText(tr("The whole graph") if number is None else entity_name(picture.nodes[number].entity))
        self.legend.show_picture(picture)
        self.twin.show_picture(picture, self.view.canvas.choice_id())

    def _on_settling(self, moving: bool) -> None:
        name, words = ("stop", tr("Stop moving")) if moving else ("retry", tr("Arrange anew"))
        self._run.setIcon(icon(name))
        self._run.setToolTip(words)
        self._run.setAccessibleName(words)

    def _stop_or_settle(self) -> None:
        if self.view.feed.running:
            self.view.stop()
        else:
            self.view.settle()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._begun:
            self.view.canvas.setFocus()
            self.open_overview()
