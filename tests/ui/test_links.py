"""From words to where they lead: citations, their tool tips, what a turn taught, wikilinks of a note."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from tests.ui.conftest import end
from tests.ui.test_window import TEXT, _say
from ui import theme
from ui.notes import page
from ui.suggestions.card import Card
from ui.widgets.controls import WordsButton

QUESTION = "Where does Alice Moreau work?"


def _answer(qtbot: Any, running: Any) -> Any:
    """The answer's turn, once it is stored with its citations."""

    def found() -> list[Any]:
        return [turn for turn in running.shell.window.chat.transcript.turns() if turn.view and turn.view.citations]

    qtbot.waitUntil(lambda: bool(found()), timeout=20_000)
    return found()[-1]


def _marked(turn: Any) -> str:
    """The words of a turn that stand on the colour of a mark."""
    document, words = turn.body.document(), ""
    for at in range(document.characterCount() - 1):
        cursor = QTextCursor(document)
        cursor.setPosition(at)
        cursor.setPosition(at + 1, QTextCursor.MoveMode.KeepAnchor)
        if cursor.charFormat().background().color() == theme.color("mark"):
            words += cursor.selectedText()
    return words


def _click_citation(qtbot: Any, answer: Any) -> str:
    body = answer.body
    at = body.toPlainText().index("[1]")
    cursor = QTextCursor(body.document())
    cursor.setPosition(at + 1)
    point = body.cursorRect(cursor).center()
    assert body.anchorAt(point) == "cite:1"
    qtbot.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, pos=point)
    return str(body.tip(body.anchorAt(point)))


def test_a_citation_leads_to_the_marked_words_also_after_a_restart(qtbot: Any, start: Callable[..., Any]) -> None:
    first = start()
    _say(qtbot, first, TEXT)
    _say(qtbot, first, QUESTION)
    for running in (first, None):
        if running is None:
            end(first)
            running = start()
        answer = _answer(qtbot, running)
        tip = _click_citation(qtbot, answer)
        source = running.shell.window.chat.transcript.turns()[0]
        qtbot.waitUntil(lambda source=source: bool(_marked(source)))
        assert _marked(source) in TEXT
        assert "Lindgren Tools" in _marked(source)
        assert _marked(source) in tip


def test_the_tip_of_a_link_shows_no_markup_and_no_secret(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    body = running.shell.window.chat.transcript.turns()[0].body
    body.quotes = ((3, "<b>bold</b>"),)
    assert "&lt;b&gt;bold" in body.tip("cite:3")
    assert body.tip("cite:4") == ""
    assert body.tip("secret:") == ""
    assert body.tip("https://example.org/?a&b") == "https://example.org/?a&amp;b"


def test_a_turn_shows_what_it_taught_in_the_memory_panel(qtbot: Any, running: Any) -> None:
    turn = _say(qtbot, running, TEXT)
    window = running.shell.window
    window.show_memory(False)
    turn.show_menu(QPoint(0, 0))
    menu = turn.findChild(QMenu)
    next(action for action in menu.actions() if action.text() == "What was learned here").trigger()
    menu.close()
    assert window.memory_shown()
    assert window.memory.lesson.episode == turn.view.episode.id
    qtbot.waitUntil(lambda: len(window.memory.lesson.facts.rows) == len(turn.view.chips))


def _open_note(qtbot: Any, running: Any, text: str) -> Any:
    running.shell.new_note()
    notes = running.shell.window.notes
    before = notes.note
    qtbot.waitUntil(lambda: notes.note not in (None, before))
    notes.editor.insertPlainText(text)
    return notes


def _ctrl_click(qtbot: Any, notes: Any, words: str) -> None:
    cursor = notes.editor.document().find(words)
    cursor.setPosition(cursor.selectionStart() + 1)
    point = notes.editor.cursorRect(cursor).center()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(notes.editor.viewport(), Qt.MouseButton.LeftButton, control, point)


def test_a_wikilink_opens_the_entity(qtbot: Any, running: Any) -> None:
    _say(qtbot, running, TEXT)
    window = running.shell.window
    notes = _open_note(qtbot, running, "Lunch with [[Alice Moreau|Alice]] tomorrow")
    _ctrl_click(qtbot, notes, "Alice Moreau")
    qtbot.waitUntil(lambda: window.memory.entity.heading._name.text() == "Alice Moreau", timeout=10_000)


def test_a_wikilink_opens_the_note_of_that_title(qtbot: Any, running: Any) -> None:
    saved: list[str] = []
    running.core.changes.changed.connect(lambda change, _: saved.append(change.label))
    notes = _open_note(qtbot, running, "# Kitchen refit\nTiles")
    target = notes.note
    notes.documents.save_all()
    qtbot.waitUntil(lambda: "save_note" in saved, timeout=10_000)
    _open_note(qtbot, running, "see [[kitchen refit]]")
    assert notes.note != target
    followed: list[str] = []
    notes.editor.link_followed.connect(followed.append)
    _ctrl_click(qtbot, notes, "kitchen refit")
    assert followed == ["kitchen refit"]
    qtbot.waitUntil(lambda: notes.note == target, timeout=10_000)


def test_a_wikilink_to_nothing_says_so_and_a_plain_click_goes_nowhere(qtbot: Any, running: Any) -> None:
    notes = _open_note(qtbot, running, "see [[Nobody Atall]]")
    followed: list[str] = []
    notes.editor.link_followed.connect(followed.append)
    cursor = notes.editor.document().find("Nobody")
    qtbot.mouseClick(notes.editor.viewport(), Qt.MouseButton.LeftButton, pos=notes.editor.cursorRect(cursor).center())
    assert followed == []
    _ctrl_click(qtbot, notes, "Nobody")
    assert followed == ["Nobody Atall"]
    status = running.shell.window.status
    qtbot.waitUntil(lambda: status._message.text() == "Nothing is known by the name “Nobody Atall” yet.")


def test_an_address_in_a_note_opens_in_the_browser(qtbot: Any, running: Any, monkeypatch: Any) -> None:
    opened: list[str] = []
    monkeypatch.setattr(page, "QDesktopServices", SimpleNamespace(openUrl=lambda url: opened.append(url.toString())))
    notes = _open_note(qtbot, running, "see https://example.org/a?b=1 (soon)")
    _ctrl_click(qtbot, notes, "example")
    assert opened == ["https://example.org/a?b=1"]


def test_the_empty_graph_leads_to_the_composer(qtbot: Any, running: Any) -> None:
    running.shell.show_page("graph")
    window = running.shell.window
    window.graph.view.write_wanted.emit()
    assert window.page == "chat"


def test_the_first_page_offers_a_note(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    window.chat.welcome.note_wanted.emit()
    qtbot.waitUntil(lambda: window.notes.note is not None)
    assert window.page == "notes"


def test_a_bare_name_leads_to_the_question_and_its_answer_ends_it(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    _say(qtbot, running, "Victor Hahn is my dentist. Victor Ruiz is my piano teacher.")
    turn = _say(qtbot, running, "Victor moved to Rome.")
    qtbot.waitUntil(lambda: turn.view.asks)
    turn.learned.question_wanted.emit()
    assert window.page == "suggestions"
    qtbot.waitUntil(lambda: bool(window.suggestions.findChildren(Card)))
    card = window.suggestions.findChildren(Card)[0]
    next(button for button in card.findChildren(QPushButton) if "Ruiz" in button.text()).click()
    qtbot.waitUntil(lambda: not turn.view.asks, timeout=10_000)


def test_a_chip_opens_its_entity(qtbot: Any, running: Any) -> None:
    turn = _say(qtbot, running, TEXT)
    window = running.shell.window
    window.show_memory(False)
    fact = turn.view.chips[0].fact
    next(button for button in turn.learned.findChildren(WordsButton) if fact.fact in button.text()).click()
    assert window.memory_shown()
    qtbot.waitUntil(lambda: window.memory.entity.heading._name.text() == "Alice Moreau")


def test_the_memory_panel_folds_at_the_foot_of_the_window(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    button = next(b for b in window.status.findChildren(QToolButton) if b.accessibleName() == "Show or hide memory")
    before = window.memory_shown()
    button.click()
    assert window.memory_shown() is not before
