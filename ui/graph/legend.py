"""What the shapes mean; each is a switch as well. One more switch shows or hides what has ended."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from app.domain.entity import ENTITY_KINDS, EntityKind
from ui.graph.picture import Filters, Picture
from ui.graph.telling import kind_word
from ui.icons import icon, kind_icon
from ui.widgets.wrapping import Wrapping
from ui.words import tr


class Legend(QWidget):
    """Signal `filtered(Filters)` when the user switches something."""

    filtered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[EntityKind, QToolButton] = {kind: self._switch(kind_word(kind)) for kind in ENTITY_KINDS}
        for kind, button in self._kinds.items():
            button.setIcon(kind_icon(kind))
            button.setToolTip(tr("Show or hide: {type}", type=kind_word(kind)))
        self._ended = self._switch(tr("ended"))
        self._ended.setIcon(icon("ended"))
        self._ended.setToolTip(tr("Show or hide facts that have ended (dashed lines)"))
        self.setStyleSheet("QToolButton:checked { background: transparent; }")  # on is the rule, off is marked
        flow = Wrapping(2, self)
        for button in (*self._kinds.values(), self._ended):
            flow.addWidget(button)

    def _switch(self, words: str) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setAccessibleName(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setProperty("tone", "chip")
        button.setCheckable(True)
        button.setChecked(True)
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._on_switched)
        button.toggled.connect(lambda on: _strike(button, not on))
        return button

    def _on_switched(self) -> None:
        off = frozenset(kind for kind, button in self._kinds.items() if not button.isChecked())
        self.filtered.emit(Filters(off, not self._ended.isChecked()))

    def show_picture(self, picture: Picture) -> None:
        """Offer the types that are in the picture, switched as its filters are."""
        present = set(picture.kinds()) | picture.filters.kinds
        for kind, button in self._kinds.items():
            button.setVisible(kind in present)
            button.setChecked(kind not in picture.filters.kinds)
        ended = any(edge.state == "ended" for edge in picture.graph.edges)
        self._ended.setVisible(ended or picture.filters.ended)
        self._ended.setChecked(not picture.filters.ended)


def _strike(button: QToolButton, off: bool) -> None:
    font = button.font()
    font.setStrikeOut(off)
    button.setFont(font)
