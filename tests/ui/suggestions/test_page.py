"""The inbox: questions under their kinds, answered by letters, several at once, and taken back in one step."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.draft import Draft, DraftEntity, DraftFact
from app.domain.entity import Span
from app.domain.ids import EntityId, EpisodeId, SuggestionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from app.domain.suggestion import Suggestion
from app.memory.learn.apart import apart_from
from app.memory.learn.draftjson import draft_to_json
from tests.builders import NOON, conversation, entity, episode, mention, session
from tests.ui.memories.conftest import StoredWorkspace
from ui.changes import Changes
from ui.lanes import Lanes, Urgency
from ui.memories.merging import MergeDialog
from ui.suggestions.change import ClaimDialog, MeantDialog
from ui.suggestions.page import SuggestionsPage

NAMES = ("Liz", "Elizabeth", "Bob", "Robert", "Kat", "Kathryn", "Victor Hugo", "Victor Lind")


def _question(number, sort, **payload):
    return Suggestion(SuggestionId(number), sort, "The names are alike.", json.dumps(payload), NOON, EpisodeId(1))


def _filled():
    claim = DraftFact("Nils", "works_at", "Volvik", "Nils works at Volvik", Span(0, 6))
    ends = (DraftEntity("Nils", "person"), DraftEntity("Volvik", "organization"))
    victor = draft_to_json(Draft((DraftEntity("Victor", "person", (Span(0, 6),)),)))
    rows = [conversation(), session(), episode("Victor met Liz and Elizabeth.", 1, state="learned")]
    rows += [entity(name, id=number) for number, name in enumerate(NAMES, 1)]
    rows += [mention(1, 1, (11, 14), 1), mention(2, 1, (19, 28), 2)]
    for number, (one, other) in enumerate(((1, 2), (3, 4), (5, 6)), 1):
        rows.append(_question(number, "same_entity", name=NAMES[one - 1], entity=one, candidates=[other], how="x"))
    rows.append(_question(4, "which_entity", name="Victor", kind="person", candidates=[7, 8], draft=victor))
    rows.append(_question(5, "assistant_claim", name="Nils", draft=draft_to_json(Draft(ends, (claim,)))))
    return Plan(tuple(map(Add, rows)), EXTRACTOR, "learn")


@pytest.fixture
def lanes(qapp, profile, monkeypatch):
    monkeypatch.setattr("tests.ui.memories.conftest.sample", _filled)
    made = Lanes(lambda: StoredWorkspace(profile), readers=2)
    made.start()
    yield made
    assert made.shutdown()


@pytest.fixture
def page(qtbot, lanes):
    changes, watch = Changes(lanes), QWidget()
    qtbot.addWidget(watch)
    made = SuggestionsPage(lanes, changes, watch)
    qtbot.addWidget(made)
    watch.show()
    made.resize(900, 600)
    made.show()
    qtbot.waitUntil(lambda: len(made.inbox.keys()) == 5, timeout=5000)
    made.inbox.setFocus()
    yield made


@pytest.fixture
def stored(qtbot, lanes):
    def ask(read):
        answers = []
        lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=5000)
        return answers[0]

    return ask


def _left(page, qtbot, *numbers):
    qtbot.waitUntil(lambda: sorted(page.inbox.keys()) == sorted(numbers), timeout=5000)


def _mark(page, number):
    page.inbox.clearSelection()
    page.inbox.choose(number)


def _key(qtbot, page, key):
    qtbot.keyClick(page.inbox, key)


def test_questions_stand_under_their_kinds_and_the_first_is_open(page):
    model = page.inbox.model()
    heads = [model.index(place, 0).data() for place in range(model.rowCount()) if page.inbox._lines[place].key is None]
    assert heads == ["Who is meant", "One or two", "Only the assistant said so"]
    assert page.inbox.numbers() == [4]
    assert page._card.accessibleName() == "Which “Victor” is meant?"


def test_both_contexts_stand_on_the_card(page, qtbot):
    _mark(page, 1)

    def words():
        return [one.text() for one in page._card.findChildren(QLabel)]

    qtbot.waitUntil(lambda: {"Liz", "Elizabeth"} <= set(words()), timeout=5000)
    assert words().count("“Victor met Liz and Elizabeth.”") == 3


def test_a_accepts_and_the_next_one_is_marked(page, qtbot, stored):
    _mark(page, 1)
    _key(qtbot, page, Qt.Key.Key_A)
    _left(page, qtbot, 2, 3, 4, 5)
    assert stored(lambda desk: desk.view.entities.one(EntityId(1), OWNER)) is None
    assert len(page.inbox.numbers()) == 1
    assert page._card is not None


def test_d_and_n_wave_away_and_n_keeps_two_apart(page, qtbot, stored):
    _mark(page, 2)
    _key(qtbot, page, Qt.Key.Key_N)
    _left(page, qtbot, 1, 3, 4, 5)
    _mark(page, 5)
    _key(qtbot, page, Qt.Key.Key_D)
    _left(page, qtbot, 1, 3, 4)
    assert stored(lambda desk: apart_from(desk.view, EntityId(3), OWNER)) == {4}


def test_a_number_takes_that_candidate_and_a_alone_asks_to_choose(page, qtbot, stored):
    _mark(page, 4)
    with qtbot.waitSignal(page.said) as told:
        _key(qtbot, page, Qt.Key.Key_A)
    assert told.args == ["Choose one of them."]
    _key(qtbot, page, Qt.Key.Key_2)
    _left(page, qtbot, 1, 2, 3, 5)
    assert stored(lambda desk: desk.view.entities.mentions_of(EntityId(8), OWNER, 9))[0].span.start == 0


def test_all_are_accepted_at_once_and_come_back_in_one_step(page, qtbot, stored):
    page.inbox.selectAll()
    with qtbot.waitSignal(page.said, timeout=5000) as told:
        _key(qtbot, page, Qt.Key.Key_A)
    assert told.args == ["4 answered. 1 needs a choice and stays open."]
    _left(page, qtbot, 4)
    stored(lambda desk: desk.store.undo())
    _left(page, qtbot, 1, 2, 3, 4, 5)


def test_c_compares_two_asks_who_or_offers_other_words(page, qtbot, stored):
    _mark(page, 1)
    _key(qtbot, page, Qt.Key.Key_C)
    (compared,) = page.findChildren(MergeDialog)
    qtbot.waitUntil(compared.apart.isEnabled, timeout=5000)
    compared.apart.click()
    _left(page, qtbot, 2, 3, 4, 5)
    _mark(page, 4)
    _key(qtbot, page, Qt.Key.Key_C)
    (meant,) = page.findChildren(MeantDialog)
    meant.picker.show_words("Bob")
    qtbot.waitUntil(meant.take.isEnabled, timeout=5000)
    meant.take.click()
    _left(page, qtbot, 2, 3, 5)
    assert stored(lambda desk: len(desk.view.entities.mentions_of(EntityId(3), OWNER, 9))) == 1


def test_a_claim_is_kept_in_other_words(page, qtbot, stored):
    _mark(page, 5)
    _key(qtbot, page, Qt.Key.Key_C)
    (claim,) = page.findChildren(ClaimDialog)
    claim.far.setText("Volvik Oy")
    claim.keep.click()
    _left(page, qtbot, 1, 2, 3, 4)
    names = stored(lambda desk: [one.name for one in desk.view.entities.listed(OWNER)])
    assert [name for name in names if "Vol" in name] == ["Volvik Oy"]


def test_words_that_cannot_be_kept_stay_in_their_dialog(page, qtbot):
    _mark(page, 5)
    _key(qtbot, page, Qt.Key.Key_C)
    (claim,) = page.findChildren(ClaimDialog)
    claim.far.setText("\u200b")
    claim.keep.click()
    qtbot.waitUntil(lambda: claim._problem.text() == "A name needs at least one character.", timeout=5000)
    claim.far.setText("Volvik Oy")
    claim.keep.click()
    _left(page, qtbot, 1, 2, 3, 4)


def test_a_key_that_does_nothing_says_so(page, qtbot, stored):
    row = _question(-1, "conflict", name="Bob", facts=[1, 2])
    number = stored(lambda desk: desk.store.commit(Plan((Add(row),), EXTRACTOR, "ask"))).ids[-1]
    qtbot.waitUntil(lambda: {number}.issubset(page.inbox.keys()), timeout=5000)
    _mark(page, number)
    with qtbot.waitSignal(page.said, timeout=5000) as told:
        _key(qtbot, page, Qt.Key.Key_C)
    assert told.args == ["This one takes only the answers beside it."]


def test_the_badge_counts_what_is_open(page, qtbot):
    with qtbot.waitSignal(page.counted, timeout=5000) as told:
        page.reload()
    assert told.args == [5]


def test_after_an_answer_from_the_card_the_keys_are_the_lists(qtbot, page):
    window = QWidget()
    qtbot.addWidget(window)
    beside = QVBoxLayout(window)
    for part in (QPushButton("what Qt would go to"), page):
        beside.addWidget(part)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    page.inbox.choose(1)
    qtbot.waitUntil(lambda: page._card is not None and not page._arrived)
    button = next(b for b in page._card.findChildren(QPushButton) if b.text() == "Leave it open")
    button.setFocus()
    button.click()
    _left(page, qtbot, 2, 3, 4, 5)
    qtbot.waitUntil(page.inbox.hasFocus)
    page.setParent(None)


def test_answers_for_several_are_offered_only_where_several_are_marked(page):
    _mark(page, 4)
    assert not any(button.isVisibleTo(page) for button in page._batch)
    page.inbox.selectAll()
    assert all(button.isVisibleTo(page) for button in page._batch)
