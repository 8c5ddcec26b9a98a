"""Relations between whatever has a name or a reference: kept as declared, once, refused alone."""

from datetime import timedelta

import pytest

from app.domain.entity import ME
from app.domain.ids import Ref
from app.domain.scope import Scope
from app.memory.revise.withdraw import withdraw
from tests.app.memory.revise.conftest import AGENT, OWN, number, relations_of
from tests.builders import NOON, Reading


def test_a_predicate_keeps_both_spellings(memory, declared):
    declared(relations=[("Kirari", "Is Keeper Of", "MizEye")])
    (fact,) = relations_of(memory, "Is Keeper Of")
    (key,) = memory.store._connection.execute("SELECT predicate_key FROM facts WHERE id = ?", (fact.id,))
    assert key == ("is keeper of",)


def test_declaring_again_refreshes_and_doubles_nothing(memory, declared, day):
    declared(relations=[("Kirari", "maintains", "MizEye"), ("Ann", "friend_of", "Bea")])
    day(3)
    assert declared(relations=[("kirari", "ＭＡＩＮＴＡＩＮＳ", "mizeye"), ("Bea", "friend_of", "Ann")]) == {}
    (fact,) = relations_of(memory, "maintains")
    assert [one.declared_at for one in (fact, *relations_of(memory, "friend_of"))] == [NOON + timedelta(days=3)] * 2
    assert set(declared.made.known) == {"relations[0]", "relations[1]"}


def test_a_relation_twice_in_one_declaration_is_one(memory, declared):
    declared(relations=[("A1", "knows", "B1"), ("a1", "KNOWS", "b1")])
    assert len(relations_of(memory, "knows") + relations_of(memory, "KNOWS")) == 1
    assert len(set(declared.made.facts.values())) == 1


def test_declaring_what_had_ended_begins_it_anew(memory, declared, day):
    declared(relations=[("Ann", "lives_in", "Ghent")])
    day(40)
    declared(relations=[("Ann", "lives_in", "Leeds")])
    day(80)
    declared(relations=[("Ann", "lives_in", "Ghent")])
    stretches = [(memory._name(fact.object), fact.invalid_at is None) for fact in relations_of(memory, "lives_in")]
    assert stretches == [("Ghent", False), ("Leeds", False), ("Ghent", True)]


def test_a_relation_taken_back_can_be_declared_again(memory, declared, edited, day):
    declared(relations=[("Ann", "knows", "Bea")])
    (fact,) = relations_of(memory, "knows")
    edited(withdraw(memory.view, {"relations": [fact.id]}, OWN, AGENT).plan)
    assert relations_of(memory, "knows") == []
    declared(relations=[("Ann", "knows", "Bea")])
    assert len(relations_of(memory, "knows")) == 1


def test_every_kind_of_end(memory, declared):
    first, second = memory.say("one"), memory.say("two")
    session = f"ses:{first.session}"
    ends = [
        ("Ann", "Bea"),
        ("Ann", "ep:1"),
        ("Ann", session),
        ("ep:1", "Ann"),
        ("ep:002", "ep:1"),
        ("ep:1", session),
        (session, "Ann"),
        (session, "ep:1"),
    ]
    assert declared(relations=[(subject, "touches", far) for subject, far in ends]) == {}
    made = [(fact.subject, fact.object) for fact in relations_of(memory, "touches")]
    assert len(made) == 8 and (Ref("ep", second.id), Ref("ep", first.id)) in made
    assert declared(relations=[(subject, "touches", far) for subject, far in ends]) == {}
    assert len(relations_of(memory, "touches")) == 8


@pytest.mark.parametrize(
    ("relation", "place"),
    [
        (("ep:99", "knows", "Ann"), ".subject"),
        (("Ann", "knows", "ses:99"), ".object"),
        (("Ann", "knows", "ep:0"), ".object"),
        (("Ann", "knows", "EP:1"), ".object"),
        (("Ann", "knows", "ep:99999999999999999999"), ".object"),
        (("Ann", "knows", "ann"), ""),
        (("New", "knows", "ＮＥＷ"), ""),
        (("ep:1", "repeats", "ep:001"), ""),
        (("Ann", "email", "ep:1"), ".object"),
    ],
)
def test_a_relation_that_cannot_be_is_refused_and_leaves_nobody_behind(memory, declared, relation, place):
    memory.say("one")
    assert list(declared(relations=[relation])) == [f"relations[0]{place}"]
    assert [memory.named(name) for name in ("Ann", "New")] == [[], []]


def test_a_relation_to_a_text_is_kept_as_one(memory, declared):
    assert declared(relations=[("Ann", "email", "ann@example.org")]) == {}
    assert memory.ask("Ann", "email") == ["ann@example.org"]


def test_the_anchor_mentions_whom_it_names_where_the_name_stands(memory, declared):
    said = memory.say("Yesterday Kirari fixed the eye")
    declared(["Kirari"], [("Kirari", "maintains", "MizEye")], said)
    spans = {
        memory._name(one.entity): (one.span.start, one.span.end)
        for one in memory.view.entities.mentions_in([said.id], OWN)[said.id]
    }
    assert spans == {"Kirari": (10, 16), "MizEye": (0, 30)}
    (fact,) = relations_of(memory, "maintains")
    assert [one.episode for one in memory.view.facts.anchors([fact.id], OWN)[fact.id]] == [said.id]


def test_a_program_in_a_project_writes_there(memory, declared):
    declared(["Kirari"], scope=Scope("me", "garden"))
    assert memory.named("Kirari")[0].scope == Scope("me", "garden")
    assert memory.view.entities.by_key(["kirari"], Scope("me", "kitchen")) == {}


def test_the_user_is_known_by_their_name_in_memory(peopled, declared):
    peopled.tell(
        "I live in Ghent",
        "2025-02-01",
        Reading("I live in Ghent").entity("Ghent", "place").fact(ME, "lives_in", "Ghent").draft,
    )
    declared(relations=[("Me", "admires", "Alice")])
    assert relations_of(peopled, "admires")[0].subject == number(peopled, ME)
