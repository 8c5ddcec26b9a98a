"""The search page's service: words with where they stand, names, facts, titles, and what a query could not mean."""

import pytest

from app.domain.episode import Note
from app.domain.ids import NoteId
from app.domain.plan import USER, Add, Amend, Plan
from app.domain.query import Remark
from app.services import chat, search
from app.services.search import look
from tests.builders import NOON


@pytest.fixture
def desk(person):
    person.says("My sister Alice Moreau works at Lindgren Tools.")
    person.says("Alice Moreau moved to Bergen in March 2026.")
    person.says("The kettle is broken again.")
    return person.desk


def texts(found: search.Results) -> list[str]:
    return [said.episode.text for said in found.said]


def test_names_facts_and_words_of_one_query(desk):
    found = look(desk, "alice moreau")
    assert found.names[0].name == "Alice Moreau"
    assert {view.fact.predicate for view in found.facts} >= {"works_at", "lives_in"}
    assert (found.total, len(found.said)) == (2, 2)


def test_facts_must_hold_all_the_words(desk):
    found = look(desk, "alice bergen")
    assert [view.object for view in found.facts] == ["Bergen"]


def test_what_is_left_out_stands_in_no_fact_and_no_name(desk):
    assert {view.object for view in look(desk, "alice").facts} >= {"Bergen", "Lindgren Tools"}
    assert "Bergen" not in {view.object for view in look(desk, "alice -bergen").facts}
    found = look(desk, "alice -moreau")
    assert found.facts == found.names == ()
    assert look(desk, "alice -more").names, "a part of a word is not that word"
    assert look(desk, "about:Alice -moreau").names, "who is named by a condition is meant"


def test_a_misspelled_name_is_still_found(desk):
    assert [entity.name for entity in look(desk, "Alise Moreau").names] == ["Alice Moreau"]


def test_conditions_alone_are_a_question_newest_first(desk):
    assert texts(look(desk, "from:me", "newest"))[0] == "The kettle is broken again."
    assert texts(look(desk, "about:Alice -bergen"))[-1] == "My sister Alice Moreau works at Lindgren Tools."


def test_words_come_with_the_title_of_their_home_and_whether_they_are_archived(desk, person):
    person.desk.store.commit(Plan((Amend("conversation", person.home, {"title": "Standup"}),), USER, "test"))
    spoken = look(desk, "kettle").said[0]
    assert (spoken.home, spoken.archived) == ("Standup", False)
    person.desk.store.commit(Plan((Amend("episode", spoken.episode.id, {"tier": "archive"}),), USER, "test"))
    assert look(desk, "kettle").said[0].archived


def test_titles_of_chats_and_notes(desk, person):
    person.desk.store.commit(Plan((Amend("conversation", person.home, {"title": "Kettle and tea"}),), USER, "test"))
    person.desk.store.commit(Plan((Add(Note(NoteId(-1), "Tea in Kyoto", "all of it", NOON, NOON)),), USER, "test"))
    found = look(desk, "tea")
    assert [one.title for one in found.chats] == ["Kettle and tea"]
    assert [(one.title, one.text) for one in found.notes] == [("Tea in Kyoto", "")]
    assert not look(desk, "tea from:me").notes


@pytest.mark.parametrize(
    "query", ["", " ", "*", "-alice", "before:soon", "from:", "x" * 9000, "「", "from:me before:1"]
)
def test_no_query_is_an_error(desk, query):
    assert look(desk, query).said == () or query.startswith("from:me")


def test_what_a_query_cannot_mean_is_said(desk):
    assert look(desk, "alice form:me").remarks == (Remark("unknown_operator", "form", "from"),)


def test_a_chat_off_the_record_is_not_found_by_its_title(desk):
    apart = chat.start(desk, off_record=True)
    desk.store.commit(Plan((Amend("conversation", apart.id, {"title": "Whisper"}),), USER, "test"))
    assert look(desk, "whisper").nothing


def test_the_place_of_a_find_is_in_its_words(desk):
    said = look(desk, "kettle").said[0]
    assert said.episode.text[said.at.start : said.at.end] == "kettle"
