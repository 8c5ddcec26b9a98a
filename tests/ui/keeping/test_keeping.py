"""Forgetting, exporting and importing in the window: asked first, told in words, done by keyboard."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from ui.keeping.forgetting import ForgetDialog
from ui.keeping.transfer import ExportDialog, ImportDialog
from ui.lanes import Urgency


@pytest.fixture
def ask(qtbot: Any) -> Callable[..., Any]:
    """What a function of the desk gives, once all that was written before is done."""

    def wait(running: Any, call: Callable[[Any], Any]) -> Any:
        answers: list[Any] = []
        running.core.lanes.write(call, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
        return answers[0]

    return wait


def said(desk: Any) -> int:
    from app.services import chat

    return chat.say(desk, chat.start(desk).id, "The Wobblethorpe affair").id


def home(desk: Any) -> int:
    from app.services import chat

    return chat.conversations(desk)[0].id


def holds(profile: Path, word: bytes) -> list[str]:
    return [file.name for file in profile.rglob("*") if file.is_file() and word in file.read_bytes().lower()]


def confirm(qtbot: Any, dialog: ForgetDialog) -> None:
    """Wait for the preview, go to the button by keyboard and press it; wait for the end."""
    qtbot.waitUntil(dialog.forget.isEnabled, timeout=20_000)
    dialog.forget.setFocus()
    qtbot.keyClick(dialog.forget, Qt.Key.Key_Space)


def test_a_message_is_forgotten_after_a_look_at_what_goes(qtbot, running, ask, profile):
    episode, chat = ask(running, said), ask(running, home)
    running.shell.ways.go_to("chat", chat)
    qtbot.waitUntil(lambda: running.shell.window.chat.transcript.turn_of(episode) is not None)
    turn = running.shell.window.chat.transcript.turn_of(episode)
    turn.show_menu()
    menu = turn.findChild(QMenu)
    next(one for one in menu.actions() if one.text() == "Forget this message for good…").trigger()
    menu.close()
    dialog = running.shell.window.findChild(ForgetDialog)
    qtbot.waitUntil(dialog.forget.isEnabled, timeout=20_000)
    assert "1 message or passage\n  • The Wobblethorpe affair" in dialog.list.toPlainText()
    assert dialog.close_button.hasFocus() or not dialog.isActiveWindow()
    confirm(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.said.text().startswith("It is forgotten."), timeout=30_000)
    qtbot.waitUntil(lambda: running.shell.window.chat.transcript.turn_of(episode) is None)
    assert not holds(profile, b"wobblethorpe")
    dialog.close()


def test_a_chat_goes_with_its_draft(qtbot, running, ask, profile):
    ask(running, said)
    chat = ask(running, home)
    running.core.memo.keep(f"draft {chat}", {"text": "more on Wobblethorpe"})
    running.core.memo.flush()
    running.shell.window.chats.forget_wanted.emit(chat)
    dialog = running.shell.window.findChild(ForgetDialog)
    confirm(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.said.text().startswith("It is forgotten."), timeout=30_000)
    ask(running, lambda desk: None)
    assert not holds(profile, b"wobblethorpe")
    dialog.close()


def test_what_is_gone_already_is_said(qtbot, running):
    dialog = running.shell.keeper.forget("message", 77)
    qtbot.waitUntil(lambda: dialog.said.text() == "These words are gone.")
    assert not dialog.forget.isEnabled()
    dialog.close()


def test_everything_leaves_an_empty_window(qtbot, running, ask, profile):
    ask(running, said)
    running.shell.ways.go_to("chat", ask(running, home))
    running.shell.window.chat.composer.field.setPlainText("unsent on Wobblethorpe")
    first = running.shell.window
    running.shell.keep_or_forget("everything")
    dialog = first.findChild(ForgetDialog)
    confirm(qtbot, dialog)
    dialog.close()
    qtbot.waitUntil(lambda: running.shell.window is not first, timeout=30_000)
    assert running.shell.window.status._message.text() == "Everything is forgotten."
    assert running.shell.window.chat.composer.text() == ""
    assert ask(running, lambda desk: desk.store.is_empty())
    running.core.memo.flush()
    ask(running, lambda desk: None)
    assert not holds(profile, b"wobblethorpe")
    assert not any(name.startswith("draft") for name in json.loads((profile / "window.json").read_text("utf-8")))


def test_out_and_in(qtbot, running, ask, profile, tmp_path):
    ask(running, said)
    shell = running.shell
    out: ExportDialog = shell.keeper.export()
    out.write(tmp_path / "all.zip")
    qtbot.waitUntil(lambda: out.said.text().startswith("Everything is in all.zip, in the folder "), timeout=20_000)
    out.close()
    refused: ImportDialog = shell.keeper.restore()
    refused.read(tmp_path / "all.zip")
    words = "An archive can only be imported into an empty memory."
    qtbot.waitUntil(lambda: refused.said.text() == words, timeout=20_000)
    assert refused.choose.isEnabled()
    refused.close()
    ask(running, lambda desk: desk.store.empty())
    into: ImportDialog = shell.keeper.restore()
    first = shell.window
    into.read(tmp_path / "all.zip")
    qtbot.waitUntil(lambda: shell.window is not first, timeout=30_000)
    assert ask(running, home)


def test_a_stopped_export_leaves_no_file(qtbot, running, ask, tmp_path):
    ask(running, said)
    out: ExportDialog = running.shell.keeper.export()
    out.write(tmp_path / "all.zip")
    out.close()
    ask(running, lambda desk: None)
    qtbot.waitUntil(lambda: not list(tmp_path.glob("*.part")))
    assert "all.zip" not in {file.name for file in tmp_path.iterdir()} or (tmp_path / "all.zip").stat().st_size


def test_all_of_it_is_in_the_menu_and_in_the_settings(running):
    wanted = {
        "Export everything…",
        "Import an archive…",
        "Forget what was deleted or changed…",
        "Forget everything for good…",
    }
    assert wanted <= {command.text for command in running.shell._known}
    running.shell.open_settings("keeping")
    dialog = running.shell._settings_dialog
    assert wanted <= {button.accessibleName() for button in dialog.findChildren(QPushButton)}
    dialog.close()
    QApplication.processEvents()


def test_the_dialog_is_no_wider_than_the_window_and_in_the_end_as_high_as_its_words(qtbot, running, ask):
    episode = ask(running, said)
    window = running.shell.window
    window.resize(700, 500)
    running.shell.keeper.forget("message", episode)
    dialog = window.findChild(ForgetDialog)
    assert dialog.width() < window.width()
    assert not dialog.bar.isTextVisible()
    before = dialog.height()
    confirm(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.said.text().startswith("It is forgotten."), timeout=30_000)
    qtbot.waitUntil(lambda: dialog.height() < before)
    dialog.close()
