"""What a turn taught, one quiet line a fact; and in what state its learning is, with the step to take."""

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.clock import WorldTime
from app.domain.episode import Episode
from app.domain.fact import Fact, Object
from app.domain.ids import Ref
from app.domain.item import ROLES, RoleName
from app.domain.suggestion import Drop
from ui.chat.reasons import role_words
from ui.chat.spending import spent_tip, spent_words
from ui.saying import entity_name, fact_words, kind_word, on_whose_word, value_words
from ui.when import ended_text, since_text, world_text
from ui.widgets import icon_button, label, link_button, row
from ui.widgets.controls import WordsButton
from ui.widgets.flow import clear
from ui.widgets.labels import Tone, wrapped
from ui.words import spoken, tr, trn

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.turns import Chip, Named, TurnView

_PLAIN = frozenset({"question", "request", "command", "incomplete", "no_morphology"})
"""Reasons that say why a whole turn taught nothing; the others are about something in it."""
_CUT = 200
"""Characters that are kept of what was left out; longer words were cut there."""
SHOWN = 5
"""Chips of one turn that are shown at once."""


def said(chip: "Chip") -> str:
    """The fact's sentence; of one that was declared, the relation's own words."""
    fact = chip.fact
    if fact.fact:
        return fact_words(fact)
    near, far = _end(fact.subject, chip.subject), _end(fact.object, chip.object)
    if fact.predicate in ROLES:
        return tr("{subject} {role}", subject=near, role=role_words(cast(RoleName, fact.predicate), far))
    from app.services import vocabulary  # not before the window is shown

    return vocabulary.sentence(fact.predicate, near, far, spoken(), fact.invalid_at is not None)


def _end(end: Object, words: str) -> str:
    """What stands at an end, in words: those of a record in quotation marks."""
    return tr("“{words}”", words=words) if isinstance(end, Ref) else value_words(words)


def named_text(named: "Named") -> str:
    """`Alice Moreau · person · also “Ali”`."""
    names = tr(", ").join(tr("“{words}”", words=name) for name in named.aliases)
    also = [tr("also {names}", names=names)] if names else []
    return " · ".join([entity_name(named.entity), kind_word(named.entity.kind), *also])


def chip_text(fact: Fact, ends: bool = False, words: str = "") -> str:
    """`Alice works at Acme · since March 2026`. `words` stand for the sentence where no text says it."""
    words = words or fact_words(fact)
    if ends:
        words = tr("ended: {fact}", fact=words)
    if fact.invalid_at is not None:
        return f"{words} · {ended_text(fact.invalid_at)}"
    return f"{words} · {_since(fact.predicate, fact.valid_at)}" if fact.valid_at is not None else words


def _since(predicate: str, when: WorldTime) -> str:
    """What happens once and goes on for no time has its day alone."""
    from app.services import vocabulary  # not before the window is shown

    return world_text(when) if vocabulary.once(predicate) else since_text(when)


class Learned(QWidget):
    """The lines under a turn. `chosen(Fact)` opens it, `forgotten(Fact)` takes it back, `entity_chosen(EntityId)`,
    `retry` learns again, `question_wanted` opens what memory asks about it, `unfolding` before more lines are shown."""

    chosen = Signal(object)
    forgotten = Signal(object)
    entity_chosen = Signal(object)
    retry = Signal()
    question_wanted = Signal()
    unfolding = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 4, 0, 0)
        self._lines.setSpacing(0)
        self._view: TurnView | None = None
        self._open = False
        self._active = False

    def show_turn(self, view: "TurnView", active: bool = False) -> None:
        """Show what hangs on the turn; `active`: it is being read right now."""
        if (view, active) == (self._view, self._active):
            return
        self._view, self._active = view, active
        self._fill()

    def _fill(self) -> None:
        clear(self._lines)
        if self._view is None:
            return
        chips = [chip for chip in self._view.chips if chip.fact.expired_at is None]
        for chip in chips if self._open else chips[:SHOWN]:
            self._lines.addWidget(self._chip(chip))
        if len(chips) > SHOWN and not self._open:
            more = len(chips) - SHOWN
            self._lines.addLayout(row(link_button(trn("{count} more", "{count} more", more), self._unfold), None))
        for named in self._view.named:
            self._lines.addWidget(self._name(named))
        if self._view.asks:
            asked = link_button(tr("Memory has a question about this"), self.question_wanted.emit)
            self._lines.addLayout(row(asked, None))
        self._add_state(self._view.episode, bool(chips or self._view.named) or self._view.asks)
        self._add_model(self._view)
        if self._loose() or (self._open and self._view.drops):
            self._add_drops()
        if self._open:
            self._lines.addLayout(row(link_button(tr("Show less"), partial(self._unfold, False)), None))
        self.setVisible(self._lines.count() > 0)

    def _chip(self, chip: "Chip") -> QWidget:
        fact, told = chip.fact, said(chip)
        line = QWidget(self)
        text = chip_text(fact, chip.ends, told)
        words = WordsButton(f"◦ {text}", lambda: self.chosen.emit(fact), line)
        words.set_tip(tr("It holds again when you forget what ended it.") if chip.follows else _confidence(chip))
        words.setAccessibleName(text)
        font = words.font()
        font.setStrikeOut(fact.invalid_at is not None and not chip.ends)
        words.setFont(font)
        back = [] if chip.follows else [self._back(fact, told, line)]
        line.setLayout(row(words, *_by(chip.agent), *back, None, gap=2))
        return line

    def _back(self, fact: Fact, told: str, line: QWidget) -> QWidget:
        back = icon_button("undo", tr("Forget this"), lambda: self.forgotten.emit(fact), line)
        back.setAccessibleName(tr("Forget: {fact}", fact=told))
        back.setIconSize(back.iconSize() * 0.75)
        return back

    def _name(self, named: "Named") -> QWidget:
        line = QWidget(self)
        text = named_text(named)
        words = WordsButton(f"◦ {text}", lambda: self.entity_chosen.emit(named.entity.id), line)
        words.set_tip(on_whose_word(named.declared_by, named.agent))
        words.setAccessibleName(text)
        line.setLayout(row(words, *_by(named.agent), None, gap=2))
        return line

    def _add_state(self, episode: Episode, taught: bool) -> None:
        drops = self._view.drops if self._view is not None else ()
        why = {reason_text(drop.reason): None for drop in drops if drop.reason in _PLAIN}
        words, tone = _state(episode, self._active, taught or self._loose(), bool(why))
        if not words:
            return
        if why and not taught and episode.state in ("nothing", "learned"):
            words = tr("{state}: {why}", state=words, why=tr(", ").join(why))
        again = [link_button(tr("Try again"), self.retry.emit)] if episode.state == "failed" else []
        self._lines.addLayout(row(label(words, tone), *again, None, gap=4))

    def _add_model(self, view: "TurnView") -> None:
        """What a model had to do with it: what it cost, or why the device had to read instead."""
        episode = view.episode
        if episode.learn_error and episode.state in ("learned", "nothing"):
            words = wrapped(tr("Read on this device: {why}", why=tr(episode.learn_error)), "small")
            again = link_button(tr("Read again with the model"), self.retry.emit)
            self._lines.addWidget(words)
            self._lines.addLayout(row(again, None))
        if view.spent is not None:
            spent = label(spent_words(view.spent), "small")
            spent.setToolTip(spent_tip(view.spent))
            self._lines.addWidget(spent)

    def _loose(self) -> bool:
        """Whether something in the turn was left out, rather than all of it."""
        return self._view is not None and any(drop.reason not in _PLAIN for drop in self._view.drops)

    def _add_drops(self) -> None:
        assert self._view is not None
        drops = self._view.drops
        if not self._open:
            words = trn("{count} thing left out", "{count} things left out", len(drops))
            self._lines.addLayout(row(link_button(words, self._unfold), None))
            return
        for drop in drops:
            self._lines.addWidget(wrapped(_left_out(drop), "small"))

    def _unfold(self, wanted: bool = True) -> None:
        self._open = wanted
        self.unfolding.emit()
        self._fill()


def _by(agent: str) -> list[QWidget]:
    """Which agent said so, where one did; what the person or the app said needs no name."""
    return [label(agent, "small")] if agent else []


def _confidence(chip: "Chip") -> str:
    """How sure memory is, and on whose word."""
    fact = chip.fact
    if fact.declared_by in ("agent", "model"):
        return on_whose_word(fact.declared_by, chip.agent)
    if fact.declared_by == "user":
        return tr("You said so yourself.")
    if fact.confidence >= 0.85:
        return tr("Read plainly in your words.")
    return tr("Probably meant so.") if fact.confidence >= 0.6 else tr("A guess from your words.")


def _state(episode: Episode, active: bool, taught: bool, plain: bool) -> tuple[str, Tone]:
    """The line below a turn about its learning; empty where there is nothing to say. `plain`: it is no statement."""
    if active and episode.state == "waiting":
        return tr("Learning…"), "small"
    if episode.state == "waiting":
        if episode.learn_error:
            return tr("Will be tried again: {why}", why=tr(episode.learn_error)), "warn"
        return tr("Waiting to be learned"), "small"
    if episode.state == "failed":
        return tr("Not learned: {why}", why=tr(episode.learn_error)), "bad"
    if episode.state == "off_record":
        return tr("Off the record"), "small"
    if episode.state == "nothing" and not taught:
        return tr("Nothing to learn here") if plain else tr("Kept and searchable; no fact taken"), "small"
    return "", "small"


def _left_out(drop: Drop) -> str:
    """What was read but not kept, quoted from its words, and why; of a secret or of too much only the reason."""
    if not drop.what.strip():
        return tr("left out: {reason}", reason=reason_text(drop.reason))
    words = drop.what if len(drop.what) < _CUT else drop.what[:_CUT].rsplit(" ", 1)[0] + "…"
    return tr("left out: {what} ({reason})", what=tr("“{words}”", words=words), reason=reason_text(drop.reason))


def reason_text(reason: str) -> str:
    """Why something that was read was not kept, in the user's language."""
    reasons = {
        "hypothetical": tr("only supposed"),
        "question": tr("a question"),
        "request": tr("a request"),
        "command": tr("a request"),
        "negated": tr("denied"),
        "quote": tr("somebody else's words"),
        "secret": tr("a secret"),
        "not_in_text": tr("not in your words"),
        "alias_not_in_text": tr("not in your words"),
        "incomplete": tr("only half said"),
        "self_relation": tr("about itself"),
        "too_long": tr("too long"),
        "too_many": tr("too long"),
        "unknown_predicate": tr("no kind of relation that is known"),
        "unknown_type": tr("no kind of thing that is known"),
        "no_morphology": tr("could not be read"),
        "unimportant": tr("less important than the settings ask for"),
    }
    return reasons.get(reason, reason.replace("_", " "))
