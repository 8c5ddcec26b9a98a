"""Another answer than those that are offered: somebody else is meant, or a claim is kept in other words."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from app.domain.entity import ENTITY_KINDS, MAX_NAME, Entity
from app.services import vocabulary
from ui.declaring.picker import EndPicker
from ui.lanes import Lanes
from ui.memories.relate import relation_picker
from ui.widgets import column, push_button, row, text_field, wrapped
from ui.words import spoken, tr


class _Asking(QDialog):
    """Stays, with what was written in it, until that is kept; `refuse` says why it was not."""

    def _problem_line(self) -> QLabel:
        self._problem = wrapped("", "bad")
        self._problem.hide()
        return self._problem

    def refuse(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.show()


class MeantDialog(_Asking):
    """`meant(EntityId)`: one of all that memory knows."""

    meant = Signal(object)

    def __init__(self, lanes: Lanes, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Who or what is meant?"))
        head = wrapped(tr("Which “{name}” is meant?", name=name), "strong")
        self.setAccessibleName(head.text())
        self.picker = EndPicker(lanes, tr("a name that memory knows"))
        self.picker.changed.connect(self._look)
        self.take = push_button(tr("It is this one"), self._on_taken, "primary")
        buttons = row(None, push_button(tr("Cancel"), self.reject), self.take)
        self.setLayout(column(head, self.picker, self._problem_line(), buttons, gap=8, margin=16))
        self.resize(QSize(self.fontMetrics().averageCharWidth() * 60, 0))
        self.picker.show_words(name)
        self._look()
        self.picker.setFocus()

    def _look(self) -> None:
        self.take.setEnabled(isinstance(self.picker.picked(), Entity))

    def _on_taken(self) -> None:
        known = self.picker.picked()
        if isinstance(known, Entity):
            self.meant.emit(known.id)


class ClaimDialog(_Asking):
    """`claimed(subject, predicate, object)`: what the person makes of a claim before keeping it."""

    claimed = Signal(str, str, str)

    def __init__(self, claim: tuple[str, str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keep it in other words"))
        subject, predicate, far = claim
        self.subject, self.far = (
            text_field(tr("Who or what"), MAX_NAME, subject),
            text_field(tr("Whom or what"), MAX_NAME, far),
        )
        self._labels = _all_relations() | {vocabulary.label(predicate, spoken()): predicate}
        self.kind = relation_picker()
        self.kind.addItems(sorted(self._labels))
        self.kind.setCurrentText(vocabulary.label(predicate, spoken()))
        self.keep = push_button(tr("Keep it"), self._on_kept, "primary")
        head = wrapped(tr("How should it be kept?"), "strong")
        self.setAccessibleName(head.text())
        buttons = row(None, push_button(tr("Cancel"), self.reject), self.keep)
        fields = self.subject, self.kind, self.far, self._problem_line()
        self.setLayout(column(head, *fields, buttons, gap=8, margin=16))
        self.resize(QSize(self.fontMetrics().averageCharWidth() * 60, 0))
        self.kind.currentTextChanged.connect(self._look)
        self.subject.textChanged.connect(self._look)
        self.far.textChanged.connect(self._look)

    def _look(self) -> None:
        whole = self.subject.text().strip() and self.far.text().strip() and self.kind.currentText() in self._labels
        self.keep.setEnabled(bool(whole))

    def _on_kept(self) -> None:
        predicate = self._labels[self.kind.currentText()]
        self.claimed.emit(self.subject.text().strip(), predicate, self.far.text().strip())


def _all_relations() -> dict[str, str]:
    return {one.label: one.predicate for kind in ENTITY_KINDS for one in vocabulary.choices(kind, spoken())}
