"""The dialog that says what words are: "This is…" and "This relates to…". What cannot be kept stays in the fields."""

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QTabWidget, QWidget

from app.domain.entity import ENTITY_KINDS
from app.domain.ids import Ref
from app.domain.item import ROLES, RoleName
from app.services import vocabulary
from app.services.vocabulary import Choice
from ui.alerts import describe
from ui.chat.reasons import role_words
from ui.declaring import jobs
from ui.declaring.jobs import Anchor
from ui.declaring.picker import EndPicker
from ui.declaring.wording import refusals
from ui.lanes import Lanes
from ui.memories.relate import relation_picker
from ui.widgets import column, label, push_button, row, wrapped
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.associations import Declared

What = Literal["name", "relate"]
_BETWEEN = re.compile(r"[,;\n、，；]")


class Missing(ValueError):
    """A form cannot be kept yet: what it lacks, in the person's language."""


class NameForm(QWidget):
    """Who or what the words mean, and under which other names."""

    def __init__(self, lanes: Lanes, anchor: Anchor) -> None:
        super().__init__()
        self._words = " ".join(anchor.words.split())
        self._typed = False
        self.who = EndPicker(lanes, tr("who or what"))
        self.others = QLineEdit()
        self.others.setPlaceholderText(tr("other names, with commas between them"))
        self.others.setAccessibleName(tr("Other names"))
        self.others.textEdited.connect(self._on_typed)
        self.who.changed.connect(self._offer_words)
        self.setLayout(
            column(
                label(tr("Name"), "section"), self.who, label(tr("Other names"), "section"), self.others, None, gap=6
            )
        )
        self.who.show_words(self._words)

    def _on_typed(self) -> None:
        self._typed = True

    def _offer_words(self) -> None:
        """Another name than the words that were selected: then they are one of its other names."""
        if not self._typed and self._words:
            name = self.who.name()
            self.others.setText("" if name.casefold() == self._words.casefold() else self._words)

    def given(self) -> dict[str, Any]:
        """What is declared. Raises `Missing`."""
        if not self.who.name():
            raise Missing(tr("Please say who or what it is."))
        if self.who.lacks_kind():
            raise Missing(tr("Please choose what it is."))
        aliases = list(dict.fromkeys(filter(None, map(str.strip, _BETWEEN.split(self.others.text())))))
        return {"entities": [{"name": self.who.name(), "type": self.who.kind(), "aliases": aliases}]}


class RelationForm(QWidget):
    """What relates to what, and how. Either end may be a record, found by its words."""

    def __init__(self, lanes: Lanes, anchor: Anchor) -> None:
        super().__init__()
        own = Ref("ep", anchor.episode) if anchor.episode is not None else None
        self.subject = EndPicker(lanes, tr("who or what, or words to search for"), records=True, own=own)
        self.kind = relation_picker()
        self.object = EndPicker(lanes, tr("with whom or what, or words to search for"), records=True, own=own)
        self._choices: list[Choice] = []
        self.subject.changed.connect(self._offer_relations)
        self.kind.currentTextChanged.connect(self._offer_kinds)
        self.object.changed.connect(self._offer_kinds)
        heads = (label(words, "section") for words in (tr("This"), tr("relates as"), tr("to")))
        parts = [part for pair in zip(heads, (self.subject, self.kind, self.object), strict=True) for part in pair]
        self.setLayout(column(*parts, None, gap=6))
        self._offer_relations()
        self.subject.show_words(anchor.words)

    def choice(self) -> Choice | None:
        """The relation that is picked or typed."""
        typed = self.kind.currentText().strip().casefold()
        return next((choice for choice in self._choices if choice.label.casefold() == typed), None)

    def _offer_relations(self) -> None:
        """Those that the subject can have: between records what one is to the other."""
        subject, kind = self.subject.picked(), self.subject.kind()
        if isinstance(subject, Ref):
            found = [Choice(name, role_words(_role(name), "…"), "entity", ENTITY_KINDS) for name in sorted(ROLES)]
        else:
            every = [kind] if kind else ENTITY_KINDS
            found = list({one.predicate: one for each in every for one in vocabulary.choices(each, spoken())}.values())
        if found != self._choices:
            kept, self._choices = self.kind.currentText(), sorted(found, key=lambda choice: choice.label)
            self.kind.blockSignals(True)
            self.kind.clear()
            self.kind.addItems([choice.label for choice in self._choices])
            self.kind.setCurrentIndex(self.kind.findText(kept, Qt.MatchFlag.MatchFixedString) if kept else -1)
            if self.kind.currentIndex() < 0:
                self.kind.setEditText(kept)
            self.kind.blockSignals(False)
        self._offer_kinds()

    def _offer_kinds(self) -> None:
        choice = self.choice()
        self.object.plain = choice is not None and choice.object_is == "value"
        self.object.offer_kinds(choice.objects if choice and choice.objects else ENTITY_KINDS)

    def given(self) -> dict[str, Any]:
        """What is declared. Raises `Missing`."""
        choice = self.choice()
        if not self.subject.name():
            raise Missing(tr("Please say who or what it is."))
        if choice is None:
            raise Missing(tr("Please pick a kind of relation from the list."))
        if not self.object.name():
            raise Missing(tr("Please say with whom or what."))
        if self.subject.lacks_kind() or self.object.lacks_kind():
            raise Missing(tr("Please choose what it is."))
        told = {"subject": self.subject.name(), "predicate": choice.predicate, "object": self.object.name()}
        return {"entities": [*self.subject.declared(), *self.object.declared()], "relations": [told]}


def _role(name: str) -> RoleName:
    return name  # type: ignore[return-value]


class DeclareDialog(QDialog):
    """`declared(str)` with what was kept, once it is."""

    declared = Signal(str)

    def __init__(self, lanes: Lanes, what: What, anchor: Anchor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Say what this is"))
        self._lanes, self._anchor = lanes, anchor
        self.name, self.relation = NameForm(lanes, anchor), RelationForm(lanes, anchor)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        for page, title in ((self.name, tr("This is…")), (self.relation, tr("This relates to…"))):
            holder = QWidget()
            holder.setLayout(column(page, margin=(0, 12, 0, 0)))
            self.tabs.addTab(holder, title)
        self.problem = wrapped("", "bad")
        self.problem.hide()
        words = " ".join(anchor.words.split())
        quote = wrapped(tr("“{words}”", words=words if len(words) < 200 else f"{words[:200]}…"), "quiet")
        self.keep = push_button(tr("Add"), self.accept, "primary")
        self.keep.setDefault(True)
        buttons = row(None, push_button(tr("Cancel"), self.reject), self.keep)
        self.setLayout(column(quote, self.tabs, self.problem, buttons, gap=12, margin=16))
        quote.setVisible(bool(words))
        unit = self.fontMetrics()
        self.resize(unit.averageCharWidth() * 64, unit.lineSpacing() * 18)
        self.tabs.setCurrentIndex(0 if what == "name" else 1)
        (self.name.who if what == "name" else self.relation.subject).setFocus()

    def _form(self) -> NameForm | RelationForm:
        return self.name if self.tabs.currentIndex() == 0 else self.relation

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def accept(self) -> None:
        """Keep what stands in the form, or say what is missing."""
        try:
            given = self._form().given()
        except Missing as error:
            self._say(str(error))
            return
        self._say("")
        self.keep.setEnabled(False)
        about = self._about()
        self._lanes.write(partial(jobs.declare, self._anchor, given), partial(self._kept, about), self._refused)

    def _about(self) -> str:
        if isinstance(form := self._form(), NameForm):
            return form.who.name()
        shown = [end.field.text() if end.picked() else end.name() for end in (form.subject, form.object)]
        return f"{shown[0]} – {form.kind.currentText()} – {shown[1]}"

    def _kept(self, about: str, made: "Declared") -> None:
        self.keep.setEnabled(True)
        if made.dropped:
            self._say(refusals(made.dropped))
            return
        self.declared.emit(about)
        super().accept()

    def _refused(self, error: Exception) -> None:
        self.keep.setEnabled(True)
        alert = describe(error)
        self._say(alert.sentence)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
