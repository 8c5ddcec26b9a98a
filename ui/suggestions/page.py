"""The inbox of questions: what memory is unsure of, by kind; the marked one beside it; each answer undoable."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain.ids import SuggestionId
from ui import alerts
from ui.changes import Changes, Freshness
from ui.lanes import Lanes
from ui.memories.merging import MergeDialog
from ui.suggestions import jobs
from ui.suggestions.card import Card
from ui.suggestions.change import ClaimDialog, MeantDialog
from ui.suggestions.inbox import Inbox
from ui.widgets import EmptyState, column, label, push_button, row, wrapped
from ui.widgets.flow import clear
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.suggestions import Answered, Asked


class SuggestionsPage(QWidget):
    """`counted(int)`: how many wait. `source_wanted(EpisodeId, Span | None)`. `said(str)`: an answer was taken."""

    counted = Signal(int)
    source_wanted = Signal(object, object)
    said = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes, watch: QWidget) -> None:
        """`watch` is a widget that is always seen: the count is kept up to date while the page is not."""
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._asked: dict[SuggestionId, Asked] = {}
        self.inbox = Inbox()
        self._card: Card | None = None
        self._arrived = False
        """Whether the page has just come on screen: the keys are for the list then."""
        self._total = label("", "small")
        self._build()
        self.inbox.marked.connect(self._show_marked)
        self.inbox.answered.connect(self.answer)
        self.inbox.picked.connect(self._pick)
        self._fresh = Freshness(watch, changes, {"suggestion", "entity"}, self.reload)

    def _build(self) -> None:
        inner = QWidget()
        inner.setProperty("tone", "bare")
        self._beside = QVBoxLayout(inner)
        self._beside.setContentsMargins(8, 0, 8, 0)
        area = QScrollArea()
        area.setAccessibleName(tr("Questions"))
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.setChildrenCollapsible(False)
        for part in (self.inbox, area):
            part.setMinimumWidth(200)
            both.addWidget(part)
        both.setStretchFactor(0, 2)
        both.setStretchFactor(1, 3)
        both.setSizes([340, 480])
        self._stack = QStackedWidget()
        nothing = EmptyState(
            tr("No open questions"),
            tr("When two names may be one person, or one name two, memory asks here instead of guessing."),
        )
        self._stack.addWidget(nothing)
        self._stack.addWidget(both)
        self._batch = (
            push_button(tr("Accept"), partial(self.answer, "accept")),
            push_button(tr("Not now"), partial(self.answer, "dismiss")),
            push_button(tr("Never ask this again"), partial(self.answer, "never")),
        )
        words = wrapped(tr("What memory is not sure of. Each answer can be undone."), "quiet")
        self._keys = wrapped(tr("Keys: A accept · C change · D not now · N never again · 1–9 that one"), "small")
        page = column(label(tr("Questions"), "title"), words, gap=8, margin=(24, 12, 24, 12))
        page.addWidget(self._stack, 1)
        page.addLayout(row(self._total, None, *self._batch))
        page.addWidget(self._keys)
        self.setLayout(page)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrived = True
        self.reload()

    def reload(self) -> None:
        """Read the questions anew."""
        self._lanes.read(jobs.read_waiting, self._show)

    def _show(self, found: "tuple[list[Asked], int]") -> None:
        asked, total = found
        self.counted.emit(total)
        self._asked = {one.suggestion.id: one for one in asked}
        had_focus = self.inbox.hasFocus() or self._arrived
        self._arrived = False
        self.inbox.show_asked(asked)
        self._stack.setCurrentIndex(1 if asked else 0)
        self._total.setVisible(bool(asked))
        self._keys.setVisible(bool(asked))
        if had_focus and asked:
            self.inbox.setFocus()
        self._show_marked()

    # ── the one beside the list ───────────────────────────────────────────────────────────────────────────────
    def _show_marked(self) -> None:
        numbers = self.inbox.numbers()
        marked = trn("{count} question", "{count} questions", len(self._asked))
        if len(numbers) > 1:
            marked = trn("{count} marked", "{count} marked", len(numbers))
        self._total.setText(marked)
        for button in self._batch:
            button.setVisible(len(numbers) > 1)  # a single one has its answers on its card
        one = self._asked.get(numbers[0]) if len(numbers) == 1 else None
        if one is not None and self._card is not None and self._card.asked == one:
            return
        if self._card is not None and self._card.isAncestorOf(QApplication.focusWidget() or self):
            self.inbox.setFocus()  # the card goes, the list of those that are left stays
        clear(self._beside)
        self._card = None
        if one is not None:
            self._put(one)
        elif numbers:
            self._beside.addWidget(wrapped(tr("Several are marked. Those that need a choice stay open."), "quiet"))
            self._beside.addStretch(1)

    def _put(self, asked: "Asked") -> None:
        card, number = Card(asked), asked.suggestion.id
        card.answered.connect(partial(self._on_button, number))
        if asked.episode is not None:
            card.source_wanted.connect(partial(self.source_wanted.emit, asked.episode.id, None))
        self._card = card
        self._beside.addWidget(card)
        self._beside.addStretch(1)
        self._lanes.read(partial(jobs.read_contexts, asked), self._show_contexts)

    def _show_contexts(self, found: "tuple[SuggestionId, jobs.Contexts]") -> None:
        number, contexts = found
        if self._card is not None and self._card.asked.suggestion.id == number:
            self._card.show_contexts(contexts)

    # ── answers ───────────────────────────────────────────────────────────────────────────────────────────────
    def answer(self, what: str) -> None:
        """`accept`, `change`, `dismiss` or `never` for all that are marked."""
        numbers = self.inbox.numbers()
        if len(numbers) == 1:
            self._answer_one(numbers[0], what, None)
        elif numbers and what == "accept":
            self._lanes.write(partial(jobs.accept_all, numbers), self._on_answered)
        elif numbers and what in ("dismiss", "never"):
            self._lanes.write(partial(jobs.dismiss_all, numbers, what == "never"), self._on_answered)

    def _pick(self, place: int) -> None:
        """The candidate, or the fact, of that place."""
        asked = self._card.asked if self._card is not None else None
        if asked is None:
            return
        facts = asked.facts if asked.suggestion.kind == "conflict" else ()
        choices: list[int] = [*(one.id for one in asked.candidates), *(view.fact.id for view in facts)]
        if place <= len(choices):
            self._answer_one(asked.suggestion.id, "accept", choices[place - 1])

    def _answer_one(self, number: SuggestionId, what: str, choice: int | None) -> None:
        asked = self._asked.get(number)
        if asked is None:
            return
        if what == "change":
            self._change(asked)
        elif what == "accept" and choice is None and _several(asked):
            self.said.emit(tr("Choose one of them."))
        else:
            self._write(number, what, choice)

    def _on_button(self, number: SuggestionId, what: str, choice: int | None) -> None:
        """A button says all: no candidate is "somebody else"."""
        if what == "change":
            self._answer_one(number, what, choice)
        else:
            self._write(number, what, choice)

    def _write(self, number: SuggestionId, what: str, choice: int | None) -> None:
        job = (
            partial(jobs.accept, number, choice) if what == "accept" else partial(jobs.dismiss, number, what == "never")
        )
        self._lanes.write(job, self._on_thanked)

    def _on_thanked(self, change: object) -> None:
        self.said.emit(tr("Thank you."))

    def _on_answered(self, answered: "Answered") -> None:
        words = trn("{count} answered.", "{count} answered.", answered.done)
        if answered.left:
            left = trn("{count} needs a choice and stays open.", "{count} need a choice and stay open.", answered.left)
            words = f"{words} {left}"
        self.said.emit(words)

    def _change(self, asked: "Asked") -> None:
        """Another answer than those on the card."""
        number, kind = asked.suggestion.id, asked.suggestion.kind
        if kind == "same_entity" and asked.about is not None and asked.candidates:
            compared = MergeDialog(self._lanes, asked.candidates[0].id, asked.about.id, self.window())
            compared.merged.connect(self._on_thanked)
            compared.show()
        elif kind == "which_entity":
            meant = MeantDialog(self._lanes, asked.name, self.window())
            meant.meant.connect(lambda entity: self._keep(partial(jobs.accept, number, entity), meant))
            meant.show()
        elif asked.claim is not None and not asked.facts:
            words = (asked.claim.subject, asked.claim.predicate, asked.claim.object)
            claim = ClaimDialog(words, self.window())
            claim.claimed.connect(lambda *said: self._keep(partial(jobs.accept_changed, number, said), claim))
            claim.show()
        else:
            self.said.emit(tr("This one takes only the answers beside it."))

    def _keep(self, job: "partial[object]", dialog: MeantDialog | ClaimDialog) -> None:
        """The dialog goes once its answer is kept."""

        def done(change: object) -> None:
            self._on_thanked(change)
            if isValid(dialog):
                dialog.accept()

        def refused(error: Exception) -> None:
            alert = alerts.describe(error)
            if alert.kind == "bug" or not isValid(dialog):
                self._lanes.failed.emit(error)
            else:
                dialog.refuse(alert.sentence)

        self._lanes.write(job, done, refused)


def _several(asked: "Asked") -> bool:
    kind = asked.suggestion.kind
    return kind in ("which_entity", "conflict") or (kind == "same_entity" and len(asked.candidates) != 1)
