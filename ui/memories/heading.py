"""The head of an entity's page: its shape, its name (changed in place), its type, and the menu to correct them."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QWidget

from app.domain.entity import ENTITY_KINDS, MAX_NAME, ME, Entity
from ui.graph.telling import kind_word
from ui.icons import kind_icon
from ui.saying import entity_name, on_whose_word
from ui.widgets import column, icon_button, label, row, wrapped
from ui.widgets.controls import icon_size
from ui.widgets.labels import as_tip
from ui.words import tr, trn


class Heading(QWidget):
    """Signals: `renamed(str)`, `detailed(str)`, `summary_wanted`, `retyped(kind)`, `merge_wanted`, `apart_wanted`,
    `split_wanted`, `deleted`, `forget_wanted(EntityId)`, `graph_wanted`, `page_wanted`. F2 and a double click change
    the name."""

    renamed = Signal(str)
    detailed = Signal(str)
    summary_wanted = Signal()
    retyped = Signal(str)
    merge_wanted = Signal()
    apart_wanted = Signal()
    split_wanted = Signal()
    deleted = Signal()
    forget_wanted = Signal(object)
    graph_wanted = Signal()
    page_wanted = Signal()

    def __init__(self, wide: bool = False) -> None:
        """`wide`: on a page of its own, which need not be opened."""
        super().__init__()
        self._entity: Entity | None = None
        self._shape = QLabel()
        self._shape.setContentsMargins(0, 5, 0, 0)
        self._name = wrapped("", "title")
        self._name.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)  # a double click renames
        self._about = label("", "small")
        self._about.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_NAME)
        self.field.setAccessibleName(tr("Name"))
        self.field.returnPressed.connect(self._on_entered)
        self.field.hide()
        self._detailing = False
        self._page = icon_button("panel", tr("Open as a page"), self.page_wanted.emit)
        if wide:
            self._page.hide()
        self._graph = icon_button("graph", tr("Open in the graph"), self.graph_wanted.emit)
        self.more = icon_button("more", tr("Correct this entity"), self._show_menu)
        top = row(self._shape, self._name, self.field, self._page, self._graph, self.more, gap=6)
        for part in (self._shape, self._page, self._graph, self.more):
            top.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        top.setStretchFactor(self._name, 1)
        self.setLayout(column(top, self._about, gap=2))

    def show_entity(self, entity: Entity, agent: str = "") -> None:
        """Another entity, or the same one after an edit. `agent`: who declared it, if an agent did."""
        if self._entity is not None and self._entity.id != entity.id:
            self.close_field()
        self._entity = entity
        self._shape.setPixmap(kind_icon(entity.kind).pixmap(icon_size(1.1)))
        self._name.setText(entity_name(entity))
        words = [kind_word(entity.kind), entity.tag]
        if entity.mention_count and entity.name != ME:
            words.append(trn("named {count} time", "named {count} times", entity.mention_count))
        words.append(agent)
        self._about.setText(" · ".join(word for word in words if word))
        self._about.setToolTip(as_tip(on_whose_word(entity.declared_by, agent)))
        self.setAccessibleName(f"{entity_name(entity)}, {self._about.text()}")

    def blank(self) -> None:
        """Nobody: the one that was shown is gone."""
        self.close_field()
        self._entity = None
        self.field.clear()
        for part in (self._name, self._about):
            part.setText("")
        self.setAccessibleName("")

    def changeEvent(self, event: QEvent) -> None:
        """Another theme: the shape takes its colour."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._entity is not None:
            self._shape.setPixmap(kind_icon(self._entity.kind).pixmap(icon_size(1.1)))

    def _show_menu(self) -> None:
        self.menu().popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def menu(self) -> QMenu:
        """What can be corrected. The user's own entity keeps its name and type."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if self._entity is None or self._entity.name == ME:
            menu.addAction(tr("This is you")).setEnabled(False)
            menu.addAction(tr("Write a summary…")).triggered.connect(self.summary_wanted.emit)
            menu.addAction(tr("A part of this is another…")).triggered.connect(self.split_wanted.emit)
            return menu
        menu.addAction(tr("Rename")).triggered.connect(lambda: self.open_field())
        menu.addAction(tr("Change the few words beside the name…")).triggered.connect(lambda: self.open_field(True))
        menu.addAction(tr("Write a summary…")).triggered.connect(self.summary_wanted.emit)
        types = menu.addMenu(tr("It is a…"))
        for kind in ENTITY_KINDS:
            action = types.addAction(kind_icon(kind), kind_word(kind))
            action.setCheckable(True)
            action.setChecked(kind == self._entity.kind)
            action.triggered.connect(partial(self.retyped.emit, kind))
        menu.addAction(tr("It is the same as…")).triggered.connect(self.merge_wanted.emit)
        menu.addAction(tr("It is not the same as…")).triggered.connect(self.apart_wanted.emit)
        menu.addAction(tr("A part of this is another…")).triggered.connect(self.split_wanted.emit)
        menu.addSeparator()
        menu.addAction(tr("Delete from memory")).triggered.connect(self.deleted.emit)
        menu.addAction(tr("Forget for good…")).triggered.connect(partial(self.forget_wanted.emit, self._entity.id))
        return menu

    def open_field(self, detail: bool = False) -> None:
        """Change the name in place, or (`detail`) the few words beside it. The user's own stay as they are."""
        if self._entity is None or self._entity.name == ME:
            return
        self._detailing = detail
        words = tr("A few words that tell it from others") if detail else tr("Name")
        self.field.setAccessibleName(words)
        self.field.setPlaceholderText(words)
        self.field.setText(self._entity.tag if detail else self._entity.name)
        self.field.selectAll()
        self._name.setVisible(detail)
        self._about.setVisible(not detail)
        self.field.show()
        self.field.setFocus()

    def close_field(self) -> None:
        """After it is kept, or Esc."""
        had_focus = self.field.hasFocus()
        self.field.clear()
        self.field.hide()
        self._name.show()
        self._about.show()
        if had_focus:
            self.more.setFocus()

    def draft(self) -> tuple[bool, str] | None:
        """Which of the two is being written, and what."""
        return None if self.field.isHidden() or not self._new_words() else (self._detailing, self.field.text())

    def take_draft(self, draft: tuple[bool, str]) -> None:
        self.open_field(draft[0])
        self.field.setText(draft[1])

    def _new_words(self) -> bool:
        """Whether something else stands in the field than what is kept. A name cannot be taken away."""
        words = self.field.text().strip()
        if self._entity is None:
            return False
        return words != self._entity.tag if self._detailing else words not in ("", self._entity.name)

    def _on_entered(self) -> None:
        if self._new_words():
            (self.detailed if self._detailing else self.renamed).emit(self.field.text().strip())
        else:
            self.close_field()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.open_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.isVisible():
            self.close_field()
        elif event.key() == Qt.Key.Key_F2:
            self.open_field()
        else:
            super().keyPressEvent(event)
