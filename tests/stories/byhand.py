"""A person at the real window: looks for what is written on it, clicks, types, drags, and may take pictures on the way.

Everything goes through the window's own events; nothing reaches behind it but to wait. Under Xvfb, with pictures:

    python3 packaging/dev.py stories FOLDER
"""

import os
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMainWindow, QMenu, QWidget
from shiboken6 import isValid

from app.domain import clock
from app.domain.scope import OWNER
from app.services import tending
from app.services.settings import Settings, save
from app.storage.profile import Profile, open_view
from app.storage.view import View
from tests.stories.conftest import Person
from ui.application import Running
from ui.words import tr

BEGIN = datetime.fromisoformat("2026-08-03T10:00:00+09:00")
PICTURES = "TSUMUGI_PICTURES"
"""The folder that pictures go to; without it none are taken."""
PATIENCE = 20.0
_Found = TypeVar("_Found", bound=QWidget)


def fill(profile: Path, lines: Sequence[str], language: str, theme: str) -> None:
    """A profile that was told a line a day, and that has sorted and asked what it could."""
    person = Person(profile)
    for day, line in enumerate(lines):
        person.says(line, BEGIN + timedelta(days=day))
    tending.tend(person.desk)
    person.leaves()
    save(profile, Settings(language=language, theme=theme))


class Strays(QObject):
    """Widgets that were shown before they had a place: each is a window for a moment, and closes what is open."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.seen: list[str] = []
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            plain = watched.windowType() == Qt.WindowType.Window
            if plain and not isinstance(watched, QMainWindow):
                self.seen.append(f"{type(watched).__name__} {_text(watched) or watched.accessibleName()}")
        return False


class Hand:
    """One person at one profile's window; `restart` closes it and opens it again."""

    def __init__(self, application: QApplication, profile: Path, name: str) -> None:
        self._application, self._profile, self.name = application, profile, name
        self._shots = 0
        self._open()

    def _open(self) -> None:
        self.strays = Strays(self._application)
        self.running = Running(self._application, self._profile)
        self.shell = self.running.shell
        self.window.resize(1320, 860)
        self.running.start()
        self.wait(lambda: self.window.memory is not None)
        self.wait(lambda: self.shell.core.loop.idle)

    @property
    def window(self) -> Any:
        return self.shell.window

    def leave(self) -> None:
        """Close the window, as a person does, and wait for its threads."""
        self.window.close()
        self.running.stop()
        self.window.deleteLater()
        QTest.qWait(1)
        self._application.removeEventFilter(self.strays)
        assert self.strays.seen == [], self.strays.seen

    def restart(self) -> None:
        self.leave()
        self._open()

    # ── looking ───────────────────────────────────────────────────────────────────────────────────────────────
    def wait(self, until: Callable[[], object]) -> None:
        """Let the window live until something holds. Fails when it never does."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, "the window never came to it"
            QTest.qWait(10)

    def rest(self, milliseconds: int = 350) -> None:
        QTest.qWait(milliseconds)

    def seen(self, kind: type[_Found], words: str = "", within: QWidget | None = None) -> _Found:
        """The widget of a kind that can be seen and bears these words, as text or as its accessible name."""
        self.wait(lambda: self._seen(kind, words, within))
        return self._seen(kind, words, within)[0]

    def _seen(self, kind: type[_Found], words: str, within: QWidget | None) -> list[_Found]:
        roots = [within] if within is not None else [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        every = [one for root in roots for one in root.findChildren(kind)]
        return [one for one in every if one.isVisible() and words in ("", one.accessibleName(), _text(one))]

    def dialog(self, kind: type[_Found]) -> _Found:
        """The dialog that is open."""
        self.wait(lambda: self._dialogs(kind))
        return self._dialogs(kind)[-1]

    def _dialogs(self, kind: type[_Found]) -> list[_Found]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]

    def picture(self, what: str, widget: QWidget | None = None) -> None:
        """Take one, where pictures are wanted."""
        if folder := os.environ.get(PICTURES):
            self.rest(800)
            self._shots += 1
            shown = widget if widget is not None else self.window
            shown.grab().save(str(Path(folder) / f"{self.name}-{self._shots:02}-{what}.png"))

    # ── doing ─────────────────────────────────────────────────────────────────────────────────────────────────
    def press(self, words: str, within: QWidget | None = None) -> None:
        """Click what bears these words, in the language of the window."""
        button = self.seen(QAbstractButton, words, within)
        self.wait(button.isEnabled)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.rest(50)

    def choose(self, words: str, picture: str = "") -> None:
        """Take a line of the menu that is open."""
        self.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        if picture:
            self.picture(picture, menu)
        action = next(one for one in menu.actions() if one.text() == words)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
        self.rest(50)

    def write(self, field: QLineEdit, words: str, enter: bool = True) -> None:
        """Into a field. Keys of a screen send Latin letters only, so other text is put in as an input method does."""
        field.setFocus()
        field.selectAll()
        if words.isascii():
            QTest.keyClicks(field, words)
        else:
            field.setText(words)
        if enter:
            _click(field, Qt.Key.Key_Return)

    def key(self, on: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """On a widget, which gets the focus first."""
        on.setFocus()
        _click(on, key, held)
        self.rest(50)

    def drag(self, widget: QWidget, start: QPoint, end: QPoint, held: Qt.KeyboardModifier) -> None:
        """Slowly enough that the widget sees it move."""
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, held, start)
        for step in range(1, 9):
            at = QPointF(start) + QPointF(end - start) * step / 8
            _move(widget, at, held)
            self.rest(10)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, held, end)
        self.rest(50)

    # ── going places ──────────────────────────────────────────────────────────────────────────────────────────
    def meet(self, name: str) -> Any:
        """Somebody's page in the memory panel, by way of "find anything"."""
        self.wait(lambda: QApplication.activePopupWidget() is None)
        self.shell.open_palette()
        palette = self.seen(QLineEdit, tr("Find anything"))
        self.write(palette, name, enter=False)
        self.wait(lambda: self._offered(palette, name))
        QTest.keyClick(palette, Qt.Key.Key_Return)
        self.wait(lambda: self.window.memory.entity.heading.accessibleName().startswith(name))
        self.rest()
        return self.window.memory.entity

    @staticmethod
    def _offered(field: QLineEdit, name: str) -> bool:
        view = field.parentWidget().view  # type: ignore[attr-defined]
        key = view.current_key()
        return bool(key) and key[0] == "entity" and view.currentIndex().data().startswith(name)

    def graph_around(self, name: str) -> Any:
        """The graph as a page, around somebody, at rest."""
        entity = self.meet(name)
        QTest.mouseClick(self.seen(QAbstractButton, tr("Open in the graph"), entity), Qt.MouseButton.LeftButton)
        self.wait(lambda: self.window.page == "graph" and self.window.graph.view.canvas.picture.nodes)
        page = self.window.graph
        self.wait(lambda: not page.view.feed.running)
        self.rest()
        return page

    def spot(self, name: str) -> QPoint:
        """Where a node stands on the canvas, in its pixels."""
        canvas = self.window.graph.view.canvas
        number = next(n for n, node in enumerate(canvas.picture.nodes) if node.entity.name == name)
        x, y = canvas.camera.to_screen(canvas.picture.places[number], canvas.area)
        return QPoint(round(x), round(y))

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────────
    def known(self, ask: Callable[[View], Any]) -> Any:
        """What the profile's own file says, read anew."""
        view = open_view(Profile(self._profile))
        try:
            return ask(view)
        finally:
            view.close()

    def names(self) -> set[str]:
        """Everybody and everything that memory knows."""
        return {one.name for one in self.known(lambda view: view.entities.listed(OWNER, limit=1000))}

    def facts(self, name: str) -> list[tuple[str, str, bool]]:
        """Of somebody: predicate, who or what is at the far end, and whether it holds today."""

        def ask(view: View) -> list[tuple[str, str, bool]]:
            every = {one.id: one.name for one in view.entities.listed(OWNER, limit=1000)}
            mine = next(id for id, known in every.items() if known == name)
            rows = view.facts.of_entities([mine], OWNER)
            far = [row.object if row.subject == mine else row.subject for row in rows]
            today = clock.now().date()
            return [
                (row.predicate, every.get(end, ""), row.holds_on(today)) for row, end in zip(rows, far, strict=True)
            ]

        return self.known(ask)

    def categories(self, name: str) -> set[str]:
        """The categories that something is right under."""

        def ask(view: View) -> set[str]:
            mine = next(one.id for one in view.entities.listed(OWNER, limit=1000) if one.name == name)
            rows = view.categories.memberships([mine], OWNER).get(mine, [])
            return {one.name for one in view.categories.get([row.category for row in rows], OWNER).values()}

        return self.known(ask)


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def _click(widget: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """The press alone may close what it was meant for."""
    QTest.keyPress(widget, key, held)
    if isValid(widget):
        QTest.keyRelease(widget, key, held)


def _move(widget: QWidget, at: QPointF, held: Qt.KeyboardModifier) -> None:
    """`QTest.mouseMove` forgets the buttons that are held."""
    left = Qt.MouseButton.LeftButton
    event = QMouseEvent(QEvent.Type.MouseMove, at, QPointF(widget.mapToGlobal(at.toPoint())), left, left, held)
    QApplication.sendEvent(widget, event)
