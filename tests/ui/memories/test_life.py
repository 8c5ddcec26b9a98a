"""The parts of an entity's page: who is near, where it is named, what was done to it; each read a page at a time."""

import pytest
from PySide6.QtCore import Qt

from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.services import edits
from tests.builders import entity, fact, mention
from tests.ui.memories.conftest import WORDS, span_of
from ui.memories.marked import MarkedLine
from ui.memories.wording import marked


def lines(part):
    return [line for line in part.findChildren(MarkedLine) if not line.isHidden()]


def said(part):
    return [line._words for line in lines(part)]


def settled(qtbot, happened):
    qtbot.waitUntil(happened, timeout=5000)


def history(panel, qtbot):
    """The open history of the page."""
    panel.entity._history.set_open(True)
    settled(qtbot, lambda: panel.entity.annals.isVisible())
    return panel.entity.annals


def deeds(annals):
    return [entry.label for entry in annals._shown.entries]


# ── near, named ───────────────────────────────────────────────────────────────────────────────────────────────
def test_who_is_near_stands_with_why_and_leads_there(alice, ids, qtbot):
    near = alice.entity.relatives
    settled(qtbot, lambda: len(lines(near)) == 4)
    assert said(near)[0] == "Acme  works at · 1 time together"
    chosen = []
    near.entity_chosen.connect(chosen.append)
    lines(near)[0].click()
    assert chosen == [ids["Acme"]]


def test_a_mention_stands_in_its_words_by_day_and_opens_them(alice, words_episode, qtbot):
    named = alice.entity.named
    settled(qtbot, lambda: len(lines(named)) == 1)
    assert said(named)[0].startswith("I met Alice Moreau, she moved")
    assert named.head.text() == "named in 1 place"
    opened = []
    alice.source_opened.connect(lambda *place: opened.append(place))
    lines(named)[0].click()
    assert opened == [(words_episode, *span_of(WORDS, "Alice Moreau"))]


def test_words_around_a_name_begin_at_a_word(alice, stored):
    long = stored(lambda desk: next(iter(desk.view.episodes.after(0, OWNER, 1))))
    start, end = span_of(WORDS, "Initech")
    before, name, after = marked(long, start, end, before=10)
    assert (before, name, after) == ("…was at ", "Initech", " before.")


def test_a_chat_that_names_it_opens_at_its_latest_words(alice, words_episode, qtbot):
    settled(qtbot, lambda: len(lines(alice.entity.places)) == 1)
    assert said(alice.entity.places)[0].startswith("Tuesday  1 time")
    opened = []
    alice.source_opened.connect(lambda *place: opened.append(place))
    lines(alice.entity.places)[0].click()
    assert opened == [(words_episode, 0, 0)]


@pytest.fixture
def hub(panel, stored, qtbot):
    """The page of somebody with fifty facts and twelve mentions."""
    home = stored(lambda desk: next(iter(desk.view.episodes.after(0, OWNER, 1))).id)
    rows = [entity("Hub", id=-1)]
    rows += [entity(f"Thing {n}", "thing", id=-100 - n) for n in range(50)]
    rows += [fact(-1, "owns", -100 - n, id=-200 - n) for n in range(50)]
    rows += [mention(-1, home, (n, n + 1), id=-300 - n) for n in range(12)]
    made = stored(lambda desk: desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn"))).ids[-1]
    panel.show_entity(made)
    settled(qtbot, lambda: len(panel.entity.facts.rows) == 20)
    return panel


def test_long_lists_are_turned_page_by_page(hub, qtbot):
    known, named = hub.entity.known, hub.entity.named
    assert known.pager._words.text() == "1–20 of 50"
    known.pager.on.click()
    settled(qtbot, lambda: known.pager._words.text() == "21–40 of 50")
    known.pager.on.click()
    settled(qtbot, lambda: known.pager._words.text() == "41–50 of 50" and len(known.facts.rows) == 10)
    assert not known.pager.on.isEnabled()
    settled(qtbot, lambda: len(lines(named)) == 5)
    named.pager.on.click()
    settled(qtbot, lambda: named.pager._words.text() == "6–10 of 12")


def test_a_fact_is_found_among_many_and_escape_clears(hub, qtbot):
    known = hub.entity.known
    assert known.field.isVisible()
    known.field.setFocus()
    known.field.setText("thing 49")
    settled(qtbot, lambda: [row.view.object for row in known.facts.rows.values()] == ["Thing 49"])
    known.field.setText("zebra")
    settled(qtbot, lambda: known.none.isVisible())
    assert known.none.text() == "Nothing known has these words."
    qtbot.keyClick(known.field, Qt.Key.Key_Escape)
    settled(qtbot, lambda: len(known.facts.rows) == 20)


def test_another_entity_begins_on_its_first_page(hub, ids, qtbot):
    hub.entity.known.pager.on.click()
    settled(qtbot, lambda: hub.entity.known.start == 20)
    hub.show_entity(ids["Alice Moreau"])
    settled(qtbot, lambda: len(hub.entity.facts.rows) == 5)
    assert hub.entity.known.pager.isHidden()
    assert hub.entity.known.field.isHidden()


def test_what_cannot_hold_together_is_marked(alice, ids, stored, qtbot):
    row = fact(ids["Alice Moreau"], "lives_in", ids["Acorn"], id=-1)
    stored(lambda desk: desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")))
    settled(qtbot, lambda: alice.entity.known.conflicts.isVisible())
    rivals = {line.view.object: line.seat.rivals for line in alice.entity.facts.rows.values() if line.seat.rivals}
    assert rivals == {"Kyoto": ("Acorn",), "Acorn": ("Kyoto",)}
    assert alice.entity.known.conflicts.text() == "2 facts cannot all hold"


# ── what was done ─────────────────────────────────────────────────────────────────────────────────────────────
def test_a_step_is_undone_from_the_entity_itself_whatever_came_after(alice, ids, stored, qtbot):
    stored(lambda desk: edits.rename(desk, ids["Alice Moreau"], "Alice M."))
    stored(lambda desk: edits.add_alias(desk, ids["Alice Moreau"], "Alys"))
    annals = history(alice, qtbot)
    settled(qtbot, lambda: deeds(annals) == ["add_alias", "rename"])
    told = []
    alice.said.connect(told.append)
    annals.undo(annals._shown.entries[1].seq)
    settled(qtbot, lambda: alice.entity.heading._name.text() == "Alice Moreau")
    settled(qtbot, lambda: bool(told))
    assert told == ["Undone: Renamed: Alice Moreau → Alice M."]
    settled(qtbot, lambda: [entry.undone for entry in annals._shown.entries] == [False, True])
    settled(qtbot, lambda: [alias.text for alias in alice.entity.aliases._shown] == ["Ali", "Alys"])


def test_a_step_that_others_rest_on_says_which_and_goes_with_them(alice, ids, stored, qtbot):
    stored(lambda desk: edits.rename(desk, ids["Alice Moreau"], "Alice M."))
    stored(lambda desk: edits.rename(desk, ids["Alice Moreau"], "Alice N."))
    annals = history(alice, qtbot)
    settled(qtbot, lambda: len(deeds(annals)) == 2)
    annals.undo(annals._shown.entries[1].seq)
    settled(qtbot, lambda: annals._with_them.isVisible())
    assert "Alice N." in annals._why.text()
    annals._with_them.click()
    settled(qtbot, lambda: alice.entity.heading._name.text() == "Alice Moreau")
    settled(qtbot, lambda: not annals._why.isVisible())


def test_its_history_ends_with_since_when_it_is_known(alice, qtbot):
    annals = history(alice, qtbot)
    assert annals._origin.text().startswith("In memory since ")
    assert annals._origin.text().endswith("Read in your words")
    assert deeds(annals) == []


def test_history_that_is_folded_away_is_not_read(alice):
    assert not alice.entity._history.is_open()
    assert alice.entity.annals._shown is None
