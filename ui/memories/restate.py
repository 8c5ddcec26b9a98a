"""The form in which a fact is said otherwise, in the place where it stands: relation, other end, dates, sentence."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.errors import BadInput
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId
from app.services import vocabulary
from app.services.vocabulary import Choice
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.dates import read_date
from ui.memories.relate import RelateForm, shown
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.memories import FactView

_LONGEST = 1000


class RestateForm(RelateForm):
    """`restated(Said)`. `closed` when it is left."""

    restated = Signal(object)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self._fact: Fact | None = None
        self._opened: tuple[str, ...] = ()

    def _verb(self) -> str:
        return tr("Save")

    def _further(self) -> tuple[QWidget, ...]:
        self.until = self._field(tr("until (2024-03-07), if it has ended"), 40)
        self.sentence = self._field(tr("the whole sentence, in words of your own"), _LONGEST)
        return self.until, self.sentence

    def open_fact(self, view: "FactView", kind: EntityKind) -> None:
        """Show the form with what a fact says now, read from the page of an entity of that type."""
        fact = self._fact = view.fact
        label = vocabulary.label(fact.predicate, spoken(), back=not view.outgoing)
        choices = vocabulary.choices(kind, spoken(), back=not view.outgoing)
        if all(choice.predicate != fact.predicate for choice in choices):
            choices.insert(0, Choice(fact.predicate, label, "value" if view.other is None else "entity", ENTITY_KINDS))
        self._offer(choices)
        self.kind.setCurrentIndex([choice.predicate for choice in choices].index(fact.predicate))
        self._found = {shown(view.other): view.other.id} if view.other else {}
        self.far.setText(shown(view.other) if view.other else view.object)
        self.since.setText(fact.valid_at.text if fact.valid_at else "")
        self.until.setText(fact.invalid_at.text if fact.invalid_at else "")
        self.sentence.setText(fact.fact)
        for field in (self.far, self.since, self.until, self.sentence):
            field.setCursorPosition(0)
        self._opened = self.written()
        self.say("")
        self.show()
        self.far.setFocus()
        self.far.selectAll()

    def written(self) -> tuple[str, ...]:
        """What stands in its fields."""
        return self.kind.currentText(), *(field.text() for field in self._fields())

    def changed(self) -> bool:
        """Whether it is not what the fact said when it was opened."""
        return self.written() != self._opened

    def write(self, words: tuple[str, ...]) -> None:
        """What was half written before."""
        self.kind.setCurrentText(words[0])
        for field, text in zip(self._fields(), words[1:], strict=True):
            field.setText(text)

    def close_field(self) -> None:
        super().close_field()
        self._fact = None
        for field in (self.until, self.sentence):
            field.clear()

    def _fields(self) -> tuple[QLineEdit, ...]:
        return self.far, self.since, self.until, self.sentence

    def _relate(self, choice: Choice, far: str) -> None:
        try:
            since, until = read_date(self.since.text()), read_date(self.until.text())
        except BadInput as error:
            self.say(tr(error.message_id, **error.details))
            return
        end = self._end(choice, far)
        self.restated.emit(jobs.Said(choice.predicate, end, since, until, self._sentence(choice, end)))

    def _sentence(self, choice: Choice, end: EntityId | Value | jobs.NewName) -> str:
        """What was typed. A sentence that was left as it was tells nothing true of other ends: it goes."""
        typed, old = self.sentence.text().strip(), self._fact
        if old is None or typed != old.fact.strip():
            return typed
        same = choice.predicate == old.predicate and end in (old.object, old.subject)
        return old.fact if same else ""
