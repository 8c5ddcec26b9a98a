"""The dialog that makes a relation: between whom, which, since and until when, and words of one's own."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.clock import WorldTime
from app.domain.entity import Entity, EntityKind
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import EntityId
from app.services import vocabulary
from ui.alerts import describe
from ui.declaring.picker import EndPicker
from ui.graph.predicates import Offer, PredicatePicker, offers
from ui.lanes import Lanes
from ui.memories.dates import read_date
from ui.saying import entity_name
from ui.widgets import column, label, push_button, row, text_field, wrapped
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.edits import NewFact
    from app.services.workspace import WriteDesk

_NOTE = 300
"""Letters of the words that go with a relation."""


@dataclass(frozen=True, slots=True)
class NewName:
    """A name that is typed in full: somebody known by it and of that type, or somebody new."""

    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Related:
    """What the dialog gives."""

    subject: EntityId
    predicate: str
    far: EntityId | Value | NewName
    since: WorldTime | None
    until: WorldTime | None
    sentence: str
    """The whole fact, where the person added a note; empty: its relation's own words."""


class RelateDialog(QDialog):
    """Writes by itself, and closes once it is written; `related(sentence)`. `object` None is asked for."""

    related = Signal(str)

    def __init__(self, lanes: Lanes, subject: Entity, object: Entity | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Make a relation"))
        self._lanes, self._subject, self._object = lanes, subject, object
        self._writing = False
        self._head = wrapped("", "title")
        self.far = EndPicker(lanes, tr("with whom or what"))
        self.kind = PredicatePicker()
        self.since = text_field(tr("since (2024-03-07), if known"), 40)
        self.until = text_field(tr("until, if it has ended"), 40)
        self.note = text_field(tr("a note, if you like"), _NOTE)
        self._preview, self._problem = wrapped("", "strong"), wrapped("", "bad")
        self.swap = push_button(tr("The other way round"), self._on_swap)
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.add = push_button(tr("Add"), self.accept, "primary")
        self.add.setDefault(True)
        self._lay_out()
        self.kind.picked.connect(self._on_picked)
        self.kind.accepted.connect(self.accept)
        self.far.changed.connect(self._offer)
        for field in (self.since, self.until, self.note):
            field.textChanged.connect(self._show)
        self._offer()
        (self.kind if object is not None else self.far).setFocus()

    def _lay_out(self) -> None:
        page = column(self._head, self.far, gap=8, margin=16)
        page.addWidget(self.kind, 1)
        page.addLayout(row(self.since, self.until, gap=8))
        page.addWidget(self.note)
        page.addWidget(label(tr("It will say"), "section"))
        page.addWidget(self._preview)
        page.addWidget(self._problem)
        page.addLayout(row(self.swap, None, self.cancel, self.add))
        self.setLayout(page)
        self._problem.hide()
        self.far.setVisible(self._object is None)
        self.swap.setVisible(self._object is not None)
        unit = self.fontMetrics()
        wanted = QSize(unit.averageCharWidth() * 62, unit.lineSpacing() * 30)
        self.resize(wanted.boundedTo(self.screen().availableSize() - QSize(48, 64)))

    # ── what is offered ───────────────────────────────────────────────────────────────────────────────────────
    def _other_kind(self) -> EntityKind | None:
        return self._object.kind if self._object is not None else self.far.kind()

    def _offer(self) -> None:
        """Relations that the two can have; of an end that is still open, all that the first can have."""
        name = entity_name(self._subject)
        if self._object is None:
            self._head.setText(tr("What does “{name}” relate to?", name=name))
            known = self.far.picked()
            self.kind.offer(offers(self._subject.kind, known.kind if isinstance(known, Entity) else None))
        else:
            other = entity_name(self._object)
            self._head.setText(tr("How is “{name}” related to “{other}”?", name=name, other=other))
            self.kind.offer(offers(self._subject.kind, self._object.kind))
        self.setAccessibleName(self._head.text())
        self._on_picked()

    def _on_picked(self) -> None:
        """The far end takes what the relation asks for: an entity of some type, or any text."""
        picked = self.kind.offer_picked()
        if self._object is None and picked is not None:
            self.far.plain = picked.value
            if not picked.value:
                self.far.offer_kinds(picked.objects)
        self._show()

    def _on_swap(self) -> None:
        """Read it from the other end; what was picked stays the same relation."""
        assert self._object is not None
        picked = self.kind.offer_picked()
        self._subject, self._object = self._object, self._subject
        self._offer()
        if picked is not None and not picked.own:
            self.kind.pick(picked.predicate, not picked.back)
        self.kind.setFocus()

    # ── what comes of it ──────────────────────────────────────────────────────────────────────────────────────
    def _far_name(self) -> str:
        return self._object.name if self._object is not None else self.far.name()

    def _sentence(self, ended: bool) -> str:
        """The relation in its own words, with the note behind it."""
        picked, far = self.kind.offer_picked(), self._far_name()
        if picked is None or not far:
            return ""
        ends = (far, self._subject.name) if picked.back else (self._subject.name, far)
        said = vocabulary.sentence(picked.predicate, *ends, spoken(), ended)
        note = " ".join(self.note.text().split())
        return tr("{words} ({note})", words=said, note=note) if note else said

    def _show(self) -> None:
        sentence = self._sentence(bool(self.until.text().strip()))
        self._preview.setText(sentence or "…")
        self.add.setEnabled(bool(sentence))
        self.say("")

    def say(self, problem: str) -> None:
        """Why it cannot be added."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def given(self) -> Related:
        """What stands in the dialog. Raises `BadInput` with what is missing."""
        picked = self.kind.offer_picked()
        if not self._far_name():
            raise BadInput("Please say with whom or what.")
        if picked is None:
            raise BadInput("Please pick a kind of relation from the list.")
        since, until = read_date(self.since.text()), read_date(self.until.text())
        far = self._end(picked)
        sentence = self._sentence(until is not None) if self.note.text().strip() else ""
        if not picked.back:
            return Related(self._subject.id, picked.predicate, far, since, until, sentence)
        assert isinstance(far, int)
        return Related(far, picked.predicate, self._subject.id, since, until, sentence)

    def _end(self, picked: Offer) -> EntityId | Value | NewName:
        if self._object is not None:
            return self._object.id
        if picked.value:
            return Value(self.far.name())
        known, kind = self.far.picked(), self.far.kind()
        if isinstance(known, Entity):
            return known.id
        if kind is None:
            raise BadInput("Please choose what it is.")
        return NewName(self.far.name(), kind)

    def accept(self) -> None:
        """Write it, once, or say what is missing."""
        if self._writing:
            return
        try:
            new = self.given()
        except BadInput as error:
            self.say(describe(error).sentence)
            return
        self._writing = True
        self.add.setEnabled(False)
        said = self._preview.text()
        self._lanes.write(partial(_keep, new), partial(self._on_kept, said), self._refuse)

    def _on_kept(self, said: str, change: object) -> None:
        self.related.emit(said)
        super().accept()

    def _refuse(self, error: Exception) -> None:
        alert = describe(error)
        self._writing = False
        self.add.setEnabled(True)
        self.say(alert.sentence)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)


def _keep(new: Related, desk: "WriteDesk") -> object:
    from app.services import edits

    far = edits.NewEntity(new.far.name, new.far.kind) if isinstance(new.far, NewName) else new.far
    made: NewFact = edits.NewFact(new.subject, new.predicate, far, new.since, new.until, new.sentence)
    return edits.add_fact(desk, made)
