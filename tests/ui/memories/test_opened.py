"""In the running program: from the panel to the page, from there to the words and back; undo from the status line."""

from typing import Any

from PySide6.QtCore import Qt

from tests.ui.test_window import TEXT, _say
from ui.memories.marked import MarkedLine


def _page(qtbot: Any, running: Any) -> Any:
    """The page of somebody that was just learned of."""
    window = running.shell.window
    _say(qtbot, running, TEXT)
    window.show_memory(True)
    entities = window.memory.entities
    qtbot.waitUntil(lambda: entities.list.model().rowCount() > 1, timeout=20_000)
    entities.field.setText("Alice")
    qtbot.waitUntil(lambda: entities.list.model().rowCount() == 1, timeout=5000)
    qtbot.keyClick(entities.field, Qt.Key.Key_Return)
    heading = window.memory.entity.heading
    qtbot.waitUntil(lambda: heading._name.text().startswith("Alice"), timeout=5000)
    heading._page.click()
    page = window.entity
    qtbot.waitUntil(lambda: bool(page.view.facts.rows) and bool(page.view.places._shown), timeout=5000)
    return page


def test_the_panel_hands_over_to_the_page_and_a_chat_leads_to_its_words(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    page = _page(qtbot, running)
    assert window.page == "entity"
    assert window.memory._stack.currentWidget() is window.memory.entities
    page.view.places.findChildren(MarkedLine)[0].click()
    qtbot.waitUntil(lambda: window.page == "chat", timeout=5000)
    qtbot.waitUntil(lambda: bool(window.chat.transcript.turns()), timeout=5000)


def test_escape_leads_back_and_a_step_that_was_undone_is_said_with_the_way_back(qtbot: Any, running: Any) -> None:
    window = running.shell.window
    page = _page(qtbot, running)
    name = page.view.heading._name.text()
    page.view.heading.renamed.emit("Zelda")
    qtbot.waitUntil(lambda: page.view.heading._name.text() == "Zelda", timeout=5000)
    qtbot.waitUntil(lambda: bool(page.view.annals._shown.entries), timeout=5000)
    page.view.annals.undo(page.view.annals._shown.entries[0].seq)
    qtbot.waitUntil(lambda: page.view.heading._name.text() == name, timeout=5000)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.page == "chat"
