"""One question: what is asked, why, the words it came from, and a button for each answer."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.domain.entity import Entity
from app.domain.secret import mask
from ui.icons import kind_icon
from ui.saying import entity_name
from ui.widgets import link_button, push_button, wrapped
from ui.widgets.controls import icon_size
from ui.widgets.flow import row
from ui.words import tr

if TYPE_CHECKING:
    from app.services.suggestions import Asked

EXCERPT = 160


class Card(QFrame):
    """`answered(what, candidate id | None)`: `accept`, `dismiss` or `never`. `source_wanted` opens the words."""

    answered = Signal(str, object)
    source_wanted = Signal()

    def __init__(self, asked: "Asked", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tone", "card")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 12, 16, 12)
        lines.setSpacing(4)
        lines.addWidget(wrapped(question(asked), "strong"))
        if asked.suggestion.kind != "assistant_claim":
            lines.addWidget(wrapped(tr(asked.suggestion.reason), "small"))
        if asked.episode is not None:
            words = " ".join(mask(asked.episode.text[: EXCERPT * 2]).split())[:EXCERPT]
            lines.addWidget(wrapped(tr("“{words}”", words=words), "quiet"))
            lines.addLayout(row(link_button(tr("Open the words"), self.source_wanted.emit), None))
        lines.addSpacing(4)
        for button in self._answers(asked):
            lines.addLayout(row(button, None))
        self.setAccessibleName(question(asked))

    def _answers(self, asked: "Asked") -> list[QWidget]:
        kind = asked.suggestion.kind
        if kind == "assistant_claim":
            return [self._button(tr("Keep it"), "accept"), self._button(tr("No"), "dismiss")]
        if kind == "same_entity":
            chosen = [self._candidate(one, tr("The same as {name}", name=described(one))) for one in asked.candidates]
            return [*chosen, self._button(tr("No, they are different"), "never")]
        if kind == "which_entity":
            chosen = [self._candidate(one, described(one)) for one in asked.candidates]
            return [*chosen, self._button(tr("Somebody or something else"), "accept"), self._later()]
        return [self._button(tr("Yes"), "accept"), self._button(tr("No"), "dismiss")]

    def _candidate(self, entity: Entity, words: str) -> QWidget:
        made = push_button(words, lambda: self.answered.emit("accept", entity.id))
        made.setIcon(kind_icon(entity.kind))
        made.setIconSize(icon_size(0.8))
        return made

    def _button(self, words: str, what: str) -> QWidget:
        return push_button(words, lambda: self.answered.emit(what, None))

    def _later(self) -> QWidget:
        return link_button(tr("Leave it open"), lambda: self.answered.emit("dismiss", None))


def question(asked: "Asked") -> str:
    """What is asked, as a sentence."""
    kind = asked.suggestion.kind
    if kind == "same_entity" and len(asked.candidates) == 1:
        return tr("Is “{name}” the same as “{other}”?", name=asked.name, other=entity_name(asked.candidates[0]))
    if kind == "same_entity":
        return tr("Is “{name}” the same as one of these?", name=asked.name)
    if kind == "which_entity":
        return tr("Which “{name}” is meant?", name=asked.name)
    if kind == "assistant_claim":
        return tr("Only the assistant said this. Shall it be kept?")
    return asked.name


def described(entity: Entity) -> str:
    """A name with what tells it apart."""
    return f"{entity_name(entity)} · {entity.tag}" if entity.tag else entity_name(entity)
