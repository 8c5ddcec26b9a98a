"""What the style sheet makes of Qt's own parts, looked at as pixels."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, QStringListModel
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QCompleter, QLineEdit, QTabBar, QVBoxLayout, QWidget

from tests.ui.test_theme import contrast
from ui import theme

NAMES = ["Alice Moreau", "Alvar Lind", "日本語"]


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, qtbot: Any, qapp: QApplication) -> Iterator[QWidget]:
    theme.wear(qapp, request.param)
    made = QWidget()
    made.setObjectName("page")
    QVBoxLayout(made)
    made.resize(400, 300)
    qtbot.addWidget(made)
    yield made
    theme.wear(qapp, "light")


def _shown(page: QWidget, part: Any) -> Any:
    page.layout().addWidget(part)
    page.show()
    QApplication.processEvents()
    return part


def _inks(image: QImage, box: QRect) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())
    }


def test_a_drop_down_shows_all_it_has_room_for(qtbot: Any, page: QWidget) -> None:
    choice = QComboBox()
    choice.addItems(NAMES)
    _shown(page, choice).showPopup()
    view = choice.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().height() >= sum(view.sizeHintForRow(row) for row in range(len(NAMES)))
    assert view.visualRect(choice.model().index(len(NAMES) - 1, 0)).bottom() < view.viewport().height()
    choice.hidePopup()


def test_completions_stand_on_a_ground_they_can_be_read_on(qtbot: Any, page: QWidget) -> None:
    field = QLineEdit()
    completer = QCompleter(QStringListModel(NAMES, field), field)
    field.setCompleter(completer)
    _shown(page, field).setFocus()
    completer.setCompletionPrefix("Al")
    completer.complete()
    popup = completer.popup()
    qtbot.waitUntil(popup.isVisible)
    image = popup.grab().toImage()
    corner = image.pixelColor(image.width() - 12, image.height() - 4)
    assert corner == QColor(theme.current().field)
    popup.hide()


@pytest.mark.parametrize("ticked", [False, True])
def test_a_check_box_can_be_seen(page: QWidget, ticked: bool) -> None:
    box = QCheckBox("learn")
    box.setChecked(ticked)
    image = _shown(page, box).grab().toImage()
    inks = _inks(image, QRect(0, 0, 20, image.height()))
    assert max(contrast(ink, theme.current().page) for ink in inks) >= (4.5 if not ticked else 5)
    if ticked:
        assert theme.current().accent in inks
        assert theme.current().on_accent in inks


def test_a_chosen_tab_stays_where_it_was_and_is_underlined(page: QWidget) -> None:
    tabs = QTabBar()
    tabs.setDrawBase(False)
    for words in ("Memory", "Memory"):
        tabs.addTab(words)
    _shown(page, tabs)
    image, tops = tabs.grab().toImage(), []
    for place in (0, 1):
        box = tabs.tabRect(place).adjusted(4, 4, -4, -4)
        ground = image.pixelColor(box.topLeft()).name()
        tops.append(
            next(
                y
                for y in range(box.top(), box.bottom())
                if _inks(image, QRect(box.left(), y, box.width(), 2)) != {ground}
            )
        )
    assert tops[0] == tops[1]
    assert theme.current().accent in _inks(image, tabs.tabRect(0))


def test_the_chosen_tab_looks_chosen_with_the_focus_too(qtbot: Any, page: QWidget) -> None:
    tabs = QTabBar()
    for words in ("Appearance", "Memory"):
        tabs.addTab(words)
    _shown(page, tabs)
    with qtbot.waitActive(page):
        page.activateWindow()
    tabs.setFocus()
    QApplication.processEvents()
    inks = _inks(tabs.grab().toImage(), tabs.tabRect(0))
    assert {theme.current().focus, theme.current().chosen} <= inks
