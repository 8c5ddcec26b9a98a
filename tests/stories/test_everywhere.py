"""Every page and dialog with a filled memory: all has a name, is reached by key, and can be read."""

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QTextEdit,
    QWidget,
)

from tests.stories.byhand import Hand, fill
from tests.stories.cast import ENGLISH
from tests.stories.everywhere import GROUPS, categories, entity, graph_list, leave_all, search, suggestions
from ui import theme, words
from ui.theme import THEMES

CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractItemView, QAbstractSlider)
WHOLE = (QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabBar)
"""What is one thing to a person, whatever parts Qt has put into it."""
LINKS = 12
"""Links in one text that Tab goes through at most."""
OTHERWISE = {
    "What was found": "the arrow keys of the field above it mark its rows, Enter takes the marked one",
    "Learned from: click to see what": "the line below the text unfolds all of it",
}
"""What is reached by other keys than Tab."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile that was told everything."""
    profile = tmp_path_factory.mktemp("everywhere") / "profile"
    fill(profile, ENGLISH.lines, "en", "light")
    return profile


@pytest.fixture
def hand(qapp: Any, told: Path, tmp_path: Path) -> Iterator[Hand]:
    profile = tmp_path / "profile"
    shutil.copytree(told, profile)
    words.speak("en")
    theme.wear(qapp, "light")
    person = Hand(qapp, profile, "everywhere")
    yield person
    leave_all(person)
    person.leave()
    theme.wear(qapp, "light")


# ── what there is ─────────────────────────────────────────────────────────────────────────────────────────────────
def _parts(root: QWidget) -> list[QWidget]:
    """All that a person can see, each thing once."""
    return [
        one
        for one in root.findChildren(QWidget)
        if one.isVisible() and one.window() is root and not _within_another(one) and not _only_for_the_mouse(one)
    ]


def _within_another(widget: QWidget) -> bool:
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, WHOLE):
            return True
        around = around.parentWidget()
    return widget.objectName().startswith("qt_")


def _only_for_the_mouse(widget: QWidget) -> bool:
    """Moves what the keys move otherwise."""
    return isinstance(widget, QScrollBar | QSplitterHandle | QHeaderView)


def _can_be_used(widget: QWidget) -> bool:
    if isinstance(widget, QLabel):
        return (
            bool(widget.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByMouse)
            and "<a " in widget.text()
        )
    pointed = widget.cursor().shape() == Qt.CursorShape.PointingHandCursor and widget.testAttribute(
        Qt.WidgetAttribute.WA_SetCursor
    )
    return isinstance(widget, CONTROLS) or pointed or _is_stop(widget)


def _is_stop(widget: QWidget) -> bool:
    takes = (widget.focusPolicy() & Qt.FocusPolicy.TabFocus) == Qt.FocusPolicy.TabFocus
    return takes and widget.focusProxy() is None and widget.isEnabled()


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (text() if callable(text) else "")


def _told(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{_name(widget) or type(widget).__name__} in {type(parent).__name__}"


def _leave(now: QWidget) -> None:
    """Tab, which goes through the links of a text first; Esc where Tab is written."""
    if isinstance(now, QPlainTextEdit) and not now.tabChangesFocus():
        QTest.keyClick(now, Qt.Key.Key_Escape)
        return
    for _ in range(LINKS if isinstance(now, QLabel | QTextEdit) else 1):
        if QApplication.focusWidget() is now:
            QTest.keyClick(now, Qt.Key.Key_Tab)


def _walk(root: QWidget) -> list[QWidget]:
    """Where the Tab key leads, once around."""
    first = QApplication.focusWidget()
    if first is None or first.window() is not root:
        assert root.focusNextPrevChild(True)
        first = QApplication.focusWidget()
    assert first is not None, "nothing takes the focus"
    found, now = [first], first
    while len(found) < 400:
        _leave(now)
        now = QApplication.focusWidget()
        assert now is not None
        if now is first:
            return found
        assert now is not found[-1], f"Tab does not leave {_told(now)}"
        assert now not in found, f"Tab goes in a circle at {_told(now)}"
        found.append(now)
    raise AssertionError("Tab never comes back")


def _nameless(root: QWidget) -> list[str]:
    return [_told(one) for one in _parts(root) if _can_be_used(one) and not _name(one).strip()]


def _lost(root: QWidget, stops: list[QWidget]) -> list[str]:
    groups = {one.group() for one in stops if isinstance(one, QAbstractButton) and one.group() is not None}
    return [
        _told(one)
        for one in _parts(root)
        if _can_be_used(one)
        and one.isEnabled()
        and one not in stops
        and _name(one) not in OTHERWISE
        and not (isinstance(one, QAbstractButton) and one.group() in groups)  # the arrow keys go about in a group
    ]


def _against(stops: list[QWidget], root: QWidget, hand: Hand) -> list[str]:
    """The steps of Tab that go against reading, within each column of the window."""
    window = hand.window
    whole = (window.rail, window._sides, window._pages, window._right, window.status)
    wrong = []
    for column in whole if root is window else (root,):
        within = [one for one in stops if column.isAncestorOf(one)]
        first = min(range(len(within)), key=lambda at: _corner(within[at], root), default=0)
        order = within[first:] + within[:first]
        wrong += [
            f"{_told(one)} → {_told(other)}"
            for one, other in pairwise(order)
            if not one.isAncestorOf(other)
            and not other.isAncestorOf(one)
            and _leads_back(_box(one, other, root), _box(other, one, root))
        ]
    return wrong


def _corner(widget: QWidget, root: QWidget) -> tuple[int, int]:
    at = _box(widget, root, root).topLeft()
    return at.y(), at.x()


def _box(widget: QWidget, other: QWidget, root: QWidget) -> QRect:
    """Where it is seen: what scrolls in an area that the other is not in counts as being where the area is."""
    shown, around = widget, widget.parentWidget()
    while around is not None and around is not root and not around.isAncestorOf(other):
        if isinstance(around, QAbstractScrollArea):
            shown = around
        around = around.parentWidget()
    return QRect(shown.mapTo(root, QPoint(0, 0)), shown.size())


def _leads_back(one: QRect, other: QRect) -> bool:
    """Whether the step from one to the other goes up, unless to a column right of it, or left on a line."""
    if other.bottom() <= one.top() + 4:
        return other.left() < one.right()
    level = min(one.bottom(), other.bottom()) - max(one.top(), other.top()) > min(one.height(), other.height()) / 2
    return level and other.right() <= one.left() + 4


@pytest.mark.parametrize("group", GROUPS)
def test_all_has_a_name_and_is_reached_by_key_in_the_order_of_reading(hand: Hand, group: str) -> None:
    found = {}
    for place, way in GROUPS[group].items():
        root = way(hand)
        root.activateWindow()
        hand.rest(50)
        assert root.accessibleName() or root.windowTitle(), place
        stops = _walk(root)
        lacks = (_nameless(root), _lost(root, stops), _against(stops, root, hand))
        found[place] = dict(zip(("nameless", "lost", "against"), lacks, strict=True))
        leave_all(hand)
    nothing: dict[str, list[str]] = {"nameless": [], "lost": [], "against": []}
    assert {place: one for place, one in found.items() if one != nothing} == {}


# ── colours ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("look", THEMES)
def test_what_is_painted_is_written_in_inks_that_can_be_read(
    hand: Hand, qapp: Any, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Theme.pairs` holds inks and grounds with a contrast of 4.5; what paints itself may use no other."""
    theme.wear(qapp, look)
    used: set[str] = set()
    write = QPainter.drawText

    def noted(painter: QPainter, *how: Any) -> Any:
        if _words_of(how):
            used.add(painter.pen().color().name(QColor.NameFormat.HexArgb))
        return write(painter, *how)

    monkeypatch.setattr(QPainter, "drawText", noted)
    for way in (graph_list, categories, suggestions, search, entity):
        way(hand)
        hand.window.grab()
        leave_all(hand)
    inks = {QColor(ink).name(QColor.NameFormat.HexArgb) for ink, _ in theme.current().pairs()}
    assert len(used) > 1
    assert used - inks == set()


def _words_of(how: tuple[Any, ...]) -> str:
    return "".join(one for one in how if isinstance(one, str)).strip()
