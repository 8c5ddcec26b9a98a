"""Taking back: each sort alone and all at once, by number or by name, with a reason for whatever cannot be."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.association import read_associations
from app.domain.entity import ME
from app.domain.plan import Add, Author
from app.domain.scope import Scope
from app.memory.revise.declare import declare
from app.memory.revise.withdraw import MOST, withdraw
from tests.app.memory.revise.conftest import OWN, live, number
from tests.app.storage.dumps import faults
from tests.remembering import Memory

AGENT = Author("agent", "Probe")


@pytest.fixture
def taken(memory, edited):
    """Take back, undo, do it again; gives back what was dropped, by place."""

    def go(given, scope=OWN):
        made = withdraw(memory.view, given, scope, AGENT)
        if made.plan.steps:
            edited(made.plan)
        go.taken = dict(made.taken)
        return {one.item: one.reason for one in made.dropped}

    return go


def relations(memory, subject, predicate):
    return [fact for fact, _ in memory.facts(subject, predicate)]


def test_a_relation(peopled, taken):
    (fact,) = relations(peopled, "Alicia", "friend_of")[:1]
    assert taken({"relations": [fact.id, fact.id]}) == {}
    assert taken.taken == {"relations": 1}
    assert fact.id not in {one.id for one in relations(peopled, "Alicia", "friend_of")}
    assert peopled.view.facts.one(fact.id, OWN).expired_at is not None
    assert list(taken({"relations": [fact.id]})) == ["relations[0]"]


def test_what_a_relation_had_ended_holds_again(memory, taken):
    live(memory, "I live in Ghent", "2025-01-05", "Ghent")
    live(memory, "I live in Leeds now", "2025-03-05", "Leeds")
    assert memory.ask(ME, "lives_in", "2025-04-01") == ["Leeds"]
    (later,) = [fact for fact, name in memory.facts(ME, "lives_in") if name == "Leeds"]
    taken({"relations": [later.id]})
    assert memory.ask(ME, "lives_in", "2025-04-01") == ["Ghent"]


def test_an_alias_by_the_name_or_number_of_its_entity(peopled, taken):
    assert taken({"aliases": [{"entity": "alicia", "alias": "ＡＬＬＹ"}]}) == {}
    assert peopled.named("Ally") == [] and len(peopled.named("Alicia")) == 1
    assert taken({"aliases": [{"entity": number(peopled, "Alicia"), "alias": "Ally"}]}) == {
        "aliases[0]": "There is no such alias."
    }


def test_a_mention(peopled, taken):
    assert taken({"mentions": [{"entity": "Alice", "ref": "ep:001"}]}) == {}
    assert peopled.named("Alice")[0].mention_count == 0
    assert list(taken({"mentions": [{"entity": "Alice", "ref": "ep:1"}]})) == ["mentions[0]"]


def test_an_entity_goes_with_all_that_hangs_on_it(peopled, taken):
    assert taken({"entities": ["Alicia"]}) == {}
    assert [peopled.named(name) for name in ("Alicia", "Ally")] == [[], []]
    assert len(peopled.view.facts.page(OWN, 0, 100)) == 3
    assert faults(peopled.store._connection) == []


def test_all_at_once(peopled, taken):
    fact = relations(peopled, "Bob", "works_at")[0]
    hers = relations(peopled, "Alicia", "friend_of")[0]
    given = {
        "relations": [fact.id, hers.id],
        "mentions": [{"entity": "Bob", "ref": "ep:1"}, {"entity": "Alicia", "ref": "ep:1"}],
        "aliases": [{"entity": "Alicia", "alias": "Ally"}],
        "entities": ["Alicia"],
    }
    assert taken(given) == {}
    assert taken.taken == {"relations": 2, "mentions": 2, "aliases": 1, "entities": 1}
    assert faults(peopled.store._connection) == []


def test_the_user_stays(memory, taken):
    live(memory, "I live in Ghent", "2025-01-05", "Ghent")
    assert list(taken({"entities": [ME, number(memory, ME)]})) == ["entities[0]", "entities[1]"]


@pytest.mark.parametrize(
    ("given", "places"),
    [
        (None, ["retract"]),
        ([1], ["retract"]),
        ({"relation": [1]}, ["relation"]),
        ({"relations": {}}, ["relations"]),
        ({"relations": 1}, ["relations"]),
        ({"relations": [True, "1", 1.0, -1, 0, 2**63, None]}, [f"relations[{n}]" for n in range(7)]),
        ({"entities": [True, "", "nobody", 2**70, [], {}]}, [f"entities[{n}]" for n in range(6)]),
        ({"aliases": ["Ally", {}, {"entity": "Alicia"}, {"entity": "Alicia", "alias": True}]},
         [f"aliases[{n}]" for n in range(4)]),
        ({"mentions": [1, {"entity": "Bob"}, {"entity": "Bob", "ref": "ses:1"}, {"entity": "Bob", "ref": "ep:9"}]},
         [f"mentions[{n}]" for n in range(4)]),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_back_says_so_and_changes_nothing(peopled, taken, given, places):
    before = peopled.tables()
    assert list(taken(given)) == places and all(taken(given).values())
    assert peopled.tables() == before


def test_no_more_than_the_bound_at_once(peopled, taken):
    over = [item for item, reason in taken({"relations": list(range(1, MOST + 3))}).items() if "At most" in reason]
    assert over == [f"relations[{MOST}]", f"relations[{MOST + 1}]"]


def test_a_name_of_several_takes_nobody(memory, taken):
    given = {"entities": [{"name": "Apple", "type": "person"}, {"name": "Apple", "type": "organization"}]}
    memory.store.commit(declare(memory.view, read_associations(given), OWN, AGENT).plan)
    assert taken({"entities": ["Apple"]}) == {"entities[0]": "Several go by this name."}


def test_another_scopes_rows_are_not_there(memory, taken):
    given = {"relations": [{"subject": "Ann", "predicate": "knows", "object": "Bea"}]}
    memory.store.commit(declare(memory.view, read_associations(given), Scope("me", "garden"), AGENT).plan)
    assert list(taken({"relations": [1], "entities": ["Ann", 1]}, Scope("me", "kitchen"))) == [
        "entities[0]", "entities[1]", "relations[0]",
    ]  # fmt: skip


# ── whatever is declared and taken back ────────────────────────────────────────────────────────────────────────────

NAMES = st.sampled_from(
    ["Alice", "alice", "Ben", "ベン", "花", "AI", "ep:1", "ep:01", "ep:2", "ses:1", "ep:77", "", "Me"]
)
KINDS = st.sampled_from([None, "person", "organization", "robot"])
PREDICATES = st.sampled_from(["knows", "KNOWS", "works_at", "lives_in", "friend_of", "email", "corrects", "parent_of"])
DECLARATIONS = st.fixed_dictionaries(
    {
        "entities": st.lists(
            st.fixed_dictionaries({"name": NAMES, "type": KINDS, "aliases": st.lists(NAMES, max_size=2)}), max_size=3
        ),
        "relations": st.lists(
            st.fixed_dictionaries({"subject": NAMES, "predicate": PREDICATES, "object": NAMES}), max_size=4
        ),
    }
)
NUMBERS = st.integers(-1, 12) | st.booleans()
RETRACTIONS = st.fixed_dictionaries(
    {
        "relations": st.lists(NUMBERS, max_size=2),
        "entities": st.lists(NUMBERS | NAMES, max_size=1),
        "aliases": st.lists(st.fixed_dictionaries({"entity": NUMBERS | NAMES, "alias": NAMES}), max_size=2),
        "mentions": st.lists(st.fixed_dictionaries({"entity": NUMBERS | NAMES, "ref": NAMES}), max_size=2),
    }
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    memory = Memory(tmp_path_factory.mktemp("shared"))
    memory.say("Alice knows Ben")
    memory.say("ベンは花を知っている")
    yield memory
    memory.close()


def left_out(item, dropped):
    """Whether a whole item is reported: itself, or an end or the predicate of a relation."""
    parts = tuple(f"{item}.{part}" for part in ("subject", "predicate", "object"))
    return any(one == item or one in parts for one in dropped)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(DECLARATIONS, RETRACTIONS, st.booleans()), min_size=1, max_size=3))
def test_no_declaration_raises_or_leaves_anything_dangling(shared, acts):
    start, done = shared.tables(), 0

    def commit(plan):
        changed = bool(plan.steps and shared.store.commit(plan).touched)
        assert list(shared.store._connection.execute("PRAGMA foreign_key_check")) == []
        return changed

    for rows, back, anchored in acts:
        made = declare(shared.view, read_associations(rows), OWN, AGENT, shared.episode(1) if anchored else None)
        dropped = {one.item for one in made.dropped}
        for sort, taken in (("entities", made.entities), ("relations", made.facts)):
            items = {f"{sort}[{place}]" for place in range(len(rows[sort]))}
            assert {item for item in items if not left_out(item, dropped)} == set(taken)
        added = {step.row.id for step in made.plan.steps if isinstance(step, Add)}
        assert all(number > 0 or number in added for number in (*made.facts.values(), *made.entities.values()))
        done += commit(made.plan)
        done += commit(withdraw(shared.view, back, OWN, AGENT).plan)
    for _ in range(done):
        assert shared.store.undo() is not None
    assert shared.tables() == start and faults(shared.store._connection) == []
