"""One turn of the transcript: who and when, the words, what was learned; and, while it grows, an answer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from app.domain.entity import Span
from app.domain.secret import find_secrets, mask
from ui.alerts import Alert
from ui.chat import markdown, veil
from ui.chat.body import FOLD, SECRET, Body
from ui.chat.chips import Learned
from ui.chat.inspector import HowFound
from ui.chat.prose import CITE
from ui.chat.sources import Sources
from ui.when import clock, day_name, exact
from ui.widgets import icon_button, label, link_button, row
from ui.widgets.alert import AlertBox
from ui.words import tr

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.turns import TurnView

FRAME_MS = 33
"""A growing answer is drawn at most thirty times a second."""


class Turn(QWidget):
    """`asked(what, turn, more)`: what the person wants done with it; the page knows how. `unfolding`: it is about to
    grow because something in it is opened by hand.

    What: `cite` (a citation's number), `link` (an address), `fact` and `forget_fact` (a fact), `entity` (its number),
    `forget`, `erase` (for good), `retry`, `copy` (a text), `lesson` (what it taught), `question` (what memory asks
    about it), `sources` (what it rests on), `source` (an episode), `inspect` (how it was found), `find` (a row of
    that), `everywhere` (ask again, of the archive too), `model` (set one up), `name` and `relate` (words of it, to
    declare what they are).
    """

    asked = Signal(str, object, object)
    unfolding = Signal()

    def __init__(self, view: "TurnView | None" = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._marks: Sequence[Span] = ()
        self._reveal = self._whole = False
        self._text = ""
        self._day: QLabel | None = None
        self._who, self._time = label("", "section"), label("", "small")
        self._menu = icon_button("more", tr("More for this turn"), self.show_menu)
        self.body = Body()
        self.body.followed.connect(self._follow)
        self._rest: QPushButton | None = None
        self.learned = Learned()
        self.learned.chosen.connect(lambda fact: self.asked.emit("fact", self, fact))
        self.learned.forgotten.connect(lambda fact: self.asked.emit("forget_fact", self, fact))
        self.learned.entity_chosen.connect(lambda entity: self.asked.emit("entity", self, entity))
        self.learned.question_wanted.connect(lambda: self.asked.emit("question", self, None))
        self.learned.unfolding.connect(self.unfolding)
        self.learned.retry.connect(lambda: self.asked.emit("retry", self, None))
        self.how: HowFound | None = None
        self.sources: Sources | None = None
        self._further: QPushButton | None = None
        self._alert: AlertBox | None = None
        self._redraw = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._redraw.timeout.connect(self._draw_growing)
        self._lay_out()
        self.show_view(view)

    def _lay_out(self) -> None:
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 8, 0, 12)
        self._lines.setSpacing(2)
        self._lines.addLayout(row(self._who, self._time, None, self._menu, gap=8))
        self._lines.addWidget(self.body)
        self._lines.addWidget(self.learned)
        self.learned.hide()

    # ── a stored turn ─────────────────────────────────────────────────────────────────────────────────────────
    def show_view(self, view: "TurnView | None", active: bool = False) -> None:
        """Show a stored turn, or (None) an answer that is about to grow."""
        before, self.view = self.view, view
        mine = view is not None and view.episode.role != "assistant"
        self._who.setText((view.episode.speaker or tr("you")) if view and mine else tr("tsumugi"))
        self._menu.setVisible(view is not None)
        if view is None:
            self.body.setAccessibleName(self._who.text())
            return
        self._time.setText(clock(view.episode.said_at))
        self._time.setToolTip(exact(view.episode.said_at))
        self.setAccessibleName(f"{self._who.text()} {self._time.text()}")
        self.body.setAccessibleName(self.accessibleName())
        self.body.quotes = view.quotes
        if self._text != view.episode.text or (before is not None and before.citations != view.citations):
            self._text = view.episode.text
            self._draw()
        if mine:
            self.learned.show_turn(view, active)
        else:
            self._offer_how(view)

    def _offer_how(self, view: "TurnView") -> None:
        """Below an answer: what it cost, and how it was found."""
        if self.how is None:
            self.how = HowFound()
            self.how.wanted.connect(lambda: self.asked.emit("inspect", self, None))
            self.how.chosen.connect(lambda row: self.asked.emit("find", self, row))
            self.sources = Sources()
            self.sources.wanted.connect(lambda: self.asked.emit("sources", self, None))
            self.sources.chosen.connect(lambda episode: self.asked.emit("source", self, episode))
            for fold in (self.how, self.sources):
                fold.opened.connect(self.unfolding)
            self.sources.unfolding.connect(self.unfolding)
            self._lines.addWidget(self.sources)
            self._lines.addWidget(self.how)
        self.how.show_spent(view.spent)

    def offer_everything(self, offered: bool) -> None:
        """Below an answer that found nothing: ask again, of the archive too."""
        if self._further is None and offered:
            self._further = link_button(tr("Search everything"), self._search_everything)
            self._lines.insertLayout(self._lines.indexOf(self.body) + 1, row(self._further, None))
        if self._further is not None:
            self._further.setVisible(offered)

    def say_no_model(self) -> None:
        """Below a request that nobody answers: why, and the step to take."""
        use = link_button(tr("Use a model…"), lambda: self.asked.emit("model", self, None))
        words = label(tr("No model is set up, so only memory answers here."), "small")
        self._lines.addLayout(row(words, use, None, gap=6))

    def _search_everything(self) -> None:
        self.offer_everything(False)
        self.asked.emit("everywhere", self, None)

    def set_active(self, active: bool) -> None:
        """Whether it is being learned right now."""
        if self.view is not None and self.view.episode.role != "assistant":
            self.learned.show_turn(self.view, active)

    def show_day(self, shown: bool) -> None:
        """The day above the first turn of a day."""
        if self._day is None and shown:
            self._day = label("", "section")
            self._day.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._day.setContentsMargins(0, 8, 0, 8)
            self._lines.insertWidget(0, self._day)
        if self._day is not None:
            self._day.setText(day_name(self.view.episode.said_at.astimezone().date()) if self.view else "")
            self._day.setVisible(shown)

    def mark(self, spans: Sequence[Span]) -> None:
        """Highlight words of it."""
        self._marks = spans
        if any(span.end > FOLD for span in spans):
            self._whole = True
        self._draw()

    def unmark(self) -> None:
        """Back to plain words."""
        if self._marks:
            self.mark(())

    def _draw(self) -> None:
        assert self.view is not None
        cut = not self._whole and len(self._text) > FOLD
        text = self._text[:FOLD] + "…" if cut else self._text
        self._offer_rest(cut)
        if self._is_rich(text) and self.view.episode.role != "assistant" and find_secrets(text):
            veil.show(self.body, text, self._reveal)
        elif self._is_rich(text):
            self.body.show_markdown(text, frozenset(citation.number for citation in self.view.citations))
        else:
            self.body.show_plain(text, self._marks, self._reveal)

    def _is_rich(self, text: str) -> bool:
        """Whether it is shown as Markdown. Marks need the very characters."""
        if self._marks or self.view is None:
            return False
        return self.view.episode.role == "assistant" or markdown.is_markup(mask(text))

    def _offer_rest(self, cut: bool) -> None:
        if self._rest is None and cut:
            self._rest = link_button(tr("Show all of it"), self._show_whole)
            self._lines.insertWidget(self._lines.indexOf(self.body) + 1, self._rest)
        if self._rest is not None:
            self._rest.setVisible(cut)

    def _show_whole(self) -> None:
        self.unfolding.emit()
        self._whole = True
        self._draw()

    # ── a growing answer ──────────────────────────────────────────────────────────────────────────────────────
    def grow(self, more: str) -> None:
        """Add a piece."""
        self._text += more
        if not self._redraw.isActive():
            self._redraw.start()

    @property
    def text(self) -> str:
        return self._text

    def _draw_growing(self) -> None:
        if self.view is None:
            self.body.grow(self._text)

    def settle(self, view: "TurnView") -> None:
        """The answer is whole and stored. What has grown on screen is left as it is, unless the words differ."""
        self._redraw.stop()
        self._draw_growing()
        if self._text != mask(view.episode.text):
            self._text = ""
        self.show_view(view)

    def fail(self, alert: Alert, step: str, call: Callable[[], object]) -> None:
        """Say what went wrong, with one thing to do; what has come so far stays above."""
        self._redraw.stop()
        self._draw_growing()
        self._alert = AlertBox(alert, step)
        self._alert.stepped.connect(call)
        self._lines.addWidget(self._alert)
        if alert.about_model:
            settings = link_button(tr("Model settings…"), lambda: self.asked.emit("model", self, None))
            self._lines.addLayout(row(settings, None))

    # ── what can be done with it ──────────────────────────────────────────────────────────────────────────────
    def show_menu(self, point: QPoint | None = None) -> None:
        """What can be done with this turn, at a point on screen, or below its button."""
        if self.view is None:
            return
        menu = QMenu(self)
        chosen = self.body.selected()
        if chosen:
            menu.addAction(tr("Copy what is selected"), lambda: self.asked.emit("copy", self, chosen))
        menu.addAction(tr("Copy"), lambda: self.asked.emit("copy", self, self._text))
        self._add_declaring(menu, chosen)
        if self.view.episode.role != "assistant":
            self._add_learning(menu, self.view)
        else:
            self._add_finding(menu)
        menu.addSeparator()
        menu.addAction(tr("Forget this message for good…"), lambda: self.asked.emit("erase", self, None))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point or self._menu.mapToGlobal(self._menu.rect().bottomLeft()))

    def _add_declaring(self, menu: QMenu, chosen: str) -> None:
        """To say what words of it are; of words that stay out of memory nothing is said."""
        if self.view is not None and self.view.episode.state != "off_record":
            menu.addSeparator()
            menu.addAction(tr("Say who or what this is…"), lambda: self.asked.emit("name", self, chosen))
            menu.addAction(tr("Say what this relates to…"), lambda: self.asked.emit("relate", self, chosen))

    def _add_learning(self, menu: QMenu, view: "TurnView") -> None:
        menu.addSeparator()
        if view.chips:
            menu.addAction(tr("What was learned here"), lambda: self.asked.emit("lesson", self, None))
        if view.episode.state != "off_record":
            menu.addAction(tr("Learn it again"), lambda: self.asked.emit("retry", self, None))
        if view.chips:
            menu.addAction(tr("Forget what it taught"), lambda: self.asked.emit("forget", self, None))

    def _add_finding(self, menu: QMenu) -> None:
        menu.addSeparator()
        menu.addAction(tr("Search everything"), self._search_everything)
        for fold, words in ((self.sources, tr("Sources")), (self.how, tr("How this was found"))):
            if fold is not None:
                menu.addAction(words, partial(fold.set_open, True))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.show_menu(event.globalPos())

    def _follow(self, target: str) -> None:
        if target == SECRET:
            self._reveal = True
            self._draw()
        elif target.startswith(CITE):
            self.asked.emit("cite", self, int(target.removeprefix(CITE)))
        else:
            self.asked.emit("link", self, target)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and self.view is not None and self._text:
            self._draw()
        super().changeEvent(event)
