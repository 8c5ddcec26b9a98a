"""Under an answer: read only when somebody opens it, sorted by any column, opened from the keyboard."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.domain.ids import CategoryId, EpisodeId, ModelUseId
from app.domain.usage import ModelUse, Usage
from app.services.tracing import FoundRow, Inspection, Step
from app.services.turns import Spent, TurnView
from tests.builders import NOON, episode
from ui import words
from ui.chat import findings
from ui.chat.turn import Turn

ROWS = (
    FoundRow(
        "episode", 4, "I met Alice.", "ep:4", 2.5, ("system1", "system2"), (("words", 1.5), ("name", 0.4)), number=1
    ),
    FoundRow("entity", 9, "Alice", "", 11.0, ("system2",), (("category", 1.0),)),
    FoundRow("episode", 5, "", "ep:5", 0.5, ("system1",), (("vector", 0.5),), "budget"),
)
FOUND = Inspection(
    EpisodeId(8),
    "complex",
    0.82,
    "",
    ("system1", "system2"),
    False,
    ROWS,
    ((CategoryId(3), "People"),),
    (Step(1, 4, ("People",), ("Family",)), Step(0, 12, ("Alice", ""))),
    characters=2140,
    uses=(ModelUse(ModelUseId(1), EpisodeId(8), "answer", "small", True, 2, 812, 120, NOON),),
)


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


def _opened(turn: Turn) -> Any:
    assert turn.how is not None
    turn.how.set_open(True)
    turn.how.show_found(FOUND)
    return turn.how


def _lines(how: Any) -> list[str]:
    QApplication.processEvents()
    return [one.text() for one in how.inner.findChildren(QLabel) if not one.isHidden()]


def _column(how: Any, number: int) -> list[str]:
    model = how.table.model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_nothing_is_read_before_it_is_opened(turn: Turn, asked: list[tuple[str, Any]]) -> None:
    assert asked == []
    assert turn.how is not None
    turn.how.button.click()
    assert asked == [("inspect", None)]
    turn.how.show_found(FOUND)
    turn.how.button.click()
    turn.how.button.click()
    assert asked == [("inspect", None)]


def test_what_a_person_said_has_none(qtbot: Any) -> None:
    made = Turn(TurnView(episode("I met Alice.", id=4)))
    qtbot.addWidget(made)
    assert made.how is None


def test_it_says_what_the_question_was_taken_for_and_what_was_sent(turn: Turn) -> None:
    lines = _lines(_opened(turn))
    assert lines[0] == "Taken for a question about many things, 82 % sure."
    assert lines[1] == "Looked for by search and categories. Put in order on this device."
    assert "In the tree: looked at 4, chose People and Family with everything in it" in lines
    assert "Of people and things: looked at 12, chose Alice and (forgotten since)" in lines
    assert "2,140 characters of memory · 2 calls · 812 tokens sent · 120 received · small" in lines


def test_each_find_has_its_way_its_score_and_why_it_was_left_out(turn: Turn) -> None:
    how = _opened(turn)
    assert _column(how, 0) == ["[1] I met Alice.", "Alice", "(forgotten since)"]
    assert _column(how, 2) == ["both", "tree", "search"]
    assert _column(how, 4) == ["same words, name", "category", "meaning"]
    assert _column(how, 5) == ["", "", "no room"]


def test_scores_sort_as_numbers(turn: Turn) -> None:
    how = _opened(turn)
    how.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert _column(how, 3) == ["11.00", "2.50", "0.50"]


def test_enter_opens_a_find_and_control_sorts(qtbot: Any, turn: Turn, asked: list[tuple[str, Any]]) -> None:
    how = _opened(turn)
    table = how.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 3))
    qtbot.keyClick(table, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert _column(how, 3) == ["0.50", "2.50", "11.00"]
    table.setCurrentIndex(table.model().index(1, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert asked[-1] == ("find", ROWS[0])


def test_an_answer_whose_finding_was_not_kept_says_so(turn: Turn) -> None:
    assert turn.how is not None
    turn.how.show_found(None)
    assert _lines(turn.how) == ["It was not kept how this answer was found."]


def test_it_speaks_japanese(turn: Turn) -> None:
    words.speak("ja")
    lines = _lines(_opened(turn))
    assert lines[:2] == [
        "多くのことにまたがる質問と判断しました（確信度82%）。",
        "検索と分類で探しました。この端末で並べ替えました。",
    ]


@pytest.mark.parametrize(
    ("spent", "shown"),
    [
        (Spent(Usage(1, 1, 0)), "1 call · 1 token sent"),
        (Spent(Usage(2, 1812, 120), 0.31), "2 calls · 1,812 tokens sent · 120 received · 0.3 ¢"),
        (Spent(Usage(2), 0.001), "2 calls · < 0.1 ¢"),
    ],
)
def test_what_it_cost_stands_beside_it(turn: Turn, spent: Spent, shown: str) -> None:
    assert turn.view is not None
    assert turn.how is not None
    turn.show_view(TurnView(turn.view.episode, spent=spent))
    assert turn.how._spent.text() == shown


def test_a_column_in_which_all_say_the_same_is_not_shown(turn: Turn) -> None:
    assert turn.how is not None
    turn.how.show_found(replace(FOUND, found=ROWS[:1]))
    table = turn.how.table
    assert table is not None
    assert [table.isColumnHidden(number) for number in range(6)] == [False, True, True, False, False, True]
    turn.how.show_found(FOUND)
    assert turn.how.table is not None
    assert not any(turn.how.table.isColumnHidden(number) for number in range(6))


def test_what_all_finds_share_comes_last_and_the_user_is_you() -> None:
    near = FoundRow("episode", 1, "a", arms=(("neighbour", 2.0), ("vector", 1.0), ("name", 0.5)))
    other = FoundRow("episode", 2, "b", arms=(("neighbour", 2.0), ("words", 0.5)))
    common = findings.common_arms((near, other))
    assert findings.arms_text(near, common) == "meaning, name"
    assert findings.arms_text(other, common) == "same words, said beside it"
    me = FoundRow("entity", 3, "Me", arms=(("words", 1.0),))
    assert findings.found_text(me) == "You"
    assert findings.arms_text(me, common) == "named in what was found"


@pytest.mark.parametrize("width", [520, 700])
def test_the_words_of_a_find_have_the_most_room_and_no_line_is_cut(qtbot: Any, turn: Turn, width: int) -> None:
    table = _opened(turn).table
    turn.resize(width, 600)
    turn.show()
    QApplication.processEvents()
    head = table.horizontalHeader()
    assert head.sectionSize(0) == max(head.sectionSize(number) for number in range(head.count()))
    table.setFocus()
    QApplication.processEvents()
    last = table.visualRect(table.model().index(table.model().rowCount() - 1, 0))
    assert last.bottom() <= table.viewport().height()
