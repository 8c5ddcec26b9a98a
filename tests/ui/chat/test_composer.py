"""The composer: Enter and the input method, pasting a lot, and drafts that are never lost."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QToolButton

from ui.chat.composer import Composer


@pytest.fixture
def composer(qtbot: Any) -> Iterator[Composer]:
    made = Composer()
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.show()
    made.field.setFocus()
    yield made
    made.hide()


@pytest.fixture
def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.sent.connect(texts.append)
    return texts


def _compose(composer: Composer, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.field, event)


def _paste(composer: Composer, text: str) -> float:
    mime = QMimeData()
    mime.setText(text)
    begun = time.process_time()
    composer.field.insertFromMimeData(mime)
    QApplication.processEvents()
    return time.process_time() - begun


def test_enter_sends_and_shift_enter_breaks_the_line(qtbot: Any, composer: Composer, sent: list[str]) -> None:
    qtbot.keyClicks(composer.field, "one")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.field, "two")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert [text.replace("\u2028", "\n") for text in sent] == ["one\ntwo"]


def test_enter_while_composing_commits_and_does_not_send(qtbot: Any, composer: Composer, sent: list[str]) -> None:
    _compose(composer, "きょうは")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent == []
    _compose(composer, "", "今日は")
    assert composer.field.toPlainText() == "今日は"
    assert sent == []
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent == ["今日は"]


def test_the_keypads_enter_is_no_different(qtbot: Any, composer: Composer, sent: list[str]) -> None:
    _compose(composer, "かな")
    qtbot.keyClick(composer.field, Qt.Key.Key_Enter)
    assert sent == []
    _compose(composer, "", "仮名")
    qtbot.keyClick(composer.field, Qt.Key.Key_Enter)
    assert sent == ["仮名"]


def test_composing_that_is_given_up_does_not_block(qtbot: Any, composer: Composer, sent: list[str]) -> None:
    _compose(composer, "きょう")
    _compose(composer, "")
    qtbot.keyClicks(composer.field, "ok")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent == ["ok"]


def test_blank_text_is_not_sent(qtbot: Any, composer: Composer, sent: list[str]) -> None:
    composer.field.setPlainText(" \n\t　")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent == []


def test_nothing_is_sent_while_an_answer_grows_and_the_button_stops_it(
    qtbot: Any, composer: Composer, sent: list[str]
) -> None:
    stops: list[int] = []
    composer.stopped.connect(lambda: stops.append(1))
    composer.field.setPlainText("more")
    composer.set_growing(True)
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    stop = next(button for button in composer.findChildren(QToolButton) if button.accessibleName() == "Stop")
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert (sent, stops) == ([], [1])
    assert composer.field.toPlainText() == "more"


def test_twenty_thousand_lines_are_pasted_at_once(composer: Composer) -> None:
    text = "\n".join(f"line {number} of a long log file" for number in range(20_000))
    taken = min(_timed_paste(composer, text) for _ in range(3))
    assert taken < 0.2
    assert composer.text() == text


def _timed_paste(composer: Composer, text: str) -> float:
    composer.clear()
    return _paste(composer, text)


def test_a_line_of_a_million_characters_becomes_a_chip(composer: Composer, sent: list[str]) -> None:
    text = "x" * 1_000_000
    taken = _paste(composer, text)
    assert taken < 0.2
    assert composer.field.toPlainText() == ""
    chips = [button.text() for button in composer.findChildren(QToolButton) if "1,000,000" in button.text()]
    assert len(chips) == 1
    composer.send()
    assert sent == [text]


def test_more_lines_than_can_be_laid_out_become_a_chip(composer: Composer) -> None:
    text = "行\n\n" * 200_000
    _paste(composer, text)
    assert composer.field.toPlainText() == ""
    assert composer.text() == text


def test_a_chip_can_be_taken_out(qtbot: Any, composer: Composer) -> None:
    _paste(composer, "y" * 50_000)
    chip = next(button for button in composer.findChildren(QToolButton) if "50,000" in button.text())
    chip.click()
    assert composer.text() == ""


def test_a_draft_comes_back_whole(qtbot: Any, composer: Composer) -> None:
    composer.field.setPlainText("half a thought\nand more")
    _paste(composer, "z" * 60_000)
    draft = composer.draft()
    composer.clear()
    assert composer.draft() == {}
    composer.restore(draft)
    assert composer.text() == "half a thought\nand more\n\n" + "z" * 60_000


def test_it_grows_with_its_lines_and_stops(composer: Composer) -> None:
    low = composer.field.height()
    composer.field.setPlainText("\n" * 6)
    middle = composer.field.height()
    composer.field.setPlainText("\n" * 400)
    high = composer.field.height()
    assert low < middle < high <= composer.field.fontMetrics().lineSpacing() * 13


def test_only_plain_text_is_pasted(composer: Composer) -> None:
    mime = QMimeData()
    mime.setHtml("<b>bold</b> <img src='file:///etc/passwd'>")
    mime.setText("bold")
    composer.field.insertFromMimeData(mime)
    assert composer.text() == "bold"
