"""An answer that found nothing offers to look through the archive, where words in it would fit."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.domain.question import Candidate, Question, Recollection
from app.services import chat


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What was asked, and whether of everything. Only the archive knows anything."""
    calls: list[tuple[str, bool]] = []
    left = Candidate("episode", 1, ("words",), 0.0, cut="tier")

    def answer(desk: Any, episode: Any, everywhere: bool = False) -> Iterator[Any]:
        calls.append((episode.text, everywhere))
        text = "It was late." if everywhere else "Memory holds nothing on this."
        question = Question(episode.text, episode.said_at, everywhere=everywhere)
        fits = left if "ferry" in episode.text and not everywhere else None
        found = Recollection(question, nothing=not everywhere, candidates=(fits,) if fits else ())
        yield chat.Piece(text)
        yield chat.Answered(episode.id, text, (), found, further=fits is not None)

    monkeypatch.setattr(chat, "answer", answer)
    return calls


def _send(qtbot: Any, running: Any, text: str, turns: int) -> Any:
    composer, transcript = running.shell.window.chat.composer, running.shell.window.chat.transcript
    composer.field.setPlainText(text)
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(transcript.turns()) == turns and transcript.turns()[-1].view is not None)
    return transcript.turns()[-1]


def _link(turn: Any) -> QPushButton | None:
    return next((one for one in turn.findChildren(QPushButton) if one.text() == "Search everything"), None)


def test_everything_is_searched_on_a_click(qtbot: Any, running: Any, asked: list[tuple[str, bool]]) -> None:
    first = _send(qtbot, running, "Was the ferry late?", 2)
    link = _link(first)
    assert link is not None
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    transcript = running.shell.window.chat.transcript
    qtbot.waitUntil(lambda: len(transcript.turns()) == 3 and transcript.turns()[-1].view is not None)
    assert transcript.turns()[-1].view.episode.text == "It was late."
    assert asked == [("Was the ferry late?", False), ("Was the ferry late?", True)]
    assert link.isHidden()
    assert _link(transcript.turns()[-1]) is None


def test_where_nothing_archived_fits_nothing_is_offered(
    qtbot: Any, running: Any, asked: list[tuple[str, bool]]
) -> None:
    assert _link(_send(qtbot, running, "Was the tram late?", 2)) is None


def test_any_answer_can_be_asked_of_everything_again(qtbot: Any, running: Any, asked: list[tuple[str, bool]]) -> None:
    _send(qtbot, running, "Was the tram late?", 2)
    second = _send(qtbot, running, "Was the bus late?", 4)
    second._search_everything()
    transcript = running.shell.window.chat.transcript
    qtbot.waitUntil(lambda: len(transcript.turns()) == 5 and transcript.turns()[-1].view is not None)
    assert asked[-1] == ("Was the bus late?", True)
