"""The small forms: dates as they are typed, a new relation, other names, the name in place."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.fact import Value
from tests.builders import alias, entity
from tests.builders import me as the_user
from ui.memories.aliases import Aliases
from ui.memories.dates import DateForm, read_date
from ui.memories.heading import Heading
from ui.memories.jobs import NewName
from ui.memories.relate import RelateForm


@pytest.mark.parametrize(
    "typed, expected",
    [
        ("2024", "2024"),
        ("2024-3", "2024-03"),
        ("2024/3/7", "2024-03-07"),
        ("２０２４年３月", "2024-03"),
        ("2024年3月7日", "2024-03-07"),
        (" 2024.12.31 ", "2024-12-31"),
    ],
)
def test_dates_are_read_as_they_are_written(typed, expected):
    assert read_date(typed) == WorldTime(expected)


def test_nothing_is_no_date_and_today_is_one():
    assert read_date("  ") is None
    assert len(read_date("today").text) == 10
    assert read_date("今日") == read_date("Today")


@pytest.mark.parametrize("typed", ["soon", "2024-13", "2024-02-30", "24", "2024-", "7 March"])
def test_what_is_no_date_is_refused_in_words(typed):
    with pytest.raises(BadInput):
        read_date(typed)


@pytest.fixture
def button(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_a_wrong_date_says_what_one_looks_like_and_keeps_the_form(button, qtbot):
    taken = []
    form = DateForm("When did it end?", "2026-03-07", taken.append, True, button.window())
    form.ask(button)
    form.field.setText("soon")
    form.accept()
    assert form._problem.isVisible()
    assert "2024-03-07" in form._problem.text()
    form.field.setText("2026-02")
    qtbot.keyClick(form.field, Qt.Key.Key_Return)
    assert taken == [WorldTime("2026-02")]


def test_a_date_that_is_needed_may_not_be_empty(button):
    taken = []
    form = DateForm("When?", "", taken.append, True, button.window())
    form.ask(button)
    form.accept()
    assert taken == []
    form._needed = False
    form.accept()
    assert taken == [None]


@pytest.fixture
def form(qtbot, lanes):
    made = RelateForm(lanes)
    qtbot.addWidget(made)
    made.open_form("person")
    return made


def related(form):
    said = []
    form.related.connect(lambda *what: said.append(what))
    return said


def test_a_relation_to_somebody_known_is_completed_from_memory(form, ids, qtbot):
    said = related(form)
    form.kind.setEditText("works at")
    qtbot.keyClicks(form.far, "Ac")
    qtbot.waitUntil(lambda: "Acme · Organization" in form._found, timeout=5000)
    form.far.completer().popup().hide()
    form.far.setText("Acme · Organization")
    form.since.setText("2024-03")
    form.accept()
    assert said == [("works_at", ids["Acme"], WorldTime("2024-03"))]


def test_the_whole_name_of_somebody_known_is_them(form, ids, qtbot):
    said = related(form)
    form.kind.setEditText("uses")
    qtbot.keyClicks(form.far, "acme")
    qtbot.waitUntil(lambda: form.far.text() == "Acme · Organization", timeout=5000)
    assert form.what.isHidden()
    form.accept()
    assert said == [("uses", ids["Acme"], None)]


def test_enter_right_after_a_name_waits_until_it_was_looked_for(form, ids, qtbot):
    said = related(form)
    form.kind.setEditText("works at")
    qtbot.keyClicks(form.far, "Acme")
    qtbot.keyClick(form.far, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: said == [("works_at", ids["Acme"], None)], timeout=5000)


def test_another_name_of_somebody_known_is_them_too(form, ids, qtbot):
    said = related(form)
    form.kind.setEditText("knows")
    qtbot.keyClicks(form.far, "Ali")
    qtbot.keyClick(form.far, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: said == [("knows", ids["Alice Moreau"], None)], timeout=5000)


def test_a_new_name_is_asked_for_its_type_where_there_is_a_choice(form):
    said = related(form)
    form.kind.setEditText("uses")
    form.far.setText("Ferro")
    assert not form.what.isHidden()
    assert form.what.currentData() == "thing"
    form.what.setCurrentIndex(form.what.findData("concept"))
    form.accept()
    assert said == [("uses", NewName("Ferro", "concept"), None)]


def test_a_value_stays_a_value(form):
    said = related(form)
    form.kind.setEditText("birthday")
    form.far.setText("7 May")
    assert form.what.isHidden()
    form.accept()
    assert said == [("birthday", Value("7 May"), None)]


@pytest.mark.parametrize(
    "kind, far, since, problem",
    [
        ("", "Acme", "", "kind of relation"),
        ("befriended by the moon", "Acme", "", "kind of relation"),
        ("works at", " ", "", "with whom"),
        ("works at", "Acme", "soon", "is not a date"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_added(form, kind, far, since, problem):
    said = related(form)
    form.kind.setEditText(kind)
    form.far.setText(far)
    form.since.setText(since)
    form.accept()
    assert said == []
    assert problem in form._problem.text()


def test_the_picker_offers_only_what_fits_the_type(form):
    labels = [choice.label for choice in form._choices]
    assert "works at" in labels
    form.open_form("place")
    assert "works at" not in [choice.label for choice in form._choices]


@pytest.fixture
def aliases(qtbot):
    made = Aliases()
    qtbot.addWidget(made)
    made.show()
    return made


def test_names_can_be_added_and_each_be_removed(aliases, qtbot):
    added, removed = [], []
    aliases.added.connect(added.append)
    aliases.removed.connect(removed.append)
    aliases.show_aliases((alias("Ali", id=7), alias("A.", id=8, declared_by="user")))
    chips = [aliases._flow.itemAt(n).widget() for n in range(2)]
    assert [chip.toolTip().split(" · ")[0] for chip in chips] == ["Read in your words", "Added by you"]
    chips[1].cross.click()
    assert removed == [8]
    aliases._open()
    qtbot.keyClicks(aliases.field, " Alys ")
    qtbot.keyClick(aliases.field, Qt.Key.Key_Return)
    assert added == ["Alys"]
    assert aliases.field.isVisible(), "until it is kept"
    aliases.close_field()
    assert not aliases.field.isVisible()


def test_what_is_being_typed_survives_a_change_of_the_chips(aliases, qtbot):
    aliases.show_aliases((alias("Ali", id=7),))
    aliases._open()
    qtbot.keyClicks(aliases.field, "Aly")
    aliases.show_aliases((alias("Ali", id=7), alias("Al", id=9)))
    assert aliases.field.text() == "Aly"
    assert aliases.field.isVisible()
    qtbot.keyClick(aliases.field, Qt.Key.Key_Escape)
    assert not aliases.field.isVisible()


@pytest.fixture
def heading(qtbot):
    made = Heading()
    qtbot.addWidget(made)
    made.show()
    made.show_entity(entity("Alice"))
    return made


def test_a_name_is_changed_in_place(heading, qtbot):
    renamed = []
    heading.renamed.connect(renamed.append)
    heading.open_field()
    heading.field.setText("Alice Moreau")
    qtbot.keyClick(heading.field, Qt.Key.Key_Return)
    assert renamed == ["Alice Moreau"]
    heading.open_field()
    qtbot.keyClick(heading.field, Qt.Key.Key_Escape)
    heading.open_field()
    heading.field.setText("  ")
    qtbot.keyClick(heading.field, Qt.Key.Key_Return)
    assert renamed == ["Alice Moreau"]
    assert not heading.field.isVisible()


def test_the_user_cannot_be_renamed_or_forgotten(heading):
    heading.show_entity(the_user())
    assert [action.text() for action in heading.menu().actions()] == [
        "This is you",
        "Write a summary…",
        "A part of this is another…",
    ]
