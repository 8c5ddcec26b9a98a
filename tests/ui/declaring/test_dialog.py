"""Saying what words are, in the real window: from a turn and a note, by keyboard, and taken back in one step."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QMenu

from app.domain.scope import OWNER
from ui.declaring.dialog import DeclareDialog
from ui.lanes import Urgency

WORDS = "The boss met Rosa Quist by the pier."


@pytest.fixture
def ask(qtbot: Any, running: Any) -> Callable[..., Any]:
    """What a function of the desk gives, once all that was written before is done."""

    def wait(call: Callable[[Any], Any]) -> Any:
        answers: list[Any] = []
        running.core.lanes.write(lambda desk: [call(desk)], answers.append, urgency=Urgency.EDIT)
        qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
        return answers[0][0]

    return wait


@pytest.fixture
def turn(qtbot: Any, running: Any, ask: Any) -> Any:
    """A turn on screen."""
    running.core.loop.pause()
    home = ask(lambda desk: _said(desk))
    chat = running.shell.window.chat
    chat.open(home)
    qtbot.waitUntil(lambda: bool(chat.transcript.turns()) and chat.transcript.turns()[0].view is not None)
    return chat.transcript.turns()[0]


def _said(desk: Any) -> Any:
    from app.services import chat

    home = chat.start(desk).id
    chat.say(desk, home, WORDS)
    return home


def select(turn: Any, words: str) -> None:
    cursor, at = turn.body.textCursor(), WORDS.index(words)
    cursor.setPosition(at)
    cursor.setPosition(at + len(words), QTextCursor.MoveMode.KeepAnchor)
    turn.body.setTextCursor(cursor)


def dialog(qtbot: Any, running: Any, what: str) -> DeclareDialog:
    before = running.shell.window.findChildren(DeclareDialog)
    running.shell.declare(what)
    made = next(one for one in running.shell.window.findChildren(DeclareDialog) if one not in before)
    qtbot.waitUntil(lambda: made.name.who._task is not None)
    return made


def kept(qtbot: Any, made: DeclareDialog) -> str:
    with qtbot.waitSignal(made.declared, timeout=10_000) as told:
        made.accept()
    return told.args[0]


def names(desk: Any) -> dict[str, list[str]]:
    found = desk.view.entities.listed(OWNER)
    aliases = desk.view.entities.aliases([one.id for one in found], OWNER)
    return {one.name: [name.text for name in aliases.get(one.id, ())] for one in found}


def test_selected_words_become_another_name_of_who_is_meant(qtbot, running, turn, ask):
    select(turn, "The boss")
    made = dialog(qtbot, running, "name")
    assert made.name.who.field.text() == "The boss"
    made.name.who.field.setText("Rosa Quist")
    assert made.name.others.text() == "The boss"
    made.name.others.setText("The boss, R")
    made.name.who.kind_box.setCurrentIndex(made.name.who.kind_box.findData("person"))
    assert kept(qtbot, made) == "Rosa Quist"
    assert ask(names) == {"Rosa Quist": ["The boss", "R"]}
    qtbot.waitUntil(lambda: bool(turn.view.named), timeout=10_000)
    assert turn.view.named[0].aliases == ("The boss", "R")
    running.shell.undo()
    qtbot.waitUntil(lambda: not turn.view.named, timeout=10_000)
    assert ask(names) == {}


def test_what_is_missing_is_said_and_nothing_typed_is_lost(qtbot, running, turn, ask):
    select(turn, "Rosa Quist")
    made = dialog(qtbot, running, "name")
    made.accept()
    assert made.problem.text() == "Please choose what it is."
    assert made.name.who.field.text() == "Rosa Quist"
    made.name.who.field.clear()
    made.accept()
    assert made.problem.text() == "Please say who or what it is."
    assert ask(names) == {}
    made.reject()


def test_what_is_refused_stays_in_the_form_and_nothing_is_kept(qtbot, running, turn, ask):
    for name, others in (("Rosa Quist", ""), ("Otto", "Rosa Quist")):
        made = dialog(qtbot, running, "name")
        made.name.who.field.setText(name)
        made.name.others.setText(others)
        made.name.who.kind_box.setCurrentIndex(0)
        if others:
            made.accept()
            qtbot.waitUntil(lambda made=made: bool(made.problem.text()), timeout=10_000)
            assert made.problem.text() == "“Rosa Quist” already names another entity."
            assert (made.name.others.text(), made.keep.isEnabled()) == ("Rosa Quist", True)
            made.reject()
        else:
            kept(qtbot, made)
    assert ask(names) == {"Rosa Quist": []}


def test_a_relation_is_picked_by_its_words_and_shows_under_the_turn(qtbot, running, turn, ask):
    select(turn, "Rosa Quist")
    made = dialog(qtbot, running, "relate")
    form = made.relation
    assert form.subject.field.text() == "Rosa Quist"
    form.subject.kind_box.setCurrentIndex(form.subject.kind_box.findData("person"))
    form.subject.changed.emit()
    form.kind.setEditText("Works at")
    form.object.field.setText("Harbour Lab")
    form.object.kind_box.setCurrentIndex(form.object.kind_box.findData("organization"))
    kept(qtbot, made)
    qtbot.waitUntil(lambda: bool(turn.view.chips), timeout=10_000)
    assert [(one.fact.predicate, one.subject, one.object) for one in turn.view.chips] == [
        ("works_at", "Rosa Quist", "Harbour Lab")
    ]


def test_one_record_corrects_another(qtbot, running, turn, ask):
    other = ask(lambda desk: _another(desk))
    made = dialog(qtbot, running, "relate")
    form = made.relation
    form.subject.field.setText("This message")
    assert form.subject.name() == f"ep:{turn.view.episode.id}"
    form.kind.setCurrentIndex(form.kind.findText("corrects …"))
    form.object.field.setText("lighthouse")
    form.object._search(False, "lighthouse")
    qtbot.waitUntil(lambda: any("lighthouse" in one for one in form.object._found), timeout=20_000)
    form.object.field.setText(next(one for one in form.object._found if "lighthouse" in one))
    assert form.object.name() == f"ep:{other}"
    kept(qtbot, made)
    qtbot.waitUntil(lambda: bool(turn.view.chips), timeout=10_000)
    assert turn.view.chips[0].fact.predicate == "corrects"


def _another(desk: Any) -> int:
    from app.services import chat

    said = chat.say(desk, chat.start(desk).id, "The lighthouse is green.").id
    for _ in desk.catch_up():
        pass
    return said


def test_somebody_known_is_offered_and_keeps_their_type(qtbot, running, turn, ask):
    made = dialog(qtbot, running, "name")
    made.name.who.field.setText("Rosa Quist")
    made.name.who.kind_box.setCurrentIndex(made.name.who.kind_box.findData("person"))
    kept(qtbot, made)
    again = dialog(qtbot, running, "name")
    again.name.who.field.setText("Rosa")
    again.name.who._search(True, "Rosa")
    qtbot.waitUntil(lambda: "Rosa Quist · Person" in again.name.who._found, timeout=10_000)
    offered = [one.text() for one in again.name.who._offers.findChildren(QLabel)]
    assert "Known:" in offered
    again.name.who.field.setText("Rosa Quist · Person")
    assert (again.name.who.name(), again.name.who.kind()) == ("Rosa Quist", "person")
    assert not again.name.who.kind_box.isEnabled()
    again.reject()


def test_a_passage_of_a_note_is_the_anchor(qtbot, running, ask):
    running.core.loop.pause()
    window = running.shell.window
    running.shell.new_note()
    qtbot.waitUntil(lambda: window.notes.note is not None, timeout=10_000)
    window.notes.editor.setPlainText("First thoughts.\n\nThe skipper came late.")
    cursor = window.notes.editor.document().find("The skipper")
    window.notes.editor.setTextCursor(cursor)
    made = dialog(qtbot, running, "name")
    assert made.name.who.field.text() == "The skipper"
    made.name.who.kind_box.setCurrentIndex(0)
    kept(qtbot, made)
    passage, mentioned = ask(_mentioned)
    assert passage == "The skipper came late."
    assert mentioned == "The skipper"


def _mentioned(desk: Any) -> tuple[str, str]:
    person = desk.view.entities.listed(OWNER)[0]
    mention = desk.view.entities.mentions_of(person.id, OWNER, 1)[0]
    text = desk.view.episodes.one(mention.episode, OWNER).text
    return text, text[mention.span.start : mention.span.end]


def test_the_menu_of_a_turn_and_the_keys_lead_there(qtbot, running, turn):
    select(turn, "Rosa Quist")
    turn.show_menu()
    entries = [one.text() for one in turn.findChild(QMenu).actions()]
    assert "Say who or what this is…" in entries
    assert "Say what this relates to…" in entries
    turn.findChild(QMenu).close()
    keys = {one.text: one.keys for one in running.shell._known}
    assert keys["Say who or what this is…"] == ("Ctrl+Shift+T",)
    assert turn.body.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard


def test_without_words_to_speak_of_it_says_so(running):
    running.shell.show_page("history")
    running.shell.declare("name")
    assert running.shell.window.status._message.text() == "Select words in a chat or a note first."
