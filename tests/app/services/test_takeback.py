"""What a program stored or declared is undone one by one, also after memory has learned from it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.plan import USER, Author
from app.services import associations, edits, history, learning, records
from app.services.associations import Caller
from app.services.workspace import Workspace, WriteDesk

ACME = {"entities": [{"name": "Acme", "aliases": ["The Firm"], "type": "organization"}]}
AGENT = Author("agent", "Claude")


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


@pytest.fixture
def store(desk: WriteDesk) -> Callable[..., Any]:
    def keep(text: str, about: object = None) -> Any:
        return associations.store(desk, text, Caller(AGENT, desk.scope), about)

    return keep


def learn(desk: WriteDesk) -> None:
    for episode in learning.pending(desk):
        learning.learn_now(desk, episode)


def picture(desk: WriteDesk) -> dict[str, list[str]]:
    """Everything that is seen of memory."""
    entities = desk.view.entities.listed(desk.scope, limit=100)
    aliases = desk.view.entities.aliases([one.id for one in entities], desk.scope)
    facts = {fact for one in entities for fact in desk.view.facts.of_entities([one.id], desk.scope, retracted=True)}
    return {
        "records": [f"{row.id} {row.text} {row.state}" for row in desk.view.episodes.after(0, desk.scope, 100)],
        "entities": sorted(f"{one.name} {one.declared_by} {one.mention_count}" for one in entities),
        "aliases": sorted(alias.text for row in aliases.values() for alias in row),
        "facts": sorted(f"{fact.predicate} {fact.fact} {fact.invalid_at} {fact.expired_at}" for fact in facts),
        "conversations": [one.title for one in desk.view.conversations.listed(desk.scope)],
    }


def test_a_record_goes_with_what_was_learned_from_it_and_comes_back_with_it(desk: WriteDesk, store: Any):
    before = picture(desk)
    store("Alice works at Acme.")
    learn(desk)
    learned = picture(desk)
    assert learned["facts"] and learned["conversations"] == ["Claude"]
    change = history.undo(desk)
    assert change is not None and (change.label, change.author, change.played) == ("store", AGENT, "undo")
    assert picture(desk) == before
    assert history.redo(desk) is not None and picture(desk) == learned
    assert history.undo(desk) is not None and picture(desk) == before


def test_a_declaration_goes_and_what_other_words_say_stays(desk: WriteDesk, store: Any):
    associations.declare(desk, ACME, Caller(AGENT, desk.scope))
    records.keep(desk, "Alice works at Acme.", desk.scope, USER)
    learn(desk)
    with_both = picture(desk)
    declared = next(entry for entry in history.entries(desk) if entry.label == "declare")
    undone = history.undo_one(desk, declared.seq)
    assert undone.change is not None and not undone.blocked_by
    after = picture(desk)
    assert [one for one in after["entities"] if one.startswith("Acme")] == ["Acme extractor 1"]
    assert after["aliases"] == [] and after["facts"] == with_both["facts"]
    assert history.redo(desk) is not None and picture(desk) == with_both


def test_a_declaration_that_nobody_else_speaks_of_goes_wholly(desk: WriteDesk, store: Any):
    about = {**ACME, "relations": [{"subject": "Acme", "predicate": "sponsors", "object": "Herons"}]}
    before = picture(desk)
    store("Something else entirely.", about)
    learn(desk)
    assert history.undo(desk) is not None and picture(desk)["entities"] == before["entities"]
    assert history.undo(desk) is not None and picture(desk) == before
    assert history.undo(desk) is None


def test_what_a_record_had_ended_holds_again(desk: WriteDesk, store: Any):
    store("Alice lives in Kyoto.")
    learn(desk)
    before = picture(desk)
    store("Alice moved to Osaka.")
    learn(desk)
    assert picture(desk)["facts"] != before["facts"]
    assert history.undo(desk) is not None and picture(desk)["facts"] == before["facts"]


def test_each_of_many_writes_is_one_step(desk: WriteDesk, store: Any):
    for number in range(4):
        store(f"Alice saw heron {number}.")
    learn(desk)
    second = history.entries(desk)[2]
    assert history.undo_one(desk, second.seq).change is not None
    texts = [row.text for row in desk.view.episodes.after(0, desk.scope, 100)]
    assert texts == ["Alice saw heron 0.", "Alice saw heron 2.", "Alice saw heron 3."]
    for left in (2, 1, 0):
        assert history.undo(desk) is not None
        assert len(desk.view.episodes.after(0, desk.scope, 100)) == left


def test_an_edit_by_hand_stands_in_the_way_of_what_it_rests_on(desk: WriteDesk, store: Any):
    associations.declare(desk, ACME, Caller(AGENT, desk.scope))
    acme = desk.view.entities.listed(desk.scope, limit=1)[0]
    edits.rename(desk, acme.id, "Acme Ltd")
    declared = history.entries(desk)[1]
    undone = history.undo_one(desk, declared.seq)
    assert undone.change is None and [entry.label for entry in undone.blocked_by] == ["rename"]
    assert desk.view.entities.listed(desk.scope, limit=1)[0].name == "Acme Ltd"
