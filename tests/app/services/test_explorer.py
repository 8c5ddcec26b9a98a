"""Looking around as a person does: from a chat, a note or a search, as of a day, and taken along as a file."""

import json
from datetime import date
from xml.etree import ElementTree

from app.domain import clock
from app.domain.fact import Value
from app.domain.lens import Lens
from app.domain.scope import Scope
from app.services import edits, explorer, history, memories, notes
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


def pictured(person: Person, *about: str):
    graph = explorer.look(person.desk, Lens(tuple(who(person, name) for name in about), depth=3))
    called = {node.entity.id: node.entity.name for node in graph.nodes}
    return (
        sorted(called.values()),
        sorted((called[e.subject], e.predicate, called[e.object]) for e in graph.edges),
        graph,
    )


def test_two_names_of_one_person_are_one_node(person: Person):
    person.says("Robert works at Acme.")
    edits.add_alias(person.desk, who(person, "Robert"), "Bob")
    person.says("Bob lives in Leeds.")
    found, edges, _ = pictured(person, "Bob")
    assert found == ["Acme", "Leeds", "Robert"]
    assert edges == [("Robert", "lives_in", "Leeds"), ("Robert", "works_at", "Acme")]
    assert who(person, "Bob") == who(person, "Robert")


def test_a_merge_repoints_folds_and_drops_the_loop_and_undo_gives_the_very_picture_back(person: Person):
    for words in ("Alice knows Bella.", "Alice works at Acme.", "Bella works at Acme.", "Carol knows Bella."):
        person.says(words)
    before = pictured(person, "Alice", "Bella")
    edits.merge(person.desk, who(person, "Alice"), who(person, "Bella"))
    names_, edges, graph = pictured(person, "Alice")
    assert names_ == ["Acme", "Alice", "Carol"]
    assert edges == [("Alice", "works_at", "Acme"), ("Carol", "knows", "Alice")]
    assert {node.entity.name: node.degree for node in graph.nodes} == {"Alice": 2, "Acme": 1, "Carol": 1}
    history.undo(person.desk)
    assert pictured(person, "Alice", "Bella") == before
    history.redo(person.desk)
    assert pictured(person, "Alice")[1] == edges


def test_a_stranger_sees_and_counts_nothing(person: Person):
    person.says("Alice works at Acme.")
    stranger = person.desk.within(Scope(agent="somebody"))
    assert explorer.look(stranger, Lens((who(person, "Alice"),))).nodes == ()
    assert explorer.around_conversation(stranger, person.home) == ()
    assert explorer.around_search(stranger, "Alice") == ()
    assert explorer.changed(stranger, None, date(2000, 1, 1), date(2100, 1, 1)) == ()


def test_a_secret_is_covered_wherever_the_graph_tells_it(person: Person):
    secret = "hunter2-Xk93!pQ"
    person.says("Alice works at Acme.")
    alice, acme = who(person, "Alice"), who(person, "Acme")
    edits.add_fact(person.desk, edits.NewFact(alice, "knows", acme, fact=f"The password is {secret}."))
    edits.add_fact(person.desk, edits.NewFact(alice, "has_note", Value(f"password: {secret}")))
    graph = explorer.look(person.desk, Lens((alice,)))
    told = explorer.changed(person.desk, None, date(2000, 1, 1), date(2100, 1, 1))
    files = [explorer.exported(graph, {}, form).decode() for form in ("json", "graphml")]
    assert secret not in repr((graph, told, files))
    assert "•" in repr(graph) and "•" in repr(told)


def test_a_picture_is_of_one_moment_whatever_is_made_one_meanwhile(person: Person, monkeypatch):
    person.says("Alice works at Acme.")
    person.says("Bob works at Initech.")
    alice, acme, initech = (who(person, name) for name in ("Alice", "Acme", "Initech"))
    reader = person.workspace.read_desk()
    whole, merged = explorer.looking.belonging, []

    def meanwhile(*asked):
        merged.append(edits.merge(person.desk, initech, acme))
        return whole(*asked)

    monkeypatch.setattr(explorer.looking, "belonging", meanwhile)
    picture = explorer.look(reader, Lens((alice,)))
    reader.close()
    assert merged
    assert {end for edge in picture.edges for end in (edge.subject, edge.object)} == {alice, acme}
