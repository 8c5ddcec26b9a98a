"""One fact as a row: the relation, the other end, since when, the words it comes from, and a menu to correct it.

In a list of sentences a row is the whole sentence; in the narrow panel the relation and its far end on one line; on the
page a *sheet*: relation, far end, interval and a bar on an axis that all rows share, each in a column of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from app.domain.clock import WorldTime
from app.domain.ids import Ref
from ui import theme
from ui.memories import wording
from ui.memories.dates import DateForm
from ui.memories.intervals import Axis, Bar
from ui.memories.quotes import Quotes
from ui.saying import named
from ui.when import exact, moment_text
from ui.widgets import column, icon_button, label, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import FactView, Source

Look = Literal["sentence", "line", "sheet"]
RELATION, WHEN = 8, 11
"""Columns of a sheet, in average characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A fact and how it sits in its list. Equal seats look the same.

    `first`: the relation is said; it is not on the next rows of a sheet. `rivals`: what holds now and excludes it.
    """

    view: "FactView"
    today: date
    look: Look = "line"
    first: bool = True
    rivals: tuple[str, ...] = ()
    axis: Axis | None = None
    editable: bool = False


class FactRow(QWidget):
    """Signals: `entity_chosen(id)`, `source_opened(episode, start, end)`, `ended(fact, when)`,
    `redated(fact, since, until)`, `retracted(fact)`, `edit_wanted(fact)`. F2 and a double click ask for an edit."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    ended = Signal(object, object)
    redated = Signal(object, object, object)
    retracted = Signal(object)
    edit_wanted = Signal(object)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat, self.view, self._today = seat, seat.view, seat.today
        view = seat.view
        self._over = wording.is_over(view.fact, seat.today)
        self._words = self._line()
        self._more = icon_button("more", tr("Correct: {fact}", fact=wording.sentence(view)), self._show_menu)
        when = wording.interval(view.fact, seat.today)
        self._when = label(" · ".join(filter(None, (when, view.agent))), "small")
        if view.sources and not wording.dated(view.fact) and not view.agent:
            self._when.hide()  # the quote says when it was said; never shown here: without a parent it were a window
        self._below = [*self._rivals(), Quotes([self._quote(source) for source in view.sources])]
        self.setLayout(self._sheet() if seat.look == "sheet" else self._narrow())
        self.setToolTip(wording.fact_tip(view))
        self.setAccessibleName(f"{wording.sentence(view)} {when}")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)

    def _narrow(self) -> QBoxLayout:
        head = row(self._words, self._more, gap=0)
        head.setAlignment(self._more, Qt.AlignmentFlag.AlignTop)
        self._when.setContentsMargins(4, 0, 0, 0)
        return column(head, self._when, *self._below, gap=0, margin=(0, 0, 0, 8))

    def _sheet(self) -> QBoxLayout:
        """Relation, far end, interval and bar side by side; the words it comes from below the far end."""
        unit = self.fontMetrics().averageCharWidth()
        relation = label(wording.relation_words(self.view) if self.seat.first else "", "quiet")
        relation.setWordWrap(True)
        relation.setFixedWidth(unit * RELATION)
        relation.setAlignment(Qt.AlignmentFlag.AlignTop)
        relation.setContentsMargins(0, 3, 0, 0)
        self._when.setFixedWidth(unit * WHEN)
        self._when.setWordWrap(True)
        self._when.setContentsMargins(0, 4, 0, 0)
        policy = self._when.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._when.setSizePolicy(policy)
        parts: list[QWidget] = [relation, self._words, self._when]
        if self.seat.axis is not None:
            parts.append(Bar(self.view.fact, self.seat.axis, self.seat.today))
        head = row(*parts, self._more, gap=8)
        for part in (*parts, self._more):
            if part is not self._words:
                head.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        head.setStretchFactor(self._words, 1)
        below = column(*self._below, gap=0, margin=(unit * RELATION + 8, 0, 32, 0))
        return column(head, below, gap=0, margin=(0, 0, 0, 6))

    def _rivals(self) -> list[QWidget]:
        """What cannot hold at the same time: a person says which of the two does."""
        if not self.seat.rivals:
            return []
        names = tr(", ").join(named(name) for name in self.seat.rivals)
        words = wrapped(tr("Cannot hold together with {names}. Which one is it?", names=names), "warn")
        words.setContentsMargins(4, 0, 0, 0)
        return [words]

    def _line(self) -> QLabel:
        """Relation and far end; the far end is a link where it is an entity. The user's words are escaped."""
        view, ink = self.view, theme.current()
        whole = self.seat.look == "sentence"
        if whole:
            text = escape(wording.sentence(view))
        else:
            far = escape(wording.far_name(view))
            if view.other is not None:
                style = f"color:{ink.quiet if self._over else ink.accent};text-decoration:none"
                far = f'<a href="entity" style="{style}">{f"<s>{far}</s>" if self._over else far}</a>'
            relation = f'<span style="color:{ink.quiet}">{escape(wording.relation_words(view))}</span> '
            text = far if self.seat.look == "sheet" else relation + far
        words = QLabel(f"<s>{text}</s>" if self._over else text)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words.setTextFormat(Qt.TextFormat.RichText)
        words.setWordWrap(True)
        words.setContentsMargins(4, 3, 0, 0)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        flags = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        words.setTextInteractionFlags(flags)
        words.setFocusPolicy(Qt.FocusPolicy.StrongFocus if view.other and not whole else Qt.FocusPolicy.NoFocus)
        words.linkActivated.connect(self._open_other)
        words.setAccessibleName(wording.sentence(view))
        return words

    def _open_other(self) -> None:
        if self.view.other is not None:
            self.entity_chosen.emit(self.view.other.id)

    def _quote(self, source: "Source") -> "tuple[str, str, partial[None]]":
        words = wording.quote(source)
        said = moment_text(source.episode.said_at, self._today)
        tip = f"<qt>{escape(source.episode.text[:400])}<br>{escape(exact(source.episode.said_at))}</qt>"
        call = partial(self.source_opened.emit, source.episode.id, source.span.start, source.span.end)
        return f"{words} {said}", tip, call

    @property
    def menu_button(self) -> QToolButton:
        return self._more

    def _show_menu(self, at: QPoint | None = None) -> None:
        menu = self.menu()
        menu.popup(self.mapToGlobal(at) if at else self._more.mapToGlobal(QPoint(0, self._more.height())))

    def menu(self) -> QMenu:
        """What can be done with the fact."""
        fact, menu = self.view.fact, QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if self.view.other is not None:
            menu.addAction(tr("Open {name}", name=wording.far_name(self.view))).triggered.connect(self._open_other)
        if self.can_be_edited():
            menu.addAction(tr("Change this…")).triggered.connect(partial(self.edit_wanted.emit, fact.id))
        if self._over:
            menu.addAction(tr("It still holds")).triggered.connect(self._reopen)
        else:
            menu.addAction(tr("It has ended…")).triggered.connect(self._ask_end)
        menu.addAction(tr("Change since when…")).triggered.connect(self._ask_since)
        if fact.invalid_at is not None:
            menu.addAction(tr("Change until when…")).triggered.connect(self._ask_until)
        menu.addSeparator()
        menu.addAction(tr("This was never true")).triggered.connect(lambda: self.retracted.emit(fact.id))
        return menu

    def can_be_edited(self) -> bool:
        """Whether its ends and relation can be said otherwise here. One on a record itself has only dates."""
        fact = self.view.fact
        return self.seat.editable and not any(isinstance(end, Ref) for end in (fact.subject, fact.object))

    def hold(self, form: QWidget) -> None:
        """Show the form that edits this fact below it."""
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        layout.addWidget(form)
        form.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2 and self.can_be_edited():
            self.edit_wanted.emit(self.view.fact.id)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.can_be_edited():
            self.edit_wanted.emit(self.view.fact.id)

    def _reopen(self) -> None:
        fact = self.view.fact
        self.redated.emit(fact.id, fact.valid_at, None)

    def _ask_end(self) -> None:
        first = WorldTime.of(self._today).text
        self._ask(tr("When did it end?"), first, self._take_end, needed=True)

    def _ask_since(self) -> None:
        fact = self.view.fact
        first = fact.valid_at.text if fact.valid_at else ""
        self._ask(tr("Since when? Empty if unknown."), first, self._take_since, needed=False)

    def _ask_until(self) -> None:
        fact = self.view.fact
        first = fact.invalid_at.text if fact.invalid_at else ""
        self._ask(tr("When did it end?"), first, self._take_until, needed=True)

    def _ask(self, question: str, first: str, take: Callable[[WorldTime | None], None], needed: bool) -> None:
        DateForm(question, first, take, needed, self.window()).ask(self._more)

    def _take_end(self, when: WorldTime | None) -> None:
        self.ended.emit(self.view.fact.id, when)

    def _take_since(self, when: WorldTime | None) -> None:
        self.redated.emit(self.view.fact.id, when, self.view.fact.invalid_at)

    def _take_until(self, when: WorldTime | None) -> None:
        self.redated.emit(self.view.fact.id, self.view.fact.valid_at, when)
