"""What programs and the window do with memory from outside, on the real store with the real encoder."""

from datetime import timedelta
from typing import Any

import pytest

from app.domain.errors import BadInput
from app.domain.item import Limits
from app.domain.plan import USER, Author
from app.domain.scope import Scope
from app.memory.recall.web import gather
from app.services import associations, history, models
from app.services.associations import Caller
from tests.app.storage.dumps import dump, faults
from tests.fakes import ScriptedModel
from tests.stories.conftest import Person

AGENT = Caller(Author("agent", "Probe"), Scope())
GOOD: dict[str, Any] = {
    "entities": [{"name": "MizEye", "aliases": ["ミズアイ"]}],
    "relations": [{"subject": "Kirari", "predicate": "maintains", "object": "MizEye"}],
}


def tables(person: Person):
    return dump(person.desk.store._connection)


def test_a_record_and_what_it_is_about(person: Person):
    stored = associations.store(person.desk, "Kirari fixed MizEye today", AGENT, GOOD)
    assert stored.declared is not None and stored.declared.dropped == ()
    (fact,) = person.desk.view.facts.get(stored.declared.relations, Scope()).values()
    anchors = person.desk.view.facts.anchors([fact.id], Scope())[fact.id]
    assert (fact.predicate, fact.declared_by, [anchor.episode for anchor in anchors]) == (
        "maintains", "agent", [stored.ref.id],
    )  # fmt: skip
    kept, _ = associations.contents(person.desk, [str(stored.ref)], Scope())
    assert [one.text for one in kept] == ["Kirari fixed MizEye today"]
    assert {one.name for one in associations.entities(person.desk, Scope(), "k")} == {"Kirari"}


HOSTILE: list[Any] = [
    "a text", 5, True, [], [[]], {"entities": 1}, {"entities": [1, None, {}]}, {"relations": [{"subject": "ep:1"}]},
    {"entities": [{"name": "x" * 300, "aliases": {"a": 1}}]}, {"entities": [{"name": "\x00\ud800", "type": []}]},
    {"relations": [{"subject": "ep:999", "predicate": "knows", "object": "ses:999"}]}, {1: 2, None: 3},
    {"entities": [{"name": "N" * 256, "aliases": ["a" * 256] * 40}] * 70}, {"anchor_ref": "ep:1"},
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_what_is_wrong_costs_the_associations_and_never_the_record(person: Person, number: int):
    stored = associations.store(person.desk, f"words {number}", AGENT, HOSTILE[number])
    (kept,), _ = associations.contents(person.desk, [str(stored.ref)], Scope())
    assert kept.text == f"words {number}"
    assert stored.declared is not None and (stored.declared.dropped or HOSTILE[number] == [])
    assert faults(person.desk.store._connection) == []


def test_the_record_is_kept_whatever_becomes_of_the_rest(person: Person, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> None:
        raise BadInput("There is no such thing.")

    monkeypatch.setattr(associations, "declare", refuse)
    stored = associations.store(person.desk, "words", AGENT, GOOD)
    assert associations.contents(person.desk, [str(stored.ref)], Scope())[0][0].text == "words"
    assert stored.declared is not None and [one.item for one in stored.declared.dropped] == ["associations"]


def test_undo_of_store_declare_and_retract_gives_the_very_tables_back(person: Person):
    states = [tables(person)]
    associations.store(person.desk, "Kirari fixed MizEye today", AGENT)
    states.append(tables(person))
    declared = associations.declare(person.desk, GOOD, AGENT, "ep:1")
    states.append(tables(person))
    taken = associations.retract(person.desk, {"relations": list(declared.relations), "entities": ["MizEye"]}, AGENT)
    assert taken.taken == {"relations": 1, "entities": 1}
    for state in reversed(states):
        history.undo(person.desk)
        assert tables(person) == state


def test_who_wrote_stands_in_the_history(person: Person):
    associations.declare(person.desk, GOOD, AGENT)
    last = person.desk.view.journal.undoable()
    assert last is not None and last.author == AGENT.author
    associations.declare(person.desk, {"entities": [{"name": "Cleo"}]}, Caller(USER, Scope()))
    (cleo,) = associations.entities(person.desk, Scope(), "cleo")
    assert cleo.declared_by == "user"


@pytest.mark.parametrize("anchor", ["ep:99", "ses:1", "nothing", "ep:true"])
def test_an_anchor_that_is_none_is_reported_alone(person: Person, anchor: str):
    made = associations.declare(person.desk, GOOD, AGENT, anchor)
    assert [one.item for one in made.dropped] == ["anchor_ref"] and len(made.relations) == 1


def test_numbers_given_back_are_those_of_rows(person: Person):
    twice = {"relations": [*GOOD["relations"], {"subject": "KIRARI", "predicate": "Maintains", "object": "mizeye"}]}
    made = associations.declare(person.desk, twice, AGENT)
    assert len(set(made.relations)) == 1 and made.relations[0] > 0 and made.known == ()
    again = associations.declare(person.desk, GOOD, AGENT)
    assert again.known == again.relations == (made.relations[0],)


def test_no_model_is_asked(person: Person, monkeypatch: pytest.MonkeyPatch):
    model = ScriptedModel()
    monkeypatch.setattr(models, "memory_model", lambda *_: model)
    associations.store(person.desk, "Kirari fixed MizEye today", AGENT, GOOD)
    associations.store(person.desk, "ミズアイ was dirty", AGENT, {"entities": [{"name": "MizEye"}]})
    person.waits()
    model.sent.clear()
    found = associations.reconstruct(person.desk, "What did Kirari fix?", Scope(), Limits(count=3))
    assert found.items and model.sent == []
    associations.traverse(person.desk, "Kirari", Scope())
    assert model.sent == []


def test_reconstruct_is_the_same_each_time_and_without_relations_as_before(person: Person):
    for text in ("Kirari fixed the eye today", "The eye was dirty again", "Bread needs salt"):
        associations.store(person.desk, text, AGENT, None, title=text)
    person.waits()
    question = "Who fixed the eye?"
    before = associations.reconstruct(person.desk, question, Scope())
    assert repr(before) == repr(associations.reconstruct(person.desk, question, Scope()))
    associations.declare(person.desk, {"relations": [{"subject": "Ann", "predicate": "knows", "object": "Ben"}]}, AGENT)
    assert repr(associations.reconstruct(person.desk, question, Scope())) == repr(before)


@pytest.mark.parametrize(
    ("before", "after", "question"),
    [
        ("Alice works at Acme.", "Alice left Acme and now works at Initech.", "Where does Alice work?"),
        ("鈴木さんは東和電機で働いています。", "鈴木さんは三葉製作所に転職しました。", "鈴木さんはどこで働いている？"),
    ],
)
def test_words_that_ended_what_others_stated_supersede_them(person: Person, before: str, after: str, question: str):
    first = person.says(before, person.clock - timedelta(days=90))
    second = person.says(after)
    found = associations.reconstruct(person.desk, question, person.desk.scope)
    assert {claim.ref.id for item in found.items for claim in item.claims} == {first.episode.id, second.episode.id}
    linked = gather(person.desk.view, [first.episode, second.episode], Limits(), person.desk.scope)
    links = linked.told([first.episode.id, second.episode.id]).links
    assert [(link.subject.id, link.predicate, link.object.id) for link in links] == [
        (second.episode.id, "supersedes", first.episode.id)
    ]
