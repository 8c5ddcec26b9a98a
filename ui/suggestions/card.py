"""One question: what is asked, why, the words it came from, both sides in context, and a button for each answer."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.domain.entity import Entity
from app.domain.ids import EntityId
from app.domain.secret import mask
from ui.icons import kind_icon
from ui.memories import wording as memories
from ui.saying import entity_name
from ui.suggestions.wording import claim_words, described, excerpt, question, short_words, sort_of
from ui.widgets import column, label, link_button, push_button, wrapped
from ui.widgets.controls import icon_size
from ui.widgets.flow import clear, row
from ui.words import tr

if TYPE_CHECKING:
    from app.services.sides import Side
    from app.services.suggestions import Asked

_FACTS = 3
"""Facts that are told of each side."""


class Card(QFrame):
    """`answered(what, choice | None)`: `accept`, `dismiss`, `never` or `change`. `source_wanted` opens the words."""

    answered = Signal(str, object)
    source_wanted = Signal()

    def __init__(self, asked: "Asked", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        self.setProperty("tone", "card")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 12, 16, 12)
        lines.setSpacing(4)
        lines.addWidget(wrapped(question(asked), "strong"))
        if claim := claim_words(asked):
            lines.addWidget(wrapped(claim))
        if sort_of(asked) != "assistant_claim":
            lines.addWidget(wrapped(tr(asked.suggestion.reason), "small"))
        for view in asked.facts if sort_of(asked) == "follows" else ():
            lines.addWidget(wrapped("· " + memories.sentence(view), "quiet"))
        if asked.episode is not None:
            lines.addWidget(wrapped(tr("“{words}”", words=excerpt(asked)), "quiet"))
            lines.addLayout(row(link_button(tr("Open the words"), self.source_wanted.emit), None))
        self._sides = column(gap=2)
        self._choices: dict[EntityId, QPushButton] = {}
        lines.addLayout(self._sides)
        lines.addSpacing(4)
        for buttons in self._answers(asked):
            lines.addLayout(row(*buttons, None))
        lines.addStretch(1)
        self.setAccessibleName(question(asked))

    def show_contexts(self, contexts: "dict[EntityId, Side]") -> None:
        """What is known of each side and where it is named: what tells them apart."""
        clear(self._sides)
        both = [*([self.asked.about] if self.asked.about else []), *self.asked.candidates]
        for entity in both:
            self._sides.addWidget(label(described(entity), "section"))
            if (side := contexts.get(entity.id)) is not None:
                self._tell(side)

    def _tell(self, side: "Side") -> None:
        facts = [memories.sentence(view) for view in side.facts if view.current][:_FACTS]
        if facts:
            self._sides.addWidget(wrapped(" · ".join(facts)))
        for view in side.mentions:
            words = memories.around(view.episode, view.mention.span.start, view.mention.span.end, 60)
            self._sides.addWidget(wrapped(tr("“{words}”", words=mask(words)), "small"))
        button = self._choices.get(side.entity.id)
        if button is not None and facts and not side.entity.tag:
            button.setText(f"{entity_name(side.entity)} · {short_words(facts[0])}")

    def _answers(self, asked: "Asked") -> list[Sequence[QWidget]]:
        kind = sort_of(asked)
        never = self._button(tr("Never ask this again"), "never")
        words = tr("Change…") if kind == "assistant_claim" else tr("Choose another…")
        change, later = self._button(words, "change"), self._later()
        if kind == "assistant_claim":
            return [[self._button(tr("Keep it"), "accept"), self._button(tr("No"), "dismiss"), change], [never]]
        if kind == "same_entity":
            chosen = [[self._candidate(one, tr("The same as {name}", name=described(one)))] for one in asked.candidates]
            return [*chosen, [self._button(tr("No, they are different"), "never")], [change, later]]
        if kind == "which_entity":
            chosen = [[self._candidate(one, described(one))] for one in asked.candidates]
            new = self._button(tr("Somebody or something else"), "accept")
            return [*chosen, [new], [change, later], [never]]
        if kind == "conflict" and asked.facts:
            holds = [[push_button(memories.sentence(view), self._taking(view.fact.id))] for view in asked.facts]
            return [*holds, [self._button(tr("Both hold"), "dismiss"), never]]
        return [[self._button(tr("Yes"), "accept"), self._button(tr("No"), "dismiss")], [never]]

    def _candidate(self, entity: Entity, words: str) -> QWidget:
        made = push_button(words, self._taking(entity.id))
        if self.asked.suggestion.kind == "which_entity":
            self._choices[entity.id] = made
        made.setIcon(kind_icon(entity.kind))
        made.setIconSize(icon_size(0.8))
        return made

    def _taking(self, choice: int) -> Callable[[], None]:
        return lambda: self.answered.emit("accept", choice)

    def _button(self, words: str, what: str) -> QWidget:
        return push_button(words, lambda: self.answered.emit(what, None))

    def _later(self) -> QWidget:
        return link_button(tr("Leave it open"), lambda: self.answered.emit("dismiss", None))
