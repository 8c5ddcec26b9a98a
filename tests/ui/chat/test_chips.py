"""What a model had to do with a turn: what it cost, or why the device had to read instead."""

from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton

from app.domain.usage import Usage
from app.services.turns import Spent, TurnView
from tests.builders import episode
from ui.chat.chips import Learned

WHY = "The model did not answer."


def _shown(qtbot: Any, view: TurnView) -> Learned:
    made = Learned()
    qtbot.addWidget(made)
    made.show_turn(view)
    return made


def _lines(made: Learned) -> list[str]:
    return [one.text() for one in made.findChildren(QLabel)]


def test_a_turn_that_a_model_read_says_what_it_cost(qtbot: Any) -> None:
    made = _shown(qtbot, TurnView(episode("x", state="learned"), spent=Spent(Usage(2, 812, 120), 0.3)))
    assert "2 calls · 812 tokens sent · 120 received · 0.3 ¢" in _lines(made)


def test_a_turn_read_on_the_device_instead_can_be_read_again(qtbot: Any) -> None:
    made = _shown(qtbot, TurnView(episode("x", state="learned", learn_error=WHY)))
    assert f"Read on this device: {WHY}" in _lines(made)
    again = next(one for one in made.findChildren(QPushButton) if one.text() == "Read again with the model")
    with qtbot.waitSignal(made.retry):
        again.click()


def test_a_turn_that_waits_after_a_failure_says_only_that(qtbot: Any) -> None:
    made = _shown(qtbot, TurnView(episode("x", state="waiting", learn_error=WHY)))
    assert _lines(made) == [f"Will be tried again: {WHY}"]
