"""One fact as a row: the relation, the other end, since when, the words it comes from, and a menu to correct it."""

from collections.abc import Callable
from datetime import date
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from app.domain.clock import WorldTime
from ui import theme
from ui.memories import wording
from ui.memories.dates import DateForm
from ui.memories.quotes import Quotes
from ui.when import exact, moment_text
from ui.widgets import column, icon_button, label, row
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import FactView, Source


class FactRow(QWidget):
    """Signals: `entity_chosen(id)`, `source_opened(episode, start, end)`, `ended(fact, when)`,
    `redated(fact, since, until)`, `retracted(fact)`."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    ended = Signal(object, object)
    redated = Signal(object, object, object)
    retracted = Signal(object)

    def __init__(self, view: "FactView", today: date, whole: bool = False) -> None:
        """`whole`: show the sentence instead of the relation read from one entity's page."""
        super().__init__()
        self.view, self._today = view, today
        self._over = wording.is_over(view.fact, today)
        self._words = self._line(whole)
        self._more = icon_button("more", tr("Correct: {fact}", fact=wording.sentence(view)), self._show_menu)
        when = label(" · ".join(filter(None, (wording.interval(view.fact, today), view.agent))), "small")
        when.setContentsMargins(4, 0, 0, 0)
        when.setVisible(
            wording.dated(view.fact) or not view.sources or bool(view.agent)
        )  # else the quote says when it was said
        quotes = Quotes([self._quote(source) for source in view.sources])
        head = row(self._words, self._more, gap=0)
        head.setAlignment(self._more, Qt.AlignmentFlag.AlignTop)
        self.setLayout(column(head, when, quotes, gap=0, margin=(0, 0, 0, 8)))
        self.setToolTip(wording.fact_tip(view))
        self.setAccessibleName(f"{wording.sentence(view)} {wording.interval(view.fact, today)}")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)

    def _line(self, whole: bool) -> QLabel:
        """Relation and far end; the far end is a link where it is an entity. The user's words are escaped."""
        view, ink = self.view, theme.current()
        if whole:
            text = escape(wording.sentence(view))
        else:
            far = escape(wording.far_name(view))
            if view.other is not None:
                style = f"color:{ink.quiet if self._over else ink.accent};text-decoration:none"
                far = f'<a href="entity" style="{style}">{f"<s>{far}</s>" if self._over else far}</a>'
            text = f'<span style="color:{ink.quiet}">{escape(wording.relation_words(view))}</span> {far}'
        words = QLabel(f"<s>{text}</s>" if self._over else text)
        words.setTextFormat(Qt.TextFormat.RichText)
        words.setWordWrap(True)
        words.setContentsMargins(4, 2, 0, 0)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
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
