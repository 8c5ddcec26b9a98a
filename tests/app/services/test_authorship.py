"""Whose word stands behind a row: what an agent declared bears its name, wherever it shows."""

from datetime import date

from app.domain.plan import USER, Author
from app.services import associations, chat, explorer, memories
from app.services.associations import Caller
from app.services.authorship import agents
from tests.stories.conftest import Person

CLAUDE = Author("agent", "Claude")


def declared(person: Person, author: Author, given: dict, anchor: int):
    caller = Caller(author, person.desk.scope)
    return associations.declare(person.desk, given, caller, f"ep:{anchor}", whole=True)


def test_an_agents_names_and_relations_bear_its_name(person: Person):
    said = person.says("The boss was late again.").episode
    declared(
        person,
        CLAUDE,
        {
            "entities": [{"name": "Rosa Quist", "type": "person", "aliases": ["the boss"]}],
            "relations": [{"subject": "Rosa Quist", "predicate": "works_at", "object": "Harbour Lab"}],
        },
        said.id,
    )
    view = chat.turn(person.desk, said.id)
    assert [(one.fact.predicate, one.agent, one.subject, one.object) for one in view.chips] == [
        ("works_at", "Claude", "Rosa Quist", "Harbour Lab")
    ]
    named = next(one for one in view.named if one.entity.name == "Rosa Quist")
    assert (named.aliases, named.declared_by, named.agent) == (("the boss",), "agent", "Claude")
    page = memories.page(person.desk, named.entity.id, date(2026, 3, 11))
    assert set(page.head.agents.values()) == {"Claude"}
    assert page.facts[0].agent == "Claude"
    assert page.mentions[0].agent == "Claude"


def test_a_persons_own_word_needs_no_name(person: Person):
    said = person.says("The boss was late again.").episode
    declared(person, USER, {"entities": [{"name": "Rosa Quist", "type": "person", "aliases": ["B"]}]}, said.id)
    named = chat.turn(person.desk, said.id).named
    assert [(one.entity.name, one.aliases, one.declared_by, one.agent) for one in named] == [
        ("Rosa Quist", ("B",), "user", "")
    ]


def test_all_of_it_or_nothing(person: Person):
    said = person.says("The boss was late again.").episode
    declared(person, USER, {"entities": [{"name": "Rosa Quist", "type": "person"}]}, said.id)
    before = person.desk.view.journal.latest_seq()
    given = {"entities": [{"name": "Otto", "type": "person", "aliases": ["Rosa Quist", "O."]}]}
    made = declared(person, USER, given, said.id)
    assert [one.reason for one in made.dropped] == ["“Rosa Quist” already names another entity."]
    assert person.desk.view.journal.latest_seq() == before


def test_the_journal_is_not_read_for_nothing(person: Person, monkeypatch):
    monkeypatch.setattr(type(person.desk.view.journal), "listed", lambda *_: 1 / 0)
    assert agents(person.desk, []) == {}


def test_links_of_the_graph_know_their_agent(person: Person):
    said = person.says("The boss was late again.").episode
    told = {"subject": "Rosa Quist", "predicate": "works_at", "object": "Harbour Lab"}
    declared(person, CLAUDE, {"relations": [told]}, said.id)
    assert {(edge.declared_by, edge.agent) for edge in explorer.overview(person.desk).edges} == {("agent", "Claude")}
    rosa = next(one for one in memories.listed(person.desk, "Rosa").entities if one.name == "Rosa Quist")
    assert memories.page(person.desk, rosa.id, date(2026, 3, 11)).head.agent == "Claude"
