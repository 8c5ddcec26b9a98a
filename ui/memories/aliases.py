"""Other names of an entity as chips: each says on whose word it stands, each can be removed, one can be added."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.domain.entity import MAX_NAME, Alias, DeclaredBy
from app.domain.ids import AliasId
from ui.saying import on_whose_word
from ui.when import exact
from ui.widgets import icon_button, label, link_button, row
from ui.widgets.labels import Elided, as_tip
from ui.widgets.wrapping import Wrapping
from ui.words import tr

_LONG, _WIDEST = 32, 200
"""Characters from which on a name is cut, and the pixels that it then has."""


class AliasChip(QFrame):
    """One name and the button that removes it."""

    def __init__(self, alias: Alias, remove: Callable[[], object], agent: str = "") -> None:
        super().__init__()
        self.setProperty("tone", "alert")
        text = f"{alias.text} · {short_word(alias.declared_by, agent)}"
        words = Elided(text, "small") if len(text) > _LONG else label(text, "small")
        if len(text) > _LONG:
            words.setMinimumWidth(_WIDEST)
        said = f"{on_whose_word(alias.declared_by, agent)} · {exact(alias.created_at)}"
        self.setToolTip(as_tip(said))
        self.setAccessibleDescription(said)
        cross = self.cross = icon_button("close", tr("Remove the name {name}", name=alias.text), remove)
        cross.setIconSize(cross.iconSize() * 0.6)
        cross.setMaximumWidth(cross.iconSize().width() + 10)
        self.setLayout(row(words, cross, gap=2, margin=(8, 0, 0, 0)))


def short_word(declared_by: DeclaredBy, agent: str = "") -> str:
    """Who gave a name, in a word or two beside it; the tool tip says it in full."""
    if agent:
        return agent
    return {"user": tr("by you"), "extractor": tr("read"), "model": tr("model"), "agent": tr("an agent")}[declared_by]


class Aliases(QWidget):
    """`added(text)` and `removed(AliasId)`. The field for a new name is kept while the chips change around it."""

    added = Signal(str)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._chips = QWidget()
        self._flow = Wrapping(4, self._chips)
        self._add = link_button(tr("+ another name"), self._open)
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_NAME)
        self.field.setPlaceholderText(tr("another name"))
        self.field.setAccessibleName(tr("Another name"))
        self.field.returnPressed.connect(self._on_entered)
        self.field.hide()
        self._shown: Sequence[Alias] | None = None
        self._agents: Mapping[AliasId, str] = {}
        for kept in (self._add, self.field):
            self._flow.addWidget(kept)
        page = row(gap=0)
        page.addWidget(self._chips)
        self.setLayout(page)

    def show_aliases(self, aliases: Sequence[Alias], agents: Mapping[AliasId, str] | None = None) -> None:
        """The chips, and at their end the way to add one. `agents`: which agent declared a name."""
        known = agents or {}
        if aliases == self._shown and known == self._agents:
            return
        self._shown, self._agents = aliases, known
        while (item := self._flow.takeAt(0)) is not None:
            if isinstance(chip := item.widget(), AliasChip):
                chip.hide()
                chip.deleteLater()
        for alias in aliases:
            self._flow.addWidget(AliasChip(alias, partial(self.removed.emit, alias.id), known.get(alias.id, "")))
        for kept in (self._add, self.field):
            self._flow.addWidget(kept)
        self._add.setVisible(self.field.isHidden())

    def _open(self) -> None:
        self._add.hide()
        self.field.show()
        self.field.setFocus()

    def close_field(self) -> None:
        """After the name is kept, or Esc."""
        had_focus = self.field.hasFocus()
        self.field.clear()
        self.field.hide()
        self._add.show()
        if had_focus:
            self._add.setFocus()

    def draft(self) -> str | None:
        """The name that is being written."""
        return None if self.field.isHidden() else self.field.text() or None

    def take_draft(self, draft: str) -> None:
        self._open()
        self.field.setText(draft)

    def _on_entered(self) -> None:
        if text := self.field.text().strip():
            self.added.emit(text)
        else:
            self.close_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.isVisible():
            self.close_field()
        else:
            super().keyPressEvent(event)
