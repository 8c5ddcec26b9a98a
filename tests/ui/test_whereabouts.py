"""Projects and channels in the window: made, switched, remembered; what is shown and what is made follow."""

from typing import Any

import pytest

from app.domain.scope import OWNER, Scope
from app.services.places import Places
from ui.lanes import Urgency
from ui.whereabouts import NameDialog, home_words, shown_words

GARDEN = Scope(project="Garden")


@pytest.fixture
def ask(qtbot: Any, running: Any) -> Any:
    """What a function of the desk gives on the writing lane, or (`reads`) on a reading one."""

    def wait(call: Any, reads: bool = False) -> Any:
        answers: list[Any] = []
        lane = running.core.lanes.read if reads else running.core.lanes.write
        lane(lambda desk: [call(desk)], answers.append, urgency=Urgency.EDIT)
        qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
        return answers[0][0]

    return wait


def titles(running: Any) -> list[str]:
    return [line.text for line in running.shell.window.chats.view._lines if line.key is not None]


def begin(title: str, scope: Scope | None) -> Any:
    def call(desk: Any) -> Any:
        from app.services import chat

        desk.home = scope
        return chat.start(desk, title)

    return call


def entry(running: Any, words: str, found: Places = Places()) -> Any:  # noqa: B008 - a frozen value
    menu = running.shell.ways.places.menu(found)
    return next(one for one in menu.actions() if one.text() == words)


def test_lists_follow_what_is_shown_and_each_chat_says_where_it_lives(qtbot, running, ask):
    for title, scope in (("Outside", None), ("Tulips", GARDEN), ("Vices", Scope(project="Workshop"))):
        ask(begin(title, scope))
    qtbot.waitUntil(lambda: len(titles(running)) == 3, timeout=10_000)
    details = {line.text: line.detail for line in running.shell.window.chats.view._lines}
    assert (details["Tulips"], details["Outside"]) == ("Garden", "")
    entry(running, "Garden", Places(("Garden",))).trigger()
    qtbot.waitUntil(lambda: sorted(titles(running)) == ["Outside", "Tulips"], timeout=10_000)
    assert running.shell.window.rail._place.accessibleName() == "Shown: Garden"
    entry(running, "All memory").trigger()
    qtbot.waitUntil(lambda: len(titles(running)) == 3, timeout=10_000)


def test_a_new_project_is_made_by_its_name_and_what_is_written_goes_there(qtbot, running, ask):
    entry(running, "New project…").trigger()
    dialog = running.shell.window.findChild(NameDialog)
    dialog.accept()
    assert dialog.problem.text() == "Please give it a name."
    dialog.field.setText("Garden")
    dialog.accept()
    assert running.core.lanes.scope == GARDEN
    chat = running.shell.window.chat
    chat.composer.field.setPlainText("Rosa works at Acme.")
    chat.composer.send()
    qtbot.waitUntil(lambda: chat.conversation is not None, timeout=20_000)
    assert chat.conversation.scope == GARDEN
    running.shell.new_note()
    qtbot.waitUntil(lambda: running.shell.window.notes.note is not None, timeout=10_000)
    note = running.shell.window.notes.note
    assert ask(lambda desk: desk.view.notes.one(note, OWNER).scope) == GARDEN


def test_what_is_open_and_lies_elsewhere_is_closed(qtbot, running, ask):
    window = running.shell.window
    inside = ask(begin("Tulips", GARDEN))
    window.chat.open(inside.id)
    qtbot.waitUntil(lambda: window.chat.conversation is not None, timeout=10_000)
    running.shell.ways.places.show(Scope(project="Workshop"))
    assert window.chat.conversation is None
    window.chat.open(ask(begin("Outside", None)).id)
    qtbot.waitUntil(lambda: window.chat.conversation is not None, timeout=10_000)
    running.shell.ways.places.show(GARDEN)
    assert window.chat.conversation is not None


def test_what_was_shown_is_shown_again_and_a_name_without_content_is_not_lost(qtbot, start):
    from tests.ui.conftest import end

    first = start()
    first.shell.ways.places.add("project", "Garden")
    first.shell.ways.places.add("channel", "mail")
    end(first)
    again = start()
    assert again.core.lanes.scope == Scope(project="Garden", channel="mail")
    assert again.shell.window.rail._place.accessibleName() == "Shown: Garden · mail"
    words = [one.text() for one in again.shell.ways.places.menu(Places()).actions()]
    assert {"Garden", "mail"} <= set(words)


def test_a_screen_sees_what_is_shown_a_change_and_other_programs_see_all(running, ask):
    running.core.lanes.scope = GARDEN
    assert ask(lambda desk: (desk.scope, desk.home), reads=True) == (GARDEN, GARDEN)
    assert ask(lambda desk: (desk.scope, desk.home)) == (OWNER, GARDEN)
    running.core.lanes.scope = OWNER
    assert ask(lambda desk: (desk.scope, desk.home), reads=True) == (OWNER, None)


def test_a_program_through_the_window_sees_what_its_settings_say(running, ask, monkeypatch):
    from app.services import operations
    from ui import hosting

    seen: list[Any] = []
    monkeypatch.setattr(operations, "perform", lambda desk, request: seen.append((desk.scope, desk.home)))
    running.core.lanes.scope = GARDEN
    ask(lambda desk: hosting._perform(None, desk), reads=True)
    assert seen == [(OWNER, None)]


def test_what_would_be_forgotten_is_looked_up_in_all_of_memory(running, ask):
    from ui.keeping import jobs

    ask(begin("Tulips", Scope(project="Workshop")))
    home = ask(lambda desk: desk.view.conversations.listed(OWNER)[0].id)
    running.core.lanes.scope = GARDEN
    going = ask(lambda desk: jobs.preview("conversation", home, desk), reads=True)
    assert going.what.id == home


def test_words():
    assert shown_words(Scope()) == "Outside projects"
    assert home_words(Scope(project="Garden", channel="mail"), OWNER) == "Garden · mail"
    assert home_words(Scope(project="Garden", channel="mail"), GARDEN) == "mail"
    assert home_words(GARDEN, GARDEN) == ""


def test_names_of_projects_go_with_everything_else(running):
    running.shell.ways.places.add("project", "Garden")
    running.shell.keeper._renew("Gone.")
    assert running.core.lanes.scope == OWNER
    assert running.core.memo.get("projects") is None
    assert running.core.memo.get("shown") is None
    assert running.shell.window.rail._place.accessibleName() == "Shown: All memory"
