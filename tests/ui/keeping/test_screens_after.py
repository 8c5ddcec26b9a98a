"""What was forgotten stands on no screen any more: not in the panel, the graph, the chat, an open note or its undo."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from ui.keeping.forgetting import ForgetDialog
from ui.lanes import Urgency

WORD = "Wobblethorpe"


def grown(desk: Any) -> tuple[int, int, int]:
    """A message that names somebody; gives chat, entity and note."""
    from app.domain.entity import EntityKind
    from app.services import chat, notes
    from tests import builders as build
    from tests.app.storage.acts import write

    kind: EntityKind = "person"
    home = chat.start(desk).id
    said = chat.say(desk, home, f"{WORD} came by.")
    who = write(desk.store, build.entity(WORD, kind, id=-5), build.mention(-5, said.id, (0, len(WORD)), -6)).ids[-5]
    note = notes.create(desk)
    notes.save(desk, note.id, "Walks", f"{WORD} was there.\n\nIt rained.")
    notes.settle(desk, note.id)
    list(desk.catch_up())
    return home, who, note.id


def shown(widget: QWidget) -> str:
    """All words of the labels and buttons below a widget, with their tool tips."""
    parts = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    return "\n".join(f"{part.text()}\n{part.toolTip()}\n{part.accessibleName()}" for part in parts)


def test_the_panel_the_graph_the_chat_and_the_note_drop_it(qtbot: Any, running: Any) -> None:
    made: list[Any] = []
    running.core.lanes.write(grown, made.append, urgency=Urgency.IMPORT)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    home, who, note = made[0]
    window, ways = running.shell.window, running.shell.ways
    ways.go_to("note", note)
    qtbot.waitUntil(lambda: WORD in window.notes.editor.toPlainText())
    ways.go_to("chat", home)
    ways.show_entity(who)
    qtbot.waitUntil(lambda: WORD in shown(window.memory.entity), timeout=20_000)
    running.shell.keeper.forget("entity", who)
    dialog = window.findChild(ForgetDialog)
    qtbot.waitUntil(dialog.forget.isEnabled, timeout=20_000)
    qtbot.keyClick(dialog.forget, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.said.text().startswith("It is forgotten."), timeout=30_000)
    assert "Forgotten for good" in shown(dialog)
    assert WORD not in shown(dialog) + dialog.list.toPlainText()
    qtbot.waitUntil(lambda: WORD not in shown(window.memory), timeout=5_000)
    dialog.close()
    qtbot.waitUntil(lambda: "rained" in window.notes.editor.toPlainText() and not window.notes.editor.find(WORD))
    window.notes.editor.document().undo()
    assert WORD not in window.notes.editor.toPlainText()
    qtbot.waitUntil(lambda: WORD not in shown(window), timeout=5_000)
