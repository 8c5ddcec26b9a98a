"""Each kind of question, its answers, and that a secret in the words stays covered."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from app.domain.category import Category
from app.domain.ids import CategoryId, EntityId, SuggestionId
from app.domain.suggestion import Suggestion
from app.services.memories import FactView
from app.services.sides import Side
from app.services.suggestions import Asked, Claim
from tests.builders import NOON, entity, episode, fact
from ui.suggestions.card import Card
from ui.suggestions.wording import question, sort_of

VICTORS = (entity("Victor Hugo", id=1, tag="writer"), entity("Victor Lind", id=2))


def asked(kind: str, *candidates: Any, text: str = "Victor called.") -> Asked:
    row = Suggestion(SuggestionId(7), kind, "Several go by this name.", "{}", NOON)  # type: ignore[arg-type]
    return Asked(row, episode(text, id=3), "Victor", candidates)


def _press(card: Card, words: str) -> None:
    next(button for button in card.findChildren(QPushButton) if button.text() == words).click()


@pytest.mark.parametrize(
    ("kind", "candidates", "words", "answer"),
    [
        ("which_entity", VICTORS, "Victor Hugo · writer", ("accept", 1)),
        ("which_entity", VICTORS, "Somebody or something else", ("accept", None)),
        ("which_entity", VICTORS, "Leave it open", ("dismiss", None)),
        ("same_entity", VICTORS[:1], "The same as Victor Hugo · writer", ("accept", 1)),
        ("same_entity", VICTORS[:1], "No, they are different", ("never", None)),
        ("assistant_claim", (), "Keep it", ("accept", None)),
        ("assistant_claim", (), "No", ("dismiss", None)),
        ("conflict", (), "Yes", ("accept", None)),
    ],
)
def test_each_answer_is_one_button(
    qtbot: Any, kind: str, candidates: tuple[Any, ...], words: str, answer: tuple[str, int | None]
) -> None:
    card, answers = Card(asked(kind, *candidates)), []
    qtbot.addWidget(card)
    card.answered.connect(lambda what, choice: answers.append((what, choice)))
    _press(card, words)
    assert answers == [answer]


def test_the_question_names_what_it_is_about() -> None:
    assert question(asked("which_entity", *VICTORS)) == "Which “Victor” is meant?"
    assert question(asked("same_entity", VICTORS[0])) == "Is “Victor” the same as “Victor Hugo”?"
    assert question(asked("same_entity", *VICTORS)) == "Is “Victor” the same as one of these?"


def test_secrets_in_the_words_stay_covered(qtbot: Any) -> None:
    card = Card(asked("which_entity", *VICTORS, text="Victor says the password is hunter2-Correct9"))
    qtbot.addWidget(card)
    assert not any("hunter2" in shown.text() for shown in card.findChildren(QLabel))


def test_the_words_can_be_opened(qtbot: Any) -> None:
    card = Card(asked("which_entity", *VICTORS))
    qtbot.addWidget(card)
    with qtbot.waitSignal(card.source_wanted):
        _press(card, "Open the words")


def test_candidates_of_one_name_are_told_apart_by_what_is_known_of_them(qtbot: Any) -> None:
    same = (entity("Victor", id=1), entity("Victor", id=2))
    card = Card(asked("which_entity", *same))
    qtbot.addWidget(card)
    told = fact(1, "works_at", 5, fact="Victor works at Acme.")
    seen = FactView(told, "Victor", "Acme", True, None, True, ())
    card.show_contexts({EntityId(1): Side(same[0], (), (seen,), (), ()), EntityId(2): Side(same[1], (), (), (), ())})
    assert "Victor works at Acme" in [shown.text() for shown in card.findChildren(QLabel)]
    names = [button.text() for button in card.findChildren(QPushButton)]
    assert "Victor · Victor works at Acme" in names
    assert "Victor" in names


def test_what_follows_is_told_with_the_facts_that_it_follows_from(qtbot: Any) -> None:
    views = [
        FactView(fact(1, "sibling_of", 2, fact="Ada and Bo are siblings."), "Ada", "Bo", True, None, True, ()),
        FactView(fact(2, "child_of", 3, id=2, fact="Bo is Cy's child."), "Bo", "Cy", True, None, True, ()),
    ]
    row = replace(asked("assistant_claim"), episode=None, claim=Claim("Ada", "child_of", "Cy"), facts=tuple(views))
    card = Card(row)
    qtbot.addWidget(card)
    shown = [label.text() for label in card.findChildren(QLabel)]
    assert sort_of(row) == "follows"
    assert shown[:2] == ["Nobody said this. Is it so?", "Ada is a child of Cy"]
    assert [words for words in shown if words.startswith("·")] == ["· Ada and Bo are siblings", "· Bo is Cy's child"]


def test_two_categories_are_named() -> None:
    rows = [Category(CategoryId(n), name, 1, NOON) for n, name in ((1, "Recipes"), (2, "Recipe"))]
    words = question(replace(asked("category"), categories=tuple(rows)))
    assert words == "Shall “Recipe” and “Recipes” become one category, “Recipes”?"
