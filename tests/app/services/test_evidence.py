"""What an answer rests on, as items: made of the same finds, kept as numbers, told in the words of now."""

import json
from dataclasses import replace
from datetime import timedelta

from app.domain.ids import EpisodeId
from app.domain.plan import USER, Author, Plan, Remove
from app.domain.scope import Scope
from app.services import associations, chat, evidence
from app.services.associations import Caller
from app.services.evidence import ItemView
from tests.stories.conftest import Person


def asked(person: Person, text: str):
    """The kept answer to a question."""
    return chat.keep_answer(person.desk, person.home, person.asks(text))


def declare(person: Person, anchor: EpisodeId, *relations: tuple[str, str, str], author: Author = USER) -> None:
    rows = [{"subject": one, "predicate": predicate, "object": other} for one, predicate, other in relations]
    scope = person.desk.scope
    made = associations.declare(person.desk, {"relations": rows}, Caller(author, scope), f"ep:{anchor}", whole=True)
    assert not made.dropped


def claims(items: list[ItemView]) -> dict[str, tuple[str, int | None]]:
    return {claim.text: (claim.why, claim.hops) for item in items for claim in item.claims}


def far_apart(person: Person) -> tuple[EpisodeId, EpisodeId]:
    """Two records that no word joins, and a relation that does."""
    first = person.says("My sister Alice works at Acme.").episode
    person.clock += timedelta(days=30)
    second = person.says("Zeppelin Street was flooded near Bellwether yesterday.").episode
    declare(person, second.id, ("Acme", "located_in", "Bellwether"))
    person.clock += timedelta(days=30)
    return first.id, second.id


def test_finds_are_items_with_the_number_that_the_answer_gives_them(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    person.clock += timedelta(days=3)
    items = evidence.sources(person.desk, asked(person, "Where does Alice work?").id)
    assert (items[0].head.episode, items[0].head.text, items[0].head.number) == (source.id, source.text, 1)
    assert claims(items)[source.text] == ("seed", None)


def test_relations_lead_to_what_the_question_does_not_name(person: Person):
    _, second = far_apart(person)
    found = person.asks("Where does Alice work?")
    assert found.items
    told = {claim.ref.id: (claim.why, claim.hops) for item in found.items for claim in item.claims}
    assert told[second] in {("relation:located_in", 1), ("seed", None)}


def test_what_is_not_cited_is_no_source(person: Person):
    first, second = far_apart(person)
    kept = asked(person, "Where does Alice work?")
    shown = {claim.episode for item in evidence.sources(person.desk, kept.id) for claim in item.claims}
    assert first in shown
    assert second not in shown
    assert all(item.head.number for item in evidence.sources(person.desk, kept.id))


def test_the_question_itself_is_no_evidence(person: Person):
    far_apart(person)
    found = person.asks("Does Alice work at Acme?")
    ids = {claim.ref.id for item in found.items for claim in item.claims}
    assert ids
    assert found.question not in ids


def test_nothing_is_looked_for_again(person: Person, monkeypatch):
    far_apart(person)
    found = person.asks("Where does Alice work?").recollection
    monkeypatch.setattr(type(person.desk), "recaller", lambda *_: 1 / 0)
    assert associations.of_recollection(person.desk, found).items


def test_what_found_nothing_rests_on_nothing(person: Person):
    far_apart(person)
    found = replace(person.asks("Where does Alice work?").recollection, nothing=True)
    assert evidence.of_recollection(person.desk, found).items == ()


def test_the_trace_holds_numbers_and_no_predicate_that_somebody_made_up(person: Person):
    _, second = far_apart(person)
    declare(person, second, ("Acme", "whispers_to_quilliam", "Bellwether"))
    kept = asked(person, "Where does Alice work?")
    payload = person.desk.view.uses.traces([kept.id], person.desk.scope)[kept.id][0].payload
    assert json.loads(payload)["items"]
    for word in ("Alice", "Acme", "Bellwether", "quilliam"):
        assert word not in payload


def test_what_was_forgotten_since_has_no_words_any_more(person: Person):
    source = person.says("My sister Alice works at Acme.").episode
    kept = asked(person, "Where does Alice work?")
    person.desk.store.commit(Plan((Remove("episode", source.id),), USER, "forget"))
    head = evidence.sources(person.desk, kept.id)[0].head
    assert (head.episode, head.text, head.said_at) == (source.id, "", None)


def test_an_answer_from_before_items_were_kept_is_put_together_from_its_finds(person: Person, monkeypatch):
    source = person.says("My sister Alice works at Acme.").episode
    kept = asked(person, "Where does Alice work?")
    uses = person.desk.view.uses
    traces = uses.traces([kept.id], person.desk.scope)
    old = {key: [replace(one, payload=_older(one.payload)) for one in row] for key, row in traces.items()}
    monkeypatch.setattr(type(uses), "traces", lambda *_: old)
    items = evidence.sources(person.desk, kept.id)
    assert source.id in {claim.episode for item in items for claim in item.claims}


def _older(payload: str) -> str:
    return json.dumps({name: value for name, value in json.loads(payload).items() if name != "items"})


def test_a_role_says_what_it_is_to_which_words(person: Person):
    first = person.says("Alice works at Acme.").episode
    second = person.says("No, Alice works at Initech, I mixed it up.").episode
    declare(person, second.id, (f"ep:{second.id}", "contradicts", f"ep:{first.id}"))
    person.clock += timedelta(days=2)
    items = evidence.sources(person.desk, asked(person, "Where does Alice work, at Acme or Initech?").id)
    told = {claim.episode: claim for item in items for claim in item.claims}
    assert ("contradicts", "Alice works at Acme.") in told[second.id].roles
    assert told[first.id].disputed
    assert told[second.id].disputed
    assert any(item.conflicts for item in items)


def test_an_answer_without_a_trace_has_no_sources(person: Person):
    said = person.says("My sister Alice works at Acme.").episode
    assert evidence.sources(person.desk, said.id) == []


def test_an_answer_carries_no_projects_words_to_where_others_read_them(person: Person):
    garden, workshop = Scope(project="Garden"), Scope(project="Workshop")
    person.desk.home = garden
    person.home, outside = chat.start(person.desk).id, person.home
    person.desk.home = None
    person.says("My sister Alice works at Acme.")
    found = person.asks("Where does Alice work?")
    kept = chat.keep_answer(person.desk, outside, found)
    assert "Acme" in kept.text
    assert kept.scope == garden
    assert person.desk.view.episodes.of_conversation(outside, workshop, limit=9) == []
    assert chat.keep_answer(person.desk, person.home, found).scope == garden


def test_an_answer_from_what_all_may_read_lives_in_its_conversation(person: Person):
    person.says("My sister Alice works at Acme.")
    person.desk.home = Scope(project="Garden")
    inside = chat.start(person.desk)
    found = person.asks("Where does Alice work?")
    assert chat.keep_answer(person.desk, inside.id, found).scope == inside.scope
    nothing = replace(found, recollection=replace(found.recollection, nothing=True))
    assert chat.keep_answer(person.desk, inside.id, nothing).scope == inside.scope
