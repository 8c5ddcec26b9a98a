"""The sources of an answer: read when they are opened, items open to records with why each is there."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.domain.ids import EpisodeId
from app.services.evidence import ClaimView, ItemView
from app.services.turns import TurnView
from tests.builders import NOON, days, episode
from ui import words
from ui.chat.reasons import held_together, reason_line, why_words
from ui.chat.sources import EnterButton
from ui.chat.turn import Turn

FOUND = ClaimView(EpisodeId(4), "I met Alice at the pier.", NOON, "seed", number=1)
LATER = ClaimView(
    EpisodeId(6), "She works at Acme.", NOON + days(1), "relation:works_at", 2, (("corrects", "She is at Initech."),)
)
GONE = ClaimView(EpisodeId(7), "", None, "cluster:session")
ITEM = ItemView(FOUND, (FOUND, LATER, GONE), "cluster:session", conflicts=1)


@pytest.fixture
def turn(qtbot: Any) -> Iterator[Turn]:
    made = Turn(TurnView(episode("She works at Acme [1].", id=8, role="assistant", state="not_ours")))
    qtbot.addWidget(made)
    made.resize(620, 700)
    made.show()
    yield made
    made.hide()


@pytest.fixture
def asked(turn: Turn) -> list[tuple[str, Any]]:
    seen: list[tuple[str, Any]] = []
    turn.asked.connect(lambda what, _, more: seen.append((what, more)))
    return seen


def lines(turn: Turn) -> list[str]:
    assert turn.sources is not None
    QApplication.processEvents()
    return [one.text() for one in turn.sources.inner.findChildren(QLabel) if not one.isHidden()]


def buttons(turn: Turn) -> list[EnterButton]:
    assert turn.sources is not None
    return [one for one in turn.sources.inner.findChildren(EnterButton) if not one.isHidden()]


def test_nothing_is_read_before_they_are_opened(turn: Turn, asked: list[tuple[str, Any]]) -> None:
    assert asked == []
    assert turn.sources is not None
    turn.sources.button.click()
    assert asked == [("sources", None)]
    turn.sources.show_items([ITEM])
    turn.sources.button.click()
    turn.sources.button.click()
    assert asked == [("sources", None)]


def test_an_item_opens_by_keyboard_to_its_records_in_order_of_time(qtbot: Any, turn: Turn) -> None:
    assert turn.sources is not None
    turn.sources.set_open(True)
    turn.sources.show_items([ITEM])
    head = turn.sources.items[0].head
    assert head.text() == "▸ I met Alice at the pier."
    assert head.accessibleName() == "I met Alice at the pier., closed"
    assert "in dispute" in lines(turn)
    qtbot.keyClick(head, Qt.Key.Key_Return)
    assert head.accessibleName().endswith(", open")
    shown = [one.text() for one in buttons(turn)[1:]]
    assert shown == [
        "7 March · I met Alice at the pier.",
        "8 March · She works at Acme.",
        "(forgotten since)",
    ]
    qtbot.keyClick(head, Qt.Key.Key_Return)
    assert not buttons(turn)[1].isVisible()


def test_a_record_leads_to_its_words_and_one_that_is_gone_nowhere(
    qtbot: Any, turn: Turn, asked: list[tuple[str, Any]]
) -> None:
    assert turn.sources is not None
    turn.sources.show_items([ITEM])
    turn.sources.set_open(True)
    turn.sources.items[0].head.click()
    qtbot.keyClick(buttons(turn)[2], Qt.Key.Key_Return)
    assert asked[-1] == ("source", EpisodeId(6))
    assert not buttons(turn)[3].isEnabled()


def test_reasons_are_words() -> None:
    assert reason_line(FOUND) == "[1] · found by your question"
    assert reason_line(LATER) == "related: works at, 2 steps · corrects “She is at Initech.”"
    assert why_words(replace(LATER, why="relation:", hops=1)) == "related, 1 step"
    assert why_words(replace(LATER, why="relation:corrects", hops=None)) == "related: corrects"
    assert why_words(GONE) == "same conversation"
    assert why_words(replace(GONE, is_note=True)) == "same note"
    assert held_together(ITEM) == "3 records · same conversation"
    assert held_together(ItemView(FOUND, (FOUND,), "seed")) == ""


def test_reasons_are_words_in_japanese_too() -> None:
    words.speak("ja")
    assert reason_line(LATER) == "関係：勤務先、2段先 · 「She is at Initech.」を訂正"


def test_an_answer_from_nothing_says_so(turn: Turn) -> None:
    assert turn.sources is not None
    turn.sources.set_open(True)
    turn.sources.show_items([])
    assert lines(turn) == ["This answer rests on nothing in memory."]
