"""The form for a new relation: what kind, with whom or what, since when."""

from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget

from app.domain.entity import ENTITY_KINDS, MAX_NAME, Entity, EntityKind
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import EntityId
from app.services import vocabulary
from app.services.vocabulary import Choice
from ui.graph.telling import kind_word
from ui.icons import kind_icon
from ui.lanes import Lanes, Task
from ui.memories import jobs
from ui.memories.dates import read_date
from ui.saying import entity_name
from ui.widgets import column, push_button, row, wrapped
from ui.words import spoken, tr


def relation_picker() -> QComboBox:
    """Relations by their words; typing finds those that contain the letters."""
    picker = QComboBox()
    picker.setEditable(True)
    picker.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    picker.setAccessibleName(tr("Kind of relation"))
    picker.setMinimumContentsLength(8)
    picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    completer = picker.completer()
    assert completer is not None
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field = picker.lineEdit()
    assert field is not None
    field.setPlaceholderText(tr("kind of relation"))
    return picker


class RelateForm(QWidget):
    """`related(predicate, object, since)`: the object is an entity's id, a `Value`, or a `NewName`."""

    related = Signal(str, object, object)
    closed = Signal()

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._choices: list[Choice] = []
        self._found: dict[str, EntityId] = {}
        self._called: tuple[str, list[str]] = ("", [])
        self._task: Task | None = None
        self._wanted = False
        self._about: EntityKind = "thing"
        self.kind = relation_picker()
        self.far = self._field(tr("with whom or what"), MAX_NAME)
        self.since = self._field(tr("since (2024-03-07), if known"), 40)
        self.what = QComboBox()
        self.what.setAccessibleName(tr("What is it?"))
        self.what.hide()
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.far.setCompleter(completer)
        self.far.textEdited.connect(self._on_typed)
        self.far.editingFinished.connect(self._take_known)
        self.far.textChanged.connect(self._offer_types)
        self.kind.currentTextChanged.connect(self._offer_types)
        self._problem = wrapped("", "bad")
        self._problem.hide()
        buttons = row(
            None, push_button(tr("Cancel"), self.close_form), push_button(self._verb(), self.accept, "primary")
        )
        fields = self.kind, self.far, self.what, self.since, *self._further(), self._problem
        self.setLayout(column(*fields, buttons, gap=6, margin=(4, 4, 4, 8)))

    def _verb(self) -> str:
        return tr("Add")

    def _further(self) -> tuple[QWidget, ...]:
        """More fields, below the others."""
        return ()

    def _field(self, words: str, longest: int) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setMaxLength(longest)
        field.returnPressed.connect(self.accept)
        return field

    def open_form(self, kind: EntityKind) -> None:
        """Show the form for an entity of a type."""
        self._about = kind
        self._offer(vocabulary.choices(kind, spoken()))
        self.kind.setCurrentIndex(-1)
        self.kind.clearEditText()
        for field in (self.far, self.since):
            field.clear()
        self.say("")
        self.show()
        self.kind.setFocus()

    def _offer(self, choices: list[Choice]) -> None:
        self._choices = choices
        self.kind.clear()
        self.kind.addItems([choice.label for choice in choices])

    def close_form(self) -> None:
        self.hide()
        self.closed.emit()

    def close_field(self) -> None:
        """Leave it, and nothing in it, not even out of sight."""
        self.close_form()
        self.kind.clearEditText()
        for field in (self.far, self.since):
            field.clear()

    def draft(self) -> tuple[EntityKind, str, str, str] | None:
        """What is being written, and for an entity of which type."""
        words = self.kind.currentText(), self.far.text(), self.since.text()
        return None if self.isHidden() or not any(words) else (self._about, *words)

    def take_draft(self, draft: tuple[EntityKind, str, str, str]) -> None:
        self.open_form(draft[0])
        self.kind.setCurrentText(draft[1])
        self.far.setText(draft[2])
        self.since.setText(draft[3])

    def say(self, problem: str) -> None:
        """Why it cannot be added."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def choice(self) -> Choice | None:
        """The relation that is picked or typed."""
        typed = self.kind.currentText().strip().casefold()
        return next((choice for choice in self._choices if choice.label.casefold() == typed), None)

    # ── who is known ──────────────────────────────────────────────────────────────────────────────────────────
    def _on_typed(self, text: str) -> None:
        """Names that begin so, unless the relation wants a plain value."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._wanted = None, False
        choice = self.choice()
        if len(text.strip()) < 1 or (choice and choice.object_is == "value"):
            self._names.setStringList([])
            return
        job = partial(jobs.read_starting, text)
        self._task = self._lanes.read(job, partial(self._on_found, text), self._on_unread)

    def _on_found(self, text: str, read: tuple[list[Entity], list[Entity]]) -> None:
        found, called = read
        self._task = None
        self._found = {shown(one): one.id for one in (*called, *found)}
        self._called = text.strip(), [shown(one) for one in called]
        self._names.setStringList(list(self._found))
        completer = self.far.completer()
        if self._wanted:
            self.accept()
        elif not self.far.hasFocus():
            self._take_known()
        elif completer and self._found:
            completer.complete()
        self._offer_types()

    def _on_unread(self, error: Exception) -> None:
        self._task, self._wanted = None, False
        self._lanes.failed.emit(error)

    def _by_name(self) -> list[str]:
        """Those that go by exactly what is typed, as they are listed."""
        typed, called = self._called
        choice = self.choice()
        return called if typed == self.far.text().strip() and not (choice and choice.object_is == "value") else []

    def _take_known(self) -> None:
        """The whole name of somebody known is them, not another of that name."""
        if len(called := self._by_name()) == 1:
            self.far.setText(called[0])

    def accept(self) -> None:
        """Add what stands in the fields, or say what is missing."""
        if self._task is not None:
            self._wanted = True
            return
        self._wanted = False
        self._take_known()
        choice, far = self.choice(), self.far.text().strip()
        if choice is None:
            self._lack(tr("Please pick a kind of relation from the list."), self.kind)
        elif not far:
            self._lack(tr("Please say with whom or what."), self.far)
        elif len(self._by_name()) > 1:
            self._lack(tr("Several go by this name. Please pick one from the list."), self.far)
        else:
            self._relate(choice, far)

    def _lack(self, problem: str, field: QWidget) -> None:
        self.say(problem)
        field.setFocus()

    def _relate(self, choice: Choice, far: str) -> None:
        try:
            since = read_date(self.since.text())
        except BadInput as error:
            self.say(tr(error.message_id, **error.details))
            return
        self.related.emit(choice.predicate, self._end(choice, far), since)

    def _end(self, choice: Choice, far: str) -> EntityId | Value | jobs.NewName:
        if choice.object_is == "value":
            return Value(far)
        known = self._found.get(far)
        return known if known is not None else jobs.NewName(far, self.what.currentData() or choice.objects[0])

    def _offer_types(self) -> None:
        """A name that is not known needs a type, where the relation leaves a choice."""
        choice, far = self.choice(), self.far.text().strip()
        kinds = choice.objects if choice and far and far not in self._found and not self._by_name() else ()
        if [self.what.itemData(row) for row in range(self.what.count())] != list(kinds):
            self.what.clear()
            for kind in kinds:
                self.what.addItem(kind_icon(kind), kind_word(kind), kind)
            if len(kinds) == len(ENTITY_KINDS):
                self.what.setCurrentIndex(kinds.index("thing"))
        self.what.setVisible(len(kinds) > 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_form()
        else:
            super().keyPressEvent(event)


def shown(entity: Entity) -> str:
    """A name as it is completed: with its type."""
    return f"{entity_name(entity)} · {kind_word(entity.kind)}"
