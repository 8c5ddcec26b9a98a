"""The history page: each step in words with its author, and one step taken back by itself or the reason why not."""

import pytest

from app.domain.ids import EntityId
from app.domain.plan import Add, Amend, Author, Plan
from app.domain.scope import OWNER
from app.services import categories, edits, history
from tests import builders as build
from tests.ui.memories.conftest import StoredWorkspace
from ui.changes import Changes
from ui.history.page import HistoryPage
from ui.history.wording import blocked_text
from ui.lanes import Lanes, Urgency


@pytest.fixture
def lanes(qapp, profile):
    made = Lanes(lambda: StoredWorkspace(profile), readers=2)
    made.start()
    yield made
    assert made.shutdown()


@pytest.fixture
def stored(qtbot, lanes):
    def ask(read):
        answers = []
        lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=5000)
        return answers[0]

    return ask


@pytest.fixture
def page(qtbot, lanes, stored):
    """Alice is renamed, gets a name, and that is changed by an agent; somebody else is renamed."""

    def fill(desk):
        ids = {one.name: one.id for one in desk.view.entities.listed(OWNER)}
        edits.rename(desk, ids["Acme"], "Acme Works")
        edits.rename(desk, ids["Alice Moreau"], "Alice M.")
        step = Amend("entity", ids["Alice Moreau"], {"name": "A. Moreau"})
        desk.store.commit(Plan((step,), Author("agent", "Loom"), "rename", "Alice M. → A. Moreau"))
        return ids

    changes = Changes(lanes)
    ids = stored(fill)
    made = HistoryPage(lanes, changes)
    qtbot.addWidget(made)
    made.ids = ids
    made.resize(700, 500)
    made.show()
    qtbot.waitUntil(lambda: len(made.view.keys()) == 3, timeout=5000)
    yield made


def _rows(page):
    return {line.key: (line.text, line.detail) for line in page.view._lines if line.key is not None}


def _name(stored, number):
    return stored(lambda desk: desk.view.entities.one(EntityId(number), OWNER)).name


def test_each_step_says_what_was_done_and_by_whom(page):
    rows = list(_rows(page).values())
    assert [text for text, _ in rows] == [
        "Renamed: Alice M. → A. Moreau",
        "Renamed: Alice Moreau → Alice M.",
        "Renamed: Acme → Acme Works",
    ]
    assert [detail.rsplit(" · ", 1)[1] for _, detail in rows] == ["Loom", "you", "you"]


def test_one_step_is_taken_back_by_itself(page, qtbot, stored):
    first = min(_rows(page))
    assert not page._one.isEnabled()
    page.view.choose(first)
    with qtbot.waitSignal(page.said, timeout=5000) as told:
        page._one.click()
    assert told.args == ["Undone: Renamed: Acme → Acme Works"]
    assert (_name(stored, page.ids["Acme"]), _name(stored, page.ids["Alice Moreau"])) == ("Acme", "A. Moreau")
    qtbot.waitUntil(lambda: _rows(page)[first][0].endswith("(undone)"), timeout=5000)
    page.view.choose(None)
    page.view.choose(first)
    assert not page._one.isEnabled()


def test_what_rests_on_a_step_is_named(page, qtbot, stored):
    page.view.choose(sorted(_rows(page))[1])
    page._one.click()
    qtbot.waitUntil(lambda: not page._why.isHidden(), timeout=5000)
    assert page._why.text() == "Undo first what rests on it: “Renamed: Alice M. → A. Moreau”"
    assert _name(stored, page.ids["Alice Moreau"]) == "A. Moreau"
    page.view.choose(min(_rows(page)))
    assert page._why.isHidden()


def test_records_of_programs_are_told_by_their_first_words(page, qtbot, stored):
    told = ("I bought tea.", "The door code is token: abcd1234efgh5678 " + "and more " * 20)
    for text in told:
        step = Add(build.episode(text, id=-1, role="document"))
        plan = Plan((step,), Author("agent", "Loom"), "store", "Loom", undoable=True)
        stored(lambda desk, plan=plan: desk.store.commit(plan))
    qtbot.waitUntil(lambda: len(_rows(page)) == 5, timeout=5000)
    newest, older = [text for text, _ in _rows(page).values()][:2]
    assert older == "Stored a record: I bought tea."
    assert newest.startswith("Stored a record: The door code is") and newest.endswith("…")
    assert "abcd1234" not in newest and len(newest) < 80
    stored(lambda desk: history.undo(desk))
    qtbot.waitUntil(lambda: page._redo.isEnabled(), timeout=5000)
    assert next(text for text, _ in _rows(page).values()) == "Stored a record: Loom (undone)"


def test_what_was_learned_since_has_no_step_to_name():
    assert blocked_text(()) == "What was learned since rests on this step. It cannot be undone by itself."


def test_what_is_done_to_categories_is_listed_as_it_happens(page, qtbot, stored):
    stored(lambda desk: categories.make(desk, "Friends", [page.ids["Acme"]]))
    qtbot.waitUntil(lambda: "Made a category: Friends" in [text for text, _ in _rows(page).values()], timeout=5000)
    stored(lambda desk: history.undo(desk))
    qtbot.waitUntil(lambda: page._redo.isEnabled(), timeout=5000)


def test_the_reason_stays_while_something_else_is_learned(page, qtbot, stored):
    page.view.choose(sorted(_rows(page))[1])
    page._one.click()
    qtbot.waitUntil(lambda: not page._why.isHidden(), timeout=5000)
    stored(lambda desk: edits.rename(desk, page.ids["Acme"], "Acme Mill"))
    qtbot.waitUntil(lambda: len(_rows(page)) == 4, timeout=5000)
    assert not page._why.isHidden()
