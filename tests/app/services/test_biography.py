"""An entity's life in parts: facts by relation and time, rivals, pages, company, places, and what was done to it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import AliasId, CategoryId, EntityId, FactId
from app.domain.plan import EXTRACTOR, Add, Author, Plan
from app.domain.scope import OWNER
from app.services import associations, biography, categories, corrections, edits, history, notes
from app.services.associations import Caller
from app.services.corrections import Restated
from app.services.edits import NewEntity
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build

TODAY = date(2026, 6, 1)
ALICE, BOB, ACME, INITECH, OSLO, LEEDS = map(EntityId, (2, 3, 4, 5, 6, 7))
WORDS = "Alice knows Bob. Alice works at Acme. Alice likes tea."


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    made.store.commit(Plan(tuple(map(Add, _rows())), EXTRACTOR, "learn"))
    yield made
    made.close()
    workspace.close()


def _rows() -> list[Any]:
    people = (("Alice", "person"), ("Bob", "person"), ("Acme", "organization"), ("Initech", "organization"))
    places = (("Oslo", "place"), ("Leeds", "place"))
    rows: list[Any] = [build.conversation(1, title="Monday"), build.session(1, 1), build.me(1)]
    rows += [build.episode(WORDS, 1, at="2026-03-07", state="learned")]
    rows += [build.episode("Bob met Alice.", 2, at="2026-04-07", state="learned")]
    rows += [build.entity(name, kind, id=number) for number, (name, kind) in enumerate((*people, *places), 2)]
    rows += [build.alias("Ally", 2, 1), build.mention(2, 1, (0, 5), 1), build.mention(3, 1, (12, 15), 2)]
    rows += [build.mention(2, 2, (8, 13), 3), build.mention(3, 2, (0, 3), 4), build.mention(4, 1, (32, 36), 5)]
    rows += [
        build.fact(2, "knows", 3, 1, at="2026-03-07"),
        build.fact(2, "works_at", 4, 2, valid_at="2024-05"),
        build.fact(2, "works_at", 5, 3, valid_at="2020", invalid_at="2024-05"),
        build.fact(2, "job_title", "welder", 4, valid_at="2019", invalid_at="2021"),
        build.fact(3, "parent_of", 2, 5),
    ]
    return [*rows, build.anchor(2, 1, (17, 37), 2)]


def _facts(desk: WriteDesk, **rest: Any) -> biography.Facts:
    return biography.facts(desk, ALICE, TODAY, **rest)


def _lines(found: biography.Facts) -> list[tuple[str, str, bool]]:
    return [(one.view.fact.predicate, one.view.object, one.first) for one in found.told]


def test_facts_lie_by_relation_what_holds_first_and_what_is_over_last(desk: WriteDesk) -> None:
    found = _facts(desk)
    assert _lines(found) == [
        ("works_at", "Acme", True),
        ("works_at", "Initech", False),
        ("parent_of", "Alice", True),
        ("knows", "Bob", True),
        ("job_title", "welder", True),
    ]
    assert [one.view.current for one in found.told] == [True, False, True, True, False]
    assert (found.first, found.last) == (date(2019, 1, 1), TODAY)
    assert (found.start, found.total, found.conflicts) == (0, 5, 0)
    assert [source.episode.id for source in found.told[0].view.sources] == [1]


def test_a_page_begins_anew_with_the_words_of_its_relation(desk: WriteDesk) -> None:
    second = _facts(desk, start=1, limit=1)
    assert _lines(second) == [("works_at", "Initech", True)]
    assert (second.start, second.total) == (1, 5)
    assert _facts(desk, start=99, limit=2).start == 4


@pytest.mark.parametrize("text, expected", [("init", 1), ("ACME works", 1), ("welder", 1), ("zebra", 0), ("勤務先", 2)])
def test_facts_are_found_by_the_far_end_the_relation_and_either_language(
    desk: WriteDesk, text: str, expected: int
) -> None:
    found = _facts(desk, text=text)
    assert (len(found.told), found.total) == (expected, expected)


def test_two_that_exclude_each_other_are_rivals_by_name(desk: WriteDesk) -> None:
    rows = [build.fact(2, "lives_in", 6, -1), build.fact(2, "lives_in", 7, -2)]
    desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "learn"))
    told = {one.view.object: one.rivals for one in _facts(desk).told}
    assert (told["Oslo"], told["Leeds"], told["Acme"]) == (("Leeds",), ("Oslo",), ())
    assert _facts(desk).conflicts == 2
    edits.end_fact(
        desk, next(o.view.fact.id for o in _facts(desk).told if o.view.object == "Leeds"), build.world("2026")
    )
    assert _facts(desk).conflicts == 0


def test_who_is_near_is_told_with_why(desk: WriteDesk) -> None:
    found = biography.relatives(desk, ALICE, TODAY)
    assert [one.entity.name for one in found] == ["Bob", "Acme", "Initech"]
    assert set(found[0].groups) == {("knows", True), ("parent_of", False)}
    assert (found[0].together, found[2].together) == (2, 0)
    assert len(biography.relatives(desk, ALICE, TODAY, limit=1)) == 1


def test_mentions_come_a_page_at_a_time_newest_first(desk: WriteDesk) -> None:
    first, second = biography.mentions(desk, ALICE, 0, 1), biography.mentions(desk, ALICE, 1, 1)
    assert [page.views[0].episode.id for page in (first, second)] == [2, 1]
    assert (first.total, second.start) == (2, 1)


def test_notes_and_chats_that_name_it_are_counted(desk: WriteDesk) -> None:
    note = notes.create(desk, "Plans")
    notes.save(desk, note.id, "Plans", "Alice comes on Tuesday.")
    (passage,) = notes.settle(desk, note.id)
    desk.store.commit(Plan((Add(build.mention(2, passage, (0, 5), -1)),), EXTRACTOR, "learn"))
    found = biography.places(desk, ALICE)
    assert [(one.kind, one.title, one.count) for one in found.places] == [("note", "Plans", 1), ("chat", "Monday", 2)]
    assert found.total == 2
    assert (found.places[1].first.date(), found.places[1].episode) == (date(2026, 3, 7), 2)
    assert [one.kind for one in biography.places(desk, ALICE, 1, 1).places] == ["chat"]


def _labels(desk: WriteDesk, entity: EntityId = ALICE) -> list[str]:
    return [entry.label for entry in biography.deeds(desk, entity).entries]


def test_what_was_done_to_it_is_listed_whatever_is_gone_since(desk: WriteDesk) -> None:
    edits.add_alias(desk, ALICE, "Al")
    edits.remove_alias(desk, AliasId(2))
    edits.rename(desk, BOB, "Bert")
    edits.retract_fact(desk, FactId(2))
    categories.make(desk, "Friends", [ALICE])
    categories.take_out(desk, ALICE, CategoryId(1))
    edits.keep_apart(desk, ALICE, BOB)
    assert _labels(desk) == [
        *("keep_apart", "take_out_of_category", "make_category", "retract_fact", "remove_alias", "add_alias"),
    ]
    assert _labels(desk, BOB) == ["keep_apart", "rename"]
    assert _labels(desk, ACME) == ["retract_fact"]


def test_one_step_is_taken_back_out_of_its_turn_and_stays_in_the_list(desk: WriteDesk) -> None:
    edits.add_alias(desk, ALICE, "Al")
    edits.rename(desk, ALICE, "Alice B.")
    first = biography.deeds(desk, ALICE).entries[1]
    assert (first.label, first.copied) == ("add_alias", True)
    assert history.undo_one(desk, first.seq).change is not None
    again = biography.deeds(desk, ALICE).entries[1]
    assert (again.label, again.undone) == ("add_alias", True)
    assert desk.view.entities.one(ALICE, OWNER).name == "Alice B."


def test_an_agent_is_named_as_the_author_of_what_it_declared(desk: WriteDesk) -> None:
    relation = {"subject": "Alice", "predicate": "knows", "object": "Cyd"}
    what = {"entities": [{"name": "Cyd", "type": "person"}], "relations": [relation]}
    associations.declare(desk, what, Caller(Author("agent", "Loom"), OWNER))
    (entry,) = biography.deeds(desk, ALICE).entries
    assert (entry.author.name, entry.label) == ("Loom", "declare")


def test_older_deeds_are_said_to_be_there(desk: WriteDesk) -> None:
    for name in ("Al", "Allie", "Alys"):
        edits.add_alias(desk, ALICE, name)
    found = biography.deeds(desk, ALICE, 2)
    assert (len(found.entries), found.more) == (2, True)
    assert not biography.deeds(desk, ALICE, 3).more


def test_a_page_of_nobody_is_refused_in_words(desk: WriteDesk) -> None:
    for read in (biography.facts, biography.relatives):
        with pytest.raises(BadInput):
            read(desk, EntityId(99), TODAY)
    with pytest.raises(BadInput):
        biography.deeds(desk, EntityId(99))


# ── set right in place ────────────────────────────────────────────────────────────────────────────────────────
def _one(desk: WriteDesk, far: str) -> Any:
    return next(one.view.fact for one in _facts(desk).told if far in (one.view.object, one.view.subject))


def test_a_fact_gets_another_far_end_that_is_new_and_comes_back(desk: WriteDesk) -> None:
    new = Restated("works_at", NewEntity("Globex", "organization"), build.world("2024-06"))
    corrections.restate(desk, FactId(2), ALICE, new)
    changed = _one(desk, "Globex")
    assert (changed.declared_by, changed.valid_at) == ("user", build.world("2024-06"))
    assert [one.view.object for one in _facts(desk, text="works").told] == ["Globex", "Initech"]
    history.undo(desk)
    assert [one.view.object for one in _facts(desk, text="works").told] == ["Acme", "Initech"]
    assert all(one.name != "Globex" for one in desk.view.entities.listed(OWNER))


def test_a_fact_read_from_its_object_keeps_the_object(desk: WriteDesk) -> None:
    corrections.restate(desk, FactId(5), ALICE, Restated("sibling_of", OSLO))
    found = [one.view.fact for one in _facts(desk).told if one.view.fact.predicate == "sibling_of"]
    assert [(one.subject, one.object) for one in found] == [(OSLO, ALICE)]
    with pytest.raises(BadInput):
        corrections.restate(desk, found[0].id, ALICE, Restated("sibling_of", Value("nobody")))


def test_only_the_words_of_a_fact_are_changed(desk: WriteDesk) -> None:
    old = desk.view.facts.one(FactId(2), OWNER)
    new = Restated(old.predicate, ACME, old.valid_at, old.invalid_at, "Alice runs the lab at Acme")
    corrections.restate(desk, FactId(2), ALICE, new)
    kept = desk.view.facts.one(FactId(2), OWNER)
    assert (kept.fact, kept.expired_at, kept.valid_at) == ("Alice runs the lab at Acme", None, old.valid_at)


def test_a_summary_and_a_few_words_are_written_and_too_many_refused(desk: WriteDesk) -> None:
    corrections.describe(desk, ALICE, " A welder from Leeds. ")
    corrections.detail(desk, ALICE, "welder,\n Leeds")
    kept = desk.view.entities.one(ALICE, OWNER)
    assert (kept.summary, kept.tag) == ("A welder from Leeds.", "welder, Leeds")
    for call, words in ((corrections.describe, "x" * 2001), (corrections.detail, "x" * 81)):
        with pytest.raises(BadInput):
            call(desk, ALICE, words)
