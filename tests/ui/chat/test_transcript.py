"""The transcript: a window of turns, the reader's place kept, the words found."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from app.domain.entity import Span
from app.domain.ids import DropId, EpisodeId
from app.domain.suggestion import Drop
from app.services.turns import Chip, TurnView
from tests.builders import episode, fact
from ui import theme
from ui.chat.chips import chip_text
from ui.chat.transcript import HELD, Transcript
from ui.widgets.labels import Elided


def view(id: int, text: str = "Some words that were said.\nAnd more of them.", **rest: Any) -> TurnView:
    chips = rest.pop("chips", ())
    return TurnView(episode(text, id=id, state=rest.pop("state", "learned"), **rest), chips)


@pytest.fixture
def transcript(qtbot: Any) -> Iterator[Transcript]:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    yield made
    made.hide()


def _ids(transcript: Transcript) -> list[int]:
    return [turn.view.episode.id for turn in transcript.turns() if turn.view]


def _settle(qtbot: Any, transcript: Transcript, count: int) -> None:
    qtbot.waitUntil(lambda: len(transcript.turns()) == count)
    qtbot.wait(30)


def test_it_opens_at_the_end(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(1, 41)], more=True)
    _settle(qtbot, transcript, 40)
    bar = transcript.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    assert _ids(transcript) == list(range(1, 41))


def test_a_reader_who_scrolled_up_stays_there(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(1, 31)], more=False)
    _settle(qtbot, transcript, 30)
    answer = transcript.append(None)
    answer.grow("It begins.\n\n")
    qtbot.wait(80)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    for _ in range(20):
        answer.grow("More words, paragraph after paragraph.\n\n")
        qtbot.wait(5)
    qtbot.wait(80)
    assert bar.value() == place


def test_a_reader_at_the_end_follows_the_answer(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(1, 31)], more=False)
    _settle(qtbot, transcript, 30)
    answer = transcript.append(None)
    for _ in range(20):
        answer.grow("More words, paragraph after paragraph.\n\n")
        qtbot.wait(5)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_older_turns_do_not_move_what_is_read(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(41, 81)], more=True)
    _settle(qtbot, transcript, 40)
    bar = transcript.verticalScrollBar()
    with qtbot.waitSignal(transcript.older_wanted):
        bar.setValue(20)
    top = transcript.turn_of(EpisodeId(41))
    assert top is not None
    before = top.mapTo(transcript.viewport(), top.rect().topLeft()).y()
    transcript.prepend([view(n) for n in range(1, 41)], more=False)
    _settle(qtbot, transcript, 80)
    after = top.mapTo(transcript.viewport(), top.rect().topLeft()).y()
    assert abs(after - before) <= 24
    assert _ids(transcript) == list(range(1, 81))


def test_no_more_than_a_window_is_held(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(1, HELD + 61)], more=False)
    qtbot.waitUntil(lambda: transcript.oldest() == 1 and len(transcript.turns()) >= HELD, timeout=20_000)
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    bar.setValue(bar.maximum())
    assert len(transcript.turns()) <= HELD


def test_the_very_words_are_shown_and_marked(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(n) for n in range(1, 61)], more=False)
    assert transcript.reveal(EpisodeId(3), [Span(5, 10)])
    turn = transcript.turn_of(EpisodeId(3))
    assert turn is not None
    qtbot.waitUntil(lambda: not turn.visibleRegion().isEmpty())
    assert not transcript.reveal(EpisodeId(999), [])


def test_a_day_stands_above_its_first_turn_only(qtbot: Any, transcript: Transcript) -> None:
    views = [view(1, at="2026-03-01"), view(2, at="2026-03-01"), view(3, at="2026-03-02")]
    transcript.show_turns(views, more=False)
    _settle(qtbot, transcript, 3)
    shown = [turn._day is not None and not turn._day.isHidden() for turn in transcript.turns()]
    assert shown == [True, False, True]


def test_a_chip_says_since_when_and_until_when() -> None:
    kept = fact(1, "works_at", 2, fact="Alice works at Acme.", valid_at="2026-03")
    assert chip_text(kept) == "Alice works at Acme · since March 2026"
    ended = fact(1, "works_at", 2, fact="Alice works at Acme.", valid_at="2024", invalid_at="2026-03")
    assert chip_text(ended) == "Alice works at Acme · until March 2026"
    once = fact(1, "bought", 2, fact="You bought a bicycle.", valid_at="2024-03")
    assert chip_text(once) == "You bought a bicycle · March 2024"


def test_states_are_told(qtbot: Any, transcript: Transcript) -> None:
    from PySide6.QtWidgets import QLabel

    views = [
        view(1, state="waiting"),
        view(2, state="nothing"),
        view(3, state="failed", learn_error="The model could not be reached."),
        view(4, state="off_record"),
    ]
    transcript.show_turns(views, more=False)
    _settle(qtbot, transcript, 4)
    first = transcript.turn_of(EpisodeId(1))
    assert first is not None
    first.set_active(True)
    qtbot.wait(20)
    texts = [
        [
            text.text()
            for text in turn.learned.findChildren(QLabel)
            if not isinstance(text, Elided) and not text.isHidden()
        ]
        for turn in transcript.turns()
    ]
    assert texts == [
        ["Learning…"],
        ["Kept and searchable; no fact taken"],
        ["Not learned: The model could not be reached."],
        ["Off the record"],
    ]


@pytest.mark.parametrize(
    ("reason", "words"),
    [("question", "Nothing to learn here: a question"), ("hypothetical", "")],
)
def test_why_a_turn_taught_nothing(qtbot: Any, transcript: Transcript, reason: str, words: str) -> None:
    from PySide6.QtWidgets import QLabel

    dropped = Drop(DropId(1), EpisodeId(1), "moving to Oslo", reason)
    transcript.show_turns([TurnView(episode("Should I?", id=1, state="nothing"), drops=(dropped,))], more=False)
    _settle(qtbot, transcript, 1)
    learned = transcript.turns()[0].learned
    assert [text.text() for text in learned.findChildren(QLabel)] == ([words] if words else [])
    links = [button.text() for button in learned.findChildren(QPushButton)]
    assert links == ([] if reason == "question" else ["1 thing left out"])


def test_forgetting_a_chip_is_asked_of_the_page(qtbot: Any, transcript: Transcript) -> None:
    from PySide6.QtWidgets import QToolButton

    asked: list[tuple[str, object]] = []
    transcript.asked.connect(lambda what, turn, more: asked.append((what, more)))
    kept = fact(1, "likes", "tea", fact="Alice likes tea")
    transcript.show_turns([view(1, chips=(Chip(kept, Span(0, 4)),))], more=False)
    _settle(qtbot, transcript, 1)
    turn = transcript.turns()[0]
    back = next(b for b in turn.learned.findChildren(QToolButton) if b.accessibleName() == "Forget: Alice likes tea")
    back.click()
    assert asked == [("forget_fact", kept)]


def test_a_book_is_folded(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(1, text="word " * 40_000)], more=False)
    _settle(qtbot, transcript, 1)
    assert len(transcript.turns()[0].body.toPlainText()) < 10_000


def test_a_turn_that_memory_asks_about_leads_to_the_question(qtbot: Any, transcript: Transcript) -> None:
    asked: list[str] = []
    transcript.asked.connect(lambda what, turn, more: asked.append(what))
    transcript.show_turns([TurnView(episode("Victor moved.", id=1, state="nothing"), asks=True)], more=False)
    _settle(qtbot, transcript, 1)
    learned = transcript.turns()[0].learned
    links = learned.findChildren(QPushButton)
    assert [link.text() for link in links] == ["Memory has a question about this"]
    links[0].click()
    assert asked == ["question"]


def test_what_is_opened_at_the_end_stays_under_the_pointer(qtbot: Any, transcript: Transcript) -> None:
    transcript.show_turns([view(number, text="word " * 200) for number in range(1, 12)], more=False)
    _settle(qtbot, transcript, 11)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    last = transcript.turns()[-1]
    last.unfolding.emit()
    before, height = transcript._anchor, last.height()
    last.setMinimumHeight(height + 400)
    qtbot.waitUntil(lambda: last.height() == height + 400 and bar.maximum() > bar.value() + 300)
    assert transcript._first_in_view(bar.value()) == before


def test_a_persons_markdown_is_rendered_and_its_source_shown_where_words_are_marked(
    qtbot: Any, transcript: Transcript
) -> None:
    text = "I met **Rosa** today:\n\n- she moved to `Oslo`"
    transcript.show_turns([view(1, text=text)], more=False)
    _settle(qtbot, transcript, 1)
    turn = transcript.turns()[0]
    assert turn.body.toPlainText() == "I met Rosa today:\nshe moved to Oslo"
    start = text.index("Rosa")
    turn.mark([Span(start, start + 4)])
    marked = turn.body.document().find("Rosa")
    assert marked.charFormat().background().color() == theme.color("mark")
    assert "**Rosa**" in turn.body.toPlainText()
    turn.unmark()
    assert "**" not in turn.body.toPlainText()


def test_a_secret_in_a_persons_markdown_stays_covered(qtbot: Any, transcript: Transcript) -> None:
    text = "**Note**: the wifi password is hunter2-Correct9"
    transcript.show_turns([view(1, text=text)], more=False)
    _settle(qtbot, transcript, 1)
    turn = transcript.turns()[0]
    assert turn.body.toPlainText() == "Note: the wifi password is " + "•" * len("hunter2-Correct9")
    turn.body.followed.emit("secret:")
    assert turn.body.toPlainText() == "Note: the wifi password is hunter2-Correct9"
