"""The sample memory: in both languages, planted and learned like anybody's words."""

from typing import Any

import pytest

from app.services import memories
from ui import sample, words


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_sample_is_whole(language: str) -> None:
    found = sample.load(language)
    assert found["chats"]
    assert found["notes"]
    for chat in found["chats"]:
        days = [days for days, _, _ in chat["turns"]]
        assert days == sorted(days, reverse=True)
        assert all(text.strip() for _, _, text in chat["turns"])


@pytest.mark.parametrize(("language", "person"), [("en", "Priya Raman"), ("ja", "森田さくら")])
def test_it_is_learned(qtbot: Any, running: Any, language: str, person: str) -> None:
    words.speak(language)
    window = running.shell.window
    window.chat.welcome.sample_wanted.emit()
    qtbot.waitUntil(lambda: bool(window.chat.transcript.turns()), timeout=20_000)
    found: list[Any] = []

    def known() -> bool:
        running.core.lanes.read(lambda desk: memories.listed(desk, person), found.append)
        return running.core.loop.idle and any(e.name == person for listing in found for e in listing.entities)

    qtbot.waitUntil(known, timeout=60_000)


def test_the_offer_is_made_only_while_memory_is_empty(qtbot: Any, running: Any) -> None:
    welcome = running.shell.window.chat.welcome
    qtbot.waitUntil(lambda: not welcome._sample.isHidden(), timeout=10_000)
    welcome.sample_wanted.emit()
    assert welcome._sample.isHidden()
