"""The frame: rail, list, page and memory side by side, one status line below. It arranges; the shell connects."""

from functools import partial

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QWidget

from ui import place, tabbing
from ui.categories.page import CategoriesPage
from ui.chat.conversations import ConversationList
from ui.chat.page import ChatPage
from ui.core import Core
from ui.history.page import HistoryPage
from ui.icons import app_icon
from ui.notes.list import NoteList
from ui.notes.page import NotesPage
from ui.rail import Rail
from ui.statusline import StatusLine
from ui.suggestions.page import SuggestionsPage
from ui.undokeys import UndoKeys
from ui.widgets import column, row
from ui.words import tr

NARROW = 1160
"""Pixels below which the memory panel steps back unless it is asked for."""
LOW = 520
_SIDE, _MEMORY = 248, 320


class MainWindow(QMainWindow):
    """One window of one profile. `graph` and `memory` are put in when their parts can be imported without delay."""

    def __init__(self, core: Core) -> None:
        super().__init__()
        self.setWindowTitle("Tsumugi")
        self.setWindowIcon(app_icon())
        self._memo = core.memo
        self.chats = ConversationList(core.lanes, core.changes)
        self.chat = ChatPage(core.lanes, core.changes, core.memo, core.loop)
        self.note_list = NoteList(core.lanes, core.changes)
        self.notes = NotesPage(core.lanes, core.changes)
        self.categories = CategoriesPage(core.lanes, core.changes)
        self.history = HistoryPage(core.lanes, core.changes)
        self.graph: QWidget | None = None
        self.search: QWidget | None = None
        self.entity: QWidget | None = None
        self.memory: QWidget | None = None
        self.status = StatusLine(core.loop)
        core.tending.told.connect(self.status.show_tending)
        self.rail = Rail(
            (
                ("chat", "chat", tr("Chat")),
                ("notes", "note", tr("Notes")),
                ("graph", "graph", tr("Graph")),
                ("categories", "categories", tr("Categories")),
                ("suggestions", "ask", tr("Questions")),
                ("history", "history", tr("History")),
            )
        )
        self.suggestions = SuggestionsPage(core.lanes, core.changes, self.rail)
        self.suggestions.counted.connect(partial(self.rail.count, "suggestions"))
        self.page = "chat"
        self._wants_memory = bool(core.memo.get("memory shown", True))
        self._asked_for_memory = False
        self._arrange()
        self._undo_keys = UndoKeys(self)
        self._restore()

    def _arrange(self) -> None:
        self._sides, self._pages, self._right = QStackedWidget(), QStackedWidget(), QStackedWidget()
        for side in (self.chats, self.note_list):
            self._sides.addWidget(side)
        for page in (self.chat, self.notes, self.categories, self.suggestions, self.history):
            self._pages.addWidget(page)
        self._right.setObjectName("memory")
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setHandleWidth(1)
        for part, least in ((self._sides, 168), (self._pages, 320), (self._right, 240)):
            part.setMinimumWidth(least)
            self._split.addWidget(part)
        self._split.setStretchFactor(1, 1)
        self._split.setCollapsible(1, False)
        across = row(self.rail, self._split, gap=0)
        across.setStretchFactor(self._split, 1)
        whole = QWidget()
        self._whole = column(gap=0)
        self._whole.addLayout(across, 1)
        self._whole.addWidget(self.status)
        whole.setLayout(self._whole)
        self.setCentralWidget(whole)
        self.setMinimumSize(place.LEAST_WIDTH, place.LEAST_HEIGHT)

    # ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────
    def show_page(self, name: str) -> None:
        """One of the names on the rail."""
        page: QWidget | None = getattr(self, name)
        if page is None:
            return
        if self.page == "notes" and name != "notes":
            self.notes.leave()
        self.page = name
        self._pages.setCurrentWidget(page)
        side = {"chat": self.chats, "notes": self.note_list}.get(name)
        self._sides.setVisible(side is not None)
        if side is not None:
            self._sides.setCurrentWidget(side)
        self.rail.choose(name)

    def side(self) -> ConversationList | NoteList | None:
        """The list beside the page that is shown."""
        return {"chat": self.chats, "notes": self.note_list}.get(self.page)  # type: ignore[return-value]

    def put_page(self, name: str, page: QWidget) -> None:
        """A page that is made on its first visit: `graph`, `search`, `entity`."""
        setattr(self, name, page)
        self._pages.addWidget(page)

    def put_memory(self, panel: QWidget) -> None:
        """The memory panel, made once the profile is open."""
        self.memory = panel
        self._right.addWidget(panel)
        self._show_memory()

    def show_memory(self, shown: bool) -> None:
        """Fold the memory panel in or out; the choice is remembered."""
        self._wants_memory = self._asked_for_memory = shown
        self._memo.keep("memory shown", shown or "no")
        self._show_memory()

    def memory_shown(self) -> bool:
        """Whether the memory panel can be seen."""
        return not self._right.isHidden()

    def _show_memory(self) -> None:
        room = self.width() >= NARROW or self._asked_for_memory
        self._right.setVisible(self.memory is not None and self._wants_memory and room)

    def refuse(self, box: QWidget) -> None:
        """The profile cannot be opened: say so above everything."""
        self._whole.insertWidget(0, box)

    # ── its place ─────────────────────────────────────────────────────────────────────────────────────────────
    def _restore(self) -> None:
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        kept = place.pixels(self._memo.get("window"), 5)
        if kept:
            self.setGeometry(place.on_screen(QRect(*kept[:4]), screens))
            if kept[4]:
                self.setWindowState(Qt.WindowState.WindowMaximized)
        elif screens:
            self.setGeometry(place.usual(screens[0]))
        sizes = place.pixels(self._memo.get("columns"), 3)
        self._split.setSizes(sizes or [_SIDE, self.width() - _SIDE - _MEMORY, _MEMORY])
        if self._memo.get("memory shown") == "no":
            self._wants_memory = False
        self._show_memory()
        self.show_page("chat")

    def keep_place(self) -> None:
        """Remember where the window and its columns are."""
        box = self.normalGeometry() if self.isMaximized() else self.geometry()
        self._memo.keep("window", [box.x(), box.y(), box.width(), box.height(), int(self.isMaximized())])
        sizes = self._split.sizes()
        if all(sizes):
            self._memo.keep("columns", sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_memory()
        self.rail.show_words(
            self.height() >= LOW and self.rail.words_fit(self.height() - self.status.sizeHint().height())
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes what is nearest: the memory panel of a narrow window; else it leads back to the composer."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._asked_for_memory and self.width() < NARROW and self.memory_shown():
            self.show_memory(False)
        elif self.page == "chat":
            self.chat.composer.field.setFocus()

    def focusNextPrevChild(self, forward: bool) -> bool:
        parts = (self.rail, self._sides, self._pages, self._right, self.status)
        return tabbing.move(parts, forward) or super().focusNextPrevChild(forward)

    def keep(self) -> None:
        """Keep all that the window holds: its place, the draft, unsaved notes."""
        self.keep_place()
        self.chat.keep_draft()
        self.notes.documents.save_all()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.keep()
        super().closeEvent(event)
