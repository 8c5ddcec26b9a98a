"""Edits by hand on a real store: what they change, what they leave alone, and that each is one step of undo."""

import pytest

from app.domain.clock import WorldTime
from app.domain.entity import ME
from app.domain.errors import BadInput, Outdated
from app.domain.fact import Value
from app.domain.ids import EntityId, FactId
from app.domain.plan import USER, Author
from app.domain.scope import OWNER
from app.memory.revise import alias, forget, merge, relate, remove, rename, retract
from app.memory.revise.relate import Relating
from tests.app.memory.revise.conftest import OWN, live, number
from tests.builders import Reading

AGENT = Author("agent", "helper")


def _aliases(memory, name):
    entity = number(memory, name)
    return [one.text for one in memory.view.entities.aliases([entity], OWNER).get(entity, [])]


def _fact(memory, subject, predicate):
    ((fact, _),) = memory.facts(subject, predicate)
    return fact


class TestAlias:
    def test_added_and_found(self, peopled, edited):
        edited(alias.add(peopled.view, number(peopled, "Alice"), "Al", OWN, USER))
        assert number(peopled, "Al") == number(peopled, "Alice")

    def test_taken_from_one_and_given_to_another(self, peopled, edited):
        alice, bob = number(peopled, "Alice"), number(peopled, "Bob")
        for text in ("a1", "a2"):
            edited(alias.add(peopled.view, alice, text, OWN, USER))
        row = peopled.view.entities.aliases([alice], OWNER)[alice][0]
        edited(alias.remove(peopled.view, row.id, OWN, USER))
        edited(alias.add(peopled.view, bob, "a1", OWN, USER))
        assert _aliases(peopled, "Alice") == ["a2"]
        assert _aliases(peopled, "Bob") == ["a1"]

    @pytest.mark.parametrize("text", ["", "  ", "x" * 257, "Bob", "Alice", "ALLY"])
    def test_refused(self, peopled, text):
        with pytest.raises(BadInput):
            alias.add(peopled.view, number(peopled, "Alice"), text, OWN, USER)

    def test_one_character_is_for_the_user(self, peopled, edited):
        alice = number(peopled, "Alice")
        with pytest.raises(BadInput):
            alias.add(peopled.view, alice, "A", OWN, AGENT)
        edited(alias.add(peopled.view, alice, "A", OWN, USER))

    def test_any_one_can_be_removed(self, peopled, edited):
        alicia = number(peopled, "Alicia")
        edited(alias.remove(peopled.view, peopled.view.entities.aliases([alicia], OWNER)[alicia][0].id, OWN, USER))
        assert _aliases(peopled, "Alicia") == []


class TestRename:
    def test_the_old_name_is_kept_only_when_wanted(self, peopled, edited):
        edited(rename.rename(peopled.view, number(peopled, "Bob"), "Robert", OWN, USER))
        assert peopled.named("Bob") == []
        edited(rename.rename(peopled.view, number(peopled, "Robert"), "Rupert", OWN, USER, keep_old=True))
        assert number(peopled, "Robert") == number(peopled, "Rupert")

    def test_an_alias_that_becomes_the_name_is_no_alias_any_more(self, peopled, edited):
        edited(rename.rename(peopled.view, number(peopled, "Alicia"), "Ally", OWN, USER))
        assert _aliases(peopled, "Ally") == []

    def test_a_taken_name_is_refused(self, peopled):
        with pytest.raises(BadInput):
            rename.rename(peopled.view, number(peopled, "Bob"), "alice", OWN, USER)

    def test_the_user_is_found_by_name_and_keeps_it(self, memory):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        with pytest.raises(BadInput):
            rename.rename(memory.view, number(memory, ME), "Ann", OWN, USER)

    def test_another_kind(self, peopled, edited):
        edited(rename.retype(peopled.view, number(peopled, "Acme"), "thing", OWN, USER))
        assert peopled.named("Acme")[0].kind == "thing"

    def test_named_finds_or_makes(self, peopled, edited):
        assert rename.named(peopled.view, "Ally", "person", OWN, USER) == number(peopled, "Alicia")
        edited(rename.named(peopled.view, "Ally", "place", OWN, USER))
        assert {entity.kind for entity in peopled.named("Ally")} == {"person", "place"}

    def test_a_plan_is_refused_when_memory_moved_on(self, peopled):
        plan = rename.rename(peopled.view, number(peopled, "Bob"), "Robert", OWN, USER)
        peopled.store.commit(rename.rename(peopled.view, number(peopled, "Bob"), "Rob", OWN, USER))
        with pytest.raises(Outdated):
            peopled.store.commit(plan)


class TestRelate:
    def test_a_later_one_ends_the_earlier(self, memory, edited):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        place = edited(rename.named(memory.view, "York", "place", OWN, USER)).touched[0].id
        new = Relating(number(memory, ME), "lives_in", EntityId(place), since=WorldTime("2025-03"))
        edited(relate.add(memory.view, new, OWN, USER))
        assert memory.ask(ME, "lives_in", "2025-04-01") == ["York"]
        assert memory.ask(ME, "lives_in", "2025-02-01") == ["Leeds"]

    def test_declared_again_it_is_refreshed_not_doubled(self, peopled, edited):
        new = Relating(number(peopled, "Alice"), "works_at", number(peopled, "Acme"))
        edited(relate.add(peopled.view, new, OWN, USER))
        assert _fact(peopled, "Alice", "works_at").declared_at is not None

    def test_a_value(self, peopled, edited):
        edited(relate.add(peopled.view, Relating(number(peopled, "Alice"), "phone", Value("555 0101")), OWN, USER))
        assert peopled.ask("Alice", "phone") == ["555 0101"]
        assert _fact(peopled, "Alice", "phone").declared_by == "user"

    def test_what_no_fact_can_be(self, peopled):
        alice, acme = number(peopled, "Alice"), number(peopled, "Acme")
        for new in (
            Relating(alice, "knows", alice),
            Relating(alice, "", acme),
            Relating(alice, "phone", acme),
            Relating(alice, "phone", Value(" ")),
            Relating(alice, "works_at", acme, WorldTime("2025"), WorldTime("2024")),
        ):
            with pytest.raises(BadInput):
                relate.add(peopled.view, new, OWN, USER)

    def test_ended_by_hand(self, peopled, edited):
        fact = _fact(peopled, "Alice", "works_at")
        edited(relate.end(peopled.view, fact.id, WorldTime("2025-06-01"), OWN, USER))
        assert peopled.ask("Alice", "works_at", "2025-05-31") == ["Acme"]
        assert peopled.ask("Alice", "works_at", "2025-06-01") == []
        assert peopled.ask("Bob", "works_at", "2025-06-01") == ["Acme"]

    def test_never_before_its_start(self, peopled):
        with pytest.raises(BadInput):
            relate.end(peopled.view, _fact(peopled, "Alice", "works_at").id, WorldTime("2024"), OWN, USER)

    def test_other_times(self, peopled, edited):
        fact = _fact(peopled, "Alice", "works_at")
        new = Relating(fact.subject, fact.predicate, fact.object, since=WorldTime("2020"))
        edited(relate.edit(peopled.view, fact.id, new, OWN, USER))
        changed = _fact(peopled, "Alice", "works_at")
        assert (changed.id, changed.valid_at) == (fact.id, WorldTime("2020"))

    def test_another_end_keeps_the_sources_and_is_not_undone_by_learning_again(self, peopled, edited):
        fact = _fact(peopled, "Alice", "works_at")
        other = edited(rename.named(peopled.view, "Initech", "organization", OWN, USER)).touched[0].id
        new = Relating(fact.subject, fact.predicate, EntityId(other))
        edited(relate.edit(peopled.view, fact.id, new, OWN, USER))
        assert peopled.ask("Alice", "works_at") == ["Initech"]
        changed = _fact(peopled, "Alice", "works_at")
        assert [one.episode for one in peopled.view.facts.anchors([changed.id], OWNER)[changed.id]] == [1]
        before = peopled.tables()
        peopled.learn(peopled.episode(1))
        assert peopled.tables() == before


class TestRetract:
    def test_what_it_had_ended_holds_again(self, memory, edited):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        live(memory, "I live in York.", "2025-06-05", "York")
        york = next(fact for fact, name in memory.facts(ME, "lives_in") if name == "York")
        edited(retract.retract(memory.view, york.id, OWN, USER))
        assert memory.ask(ME, "lives_in", "2025-07-01") == ["Leeds"]
        assert memory.ask(ME, "lives_in") == ["Leeds"]

    def test_reading_again_does_not_bring_it_back(self, memory, edited):
        told = live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        edited(retract.retract(memory.view, _fact(memory, ME, "lives_in").id, OWN, USER))
        memory.learn(told)
        assert memory.ask(ME, "lives_in") == []
        live(memory, "I do live in Leeds.", "2025-02-05", "Leeds")
        assert memory.ask(ME, "lives_in") == ["Leeds"]

    def test_twice_is_refused(self, peopled):
        fact = _fact(peopled, "Alice", "works_at")
        peopled.store.commit(retract.retract(peopled.view, fact.id, OWN, USER))
        with pytest.raises(BadInput):
            retract.retract(peopled.view, fact.id, OWN, USER)
        with pytest.raises(BadInput):
            retract.retract(peopled.view, FactId(999), OWN, USER)


class TestMerge:
    def test_loops_go_doubles_fold_both_directions_are_repointed(self, peopled, edited):
        alice, alicia = number(peopled, "Alice"), number(peopled, "Alicia")
        edited(merge.merge(peopled.view, alice, alicia, OWN, USER))
        assert peopled.named("Alicia") == []
        assert peopled.ask("Alice", "friend_of") == ["Bob"]
        facts = peopled.view.facts.of_entities([alice], OWNER, retracted=True)
        assert sorted(fact.predicate for fact in facts) == ["friend_of", "works_at"]
        (friends,) = [fact for fact in facts if fact.predicate == "friend_of"]
        assert len(peopled.view.facts.anchors([friends.id], OWNER)[friends.id]) == 1
        assert len(peopled.view.entities.mentions_of(alice, OWNER, 10)) == 4

    def test_aliases_move_and_the_old_name_only_when_wanted(self, peopled, edited):
        alice, alicia = number(peopled, "Alice"), number(peopled, "Alicia")
        plan = merge.merge(peopled.view, alice, alicia, OWN, USER, keep_name=True)
        assert peopled.named("Alicia") != []
        edited(plan)
        assert sorted(_aliases(peopled, "Alice")) == ["Alicia", "Ally"]

    def test_two_lives_become_one_history(self, memory, edited):
        for at, who, place in (("2025-01-05", "Kit", "Ely"), ("2025-06-05", "Kitty", "Hove")):
            text = f"{who} lives in {place}."
            reading = Reading(text).entity(who).entity(place, "place").fact(who, "lives_in", place)
            memory.tell(text, at, reading.draft)
        edited(merge.merge(memory.view, number(memory, "Kit"), number(memory, "Kitty"), OWN, USER))
        assert memory.ask("Kit", "lives_in", "2025-07-01") == ["Hove"]
        assert memory.ask("Kit", "lives_in", "2025-02-01") == ["Ely"]

    def test_refused(self, peopled):
        live(peopled, "I live in Leeds.", "2025-01-05", "Leeds")
        alice = number(peopled, "Alice")
        for kept, gone in ((alice, alice), (alice, number(peopled, ME)), (alice, EntityId(999))):
            with pytest.raises(BadInput):
                merge.merge(peopled.view, kept, gone, OWN, USER)


class TestRemove:
    def test_everything_that_hangs_on_it_goes(self, peopled, edited):
        alicia = number(peopled, "Alicia")
        edited(remove.remove(peopled.view, alicia, OWN, USER))
        assert peopled.named("Ally") == []
        assert peopled.ask("Alice", "friend_of") == ["Bob"]
        assert all(one.entity != alicia for one in peopled.view.entities.mentions_in([peopled.episode(1).id], OWNER)[1])

    def test_what_its_facts_had_ended_holds_again(self, memory, edited):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        live(memory, "I live in York.", "2025-06-05", "York")
        edited(remove.remove(memory.view, number(memory, "York"), OWN, USER))
        assert memory.ask(ME, "lives_in", "2025-07-01") == ["Leeds"]


class TestForget:
    def test_nothing_of_it_is_left(self, peopled, edited):
        edited(forget.lesson(peopled.view, peopled.episode(1), USER))
        tables = peopled.tables()
        for name in ("entities", "aliases", "mentions", "facts", "anchors"):
            assert tables[name] == [], name
        assert peopled.episode(1).state == "nothing"
        assert peopled.episode(1).text.startswith("Alice")

    def test_what_other_words_support_stays(self, memory, edited):
        first = live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        live(memory, "Leeds is where I live.", "2025-02-05", "Leeds")
        assert forget.only_here(memory.view, first) == []
        edited(forget.lesson(memory.view, first, USER))
        fact = _fact(memory, ME, "lives_in")
        assert fact.since().isoformat() == "2025-02-05"
        assert fact.fact == "Leeds is where I live."

    def test_an_end_that_only_it_told_is_undone(self, memory, edited):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        text = "I left Leeds."
        told = memory.tell(
            text, "2025-06-05", Reading(text).entity("Leeds", "place").end(ME, "lives_in", "Leeds").draft
        )
        assert memory.ask(ME, "lives_in", "2025-07-01") == []
        edited(forget.lesson(memory.view, told, USER))
        assert memory.ask(ME, "lives_in", "2025-07-01") == ["Leeds"]

    def test_what_it_had_ended_holds_again(self, memory, edited):
        live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        told = live(memory, "I live in York.", "2025-06-05", "York")
        assert [fact.predicate for fact in forget.only_here(memory.view, told)] == ["lives_in"]
        edited(forget.lesson(memory.view, told, USER))
        assert memory.ask(ME, "lives_in", "2025-07-01") == ["Leeds"]
        assert memory.named("York") == []

    def test_what_the_user_wrote_by_hand_stays(self, memory, edited):
        place = memory.store.commit(rename.named(memory.view, "Leeds", "place", OWN, USER)).touched[0].id
        owner = memory.store.commit(rename.named(memory.view, ME, "person", OWN, USER)).touched[0].id
        new = Relating(EntityId(owner), "lives_in", EntityId(place))
        memory.store.commit(relate.add(memory.view, new, OWN, USER))
        told = live(memory, "I live in Leeds.", "2099-02-05", "Leeds")
        assert _fact(memory, ME, "lives_in").declared_by == "user"
        edited(forget.lesson(memory.view, told, USER))
        assert memory.ask(ME, "lives_in") == ["Leeds"]

    def test_several_in_one_plan(self, memory):
        first = live(memory, "I live in Leeds.", "2025-01-05", "Leeds")
        second = live(memory, "Leeds is where I live.", "2025-02-05", "Leeds")
        plans = [forget.lesson(memory.view, one, USER) for one in (first, second)]
        both = plans[0].__class__(tuple(step for plan in plans for step in plan.steps), USER, "forget_lesson")
        memory.store.commit(both)
        assert memory.ask(ME, "lives_in") == []
