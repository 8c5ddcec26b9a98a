"""Consolidation through the real store: what it writes, what it leaves alone, and that it may be interrupted."""

from datetime import timedelta

import pytest

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.plan import USER, Plan, Remove
from app.services import chat, keeping, search
from app.services.chat import Answered
from tests.stories.conftest import NOON, Person


@pytest.fixture
def busy(person: Person) -> Person:
    """Twelve turns, of which ten are at hand; the two oldest are a preference and small talk."""
    person.desk.workspace.settings = person.desk.settings.with_changes({"short_term_limit": 10})
    person.says("I love sailing.")
    person.says("The ferry was a bit late.")
    for number in range(10):
        chat.say(person.desk, person.home, f"Line {number} of the log.", NOON + timedelta(hours=1 + number))
    person.waits()
    return person


def turns(person: Person) -> list[Episode]:
    return person.desk.view.episodes.of_conversation(person.home, person.desk.scope)


def test_each_turn_goes_where_it_belongs(busy: Person):
    assert keeping.consolidate_now(busy.desk) == 2
    assert [turn.tier for turn in turns(busy)] == ["long_term", "archive", *["short_term"] * 10]
    assert keeping.tiers(busy.desk) == {"long_term": 1, "archive": 1, "short_term": 10}
    assert keeping.consolidate_now(busy.desk) == 0


def test_it_is_due_once_in_the_time_that_is_set(busy: Person):
    desk = busy.desk
    assert keeping.due(desk)
    keeping.consolidate_now(desk)
    assert not keeping.due(desk)
    marked = desk.view.journal.marked(keeping.MARK)
    desk.store.mark(keeping.MARK, marked - 24 * 3600)
    assert keeping.due(desk)
    desk.store.mark(keeping.MARK, marked + 3600)
    assert keeping.due(desk), "the clock was put back"


def test_answers_that_cite_a_turn_are_counted(busy: Person):
    late = turns(busy)[1]
    for _ in range(3):
        question = chat.say(busy.desk, chat.start(busy.desk).id, "Was the ferry late?", NOON + timedelta(days=1))
        found = list(chat.answer(busy.desk, question))[-1]
        assert isinstance(found, Answered)
        assert late.id in {one.episode for one in found.citations}
        chat.keep_answer(busy.desk, question.conversation, found)
    keeping.consolidate_now(busy.desk)
    kept = busy.desk.view.episodes.one(late.id, busy.desk.scope)
    assert (kept.referenced, kept.tier) == (3, "long_term")


def test_what_waits_or_is_off_the_record_does_not_move(busy: Person):
    apart = chat.start(busy.desk, off_record=True)
    secret = chat.say(busy.desk, apart.id, "Between us.", NOON - timedelta(days=9))
    waiting = chat.say(busy.desk, busy.home, "I hate rain.", NOON - timedelta(days=9))
    keeping.consolidate_now(busy.desk)
    kept = busy.desk.view.episodes.get([secret.id, waiting.id], busy.desk.scope)
    assert {one.tier for one in kept.values()} == {"short_term"}


def test_an_archived_turn_is_still_found_by_search_without_indexing_anew(busy: Person):
    before = busy.desk.view.journal.latest_seq()
    keeping.consolidate_now(busy.desk)
    assert [entry.reindex for entry in busy.desk.view.journal.after(before, 100)] == [()]
    assert [hit.episode.tier for hit in search.search(busy.desk, "ferry").episodes] == ["archive"]


def test_a_turn_that_is_gone_meanwhile_leaves_its_piece_for_the_next_time(busy: Person):
    plans = keeping.think(busy.desk)
    busy.desk.store.commit(Plan((Remove("episode", turns(busy)[1].id),), USER, "test"))
    assert [done.done for done in keeping.keep(busy.desk, plans)] == [1]
    assert keeping.due(busy.desk)
    assert keeping.consolidate_now(busy.desk) == 1
    assert not keeping.due(busy.desk)


def test_nothing_is_thought_for_nobody(busy: Person):
    busy.desk.stopped = lambda: True
    assert keeping.think(busy.desk) == []


def test_what_lies_in_the_archive_is_told_apart(busy: Person):
    keeping.consolidate_now(busy.desk)
    episodes, scope = busy.desk.view.episodes, busy.desk.scope
    ids = [turn.id for turn in turns(busy)]
    assert episodes.archived([*ids, EpisodeId(9999)], scope) == {ids[1]}
    assert episodes.readable(ids, scope, archived=False) == set(ids) - {ids[1]}
    assert episodes.readable(ids, scope) == set(ids)
    assert episodes.archived([], scope) == set()
