"""The search page: typed text and chips are one, results of each kind lead where they belong, all by keyboard."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.domain.ids import EpisodeId
from app.domain.plan import USER, Plan, Remove
from tests.ui.memories.conftest import NOTE, WORDS, span_of
from ui.search.chips import MOST_CHIPS
from ui.search.page import SearchPage
from ui.search.rows import Row

Key = Qt.Key


def ask(qtbot: Any, page: SearchPage, text: str) -> list[Row]:
    """Type it and wait for what is found."""
    page.field.setText(text)
    qtbot.waitUntil(lambda: page._found is not None and page._found.query.text == text.strip(), timeout=10_000)
    return list(page.view.rows)


def of(rows: list[Row], kind: str) -> list[str]:
    return [row.text for row in rows if row.kind == kind]


def test_one_query_finds_names_facts_titles_and_words(qtbot, page):
    rows = ask(qtbot, page, "alice")
    assert of(rows, "name") == ["Alice Moreau"]
    assert "Alice Moreau works at Acme" in of(rows, "fact")
    assert [row.over for row in rows if row.text == "Alice Moreau worked at Initech"] == [True]
    assert of(rows, "said") == [WORDS]
    assert of(ask(qtbot, page, "climbing march"), "note") == ["Climbing in March"]


def test_found_words_are_marked_and_say_where_they_stand(qtbot, page):
    row = next(row for row in ask(qtbot, page, "initech before") if row.kind == "said")
    assert [row.text[mark.start : mark.end] for mark in row.marks] == ["Initech", "before"]
    assert "Tuesday" in row.above and row.above.startswith("You")


def test_conditions_show_as_chips_and_a_chip_taken_out_leaves_the_text(qtbot, page):
    ask(qtbot, page, "alice from:me -before:2020 -tea")
    assert [chip.text() for chip in page.chips.chips] == ["said by you", "not: before 2020", "without “tea”"]
    page.chips.chips[0].setFocus()
    qtbot.keyClick(page.chips.chips[0], Key.Key_Delete)
    assert page.field.text() == "alice -before:2020 -tea"
    assert len(page.chips.chips) == 2


def test_a_chip_says_what_was_typed_letter_by_letter_as_far_as_it_fits(qtbot, page):
    ask(qtbot, page, f"about:AT&T in:{'x' * 500}")
    assert page.chips.chips[0].text() == "about AT&&T"
    assert len(page.chips.chips[1].text()) < 60 and "x" * 500 in page.chips.chips[1].accessibleName()
    page.chips.chips[1].click()
    assert page.field.text() == "about:AT&T"


def test_of_a_pasted_page_of_conditions_the_first_are_chips_and_the_others_are_counted(qtbot, page):
    ask(qtbot, page, " ".join(f"-w{number}" for number in range(300)))
    assert len(page.chips.chips) == MOST_CHIPS
    assert page.chips._others.isVisible() and page.chips._others.text() == "280 more"
    ask(qtbot, page, "-w1")
    assert not page.chips._others.isVisible()


def test_a_filter_from_the_menu_is_typed(qtbot, page):
    ask(qtbot, page, "alice")
    menu = page.chips.menu()
    inner = {action.text(): action.menu() for action in menu.actions() if action.menu()}
    next(one for one in inner["Where"].actions() if one.text() == "In notes").trigger()
    assert page.text() == "alice in:note"
    next(one for one in inner["When"].actions() if one.text() == "Before…").trigger()
    assert page.field.text() == "alice in:note before:"
    assert page.field.hasFocus() or not page.isActiveWindow()


def test_what_a_query_cannot_mean_is_said_in_words(qtbot, page):
    ask(qtbot, page, "alice form:me")
    assert "Did you mean “from:”?" in page._remarks.text()
    ask(qtbot, page, f"alice in:{'x' * 500}")
    assert len(page._remarks.text()) < 120
    ask(qtbot, page, "alice")
    assert page._remarks.isHidden()


def test_nothing_found_and_nothing_past_the_filters_offer_a_step(qtbot, page):
    ask(qtbot, page, "zzzz")
    assert not page.answers.has_results()
    page.answers.currentWidget().findChild(QPushButton).click()
    assert page.field.text() == ""
    ask(qtbot, page, "moved from:tsumugi before:1999")
    page.answers.currentWidget().findChild(QPushButton).click()
    assert page.field.text() == "moved"


def test_an_empty_field_shows_what_may_be_typed_and_a_click_types_it(qtbot, page):
    assert page.guide.isVisible()
    button = next(one for one in page.guide.findChildren(QPushButton) if one.text().startswith("about:"))
    button.click()
    assert page.field.text() == "about:"
    ask(qtbot, page, "alice")
    assert not page.guide.isVisible()
    page.help.click()
    assert page.guide.isVisible()
    page.help.click()
    assert page.answers.has_results()


def test_down_leads_into_the_results_enter_opens_and_up_leads_back(qtbot, page):
    rows = ask(qtbot, page, "alice")
    page.activateWindow()
    page.field.setFocus()
    qtbot.keyClick(page.field, Key.Key_Down)
    assert page.view.current() == next(row for row in rows if row.kind != "heading")
    with qtbot.waitSignal(page.opened) as opened:
        qtbot.keyClick(page.view, Key.Key_Return)
    assert opened.args[0] == "entity"
    with qtbot.waitSignal(page.view.left_upwards):
        qtbot.keyClick(page.view, Key.Key_Up)


def test_enter_before_the_results_are_there_goes_into_them_when_they_come(qtbot, page):
    ask(qtbot, page, "alice")
    page.activateWindow()
    page.field.setFocus()
    page.field.setText("initech")
    qtbot.keyClick(page.field, Key.Key_Return)
    assert page.view.current() is None, "not into what was found before"
    qtbot.waitUntil(lambda: page.view.current() is not None and page._found.query.text == "initech")
    page.field.setText("zzzz")
    qtbot.keyClick(page.field, Key.Key_Return)
    qtbot.waitUntil(lambda: page._found is not None and page._found.query.text == "zzzz")
    assert page.view.current() is None


def test_show_more_marks_the_first_of_what_is_new(qtbot, page, monkeypatch):
    monkeypatch.setattr(page, "_limit", 1)
    page._asked = "alice"
    page.field.setText("alice")
    page._search()
    qtbot.waitUntil(lambda: page._found is not None and page._task is None)
    rows = [Row("said", ("said", number), str(number)) for number in range(4)]
    more = Row("more", ("more", "words"), "Show more", ("page", None))
    page.view.show_rows([*rows[:2], more])
    page.view.mark(more.key)
    monkeypatch.setattr("ui.search.page.rows", lambda *_: rows)
    page.view.chosen.emit(more)
    qtbot.waitUntil(lambda: list(page.view.rows) == rows)
    assert page.view.current() == rows[2]


def test_what_belongs_to_another_project_is_off_the_screen_at_once(qtbot, page, changes):
    ask(qtbot, page, "alice")
    changes.moved.emit()
    assert not page.view.rows
    qtbot.waitUntil(lambda: bool(page.view.rows), timeout=10_000)


def test_a_fact_leads_to_the_words_that_say_it_and_words_to_their_place(qtbot, page):
    rows = ask(qtbot, page, "initech")
    fact = next(row for row in rows if row.text == "Alice Moreau worked at Initech")
    kind, (episode, span) = fact.goes
    assert (kind, isinstance(episode, int)) == ("episode", True)
    assert (span.start, span.end) == span_of(WORDS, "She was at Initech before")
    said = next(row for row in rows if row.kind == "said")
    place = said.goes[1][1]
    assert WORDS[place.start : place.end] == "Initech"


def test_control_enter_asks_for_the_graph_around_the_search(qtbot, page):
    ask(qtbot, page, "alice from:me")
    with qtbot.waitSignal(page.graph_wanted) as wanted:
        qtbot.keyClick(page.field, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert wanted.args == ["alice from:me"]
    page.view.mark_first()
    with qtbot.waitSignal(page.graph_wanted):
        qtbot.keyClick(page.view, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_escape_empties_the_field_and_then_leads_back(qtbot, page):
    page.come_from("notes")
    ask(qtbot, page, "alice")
    qtbot.keyClick(page.field, Key.Key_Escape) if page.field.hasFocus() else page.field.setFocus()
    page.field.clear()
    qtbot.waitUntil(lambda: page._found is None)
    page.activateWindow()
    page.field.setFocus()
    qtbot.waitUntil(page.field.hasFocus)
    with qtbot.waitSignal(page.left) as left:
        qtbot.keyClick(page.field, Key.Key_Escape)
    assert left.args == ["notes"]


def test_by_date_each_day_has_its_heading_and_rows_only_the_time(qtbot, page):
    ask(qtbot, page, "alice")
    page.order.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "What was said and written" not in of(list(page.view.rows), "heading"))
    row = next(row for row in page.view.rows if row.kind == "said")
    assert row.above.split(" · ")[1].count(":") == 1 and " " not in row.above.split(" · ")[1]


def test_what_is_forgotten_goes_off_the_screen(qtbot, page, lanes):
    rows = ask(qtbot, page, "京都")
    assert of(rows, "said") == [NOTE]
    number = next(row for row in rows if row.kind == "said").goes[1][0]
    lanes.write(lambda desk: (desk.store.commit(Plan((Remove("episode", number),), USER, "test")), desk.index()))
    qtbot.waitUntil(lambda: not of(list(page.view.rows), "said"), timeout=10_000)


def test_an_error_is_one_sentence_and_one_step(qtbot, page, lanes, rooms):
    told: list[Exception] = []
    lanes.failed.connect(told.append)
    ask(qtbot, page, "alice")
    rooms[0].broken = True
    page.field.setText("acme")
    qtbot.waitUntil(page._problem.isVisible, timeout=10_000)
    assert page._problem.text() == "Something went wrong inside Tsumugi. Your text is safe."
    rooms[0].broken = False
    page._again.click()
    qtbot.waitUntil(lambda: not page._problem.isVisible(), timeout=10_000)
    assert len(told) == 1


def test_long_groups_unfold_in_place_and_pages_grow(qtbot, page):
    from app.domain.query import Query
    from app.services.search import Results, Said
    from tests.builders import entity, episode

    names = tuple(entity(f"Name {n}", id=n) for n in range(1, 10))
    said = tuple(Said(episode(f"kiln {n}", n), f"kiln {n}", (), None, "all") for n in range(1, 4))
    page._asked = "kiln"
    page.field.setText("kiln")
    page._wait.stop()
    page._show(Results(Query("kiln"), names=names, said=said, total=99, more=True))
    rows = list(page.view.rows)
    assert (of(rows, "name"), of(rows, "more")) == ([f"Name {n}" for n in range(1, 5)], ["5 more", "Show more"])
    page.view.mark(("more", "names"))
    qtbot.keyClick(page.view, Key.Key_Return)
    assert len(of(list(page.view.rows), "name")) == 9
    assert page.view.current().text == "Name 5"
    before = page._limit
    page._open(page.view.rows[-1])
    assert page._limit == 2 * before
    assert page._count.text() == "99 passages"


@pytest.mark.parametrize("how", ["some", "alike"])
def test_what_fits_less_says_so(how):
    from app.services.search import Results, Said
    from tests.builders import episode
    from ui.search.rows import rows

    said = Said(episode("kiln", 1), "kiln", (), None, how, archived=True)
    heading, row = rows(Results(said=(said,)), "best", frozenset())
    assert heading.kind == "heading" and ("some" in heading.text or "other words" in heading.text)
    assert (row.aside, EpisodeId(1)) == ("archived", row.goes[1][0])
