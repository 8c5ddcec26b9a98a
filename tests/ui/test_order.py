"""In the window: memory is tidied on request, and a chat goes off the record and comes back."""

from typing import Any

from PySide6.QtCore import Qt


def _say(qtbot: Any, running: Any, text: str) -> Any:
    chat = running.shell.window.chat
    chat.composer.field.setPlainText(text)
    qtbot.keyClick(chat.composer.field, Qt.Key.Key_Return)

    def stored() -> bool:
        return any(turn.view and turn.view.episode.text == text for turn in chat.transcript.turns())

    qtbot.waitUntil(stored, timeout=30_000)
    qtbot.waitUntil(lambda: running.core.loop.idle, timeout=30_000)
    return next(t for t in reversed(chat.transcript.turns()) if t.view and t.view.episode.text == text)


def test_memory_is_tidied_on_request_and_says_so(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, "Alice works at Acme.")
    words: list[str] = []
    running.core.tending.told.connect(words.append)
    with qtbot.waitSignal(running.core.tending.tidied, timeout=60_000):
        running.shell.tidy_memory()
    assert "Putting memory in order…" in words
    assert words[-1] == ""
    assert running.shell.window.status._message.text() == "Memory is in order."
    assert running.core.tending.idle
    found: list[int] = []
    running.core.lanes.read(lambda desk: desk.view.journal.marked("consolidated"), found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert found[0] > 0


def test_a_chat_goes_off_the_record_and_comes_back(qtbot: Any, running: Any) -> None:
    before = _say(qtbot, running, "Alice works at Acme.")
    window = running.shell.window
    conversation = window.chat.conversation.id
    window.chats.record_wanted.emit(conversation, True)
    qtbot.waitUntil(lambda: window.chat.conversation.off_record)
    assert "stay out of memory" in window.status._message.text()
    assert not window.chat._mark.isHidden()
    apart = _say(qtbot, running, "Bob works at Ford.")
    qtbot.waitUntil(lambda: before.view.episode.state != "waiting")
    assert (before.view.episode.state, apart.view.episode.state) == ("learned", "off_record")
    window.chats.record_wanted.emit(conversation, False)
    qtbot.waitUntil(lambda: not window.chat.conversation.off_record)
    assert window.chat._mark.isHidden()
    assert _say(qtbot, running, "Carol works at Fiat.").view.episode.state != "off_record"
