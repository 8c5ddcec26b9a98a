"""Looking around as a person does: from a chat, a note or a search, as of a day, and taken along as a file."""

import json
from datetime import date
from xml.etree import ElementTree

from app.domain import clock
from app.domain.lens import Lens
from app.services import edits, explorer, memories, notes
from tests.stories.conftest import Person


def names(person: Person, ids):
    known = person.desk.view.entities.get(ids, person.desk.scope)
    return [known[one].name for one in ids]


def who(person: Person, name: str):
    return explorer.called(person.desk, name)[0].id


def test_a_chat_opens_on_whom_it_is_about(person: Person):
    person.says("Alice works at Acme.")
    person.says("Alice lives in Leeds.")
    person.says("Bob plays chess with Carol.")
    found = explorer.around_conversation(person.desk, person.home)
    assert {"Alice", "Acme", "Leeds", "Bob", "Carol"} <= set(names(person, found))
    assert "Me" not in names(person, found)[:-1]


def test_a_chat_that_only_asks_opens_on_whom_it_names(person: Person):
    person.says("Alice works at Acme.")
    answered = person.asks("Where does Alice work?")
    home = person.desk.view.episodes.one(answered.question, person.desk.scope).conversation
    assert "Alice" in names(person, explorer.around_conversation(person.desk, home))


def test_a_note_opens_on_whom_it_names_also_before_it_is_learned(person: Person):
    person.says("Alice works at Acme.")
    note = notes.create(person.desk)
    notes.save(person.desk, note.id, "Visit", "Alice showed me the new hall.")
    assert names(person, explorer.around_note(person.desk, note.id)) == ["Alice"]
    notes.settle(person.desk, note.id)
    person.waits()
    assert "Alice" in names(person, explorer.around_note(person.desk, note.id))


def test_a_search_opens_on_whom_it_names_then_on_what_it_finds(person: Person):
    person.says("Alice works at Acme.")
    person.says("Bob said that the harbour festival starts in June.")
    assert names(person, explorer.around_search(person.desk, "alice"))[0] == "Alice"
    assert "Bob" in names(person, explorer.around_search(person.desk, "harbour festival"))
    assert "Bob" in names(person, explorer.around_search(person.desk, "festival from:me after:2020"))
    assert names(person, explorer.around_search(person.desk, "about:Alice"))[0] == "Alice"
    assert "Alice" not in names(person, explorer.around_search(person.desk, "harbour -about:Alice"))
    assert explorer.around_search(person.desk, "festival in:note") == ()
    assert explorer.around_search(person.desk, "  ") == ()
    assert explorer.around_search(person.desk, '* "') == ()


def test_what_began_and_ended_is_told_in_order(person: Person):
    person.says("I have worked at Acme since 2019.")
    person.says("I left Acme in March 2024.")
    me = who(person, "Me")
    told = explorer.changed(person.desk, [me], date(2018, 1, 1), date(2024, 12, 31))
    assert [(one.kind, one.day.year, one.object_name) for one in told if one.predicate == "works_at"] == [
        ("began", 2019, "Acme"),
        ("ended", 2024, "Acme"),
    ]
    assert explorer.changed(person.desk, None, date(2018, 1, 1), date(2024, 12, 31)) == told


def test_a_retracted_fact_stays_in_sight_and_is_told(person: Person):
    person.says("Alice works at Acme.")
    alice = who(person, "Alice")
    fact = explorer.look(person.desk, Lens((alice,))).edges[0].fact
    edits.retract_fact(person.desk, fact)
    edge = next(one for one in explorer.look(person.desk, Lens((alice, who(person, "Acme")))).edges if one.fact == fact)
    today = clock.now().date()
    assert (edge.state, edge.expired_at) == ("retracted", today)
    told = explorer.changed(person.desk, [alice], today, today)
    assert [(one.kind, one.fact) for one in told if one.fact == fact] == [("retracted", fact)]


def test_where_a_relation_comes_from_is_known(person: Person):
    person.says("Alice works at Acme.")
    note = notes.create(person.desk)
    notes.save(person.desk, note.id, "Visit", "Alice lives in Leeds.")
    notes.settle(person.desk, note.id)
    person.waits()
    graph = explorer.look(person.desk, Lens((who(person, "Alice"),)))
    assert {edge.predicate: edge.source for edge in graph.edges} == {"works_at": "chat", "lives_in": "note"}


def test_the_picture_can_be_taken_along(person: Person):
    person.says("Alice works at Acme.")
    graph = explorer.look(person.desk, Lens((who(person, "Alice"),)))
    places = {node.entity.id: (0.5, 1.0) for node in graph.nodes}
    tree = ElementTree.fromstring(explorer.exported(graph, places, "graphml"))
    assert len(tree.findall(".//{*}node")) == len(graph.nodes)
    read = json.loads(explorer.exported(graph, places, "json"))
    assert {node["label"] for node in read["nodes"]} == {node.entity.name for node in graph.nodes}


def test_a_listed_memory_is_all_in_reach(person: Person):
    person.says("Alice works at Acme.")
    listed = {one.id for one in memories.listed(person.desk, "").entities}
    assert {node.entity.id for node in explorer.look(person.desk, Lens()).nodes} == listed
