"""One end of what is declared: a name with its type, somebody or something known, or a record found by its words."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.domain.entity import ENTITY_KINDS, MAX_NAME, Entity, EntityKind
from app.domain.ids import Ref
from app.domain.secret import mask
from ui.declaring import jobs
from ui.declaring.jobs import Ends
from ui.icons import kind_icon
from ui.lanes import Lanes, Task
from ui.saying import entity_name, kind_word
from ui.when import date_text
from ui.widgets import column, label, link_button, row
from ui.widgets.flow import clear
from ui.words import tr

_OFFERED = 3
"""Names that are offered below the field."""
_EXCERPT = 60
"""Characters of a record in the list of what fits."""


class EndPicker(QWidget):
    """A field that offers what fits. `changed` when another thing stands in it. `own`: the record the words are in."""

    changed = Signal()

    def __init__(self, lanes: Lanes, words: str, records: bool = False, own: Ref | None = None) -> None:
        super().__init__()
        self._lanes, self._records = lanes, records
        self._fixed = {tr("This message"): own} if own is not None else {}
        self._found: dict[str, Entity | Ref] = dict(self._fixed)
        self._task: Task | None = None
        self._shown: list[str] = []
        self.plain = False
        """Whether it takes any text as it is: the value of a relation such as a birthday."""
        self.field = QLineEdit()
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName(words)
        self.field.setMaxLength(MAX_NAME)
        self.kind_box = QComboBox()
        self.kind_box.setAccessibleName(tr("What is it?"))
        self._offered: tuple[EntityKind, ...] = ()
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.field.setCompleter(completer)
        self.field.textEdited.connect(partial(self._search, True))
        self.field.textChanged.connect(self._on_text)
        line = row(self.field, self.kind_box, gap=6)
        line.setStretch(0, 1)
        self._offers = QWidget()
        self._offers.setLayout(row(gap=4))
        self._offers.hide()
        self.setLayout(column(line, self._offers, gap=2))
        self.setFocusProxy(self.field)
        self.offer_kinds(ENTITY_KINDS)

    # ── what stands in it ─────────────────────────────────────────────────────────────────────────────────────
    def show_words(self, words: str) -> None:
        """Begin with these words; what is known by them is looked up."""
        self.field.setText(" ".join(words.split())[:MAX_NAME])
        self._search(False, self.field.text())

    def picked(self) -> Entity | Ref | None:
        """What is known by the words; None where they are new."""
        words = self.field.text().strip()
        if words in self._found or self.plain:
            return self._found.get(words) if not self.plain else None
        known = [one for one in self._found.values() if isinstance(one, Entity) and _same(one.name, words)]
        return known[0] if len(known) == 1 else None

    def name(self) -> str:
        """What is declared: a name, a reference, or a text; empty where nothing stands here."""
        known = self.picked()
        return known.name if isinstance(known, Entity) else str(known or self.field.text().strip())

    def kind(self) -> EntityKind | None:
        """The type of what is picked or, of a new name, the one that is chosen."""
        known = self.picked()
        if isinstance(known, Entity):
            return known.kind
        chosen: EntityKind | None = None if known or self.plain else self.kind_box.currentData()
        return chosen

    def lacks_kind(self) -> bool:
        """Whether it is a new name whose type nobody has chosen yet."""
        return bool(self.name()) and self.picked() is None and not self.plain and self.kind() is None

    def declared(self) -> list[dict[str, str]]:
        """A new name as it is declared with its type; nothing for what is known."""
        kind = self.kind()
        return [{"name": self.name(), "type": kind}] if self.picked() is None and kind else []

    # ── types ─────────────────────────────────────────────────────────────────────────────────────────────────
    def offer_kinds(self, kinds: Sequence[EntityKind]) -> None:
        """Types that a new name may have here; one alone is chosen."""
        if tuple(kinds) == self._offered:
            return
        kept, self._offered = self.kind_box.currentData(), tuple(kinds)
        self.kind_box.clear()
        self.kind_box.setPlaceholderText(tr("type"))
        for kind in kinds:
            self.kind_box.addItem(kind_icon(kind), kind_word(kind), kind)
        self.kind_box.setCurrentIndex(0 if len(kinds) == 1 else self.kind_box.findData(kept))
        self._show_kind()

    def _show_kind(self) -> None:
        """Of what is known the type is shown and cannot be changed here; of a record or a text there is none."""
        known = self.picked()
        if isinstance(known, Entity):
            if self.kind_box.findData(known.kind) < 0:
                self.kind_box.addItem(kind_icon(known.kind), kind_word(known.kind), known.kind)
            self.kind_box.setCurrentIndex(self.kind_box.findData(known.kind))
        self.kind_box.setEnabled(known is None)
        self.kind_box.setVisible(not isinstance(known, Ref) and not self.plain)

    # ── what fits ─────────────────────────────────────────────────────────────────────────────────────────────
    def _on_text(self) -> None:
        self._show_kind()
        self._offer()
        self.changed.emit()

    def _offer(self) -> None:
        """Who is known by a name that begins so, to be picked with one press."""
        near = [words for words, one in self._found.items() if isinstance(one, Entity)][:_OFFERED]
        shown = near if self.picked() is None and not self.plain and self.field.text().strip() else []
        lines = self._offers.layout()
        assert isinstance(lines, QHBoxLayout)
        if shown != self._shown:
            self._shown = shown
            clear(lines)
            for part in [label(tr("Known:"), "small"), *(self._offered_name(words) for words in shown)]:
                lines.addWidget(part)
            lines.addStretch(1)
        self._offers.setVisible(bool(shown))

    def _offered_name(self, words: str) -> QPushButton:
        return link_button(words, partial(self.field.setText, words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow down opens the list of what fits."""
        completer = self.field.completer()
        if event.key() == Qt.Key.Key_Down and completer and self._found and self.field.hasFocus():
            completer.complete()
        else:
            super().keyPressEvent(event)

    def _search(self, offer: bool, text: str) -> None:
        if self._task is not None:
            self._task.cancel()
        if not self.plain:
            self._task = self._lanes.read(partial(jobs.find, text, self._records), partial(self._show, offer))

    def _show(self, offer: bool, ends: Ends) -> None:
        self._found = {**{f"{entity_name(one)} · {kind_word(one.kind)}": one for one in ends.entities}, **self._fixed}
        for one in ends.records:
            words = " ".join(mask(one.text).split())
            words = words if len(words) <= _EXCERPT else words[:_EXCERPT].rstrip() + "…"
            label = tr("“{words}”", words=words)
            self._found[f"{label} · {date_text(one.said_at.astimezone().date())}"] = Ref("ep", one.id)
        self._names.setStringList(list(self._found))
        completer = self.field.completer()
        if offer and completer and self._found and self.field.hasFocus():
            completer.complete()
        self._on_text()


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
