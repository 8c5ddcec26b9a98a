"""What a walk reads of a real store: within the scope, bounded, both directions, and nothing where there is nothing."""

import pytest

from app.domain.entity import ME
from app.domain.fact import Fact
from app.domain.ids import FactId, Ref
from app.domain.item import SEED, Limits, Reconstruction
from app.domain.question import Question
from app.domain.scope import OWNER, Scope
from app.memory.recall import system1, web
from app.memory.recall.classify import classify
from app.memory.recall.reconstruct import reconstruct
from app.memory.recall.relating import names_in
from app.memory.recall.web import gather
from tests import builders as build
from tests.app.memory.recall.conftest import NOW, Filled
from tests.builders import NOON

LONG = Limits(count=20, budget=100_000)


def relate(memory: Filled, subject: int | Ref, predicate: str, far: int | Ref, **rest) -> FactId:
    row = Fact(FactId(-1), subject, predicate, far, "", NOON, NOON, **{"declared_by": "agent", **rest})
    return FactId(memory._add(row))


def built(memory: Filled, ids: list[int], limits: Limits = LONG, scope: Scope = OWNER) -> Reconstruction:
    """Reconstructed from these records as if recall had found them."""
    pool = [memory.view.episodes.one(number, OWNER) for number in ids]
    return reconstruct(pool, gather(memory.view, pool, limits, scope), limits)


def reasons(found: Reconstruction) -> dict[int, tuple[str, int | None]]:
    return {claim.ref.id: (claim.why, claim.hops) for item in found.items for claim in item.claims}


@pytest.fixture
def keeper(memory: Filled) -> Filled:
    """Kirari keeps MizEye; each is named in one record of a conversation of its own."""
    kirari, eye = memory.entity("Kirari"), memory.entity("MizEye", "thing")
    for entity, text in ((kirari, "Kirari came by"), (eye, "MizEye is broken"), (kirari, "Kirari left again")):
        home, session = memory.talk()
        memory.mention(entity, memory.say(text, conversation=home, session=session))
    return memory


def test_nothing_declared_is_nothing_changed(keeper: Filled):
    assert reasons(built(keeper, [1, 2])) == {1: (SEED, None), 2: (SEED, None)}
    assert reasons(built(keeper, [1])) == {1: (SEED, None)}


@pytest.mark.parametrize(("start", "reached"), [(1, {2}), (2, {1, 3})])
def test_a_relation_is_a_way_from_either_end(keeper: Filled, start: int, reached: set[int]):
    relate(keeper, 1, "Maintains", 2)
    found = reasons(built(keeper, [start]))
    assert found == {start: (SEED, None), **dict.fromkeys(reached, ("relation:Maintains", 1))}


def test_the_relation_declared_last_says_why(keeper: Filled):
    relate(keeper, 1, "maintains", 2, declared_at=NOON)
    relate(keeper, 2, "amuses", 1, declared_at=NOON)
    assert reasons(built(keeper, [1]))[2] == ("relation:maintains", 1)
    relate(keeper, 1, "sold", 2, declared_at=NOW)
    assert reasons(built(keeper, [1]))[2] == ("relation:sold", 1)


def test_what_was_taken_back_leads_nowhere(keeper: Filled):
    relate(keeper, 1, "maintains", 2, expired_at=NOW)
    assert set(reasons(built(keeper, [1]))) == {1}


def test_the_user_is_no_way(memory: Filled):
    me, one, other = memory.entity(ME), memory.entity("Ann"), memory.entity("Ben")
    home, session = memory.talk()
    memory.mention(one, memory.say("Ann sings"))
    memory.mention(other, memory.say("Ben dances", conversation=home, session=session))
    relate(memory, me, "knows", one)
    relate(memory, me, "knows", other)
    assert set(reasons(built(memory, [1]))) == {1}


@pytest.mark.parametrize("hidden", ["relation", "entity", "record"])
def test_no_way_leads_through_another_scope(memory: Filled, hidden: str):
    mine, foreign = Scope("me", "garden"), Scope("me", "kitchen")
    places = {one: foreign if one == hidden else mine for one in ("relation", "entity", "record")}
    ann, ben = memory.entity("Ann"), memory.entity("Ben")
    for noun, number in (("entity", ann), ("entity", ben)):
        memory.amend(noun, number, scope=mine if number == ann else places["entity"])
    memory.mention(ann, memory.say("Ann sings", scope=mine))
    home, session = memory.talk(places["record"])
    memory.mention(ben, memory.say("Ben dances", conversation=home, session=session, scope=places["record"]))
    relate(memory, ann, "knows", ben, scope=places["relation"])
    assert set(reasons(built(memory, [1], scope=mine))) == {1}
    assert set(reasons(built(memory, [1], scope=OWNER))) == {1, 2}


def test_records_of_another_scope_take_no_place(memory: Filled):
    ann, mine = memory.entity("Ann"), Scope("me", "garden")
    for number in range(3):
        memory.mention(ann, memory.say(f"Ann {number}", scope=mine if number == 2 else Scope("me", "kitchen")))
    assert memory.view.walks.records([ann], mine, 2) == {ann: [3]}
    assert memory.view.walks.totals([ann], mine) == {ann: 1}


@pytest.mark.parametrize("change", [{"state": "off_record"}, {"replaced_at": NOW}])
def test_what_recall_does_not_show_is_not_reached(keeper: Filled, change: dict):
    relate(keeper, 1, "maintains", 2)
    keeper.amend("episode", 2, **change)
    assert set(reasons(built(keeper, [1]))) == {1}


def test_of_each_entity_no_more_is_read_than_may_be_kept(keeper: Filled):
    relate(keeper, 1, "maintains", 2)
    for number in range(6):
        keeper.mention(2, keeper.say(f"MizEye blinks {number}"))
    found = built(keeper, [1], Limits(max_evidence=3))
    assert sorted(reasons(found)) == [1, 2, 4, 5]
    assert found.bounds is not None and (found.bounds.reached, found.bounds.omitted) == (("max_evidence",), 0)
    assert built(keeper, [1], Limits(max_evidence=3)) == found


def test_a_dense_web_is_cut_and_says_so(keeper: Filled, monkeypatch: pytest.MonkeyPatch):
    for number in range(5):
        other = keeper.entity(f"Other {number}")
        relate(keeper, 1, "knows", other)
    relate(keeper, other, "knows", 2)
    assert reasons(built(keeper, [1]))[2] == ("relation:knows", 2)
    monkeypatch.setattr(web, "MOST_AROUND", 1)
    cut = built(keeper, [1])
    assert 2 not in reasons(cut) and cut.bounds is not None and "entities" in cut.bounds.reached


def test_a_relation_between_records_bundles_and_says_what_one_is_to_the_other(keeper: Filled):
    relate(keeper, Ref("ep", 3), "ＣＯＲＲＥＣＴＳ", Ref("ep", 1))
    (item,) = built(keeper, [1, 3]).items
    assert item.independence_reason == "cluster:relation"
    assert [(role.name, role.of) for role in item.claims[1].roles] == [("corrects", Ref("ep", 1))]


# ── recall itself ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_recall_does_not_read_what_the_question_does_not_name(keeper: Filled):
    """Relations between records, and relations and mentions of others, change nothing of what is found, to the byte."""
    before = keeper.ask("What did Kirari do?")
    ann, ben = keeper.entity("Ann"), keeper.entity("Ben")
    relate(keeper, Ref("ep", 2), "supports", Ref("ep", 1))
    relate(keeper, Ref("ses", 2), "corrects", Ref("ses", 3))
    relate(keeper, ann, "knows", ben)
    relate(keeper, ben, "likes", 2)
    after = keeper.ask("What did Kirari do?")
    assert repr(after) == repr(before) and after.episodes
    keeper.mention(ann, 2)
    keeper.mention(ann, 1)
    after = keeper.ask("What did Kirari do?")
    assert repr((after.episodes, after.facts, after.nothing)) == repr((before.episodes, before.facts, before.nothing))


def test_other_names_are_words_for_the_words_arm_alone(keeper: Filled):
    """A vote, not a pass: the question's meaning stays what it was."""

    def find() -> system1.Finds:
        question = Question("What did Kiki do?", NOW)
        keeper.index()
        named = names_in(keeper.view, question.text, OWNER)
        reading = keeper.encoder.encode([question.text, "What did Kirari do?"])
        ask = system1.Ask(classify(question), question, named, reading)
        return system1.find(keeper.view, keeper.text, keeper.vectors, ask)

    before = find()
    keeper._add(build.alias("Kiki", 1, -1))
    after = find()
    assert not before.words and set(after.words) == {1, 3}
    assert after.meanings == before.meanings


# ── words that ended what others had stated ────────────────────────────────────────────────────────────────────────


def test_words_that_end_a_fact_supersede_those_that_stated_it(keeper: Filled):
    first = keeper.fact(1, "lives_in", 2, 1, until="2026-03-05")
    later = keeper.fact(1, "lives_in", 2, 3)
    keeper.amend("fact", first, invalidated_by=later)
    items = built(keeper, [1, 3]).items
    assert len(items) == 2, "a role bundles nothing"
    keeper.amend("episode", 3, session=2)
    keeper.amend("episode", 1, session=2)
    (item,) = built(keeper, [1, 3]).items
    roles = {claim.ref.id: [(role.name, role.of) for role in claim.roles] for claim in item.claims}
    assert roles == {1: [], 2: [], 3: [("supersedes", Ref("ep", 1))]}
