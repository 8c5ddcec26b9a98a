"""What a model had to do with a turn: what it cost, or why the device had to read instead."""

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.domain.entity import Span
from app.domain.ids import DropId, EpisodeId, Ref
from app.domain.suggestion import Drop
from app.domain.usage import Usage
from app.services.turns import Chip, Named, Spent, TurnView
from tests.builders import entity, episode, fact
from ui.chat.chips import Learned, said
from ui.widgets.controls import WordsButton

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


def _buttons(made: Learned) -> list[str]:
    return [one.text() for one in made.findChildren(WordsButton)]


def test_what_was_declared_is_said_in_the_relations_own_words_and_by_whom(qtbot: Any) -> None:
    told = fact(1, "works_at", 2, declared_by="agent", fact="")
    chip = Chip(told, Span(0, 1), agent="Claude", subject="Rosa", object="Acme")
    made = _shown(qtbot, TurnView(episode("x", state="learned"), chips=(chip,)))
    assert _buttons(made) == ["◦ Rosa works at Acme"]
    assert "Claude" in _lines(made)
    assert made.findChild(WordsButton).toolTip() == "Declared by Claude"


def test_a_record_that_corrects_another_is_a_line_too(qtbot: Any) -> None:
    told = replace(fact(1, "corrects", 2, fact=""), subject=Ref("ep", 4), object=Ref("ep", 2))
    chip = Chip(told, Span(0, 1), subject="No, it is Acme.", object="It is Initech.")
    assert said(chip) == "“No, it is Acme.” corrects “It is Initech.”"


def test_a_name_that_came_with_a_turn_leads_to_who_bears_it(qtbot: Any) -> None:
    named = Named(entity("Rosa", id=7), ("the boss",))
    made = _shown(qtbot, TurnView(episode("x", state="nothing"), named=(named,)))
    assert _buttons(made) == ["◦ Rosa · Person · also “the boss”"]
    assert _lines(made) == []
    with qtbot.waitSignal(made.entity_chosen) as chosen:
        made.findChild(WordsButton).click()
    assert chosen.args == [7]


def test_what_was_left_out_opens_in_quotes_and_closes_again(qtbot: Any) -> None:
    drops = tuple(
        Drop(DropId(number), EpisodeId(1), what, reason)
        for number, (what, reason) in enumerate((("moving to Oslo", "hypothetical"), ("", "too_long")), 1)
    )
    made = _shown(qtbot, TurnView(episode("x", state="nothing"), drops=drops))
    assert _lines(made) == []
    next(one for one in made.findChildren(QPushButton) if one.text() == "2 things left out").click()
    qtbot.waitUntil(lambda: _lines(made) == ["left out: “moving to Oslo” (only supposed)", "left out: too long"])
    next(one for one in made.findChildren(QPushButton) if one.text() == "Show less").click()
    qtbot.waitUntil(lambda: _lines(made) == [])


def test_a_turn_that_named_somebody_known_is_not_said_to_teach_nothing(qtbot: Any) -> None:
    assert _lines(_shown(qtbot, TurnView(episode("x", state="learned")))) == []


def test_what_a_turn_ended_is_shown_and_taken_back_with_what_ended_it(qtbot: Any) -> None:
    new, old = fact(1, "lives_in", 2, fact="You live in York"), fact(1, "lives_in", 3, fact="You live in Leeds")
    chips = (Chip(new, Span(0, 1)), Chip(old, Span(0, 1), ends=True, follows=True))
    made = _shown(qtbot, TurnView(episode("x", state="learned"), chips=chips))
    assert _buttons(made) == ["◦ You live in York", "◦ ended: You live in Leeds"]
    named = [one.accessibleName() for one in made.findChildren(QWidget)]
    assert "Forget: You live in York" in named
    assert "Forget: You live in Leeds" not in named
