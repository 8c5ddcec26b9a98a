"""The panel: finding somebody, reading a page, following links and sources, and going back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from tests.ui.memories.conftest import NOTE, WORDS
from ui import words
from ui.memories.quotes import LineButton


def rows(panel):
    model = panel.entities.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def words_of(panel):
    """What the page says, current facts first."""
    return [line.view.fact.fact for line in panel.entity.facts.rows.values()]


def test_the_list_has_everybody_and_the_field_finds_by_alias(panel, qtbot):
    qtbot.waitUntil(lambda: len(rows(panel)) == 6, timeout=5000)
    panel.entities.field.setText("ali")
    qtbot.waitUntil(lambda: rows(panel) == ["Alice Moreau · climber"], timeout=5000)
    chosen = []
    panel.entities.chosen.connect(chosen.append)
    qtbot.keyClick(panel.entities.field, Qt.Key.Key_Return)
    assert len(chosen) == 1
    assert panel._stack.currentWidget() is panel.entity


def test_a_search_that_finds_nobody_says_so_and_escape_clears_it(panel, qtbot):
    panel.entities.field.setText("zzzz")
    qtbot.waitUntil(lambda: panel.entities._stack.currentIndex() == 2, timeout=5000)
    qtbot.keyClick(panel.entities.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(rows(panel)) == 6, timeout=5000)


def test_the_list_can_have_the_newest_first(panel, qtbot):
    qtbot.waitUntil(lambda: len(rows(panel)) == 6, timeout=5000)
    assert rows(panel)[:2] == ["You", "Alice Moreau · climber"]
    panel.entities.newest.click()
    qtbot.waitUntil(lambda: rows(panel)[0] == "Acorn", timeout=5000)


def test_the_list_by_keyboard(panel, qtbot):
    qtbot.waitUntil(lambda: len(rows(panel)) == 6, timeout=5000)
    qtbot.keyClick(panel.entities.field, Qt.Key.Key_Down)
    assert panel.entities.list.hasFocus()
    panel.entities.list.setCurrentIndex(panel.entities.list.model().index(1, 0))
    qtbot.keyClick(panel.entities.list, Qt.Key.Key_Return)
    assert panel._stack.currentWidget() is panel.entity


def test_a_page_shows_what_holds_before_what_has_ended_within_each_relation(alice):
    assert words_of(alice)[:2] == ["Alice Moreau works at Acme", "Alice Moreau worked at Initech"]
    assert alice.entity.heading._name.text() == "Alice Moreau"
    assert alice.entity.heading._about.text() == "Person · climber · named 1 time"


def test_times_are_said_as_people_say_them(alice, monkeypatch):
    from ui.memories.wording import interval

    said = {line.view.fact.fact: interval(line.view.fact, line._today) for line in alice.entity.facts.rows.values()}
    assert said["Alice Moreau works at Acme"] == "since March 2026"
    assert said["Alice Moreau worked at Initech"] == "2020 – March 2026"
    assert said["アリスは京都に住んでいる"].startswith("said 7 March")


def test_a_source_opens_the_very_words(alice, words_episode, qtbot):
    opened = []
    alice.source_opened.connect(lambda *place: opened.append(place))
    quotes = {button._words: button for button in alice.entity.facts.findChildren(LineButton)}
    quote = next(button for said, button in quotes.items() if "she moved to Acme" in said)
    assert quote._words.startswith("“she moved to Acme in March” ")
    quote.click()
    episode, start, end = opened[0]
    assert episode == words_episode
    assert WORDS[start:end] == "she moved to Acme in March"


def test_the_other_end_opens_its_own_page_and_escape_goes_back(alice, ids, qtbot):
    line = next(line for line in alice.entity.facts.rows.values() if line.view.fact.predicate == "lives_in")
    line._words.linkActivated.emit("entity")
    qtbot.waitUntil(lambda: alice.entity.heading._name.text() == "Kyoto", timeout=5000)
    qtbot.keyClick(alice, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: alice.entity.heading._name.text() == "Alice Moreau", timeout=5000)
    qtbot.keyClick(alice, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert alice._stack.currentWidget() is alice.entities


def test_a_fact_read_from_its_object_uses_the_words_for_that(panel, ids, qtbot):
    panel.show_entity(ids["Acme"])
    qtbot.waitUntil(lambda: len(panel.entity.facts.rows) == 1, timeout=5000)
    text = next(iter(panel.entity.facts.rows.values()))._words.text()
    assert "employs" in text
    assert "Alice Moreau" in text


def test_names_are_never_taken_for_markup(panel, ids, stored, qtbot):
    from app.domain.plan import USER, Amend, Plan

    change = Amend("entity", ids["Acme"], {"name": "<img src=x> & Co"})
    stored(lambda desk: desk.store.commit(Plan((change,), USER, "rename")))
    panel.show_entity(ids["Alice Moreau"])
    qtbot.waitUntil(lambda: len(panel.entity.facts.rows) == 5, timeout=5000)
    line = next(line for line in panel.entity.facts.rows.values() if line.view.fact.valid_at and not line._over)
    assert "&lt;img src=x&gt; &amp; Co" in line._words.text()


def test_a_turn_shows_what_it_taught(panel, words_episode, qtbot):
    panel.show_episode(words_episode)
    qtbot.waitUntil(lambda: len(panel.lesson.facts.rows) == 2, timeout=5000)
    assert panel.lesson._forget.isVisible()
    panel.show_episode(words_episode + 1)
    qtbot.waitUntil(lambda: len(panel.lesson.facts.rows) == 1, timeout=5000)
    assert next(iter(panel.lesson.facts.rows.values())).view.sources[0].episode.text == NOTE


def test_a_turn_that_taught_nothing_says_so(panel, qtbot):
    panel.show_episode(999)
    qtbot.waitUntil(lambda: panel.lesson._none.isVisible(), timeout=5000)
    assert not panel.lesson._forget.isVisible()


def test_the_small_graph_is_there_and_leads_to_the_page(alice, ids, qtbot):
    qtbot.waitUntil(lambda: len(alice.entity.graph.canvas.picture.nodes) == 5, timeout=5000)
    wanted = []
    alice.graph_requested.connect(wanted.append)
    alice.entity.heading._graph.click()
    assert wanted == [ids["Alice Moreau"]]
    alice.entity.graph.entity_activated.emit(ids["Kyoto"])
    qtbot.waitUntil(lambda: alice.entity.heading._name.text() == "Kyoto", timeout=5000)


def test_somebody_who_is_gone_leads_back_to_the_list_and_that_is_said(panel, ids, qtbot):
    qtbot.waitUntil(lambda: panel.entities._shown is not None, timeout=5000)
    told = []
    panel._lanes.failed.connect(lambda error: told.append(str(error)))
    panel.show_entity(999)
    qtbot.waitUntil(lambda: panel._stack.currentWidget() is panel.entities, timeout=5000)
    assert told == ["This entity is gone."]


@pytest.mark.parametrize("width", [280, 340])
def test_a_narrow_panel_cuts_nothing_off_sideways(alice, width, qtbot):
    alice.resize(width, 700)
    qtbot.waitUntil(lambda: alice.entity.viewport().width() > 200, timeout=2000)
    assert alice.minimumSizeHint().width() <= 280
    assert alice.entity.widget().width() <= alice.entity.viewport().width()
    assert not alice.entity.horizontalScrollBar().isVisible()


def test_everything_has_a_name_for_the_screen_reader(alice):
    parts = [*alice.findChildren(QAbstractButton), *alice.findChildren(QLineEdit)]
    nameless = [part for part in parts if part.isVisibleTo(alice) and not part.accessibleName()]
    assert not [part for part in nameless if not getattr(part, "text", str)()]


def test_it_speaks_japanese(panel, ids, qtbot):
    words.speak("ja")
    try:
        panel.show_entity(ids["Alice Moreau"])
        qtbot.waitUntil(lambda: len(panel.entity.facts.rows) == 5, timeout=5000)
        line = next(line for line in panel.entity.facts.rows.values() if line.view.fact.predicate == "lives_in")
        assert "住まい" in line._words.text()
        assert line.findChildren(LineButton)[0]._words.startswith("「アリスは京都に住んでいる。」")
    finally:
        words.speak("en")


def test_another_theme_recolours_what_is_on_screen(alice, qapp):
    from ui import theme

    before = fact_line(alice, "lives_in")
    theme.wear(qapp, "dark")
    try:
        after = fact_line(alice, "lives_in")
        assert theme.DARK.accent in after
        assert after != before
    finally:
        theme.wear(qapp, "light")


def fact_line(panel, predicate):
    return next(
        line._words.text() for line in panel.entity.facts.rows.values() if line.view.fact.predicate == predicate
    )


def test_rows_that_show_the_same_are_kept_with_their_focus(alice, stored, ids, qtbot):
    from app.domain.plan import EXTRACTOR, Add, Plan
    from tests.builders import fact

    before = dict(alice.entity.facts.rows)
    row = fact(ids["Alice Moreau"], "speaks", ids["Acorn"], id=-1)
    stored(lambda desk: desk.store.commit(Plan((Add(row),), EXTRACTOR, "learn")))
    qtbot.waitUntil(lambda: len(alice.entity.facts.rows) == 6, timeout=5000)
    assert {id: alice.entity.facts.rows[id] for id in before} == before


def test_a_hub_fills_its_page_bit_by_bit_and_offers_the_rest(qtbot):
    from datetime import date

    from app.services.memories import FactView
    from tests.builders import entity, fact
    from ui.memories.factlist import AT_ONCE, SHOWN, FactList
    from ui.memories.facts import FactRow

    views = [
        FactView(fact(1, "knows", n, id=n), "Ann", f"N{n}", True, entity(f"N{n}", id=n), True, ())
        for n in range(2, 3002)
    ]
    made = FactList()
    qtbot.addWidget(made)
    made.show()
    made.show_facts(views, date(2026, 3, 7))
    made.show_facts(views[1:], date(2026, 3, 7))
    made.show_facts(views, date(2026, 3, 7))
    assert len(made.rows) <= 3 * AT_ONCE
    qtbot.waitUntil(lambda: len(made.rows) == SHOWN)
    more = made._column.itemAt(made._column.count() - 1).widget()
    assert more.text() == "2,960 more"
    more.click()
    qtbot.waitUntil(lambda: len(made.rows) == 4 * SHOWN)
    made.show_facts(views[:3], date(2026, 3, 7))
    qtbot.waitUntil(lambda: len(made.rows) == 3)
    assert made._column.count() == 3
    assert sum(line.isVisible() for line in made.findChildren(FactRow)) == 3


def test_the_user_is_found_by_what_the_window_calls_them(panel, qtbot):
    panel.entities.field.setText("yo")
    qtbot.waitUntil(lambda: rows(panel) == ["You"], timeout=5000)
    panel.entities.field.setText("Acm")
    qtbot.waitUntil(lambda: rows(panel) == ["Acme"], timeout=5000)
    panel.entities.field.setText("あな")
    qtbot.waitUntil(lambda: rows(panel) == ["You"], timeout=5000)


def test_nobody_is_named_no_times(panel, qtbot):
    qtbot.waitUntil(lambda: len(rows(panel)) == 6, timeout=5000)
    model = panel.entities.list.model()
    tips = {model.index(row, 0).data(): model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(6)}
    assert tips["You"] == "Person"
    assert tips["Kyoto"] == "Place"
    assert tips["Acme"] == "Organization, named 1 time"


def test_what_was_said_is_not_dated_twice(alice):
    plain, dated = (
        next(row for row in alice.entity.facts.rows.values() if row.view.fact.predicate == predicate)
        for predicate in ("lives_in", "works_at")
    )
    assert [label.text() for label in _dates(plain)] == []
    assert [label.text() for label in _dates(dated)] == ["since March 2026"]


def _dates(row):
    return [label for label in row.findChildren(QLabel) if label.property("tone") == "small" and label.isVisible()]
