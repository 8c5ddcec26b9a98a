"""Conditions of the query as chips, each removable, and the menu that adds one. The typed text stays the truth."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.domain.query import Operator, Term, written
from ui.icons import icon
from ui.lanes import Lanes
from ui.search import jobs
from ui.search.wording import condition_words
from ui.widgets import label, push_button
from ui.widgets.wrapping import Wrapping
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.places import Places


MOST_CHIPS = 20
"""Of a page that somebody pasted; the others hold too, and are counted."""
_LONGEST = 48


class Chips(QWidget):
    """`taken_out(Term)`; `added(str)`: a whole condition; `begun(str)`: one whose value is still to be typed."""

    taken_out = Signal(object)
    added = Signal(str)
    begun = Signal(str)

    def __init__(self, lanes: Lanes) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._lanes = lanes
        self._places: Places | None = None
        self._shown: tuple[Term, ...] = ()
        self._flow = Wrapping(4, self)
        self.chips: list[QToolButton] = []
        self.add = push_button(tr("Filter"), self.open_menu)
        self.add.setIcon(icon("plus"))
        self.add.setAccessibleName(tr("Add a filter"))
        self._flow.addWidget(self.add)
        self._others = label("", "small")
        self._others.setMinimumHeight(self.add.sizeHint().height())
        self._others.hide()

    def show_terms(self, terms: Sequence[Term]) -> None:
        """A chip for each, the focus at the same place of the row."""
        if [condition_words(term) for term in terms] == [condition_words(term) for term in self._shown]:
            self._shown = tuple(terms)
            return
        held = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._shown = tuple(terms)
        self.chips = [self._chip(at, term) for at, term in enumerate(terms[:MOST_CHIPS])]
        for chip in self.chips:
            self._flow.addWidget(chip)
            chip.show()
        self._flow.removeWidget(self._others)
        self._flow.addWidget(self._others)
        left = len(terms) - len(self.chips)
        self._others.setText(trn("{count} more", "{count} more", left))
        self._others.setVisible(left > 0)
        self.updateGeometry()
        if held is not None:
            (self.chips[min(held, len(self.chips) - 1)] if self.chips else self.add).setFocus()

    def _chip(self, at: int, term: Term) -> QToolButton:
        words = condition_words(term)
        chip = QToolButton(self)
        shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        chip.setText(shown.replace("&", "&&"))
        chip.setIcon(icon("close"))
        chip.setIconSize(QSize(12, 12))
        chip.setProperty("tone", "filter")
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross behind the words
        chip.setToolTip(tr("Take this filter out"))
        chip.setAccessibleName(tr("Take this filter out: {what}", what=words))
        chip.setMinimumHeight(self.add.sizeHint().height())
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(partial(self._take_out, at))
        return chip

    def _take_out(self, at: int, checked: bool = False) -> None:
        if at < len(self._shown):
            self.taken_out.emit(self._shown[at])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete on a chip takes it out, as its cross does."""
        focused = next((chip for chip in self.chips if chip.hasFocus()), None)
        if focused is not None and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            focused.click()
        else:
            super().keyPressEvent(event)

    # ── what may be added ─────────────────────────────────────────────────────────────────────────────────────
    def read_places(self) -> None:
        """Which projects and channels there are, for the menu."""
        self._lanes.read(jobs.read_places, self._keep_places)

    def _keep_places(self, places: "Places") -> None:
        self._places = places

    def open_menu(self) -> None:
        """Below its button."""
        made = self.menu()
        made.aboutToHide.connect(made.deleteLater)
        made.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """All conditions: those with few values as they are, for the others the field waits for one."""
        made = QMenu(self)
        self._submenu(made, tr("Who said it"), (("from", "me", tr("You")), ("from", "tsumugi", tr("Tsumugi"))), "from")
        self._submenu(made, tr("Where"), (("in", "chat", tr("In chats")), ("in", "note", tr("In notes"))), "in")
        days: tuple[tuple[Operator, str, str], ...] = (
            ("on", "today", tr("Today")),
            ("on", "yesterday", tr("Yesterday")),
            ("on", "this week", tr("This week")),
            ("on", "last week", tr("Last week")),
            ("on", "this month", tr("This month")),
            ("on", "last month", tr("Last month")),
        )
        when = self._submenu(made, tr("When"), days, "on")
        when.addAction(tr("Before…"), partial(self.begun.emit, "before:"))
        when.addAction(tr("After…"), partial(self.begun.emit, "after:"))
        made.addAction(tr("About somebody or something…"), partial(self.begun.emit, "about:"))
        for kind, words, names in self._known_places():
            self._submenu(made, words, tuple((kind, name, name) for name in names), None)
        made.addSeparator()
        made.addAction(tr("Without a word…"), partial(self.begun.emit, "-"))
        return made

    def _known_places(self) -> list[tuple[Operator, str, Sequence[str]]]:
        if self._places is None:
            return []
        found: list[tuple[Operator, str, Sequence[str]]] = [
            ("project", tr("Project"), self._places.projects),
            ("channel", tr("Channel"), self._places.channels),
        ]
        return [one for one in found if one[2]]

    def _submenu(
        self, menu: QMenu, words: str, choices: Sequence[tuple[Operator, str, str]], other: Operator | None
    ) -> QMenu:
        inner = menu.addMenu(words)
        for kind, value, shown in choices:
            inner.addAction(shown.replace("&", "&&"), partial(self.added.emit, written(kind, value)))
        if other is not None:
            inner.addAction(tr("Other…"), partial(self.begun.emit, f"{other}:"))
        return inner
