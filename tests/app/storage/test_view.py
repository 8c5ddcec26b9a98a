"""Reads of conversations, notes, episodes, facts, categories and suggestions, each kept to its scope."""

import importlib
import inspect
from dataclasses import replace

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.citation import Citation
from app.domain.clock import to_utc_text
from app.domain.entity import Span
from app.domain.episode import Note
from app.domain.errors import DamagedFile, Outdated
from app.domain.fact import Value
from app.domain.ids import CategoryId, CategoryLinkId, CitationId, DropId, MembershipId, NoteId, Ref, SuggestionId
from app.domain.plan import Amend
from app.domain.scope import EVERYONE, OWNER, Scope
from app.domain.suggestion import Drop, Suggestion
from app.storage.profile import Profile, open_view
from app.storage.sql import Group
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import talk, write

ROOMS = ("conversations", "notes", "episodes", "entities", "facts", "categories", "suggestions", "savedviews")
SECRET = Scope("me", "secret")


def ids(rows) -> list[int]:
    return [row.id for row in rows]


def test_there_is_no_read_without_a_scope():
    for room in ROOMS:
        module = importlib.import_module(f"app.storage.{room}")
        groups = [found for _, found in inspect.getmembers(module, inspect.isclass) if issubclass(found, Group)]
        for group in groups:
            for name, method in inspect.getmembers(group, inspect.isfunction):
                assert name.startswith("_") or "scope" in inspect.signature(method).parameters, f"{room}.{name}"
        queries = {name: value for name, value in vars(module).items() if isinstance(value, str) and "SELECT" in value}
        assert queries
        for name, query in queries.items():
            assert ":agent" in query or "{readable" in query, f"{room}.{name}"


@pytest.mark.parametrize(
    ("scope", "seen"),
    [
        (OWNER, {1, 2, 3, 4}),
        (EVERYONE, {1, 2, 3, 4, 5}),
        (Scope(), {1}),
        (Scope("me", "x"), {1, 2}),
        (Scope("me", "x", "c"), {1, 2, 3, 4}),
        (Scope("me", channel="c"), {1, 4}),
        (Scope("other"), {5}),
        (Scope("other", "x", everything=True), {5}),
        (Scope(""), set()),
    ],
)
def test_a_scope_reads_its_own_and_the_pool(store: Store, view: View, scope: Scope, seen: set[int]):
    scopes = [Scope(), Scope("me", "x"), Scope("me", "x", "c"), Scope("me", "", "c"), Scope("other")]
    for number, one in enumerate(scopes, start=1):
        write(store, replace(build.conversation(number), scope=one), build.session(number, number))
        write(store, replace(build.episode("a", number, session=number, conversation=number), scope=one))
        write(store, replace(build.entity("Ann", id=number), scope=one))
        write(
            store,
            replace(build.fact(number, "job", "cook", number), scope=one),
            build.anchor(number, number, id=number),
        )
        write(store, build.mention(number, number, id=number), Drop(DropId(number), number, "x", "y"))
    everything = list(range(1, 6))
    assert set(ids(view.conversations.listed(scope))) == seen
    assert set(view.episodes.get(everything, scope)) == view.episodes.readable(everything, scope) == seen
    assert set(ids(view.episodes.after(0, scope, 9))) == set(ids(view.episodes.waiting(scope, 9))) == seen
    assert set(view.episodes.sessions(everything, scope)) == seen
    assert set(view.episodes.in_sessions(everything, scope)) == seen
    assert set(view.episodes.of_entities(everything, scope)) == seen
    assert set(ids(view.facts.of_entities(everything, scope))) == set(view.facts.get(everything, scope)) == seen
    assert set(view.facts.anchors(everything, scope)) == set(view.facts.anchored_in(everything, scope)) == seen
    assert set(view.entities.mentions_in(everything, scope)) == set(view.suggestions.drops(everything, scope)) == seen
    assert view.episodes.count(scope) == view.facts.count(scope) == len(seen)


def test_a_conversation_pages_back_in_the_order_said(store: Store, view: View):
    write(store, build.conversation(), build.session())
    days = ["2026-03-03", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-04"]
    for number, day in enumerate(days, start=1):
        write(store, build.episode("x", number, day))
    assert ids(view.episodes.of_conversation(1, OWNER)) == [2, 3, 4, 1, 5]
    assert ids(view.episodes.of_conversation(1, OWNER, limit=2)) == [1, 5]
    assert ids(view.episodes.of_conversation(1, OWNER, limit=2, before=1)) == [3, 4]
    assert ids(view.episodes.of_conversation(1, OWNER, before=2)) == []
    first, last = (to_utc_text(build.moment(day)) for day in ("2026-03-02", "2026-03-03"))
    assert ids(view.episodes.said_between(first, last, OWNER, 9)) == [3, 4]


def test_conversations_come_by_what_was_said_last(store: Store, view: View):
    for number in (1, 2, 3):
        write(
            store, build.conversation(number, created_at=build.NOON + build.days(number)), build.session(number, number)
        )
    write(store, build.episode("x", 1, "2026-05-01", session=1, conversation=1))
    assert ids(view.conversations.listed(OWNER)) == [1, 3, 2]
    write(store, Amend("conversation", 1, {"archived": True}))
    assert ids(view.conversations.listed(OWNER)) == [3, 2]
    assert ids(view.conversations.listed(OWNER, archived=True, limit=2)) == [1, 3]
    assert view.conversations.one(9, OWNER) is None


def test_neighbours_stay_in_their_session(store: Store, view: View):
    write(store, build.conversation(), build.session(1), build.session(2))
    for number in range(1, 7):
        write(store, build.episode("x", number, session=1 if number in (1, 2, 4, 6) else 2))
    assert view.episodes.around([4, 1, 3, 99], OWNER) == {4: [2, 6], 1: [2], 3: [5]}
    assert view.episodes.around([4], OWNER, reach=2) == {4: [1, 2, 6]}
    assert view.episodes.in_sessions([2, 1], OWNER) == {1: [1, 2, 4, 6], 2: [3, 5]}
    assert view.episodes.around([], OWNER) == {}


def test_the_queue_holds_what_waits_and_teaches(store: Store, view: View):
    talk(store, "one", "two", "three")
    write(store, build.episode("answer", 4, role="assistant"), build.episode("passage", 5, role="document"))
    write(store, Amend("episode", 1, {"state": "learned"}), Amend("episode", 2, {"state": "failed"}))
    assert ids(view.episodes.waiting(EVERYONE, 9)) == [3, 5]
    assert ids(view.episodes.waiting(EVERYONE, 1)) == [3]


def test_the_latest_session_is_the_one_that_ended_last(store: Store, view: View):
    assert view.episodes.session_of_conversation(1, OWNER) is None
    later = build.NOON + build.days(1)
    write(store, build.conversation(), build.session(1, ended_at=later), build.session(2), build.session(3))
    assert view.episodes.session_of_conversation(1, OWNER).id == 1


def test_notes_by_day_by_title_and_with_their_passages(store: Store, view: View):
    def note(number: int, title: str, daily: str = "", scope: Scope = OWNER) -> Note:
        at = build.NOON + build.days(number)
        return Note(NoteId(number), title, "text", at, at, daily, Scope(scope.agent, scope.project))

    write(
        store,
        note(1, "Garden"),
        note(2, "ＧＡＲＤＥＮ"),
        note(3, "2026-03-07", "2026-03-07"),
        note(4, "Garden", "", SECRET),
    )
    assert ids(view.notes.listed(OWNER)) == [4, 3, 2, 1]
    assert ids(view.notes.listed(OWNER, limit=1, offset=1)) == [3]
    assert ids(view.notes.titled("garden", Scope())) == [1, 2]
    assert view.notes.daily("2026-03-07", OWNER).id == 3
    assert view.notes.daily("", OWNER) is None
    assert view.notes.one(4, Scope()) is None
    write(store, replace(build.session(1, None), note=NoteId(1)))
    for number in (1, 2):
        write(store, build.episode("x", number, role="document", conversation=None, note=1))
    write(store, Amend("episode", 1, {"replaced_at": build.NOON}))
    assert ids(view.episodes.of_note(1, OWNER)) == [2]
    assert ids(view.episodes.of_note(1, OWNER, current=False)) == [1, 2]
    assert set(view.episodes.sessions([1], OWNER)) == {1}


def test_two_notes_cannot_be_of_the_same_day(store: Store, view: View):
    row = Note(NoteId(-1), "", "", build.NOON, build.NOON, "2026-03-07")
    write(store, row)
    with pytest.raises(Outdated):
        write(store, row)
    write(store, replace(row, scope=SECRET))


def test_facts_about_a_subject_by_predicate_in_any_spelling(store: Store, view: View):
    talk(store, "x")
    write(store, build.entity("Ann", id=1), build.entity("Leeds", "place", id=2))
    write(store, build.fact(1, "Lives In", 2, 1), build.fact(1, "job", "cook", 2), build.fact(2, "lives_in", 1, 3))
    write(store, replace(build.fact(1, "says", "x", 4), subject=Ref("ep", 1), object=Value("x")))
    write(store, replace(build.fact(1, "says", "x", 5), subject=Ref("ses", 1), object=Ref("ep", 1)))
    write(
        store,
        build.fact(1, "job", "baker", 6, expired_at=build.NOON),
        build.fact(1, "job", "clerk", 7, invalid_at="2020"),
    )
    assert ids(view.facts.about(1, ["lives in"], OWNER)) == [1]
    assert ids(view.facts.about(1, ["ＪＯＢ"], OWNER)) == [2, 7]
    assert ids(view.facts.about(1, None, OWNER)) == [1, 2, 7]
    assert ids(view.facts.about(1, [], OWNER)) == []
    assert ids(view.facts.about(Ref("ep", 1), None, OWNER)) == [4]
    assert ids(view.facts.about(Ref("ses", 1), None, OWNER)) == [5]
    assert ids(view.facts.under([1], ["lives_in", "Lives in"], OWNER)) == [1, 3]
    assert ids(view.facts.under([2], ["job"], OWNER)) == view.facts.under([1], [], OWNER) == []
    assert ids(view.facts.of_records([1], OWNER)) == [4, 5]
    assert ids(view.facts.of_entities([1], OWNER)) == [1, 2, 3, 7]
    assert ids(view.facts.of_entities([1, 2], OWNER, retracted=True)) == [1, 2, 3, 6, 7]
    assert ids(view.facts.of_entities([1], OWNER, limit_each=1)) == [3, 7]
    assert view.facts.of_entities([], OWNER) == []
    assert (view.facts.count(OWNER), ids(view.facts.page(OWNER, 2, 2))) == (6, [3, 4])


def test_anchors_by_fact_and_by_episode(store: Store, view: View):
    talk(store, "Ann is a cook", "still a cook, not a clerk")
    write(store, build.entity("Ann", id=1), build.fact(1, "job", "cook", 1), build.fact(1, "job", "clerk", 2))
    write(store, build.anchor(1, 2, (6, 10), 1), build.anchor(1, 1, id=2), build.anchor(2, 2, (0, 5), 3, ends=True))
    assert [anchor.episode for anchor in view.facts.anchors([1], OWNER)[1]] == [2, 1]
    found = view.facts.anchored_in([1, 2, 9], OWNER)
    assert [(fact.id, anchor.span.start, anchor.ends) for fact, anchor in found[2]] == [(2, 0, True), (1, 6, False)]
    assert 9 not in found


def test_categories_and_what_lies_in_them(store: Store, view: View):
    rows = [
        Category(CategoryId(number), name, layer, build.NOON)
        for number, (name, layer) in enumerate([("Family", 1), ("Friends", 1), ("People", 2)], start=1)
    ]
    write(store, *rows, build.entity("Ann", id=1), build.entity("Bea", id=2))
    write(store, replace(build.entity("Spy", id=3), scope=SECRET))
    write(
        store,
        *(
            Membership(MembershipId(n), CategoryId(c), e, "user")
            for n, (c, e) in enumerate([(1, 1), (2, 1), (1, 3)], 1)
        ),
        *(CategoryLink(CategoryLinkId(n), CategoryId(3), CategoryId(n), "user") for n in (1, 2)),
    )
    assert ids(view.categories.listed(OWNER)) == [3, 1, 2]
    assert ids(view.categories.listed(OWNER, layer=1)) == [1, 2]
    assert ids(view.categories.named("ＦＡＭＩＬＹ", OWNER)) == [1]
    assert [row.category for row in view.categories.memberships([1, 2], OWNER)[1]] == [1, 2]
    assert [row.entity for row in view.categories.members([1], Scope())[1]] == [1]
    assert [row.entity for row in view.categories.members([1], OWNER)[1]] == [1, 3]
    assert [row.child for row in view.categories.children([3], OWNER)[3]] == [1, 2]
    assert [row.parent for row in view.categories.parents([2], OWNER)[2]] == [3]
    assert set(view.categories.get([1, 9], OWNER)) == {1}


def test_suggestions_wait_until_they_are_answered(store: Store, view: View):
    talk(store, "x")
    rows = [
        Suggestion(SuggestionId(n), "same_entity", "why", f'{{"n":{n}}}', build.NOON, episode=1 if n == 2 else None)
        for n in (1, 2, 3)
    ]
    write(store, *rows, Drop(DropId(1), 1, "maybe", "hypothetical"))
    write(store, Amend("suggestion", 3, {"state": "never"}))
    assert ids(view.suggestions.open(OWNER, 9)) == [2, 1]
    assert ids(view.suggestions.of_episode(1, OWNER)) == [2]
    assert ids(view.suggestions.alike("same_entity", '{"n":3}', OWNER)) == [3]
    assert view.suggestions.one(3, OWNER).state == "never"
    assert [drop.reason for drop in view.suggestions.drops([1], OWNER)[1]] == ["hypothetical"]


def test_citations_by_answer_in_order(store: Store, view: View):
    talk(store, "source", "answer")
    write(store, Citation(CitationId(1), 2, 2, 1, None, None), Citation(CitationId(2), 2, 1, 1, Span(0, 3), None))
    assert [(row.number, row.span) for row in view.episodes.citations([2], OWNER)[2]] == [(1, Span(0, 3)), (2, None)]


def test_steady_reads_see_one_moment(store: Store, view: View):
    talk(store, "one")
    with view.steady():
        assert view.episodes.count(OWNER) == 1
        write(store, build.episode("two", 2))
        assert view.episodes.count(OWNER) == 1
    assert view.episodes.count(OWNER) == 2


def test_a_file_that_breaks_while_it_is_read_is_told(home: Profile, store: Store, view: View):
    talk(store, *("x" * 900 for _ in range(200)))
    store.tidy()
    fresh = open_view(home)
    with home.database.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xaa" * (home.database.stat().st_size - 8192))
    with pytest.raises(DamagedFile):
        fresh.episodes.after(0, OWNER, 999)
    fresh.close()


def test_a_view_cannot_write(view: View):
    import apsw

    with pytest.raises(apsw.ReadOnlyError):
        view._connection.execute("DELETE FROM episodes")
