"""The whole window on a real profile: what is typed is kept, learned, shown, undone, and there after a restart."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QDialog, QToolButton, QWidget

from tests.ui.conftest import end
from ui import words
from ui.palette import Palette

TEXT = "Alice Moreau works at Lindgren Tools."


def _say(qtbot: Any, running: Any, text: str) -> Any:
    """Type a turn, send it, wait until it is stored and learned; its line in the transcript."""
    chat = running.shell.window.chat
    chat.composer.field.setPlainText(text)
    qtbot.keyClick(chat.composer.field, Qt.Key.Key_Return)

    def settled() -> bool:
        turns = [turn for turn in chat.transcript.turns() if turn.view and turn.view.episode.text == text]
        return bool(turns) and turns[-1].view.episode.state != "waiting"

    qtbot.waitUntil(settled, timeout=30_000)
    qtbot.waitUntil(lambda: running.core.loop.idle, timeout=30_000)
    return next(t for t in reversed(chat.transcript.turns()) if t.view and t.view.episode.text == text)


def _ask(qtbot: Any, running: Any, job: Callable[[Any], Any]) -> Any:
    """The result of a read."""
    found: list[Any] = []
    running.core.lanes.read(job, found.append)
    qtbot.waitUntil(lambda: bool(found))
    return found[0]


def test_one_can_write_before_the_profile_is_open(qtbot: Any, start: Callable[..., Any]) -> None:
    running = start(wait=False)
    field = running.shell.window.chat.composer.field
    qtbot.keyClicks(field, "early words")
    assert field.toPlainText() == "early words"
    qtbot.waitUntil(lambda: running.shell.window.memory is not None, timeout=20_000)
    assert field.toPlainText() == "early words"


def test_a_turn_is_kept_answered_and_learned(qtbot: Any, running: Any) -> None:
    turn = _say(qtbot, running, TEXT)
    assert turn.view.episode.state in ("learned", "nothing")
    window = running.shell.window
    assert window.chat.conversation.title.startswith("Alice Moreau")
    qtbot.waitUntil(lambda: len(window.chats.view.keys()) == 1)


def test_what_was_learned_stands_below_the_turn_and_can_be_undone(qtbot: Any, running: Any) -> None:
    turn = _say(qtbot, running, TEXT)
    assert turn.view.chips, "nothing was learned from a plain sentence"
    fact = turn.view.chips[0].fact
    back = next(b for b in turn.learned.findChildren(QToolButton) if b.accessibleName() == f"Forget: {fact.fact}")
    back.click()
    qtbot.waitUntil(lambda: all(chip.fact.expired_at for chip in turn.view.chips), timeout=10_000)
    running.shell.window.rail.setFocus()
    running.shell.undo()
    qtbot.waitUntil(lambda: any(chip.fact.expired_at is None for chip in turn.view.chips), timeout=10_000)


def test_a_chat_and_a_draft_are_there_again_after_a_restart(
    qtbot: Any, start: Callable[..., Any], profile: Path
) -> None:
    first = start()
    _say(qtbot, first, TEXT)
    first.shell.window.chat.composer.field.setPlainText("half a thought")
    end(first)
    second = start()
    window = second.shell.window
    qtbot.waitUntil(lambda: window.chat.conversation is not None and bool(window.chat.transcript.turns()))
    assert window.chat.composer.text() == "half a thought"
    assert window.chat.transcript.turns()[0].view.episode.text == TEXT


def test_after_an_unclean_end_it_starts_on_an_empty_page_and_says_so(
    qtbot: Any, start: Callable[..., Any], profile: Path
) -> None:
    first = start()
    _say(qtbot, first, TEXT)
    first.core.memo.flush()
    _ask(qtbot, first, lambda desk: None)
    left = (profile / "window.json").read_bytes()  # as it lies there when the power goes
    end(first)
    (profile / "window.json").write_bytes(left)
    second = start()
    window = second.shell.window
    qtbot.waitUntil(lambda: "did not end as it should" in window.status._message.text())
    _ask(qtbot, second, lambda desk: None)  # what would be opened is read before
    qtbot.wait(20)
    assert window.page == "chat" and window.chat.conversation is None
    end(second)
    third = start()
    assert "did not end" not in third.shell.window.status._message.text()


def test_what_was_sent_in_the_last_moment_is_stored(qtbot: Any, start: Callable[..., Any]) -> None:
    first = start()
    first.shell.window.chat.composer.field.setPlainText("the very last words")
    first.shell.window.chat.composer.send()
    end(first)
    second = start()
    from app.services import chat

    titles = [conversation.title for conversation in _ask(qtbot, second, chat.conversations)]
    assert titles == ["the very last words"]


def test_a_note_is_saved_as_it_is_typed(qtbot: Any, start: Callable[..., Any]) -> None:
    first = start()
    first.shell.new_note()
    notes = first.shell.window.notes
    qtbot.waitUntil(lambda: notes.note is not None)
    qtbot.keyClicks(notes.editor, "# Harbour")
    qtbot.keyClick(notes.editor, Qt.Key.Key_Return)
    qtbot.keyClicks(notes.editor, "Marta manages the lab.")
    end(first)
    second = start()
    listed = second.shell.window.note_list
    second.shell.show_page("notes")
    qtbot.waitUntil(lambda: len(listed.view.keys()) == 1)
    second.shell.window.notes.open(listed.view.keys()[0])
    qtbot.waitUntil(lambda: "Marta manages the lab." in second.shell.window.notes.editor.toPlainText())


def test_a_deleted_chat_can_be_brought_back(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    window = running.shell.window
    chat = window.chat.conversation.id
    window.chats.delete_wanted.emit(chat)
    qtbot.waitUntil(lambda: window.chat.conversation is None)
    qtbot.waitUntil(lambda: window.chats.view.keys() == [])
    running.shell.undo()
    qtbot.waitUntil(lambda: window.chats.view.keys() == [("chat", chat)])


def test_off_the_record_is_kept_and_not_learned(qtbot: Any, running: Any) -> None:
    running.shell.new_off_record()
    assert running.shell.window.chat._mark.isVisible()
    turn = _say(qtbot, running, TEXT)
    assert turn.view.episode.state == "off_record"
    assert turn.view.chips == ()


def test_language_changes_while_it_runs_and_keeps_the_draft(qtbot: Any, running: Any) -> None:
    ended: list[int] = []
    QApplication.instance().lastWindowClosed.connect(lambda: ended.append(1))
    running.shell.window.chat.composer.field.setPlainText("半分の考え")
    running.shell.change_settings(running.shell.settings.with_changes({"language": "ja"}))
    qtbot.waitUntil(lambda: words.spoken() == "ja" and running.shell.window.rail.isVisible())
    qtbot.waitUntil(lambda: "チャット" in [b.text() for b in running.shell.window.rail.findChildren(QToolButton)])
    assert running.shell.window.chat.composer.text() == "半分の考え"
    assert ended == []
    qtbot.waitUntil(lambda: running.shell.window.memory is not None)


def test_the_theme_changes_without_a_new_window(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    running.shell.change_settings(running.shell.settings.with_changes({"theme": "dark"}))
    assert running.shell.window is window
    assert QApplication.instance().palette().window().color().lightness() < 60


def test_settings_are_there_after_a_restart(qtbot: Any, start: Callable[..., Any], profile: Path) -> None:
    first = start()
    first.shell.change_settings(first.shell.settings.with_changes({"theme": "contrast"}))
    end(first)
    from app.services.settings import load

    assert load(profile).theme == "contrast"


def test_the_window_comes_back_where_it_was(qtbot: Any, start: Callable[..., Any]) -> None:
    first = start()
    first.shell.window.setGeometry(QRect(40, 50, 700, 500))
    end(first)
    second = start()
    box = second.shell.window.geometry()
    assert (box.x(), box.y(), box.width(), box.height()) == (40, 50, 700, 500)


def test_a_window_left_on_a_lost_screen_opens_on_this_one(qtbot: Any, start: Callable[..., Any], profile: Path) -> None:
    (profile / "window.json").write_text('{"window": [9000, 9000, 700, 500, 0]}', encoding="utf-8")
    running = start()
    screen = QApplication.primaryScreen().availableGeometry()
    assert screen.intersects(running.shell.window.geometry())


@pytest.mark.parametrize("size", [(900, 600), (640, 420), (1920, 1080), (3840, 2160)])
def test_every_page_fits_every_size(qtbot: Any, running: Any, size: tuple[int, int]) -> None:
    window = running.shell.window
    window.resize(*size)
    for page in ("chat", "notes", "graph", "history"):
        running.shell.show_page(page)
        qtbot.wait(20)
        assert (window.width(), window.height()) == size, page
        assert not window.grab().isNull()
    assert window.memory_shown() is (size[0] >= 1160)


def test_the_palette_finds_a_command_and_a_chat(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    running.shell.open_palette()
    palette = running.shell.window.findChild(Palette)
    qtbot.keyClicks(palette.field, "Alice")
    keys = palette.view.keys
    qtbot.waitUntil(lambda: "chat" in [kind for kind, _ in keys()])
    palette.field.clear()
    qtbot.keyClicks(palette.field, "history")
    qtbot.waitUntil(lambda: palette.view.current_key() is not None and palette.view.current_key()[0] == "command")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: running.shell.window.page == "history")


def test_ctrl_z_outside_a_field_undoes_memory_and_inside_only_typing(qtbot: Any, running: Any) -> None:
    undone: list[int] = []
    running.shell.ways.undoing.undo = lambda: undone.append(1)
    window = running.shell.window
    with qtbot.waitActive(window):
        window.activateWindow()
    field = window.chat.composer.field
    field.setFocus()
    qtbot.keyClicks(field, "abc")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == []
    window.chats.view.setFocus()
    qtbot.keyClick(window.chats.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == [1]


def test_everything_that_can_be_clicked_has_a_name(qtbot: Any, running: Any) -> None:
    running.shell.show_page("notes")
    running.shell.show_page("chat")
    buttons = [b for b in running.shell.window.findChildren(QToolButton) if not b.parent().inherits("QLineEdit")]
    nameless = [(b.parent(), b.toolTip()) for b in buttons if not (b.accessibleName() or b.text())]
    assert nameless == []


def test_settings_can_be_opened_and_closed_by_keyboard(qtbot: Any, running: Any) -> None:
    running.shell.open_settings("model")
    dialog = running.shell._settings_dialog
    assert isinstance(dialog, QDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: running.shell._settings_dialog is None)


def test_a_profile_that_is_in_use_is_told_in_one_sentence(qtbot: Any, start: Callable[..., Any]) -> None:
    start()
    second = start(wait=False)
    sentence = "This profile is already open in another window."
    qtbot.waitUntil(
        lambda: any(w.accessibleName() == sentence for w in second.shell.window.findChildren(QWidget)), timeout=20_000
    )


def test_a_bug_is_reported_without_the_users_words(qtbot: Any, running: Any) -> None:
    def broken(secret: str, desk: Any) -> None:
        raise ZeroDivisionError(f"about {secret}")

    running.core.lanes.read(partial(broken, "Alice Moreau"))
    qtbot.waitUntil(lambda: bool(running.shell.window.findChildren(QDialog)))
    dialog = running.shell.window.findChildren(QDialog)[0]
    from PySide6.QtWidgets import QPlainTextEdit

    report = dialog.findChild(QPlainTextEdit).toPlainText()
    assert "ZeroDivisionError" in report
    assert "Alice" not in report
    assert "/root" not in report
    dialog.close()
