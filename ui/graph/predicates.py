"""Which relations two can have, either way round, found by typing; and what one types where none of them fits."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.text import fold
from app.services import vocabulary
from ui.widgets import column
from ui.widgets.lines import Line, LineView
from ui.words import spoken, tr

LONGEST = 60
"""Letters of a relation in one's own words."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A relation read from the first of two. `back`: the second is its subject. `own`: in the person's own words."""

    predicate: str
    label: str
    back: bool = False
    value: bool = False
    """Its far end is a text, not an entity."""
    objects: tuple[EntityKind, ...] = ENTITY_KINDS
    own: bool = False


def offers(one: EntityKind, other: EntityKind | None) -> list[Offer]:
    """What the first can be to the second, by its words; `other` None: to anybody and anything, or with a text.

    Two that read the same mean the same: "child" is kept once, though it is the other side of "parent" as well.
    """
    language = spoken()
    found: dict[str, Offer] = {}
    for choice in vocabulary.choices(one, language):
        value = choice.object_is == "value"
        if other is not None and (value or other not in choice.objects):
            continue
        offer = Offer(choice.predicate, choice.label, value=value, objects=choice.objects or ENTITY_KINDS)
        found.setdefault(choice.label, offer)
    for kind in [other] if other is not None else []:
        for choice in vocabulary.choices(kind, language):
            label = vocabulary.label(choice.predicate, language, back=True)
            if one in choice.objects:
                found.setdefault(label, Offer(choice.predicate, label, back=True))
    return sorted(found.values(), key=lambda offer: (offer.label, offer.back))


def in_own_words(typed: str) -> Offer | None:
    """A relation as it was typed, where no known one says it. “favorite tea” is one of a family that is known."""
    words = " ".join(typed.split())[:LONGEST]
    name = words.replace(" ", "_")
    return Offer(name if vocabulary.is_relation(name) else words, words, own=True) if words else None


class PredicatePicker(QWidget):
    """A field and the list of what fits it. The arrows move in the list while the field keeps the focus.

    `picked` when another one is marked, `accepted` on Enter or a double click.
    """

    picked = Signal()
    accepted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._offers: Sequence[Offer] = ()
        self._shown: list[Offer] = []
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(tr("Find a relation, or write your own…"))
        self.field.setAccessibleName(tr("Kind of relation"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self.accepted)
        self.list = LineView()
        self.list.setAccessibleName(tr("Kind of relation"))
        self.list.setMinimumHeight(self.fontMetrics().lineSpacing() * 8)
        self.list.selectionModel().currentChanged.connect(lambda: self.picked.emit())
        self.list.doubleClicked.connect(lambda: self.accepted.emit())
        self.setLayout(column(self.field, self.list, gap=4))
        self.setFocusProxy(self.field)

    def offer(self, given: Sequence[Offer]) -> None:
        """Other relations; what is typed and marked is kept where it still fits."""
        if list(given) != list(self._offers):
            self._offers = given
            self._fill()

    def offer_picked(self) -> Offer | None:
        """The marked one."""
        number = self.list.current_key()
        return self._shown[number] if isinstance(number, int) and number < len(self._shown) else None

    def pick(self, predicate: str, back: bool = False) -> None:
        """Mark a relation by its name."""
        for number, one in enumerate(self._shown):
            if (one.predicate, one.back) == (predicate, back):
                self.list.choose(number)

    def _fill(self) -> None:
        before, sought = self.offer_picked(), fold(self.field.text()).strip()
        self._shown = _fitting(self._offers, sought)
        own = in_own_words(self.field.text())
        if own is not None and all(fold(one.label) != sought for one in self._offers):
            self._shown.append(own)
        self.list.show_lines([Line(number, _words(one)) for number, one in enumerate(self._shown)])
        keep = self._shown.index(before) if before in self._shown and not sought else 0
        self.list.choose(keep if sought or before in self._shown else None)
        self.picked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._shown or not self.field.hasFocus():
            super().keyPressEvent(event)
            return
        at = self.list.current_key()
        self.list.choose(0 if at is None else min(max(at + step, 0), len(self._shown) - 1))


def _fitting(given: Sequence[Offer], sought: str) -> list[Offer]:
    """Those that hold what is typed in their words or in their name; what begins so first."""
    names = {one: (fold(one.label), one.predicate.replace("_", " ")) for one in given}
    found = [one for one in given if any(sought in name for name in names[one])]
    return sorted(found, key=lambda one: (not names[one][0].startswith(sought), one.back)) if sought else found


def _words(offer: Offer) -> str:
    return tr("“{words}”, in your own words", words=offer.label) if offer.own else offer.label
