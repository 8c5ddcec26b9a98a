"""The neighbourhood over a real database: what was retracted, what belongs to others, and what goes by two names."""

from datetime import date

from app.domain.ids import EntityId
from app.domain.plan import USER, Add, Plan
from app.domain.scope import OWNER, Scope
from app.memory.explore.neighbourhood import neighbourhood, overview
from tests.builders import NOON, alias, entity, fact

TODAY = date(2026, 3, 7)
HERE, THERE = Scope(project="here"), Scope(project="there")


def add(store, *rows):
    """Commit rows; the numbers of the entities by name."""
    store.commit(Plan(tuple(map(Add, rows)), USER, "add"))
    return {row.name: row.id for row in store.view.entities.listed(OWNER)}


def names(graph):
    return [node.entity.name for node in graph.nodes]


def test_what_was_retracted_leads_nowhere(store):
    ids = add(
        store,
        *(entity(name, id=-n) for n, name in enumerate(("Ann", "Bob", "Cleo"), 1)),
        fact(-1, "knows", -2, id=-10),
        fact(-1, "knows", -3, id=-11, expired_at=NOON),
    )
    assert names(neighbourhood(store.view, ids["Ann"], OWNER, TODAY)) == ["Ann", "Bob"]


def test_two_names_of_one_person_are_one_node(store):
    ids = add(
        store,
        entity("Robert", id=-1),
        entity("Ann", id=-2),
        alias("Bob", -1, id=-3),
        fact(-2, "knows", -1, id=-10),
        fact(-1, "knows", -2, id=-11),
    )
    graph = neighbourhood(store.view, ids["Ann"], OWNER, TODAY)
    assert names(graph) == ["Ann", "Robert"]
    assert len(graph.edges) == 2


def test_a_project_sees_its_own_and_the_global_pool(store):
    ids = add(
        store,
        entity("Ann", id=-1),
        entity("Here", id=-2, scope=HERE),
        entity("There", id=-3, scope=THERE),
        fact(-1, "knows", -2, id=-10, scope=HERE),
        fact(-1, "knows", -3, id=-11, scope=THERE),
    )
    assert names(neighbourhood(store.view, ids["Ann"], HERE, TODAY)) == ["Ann", "Here"]
    assert neighbourhood(store.view, ids["There"], HERE, TODAY).nodes == ()
    assert sorted(names(overview(store.view, HERE, TODAY))) == ["Ann", "Here"]
    assert overview(store.view, HERE, TODAY).hidden == 0


def test_the_same_question_has_the_same_answer(store):
    rows = [entity(f"E{n}", id=-n) for n in range(1, 60)]
    pairs = [(n, n * step % 59 + 1) for step in (3, 7, 11) for n in range(1, 60)]
    facts = [fact(-a, "knows", -b, id=-100 - n) for n, (a, b) in enumerate(pairs) if a != b]
    ids = add(store, *rows, *facts)
    asked = [neighbourhood(store.view, EntityId(ids["E1"]), OWNER, TODAY, depth=3, limit=20) for _ in range(2)]
    assert asked[0] == asked[1]
    assert len(asked[0].nodes) == 20
