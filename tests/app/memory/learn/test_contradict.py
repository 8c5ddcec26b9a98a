"""What a model may end: facts of the same subject and predicate that it was asked about, and nothing else ever."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.entity import ME
from app.domain.errors import Cancelled, ModelUnavailable
from app.domain.ids import FactId
from app.domain.scope import OWNER
from app.memory.learn.learner import Aid
from tests.app.memory.learn.forms import entity, form, relation
from tests.builders import Reading
from tests.fakes import ScriptedModel
from tests.remembering import Memory

TOOLS = ("Notion", "Obsidian", "Vim", "Emacs")


@pytest.fixture
def memory(profile):
    made = Memory(profile)
    yield made
    made.close()


def uses(memory, tool, at, *answers, since="", who=ME, calls=3):
    """A turn in which a model reads that somebody uses a tool; `answers` are those to later calls."""
    model = ScriptedModel(form(entity(tool, "thing"), relation(who, "uses", tool, since)), *answers)
    memory.learner.aid = Aid(model, calls)
    when = f" since {since}" if since else ""
    memory.tell(f"{who} is with {tool} now{when}, says the log.", at)
    return model


def intervals(memory, predicate="uses", who=ME):
    return {
        name: (fact.valid_at and fact.valid_at.text, fact.invalid_at and fact.invalid_at.text)
        for fact, name in memory.facts(who, predicate)
    }


def ends(*numbers):
    return {"contradicted": list(numbers)}


def test_the_contradicted_one_ends_when_the_new_one_begins(memory):
    uses(memory, "Notion", "2026-03-01")
    model = uses(memory, "Obsidian", "2026-03-07", ends(1))
    assert intervals(memory) == {"Notion": (None, "2026-03-07"), "Obsidian": (None, None)}
    (old, _), (new, _) = memory.facts(ME, "uses")
    assert old.invalidated_by == new.id
    assert old.expired_at is None
    assert len(model.sent) == 2


def test_both_stand_when_the_model_says_so(memory):
    uses(memory, "Notion", "2026-03-01")
    uses(memory, "Obsidian", "2026-03-07", ends())
    assert intervals(memory) == {"Notion": (None, None), "Obsidian": (None, None)}


def test_a_note_filled_in_later_is_closed_by_what_came_after(memory):
    uses(memory, "Notion", "2026-03-01", since="2024")
    uses(memory, "Obsidian", "2026-03-07", ends(1), since="2019")
    assert intervals(memory) == {"Notion": ("2024", None), "Obsidian": ("2019", "2024")}


def test_a_fact_that_comes_back_has_two_intervals(memory):
    uses(memory, "Notion", "2026-01-05")
    uses(memory, "Obsidian", "2026-02-05", ends(1))
    uses(memory, "Notion", "2026-03-05", ends(1))
    found = [(name, fact.since().isoformat()[5:7], fact.invalid_at is None) for fact, name in memory.facts(ME, "uses")]
    assert sorted(found) == [("Notion", "01", False), ("Notion", "03", True), ("Obsidian", "02", False)]


def test_the_same_again_is_no_question(memory):
    uses(memory, "Notion", "2026-03-01")
    uses(memory, "Obsidian", "2026-03-02", ends())
    assert len(uses(memory, "Notion", "2026-03-07", ends(1)).sent) == 1
    assert intervals(memory) == {"Notion": (None, None), "Obsidian": (None, None)}


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_the_calls_of_a_turn_are_counted_to_the_letter(memory, calls):
    uses(memory, "Notion", "2026-03-01")
    rows = [row for tool in TOOLS[1:] for row in (entity(tool, "thing"), relation(ME, "uses", tool))]
    model = ScriptedModel(form(*rows), otherwise=ends())
    memory.learner.aid = Aid(model, calls)
    memory.tell("Obsidian, Vim and Emacs are my tools.", "2026-03-07")
    assert len(model.sent) == calls
    assert len(intervals(memory)) == 4


def test_no_call_at_all_when_none_is_allowed(memory):
    model = ScriptedModel(otherwise=form())
    memory.learner.aid = Aid(model, 0)
    assert memory.tell("I use Notion.", "2026-03-01", Reading("I use Notion.").draft).learn_error == ""
    assert model.sent == []


@pytest.mark.parametrize("answer", [ends(2), ends(0), ends(-1), ends("1"), ends(True), [1], None, {"contradicted": 1}])
def test_numbers_that_were_not_offered_end_nothing(memory, answer):
    uses(memory, "Notion", "2026-03-01")
    uses(memory, "Obsidian", "2026-03-07", answer)
    assert intervals(memory) == {"Notion": (None, None), "Obsidian": (None, None)}


def test_when_the_model_fails_the_fact_is_simply_added(memory):
    uses(memory, "Notion", "2026-03-01")
    uses(memory, "Obsidian", "2026-03-07", ModelUnavailable("busy"))
    assert intervals(memory) == {"Notion": (None, None), "Obsidian": (None, None)}
    assert memory.episode(2).learn_error == ""


def test_stopped_in_the_middle_nothing_is_written(memory):
    uses(memory, "Notion", "2026-03-01")
    before = memory.tables()
    model = ScriptedModel(form(entity("Vim", "thing"), relation(ME, "uses", "Vim")), Cancelled())
    memory.learner.aid = Aid(model, 3)
    episode = memory.say("Me with Vim now.", "2026-03-07")
    with pytest.raises(Cancelled):
        memory.learner.learn(episode)
    after = memory.tables()
    assert memory.episode(episode.id).state == "waiting"
    assert {name: rows for name, rows in after.items() if name != "episodes"} == {
        name: rows for name, rows in before.items() if name != "episodes"
    }


def test_what_rules_decide_is_no_question(memory):
    for city, at in (("Rye", "2026-03-01"), ("Deal", "2026-03-02")):
        model = ScriptedModel(form(entity(city, "place"), relation(ME, "lives_in", city)), otherwise=ends(1))
        memory.learner.aid = Aid(model, 3)
        memory.tell(f"My home is {city} by the sea.", at)
        assert len(model.sent) == 1
    assert memory.ask(ME, "lives_in", "2026-03-03") == ["Deal"]


def test_only_facts_of_that_kind_are_shown(memory):
    uses(memory, "Notion", "2026-03-01")
    uses(memory, "Vim", "2026-03-01", who="Ann")
    text = "Paper is what I like."
    memory.learner.aid = None
    memory.tell(text, "2026-03-02", Reading(text).entity("Paper", "thing").fact(ME, "likes", "Paper").draft)
    shown = uses(memory, "Obsidian", "2026-03-07", ends()).sent[1][-1].text
    assert "Notion" in shown
    assert "Paper" not in shown
    assert "Ann" not in shown


KINDS = ("uses", "owns", "likes", "knows_of")
TELLING = st.tuples(
    st.sampled_from(("Ann", "Bob")), st.sampled_from(KINDS), st.sampled_from(TOOLS),
    st.sampled_from(("", "2020", "2024-02")), st.lists(st.integers(-1, 5), max_size=4),
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TELLING, min_size=2, max_size=7))
def test_whatever_a_model_answers_no_other_fact_changes(tmp_path_factory, told):
    memory = Memory(tmp_path_factory.mktemp("profile"))
    try:
        for day, (who, predicate, tool, since, numbers) in enumerate(told, 1):
            before = {fact.id: fact for fact in memory.view.facts.page(OWNER, FactId(0), 100)}
            rows = form(entity(who), entity(tool, "thing"), relation(who, predicate, tool, since))
            memory.learner.aid = Aid(ScriptedModel(rows, otherwise=ends(*numbers)), 3)
            memory.tell(f"{who} {tool} since {since or 'then'}, told {day}.", f"2026-03-{day:02d}")
            near = {entity.id for entity in memory.named(who)}
            for fact in memory.view.facts.page(OWNER, FactId(0), 100):
                old = before.pop(fact.id, fact)
                assert old == fact or (fact.subject in near and fact.predicate == predicate)
                assert fact.expired_at is None
                assert fact.invalid_at is None or fact.invalid_at.first() >= fact.since()
            assert all(fact.subject in near and fact.predicate == predicate for fact in before.values())
    finally:
        memory.close()
