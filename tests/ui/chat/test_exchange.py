"""Answers in the real window: streamed, stopped, failed and asked for again; citations lead to the very words."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from shiboken6 import isValid

from app.domain.citation import Citation
from app.domain.entity import Span
from app.domain.errors import ModelUnavailable
from app.domain.ids import CitationId, EpisodeId
from app.domain.question import Question, Recollection
from app.services import chat
from ui.lanes import Urgency
from ui.widgets.alert import AlertBox


def _send(qtbot: Any, running: Any, text: str) -> Any:
    composer = running.shell.window.chat.composer
    composer.field.setPlainText(text)
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    return running.shell.window.chat.transcript


def _answered(question: Any, text: str, citations: tuple[Citation, ...] = ()) -> chat.Answered:
    return chat.Answered(question.id, text, citations, Recollection(Question(question.text, question.said_at)))


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A model whose words the test gives: `pieces`, a `gate` to hold it, `error` to end with, `cites`."""
    told: dict[str, Any] = {
        "pieces": ["Hel", "lo."],
        "gate": None,
        "error": None,
        "cites": (),
        "closed": threading.Event(),
    }

    def answer(desk: Any, episode: Any, everywhere: bool = False) -> Iterator[Any]:
        try:
            for piece in told["pieces"]:
                yield chat.Piece(piece)
            if told["gate"] is not None:
                while not told["gate"].wait(0.01):
                    yield chat.Piece("")
            if told["error"] is not None:
                raise told["error"]
            yield _answered(episode, "".join(told["pieces"]), told["cites"])
        finally:
            told["closed"].set()

    monkeypatch.setattr(chat, "answer", answer)
    yield told


def test_an_answer_is_streamed_and_kept(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    transcript = _send(qtbot, running, "hi")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and transcript.turns()[1].view is not None)
    assert transcript.turns()[1].view.episode.text == "Hello."
    assert transcript.turns()[1].body.toPlainText() == "Hello."


def test_stop_keeps_what_has_come(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    model["pieces"], model["gate"] = ["The first half"], threading.Event()
    transcript = _send(qtbot, running, "tell me")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and "first half" in transcript.turns()[1].text)
    running.shell.window.chat.composer.stopped.emit()
    qtbot.waitUntil(lambda: transcript.turns()[1].view is not None)
    qtbot.waitUntil(model["closed"].is_set)
    assert transcript.turns()[1].view.episode.text == "The first half"
    composer = running.shell.window.chat.composer
    composer.field.setPlainText("next")
    assert composer._button.accessibleName() == "Send"


def test_an_answer_that_grows_while_the_window_is_made_anew_is_kept(
    qtbot: Any, running: Any, model: dict[str, Any]
) -> None:
    model["pieces"], model["gate"] = ["The first half"], threading.Event()
    transcript = _send(qtbot, running, "tell me")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and "first half" in transcript.turns()[1].text)
    old, kept = running.shell.window, []
    answering = next(iter(old.chat.exchange._answers.values()))
    answering.kept.connect(lambda view: kept.append((isValid(old), view)))
    free = _held_writer(running)
    running.shell.change_settings(running.shell.settings.with_changes({"language": "ja"}))
    qtbot.waitUntil(lambda: not isValid(old))
    free.set()
    qtbot.waitUntil(lambda: bool(kept))
    assert [(was, view.episode.text) for was, view in kept] == [(False, "The first half")]


def _held_writer(running: Any) -> threading.Event:
    """The writer is busy until the event is set."""
    free = threading.Event()
    running.core.lanes.write(lambda desk: free.wait(20), urgency=Urgency.EDIT)
    return free


def test_a_failure_is_one_sentence_with_one_step(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    model["pieces"], model["error"] = ["Half "], ModelUnavailable()
    transcript = _send(qtbot, running, "are you there?")
    qtbot.waitUntil(lambda: bool(transcript.findChildren(AlertBox)))
    box = transcript.findChildren(AlertBox)[0]
    assert box.accessibleName() == "The model could not be reached."
    assert transcript.turns()[0].view.episode.text == "are you there?"
    page, wanted = running.shell.window.chat, []
    page.care.model_wanted.connect(lambda: wanted.append(True))
    next(one for one in transcript.findChildren(QPushButton) if one.accessibleName() == "Model settings…").click()
    assert wanted == [True]
    model["pieces"], model["error"] = ["Back again."], None
    next(button for button in box.findChildren(QPushButton) if button.text() == "Try again").click()
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and transcript.turns()[1].view is not None)
    assert transcript.turns()[1].view.episode.text == "Back again."


def test_an_answer_goes_on_while_one_looks_elsewhere(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    model["pieces"], model["gate"] = ["Slow words"], threading.Event()
    transcript = _send(qtbot, running, "a long question")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2)
    page = running.shell.window.chat
    first = page.conversation.id
    page.open_new()
    assert page.composer._button.accessibleName() == "Send"
    page.open(first)
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and transcript.turns()[1].text == "Slow words")
    assert page.composer._button.accessibleName() == "Stop"
    model["gate"].set()
    qtbot.waitUntil(lambda: transcript.turns()[1].view is not None)


def test_nothing_to_say_leaves_no_empty_answer(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    model["pieces"] = []
    transcript = _send(qtbot, running, "just noting this")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 1 and not running.shell.window.chat.exchange._answers)
    qtbot.wait(100)
    assert len(transcript.turns()) == 1


def test_a_citation_opens_the_very_words(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    transcript = _send(qtbot, running, "The spare key is under the blue pot.")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2 and transcript.turns()[1].view is not None)
    source = transcript.turns()[0]
    cited = Citation(CitationId(-1), EpisodeId(-1), 1, source.view.episode.id, Span(27, 35))
    model["pieces"], model["cites"] = ["Under the pot [1]."], (cited,)
    _send(qtbot, running, "Where is the key?")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 4 and transcript.turns()[3].view is not None)
    transcript.turns()[3].body.followed.emit("cite:1")
    qtbot.waitUntil(lambda: list(source._marks) == [Span(27, 35)])
    assert source.view.episode.text[27:35] == "blue pot"


def test_several_chats_wait_for_several_answers(qtbot: Any, running: Any, model: dict[str, Any]) -> None:
    model["gate"] = threading.Event()
    page = running.shell.window.chat
    transcript = _send(qtbot, running, "one")
    qtbot.waitUntil(lambda: len(transcript.turns()) == 2)
    page.open_new()
    _send(qtbot, running, "two")
    qtbot.waitUntil(lambda: len(page.exchange._answers) == 2)
    model["gate"].set()
    qtbot.waitUntil(lambda: not page.exchange._answers)
    assert [turn.view.episode.text for turn in transcript.turns() if turn.view] == ["two", "Hello."]


def _reasons(turn: Any) -> list[str]:
    return [one.text() for one in turn.findChildren(QPushButton) if one.text() == "Use a model…"]


def test_a_request_that_nobody_answers_says_why_once_in_a_chat(qtbot: Any, running: Any) -> None:
    transcript = _send(qtbot, running, "My cat is called Miso.")
    exchange = running.shell.window.chat.exchange
    for count, text in enumerate(("Write a poem about rain.", "thanks!"), start=2):
        qtbot.waitUntil(lambda: bool(transcript.turns()) and not exchange._answers)
        _send(qtbot, running, text)
        qtbot.waitUntil(lambda count=count: len(transcript.turns()) == count and not exchange._answers)
    assert [_reasons(turn) for turn in transcript.turns()] == [[], ["Use a model…"], []]
    transcript.turns()[1].asked.emit("model", transcript.turns()[1], None)
    assert running.shell._settings_dialog is not None
    running.shell._settings_dialog.close()


def test_the_start_page_of_a_chat_off_the_record_says_what_becomes_of_it(running: Any) -> None:
    running.shell.new_off_record()
    welcome = running.shell.window.chat.welcome
    assert "Nothing is learned from it" in welcome._words.text()
    running.shell.new_chat()
    assert "shows what it learned" in welcome._words.text()
