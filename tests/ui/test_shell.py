"""What the window's commands do, and what a change of the settings sets going."""

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QSpinBox, QWidget

from app.services.settings import meta
from ui import theme
from ui.palette import Palette
from ui.settings.dialog import SettingsDialog
from ui.words import tr


class Windows(QObject):
    """Every window that comes on screen, while it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(type(watched).__name__)
        return False


def test_every_command_can_be_chosen_from_the_menu(qtbot: Any, running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for ask in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, ask, lambda *_, **__: ("", ""))
    shell = running.shell
    for number, command in enumerate(shell._known):
        if command.call != shell.quit:  # a larger text makes the window and its actions anew
            shell._actions[number].trigger()
            QApplication.processEvents()
    assert isinstance(shell._settings_dialog, SettingsDialog)
    for opened in QApplication.topLevelWidgets():
        if isinstance(opened, QDialog | Palette):
            opened.close()


def test_ctrl_comma_opens_the_settings(qtbot: Any, running: Any) -> None:
    action = next(a for a in running.shell._actions if QKeySequence("Ctrl+,") in a.shortcuts())
    action.trigger()
    dialog = running.shell._settings_dialog
    assert isinstance(dialog, SettingsDialog)
    assert dialog.tabs.currentIndex() == 0
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_only_what_is_seen_puts_the_style_on_anew(qtbot: Any, running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    worn: list[str] = []
    monkeypatch.setattr(theme, "wear", lambda _, choice, zoom: worn.append(choice))
    for change in ({"recent_turns": 9}, {"learning": False}, {"model_address": "http://localhost:1"}):
        running.shell.change_settings(running.shell.settings.with_changes(change))
    assert worn == []
    running.shell.change_settings(running.shell.settings.with_changes({"theme": "dark"}))
    assert worn == ["dark"]


def test_a_window_that_is_made_anew_brings_no_other(qtbot: Any, running: Any) -> None:
    windows, application = Windows(), QApplication.instance()
    assert application is not None
    application.installEventFilter(windows)
    running.shell.rebuild()
    QApplication.processEvents()
    application.removeEventFilter(windows)
    assert windows.seen == ["MainWindow"]


def test_settings_keep_their_place_in_another_language(qtbot: Any, running: Any) -> None:
    shell = running.shell
    shell.open_settings("keeping")
    first, hours = shell._settings_dialog, tr(meta("consolidate_hours").label)
    first.setGeometry(first.x() + 20, first.y() + 30, first.width(), 320)
    number = next(one for one in first.findChildren(QSpinBox) if one.accessibleName() == hours)
    number.setFocus()
    bar = first.tabs.currentWidget().verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 40)
    bar.setValue(40)
    box = QRect(first.geometry())
    shell.change_settings(shell.settings.with_changes({"language": "ja"}))
    qtbot.waitUntil(lambda: shell._settings_dialog not in (None, first))
    second = shell._settings_dialog
    assert second.tabs.currentIndex() == 2
    assert second.geometry() == box
    assert isinstance(second.focusWidget(), QSpinBox)
    assert second.focusWidget().value() == shell.settings.consolidate_hours
    qtbot.waitUntil(lambda: second.tabs.currentWidget().verticalScrollBar().value() == 40)
    second.close()


def test_settings_that_are_open_are_not_opened_twice(qtbot: Any, running: Any) -> None:
    running.shell.open_settings()
    first = running.shell._settings_dialog
    running.shell.open_settings("model")
    assert running.shell._settings_dialog is first
    assert first.tabs.currentIndex() == 4
    first.close()


def test_a_window_that_is_made_anew_goes_on_in_the_composer(qtbot: Any, running: Any) -> None:
    running.shell._on_renewed("The archive is your memory now.")
    window = running.shell.window
    with qtbot.waitActive(window):
        window.activateWindow()
    assert window.chat.composer.field.hasFocus()


def test_on_another_page_it_goes_on_there(qtbot: Any, running: Any) -> None:
    running.shell.show_page("categories")
    running.shell.rebuild()
    window = running.shell.window
    with qtbot.waitActive(window):
        window.activateWindow()
    assert window.categories.isAncestorOf(QApplication.focusWidget())


def test_another_language_keeps_the_note_that_is_open(qtbot: Any, running: Any) -> None:
    shell = running.shell
    shell.new_note()
    first = shell.window
    qtbot.waitUntil(lambda: first.notes.note is not None)
    note = first.notes.note
    qtbot.keyClicks(first.notes.editor, "Harbour")
    shell.change_settings(shell.settings.with_changes({"language": "ja"}))
    qtbot.waitUntil(lambda: shell.window is not first and shell.window.notes.note == note, timeout=20_000)
    assert shell.window.page == "notes"
    qtbot.waitUntil(lambda: "Harbour" in shell.window.notes.editor.toPlainText(), timeout=20_000)


def test_the_button_of_the_menu_is_not_lit_once_the_menu_is_closed(qtbot: Any, running: Any) -> None:
    rail = running.shell.window.rail
    button = rail._menu
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    button.click()
    shown = [menu for menu in running.shell.window.findChildren(QMenu) if menu.isVisible()]
    shown[-1].close()
    qtbot.waitUntil(lambda: not button.underMouse())


def test_names_below_the_icons_of_the_rail_are_never_cut(running: Any) -> None:
    rail = running.shell.window.rail
    assert rail.words_fit(rail.sizeHint().height() + 60)
    assert not rail.words_fit(rail.sizeHint().height() // 2)
