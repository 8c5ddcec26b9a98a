"""What is left out of a reading, and the reason that the user sees."""

import logging

import pytest

from app.domain.draft import Draft, DraftDrop, DraftEnd, DraftEntity, DraftFact
from app.domain.entity import ME, Span
from app.memory.learn.validate import validate
from tests.builders import Reading, turn


def reasons(draft):
    return {(drop.what, drop.reason) for drop in draft.drops}


def check(reading, text=None, context=(), **rest):
    return validate(reading.draft, turn(text or reading.text, **rest), context)


def test_a_sound_reading_stays_as_it_is():
    reading = Reading("Alice works at Acme.").entity("Alice").entity("Acme", "organization")
    reading = reading.fact("Alice", "works_at", "Acme")
    valid = check(reading)
    assert (valid.entities, valid.facts, valid.drops) == (reading.draft.entities, reading.draft.facts, ())


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("", "person", "empty"),
        ("「」", "person", "empty"),
        ("x" * 257, "thing", "too_long"),
        ("Alice", "animal", "unknown_type"),
        ("Me", "person", "self"),
        ("Zed", "person", "not_in_text"),
    ],
)
def test_entities_left_out(name, kind, reason):
    valid = check(Reading("Alice met Me at 「」 " + "x" * 300).entity(name, kind, at="Alice"))
    assert valid.entities == ()
    assert [drop.reason for drop in valid.drops] == [reason]


@pytest.mark.parametrize(
    ("subject", "predicate", "far", "reason"),
    [
        ("", "knows", "Bob", "incomplete"),
        ("Alice", "knows", "", "incomplete"),
        ("Alice", "", "Bob", "unknown_predicate"),
        ("Alice", "is a friend of", "Bob", "unknown_predicate"),
        ("Alice", "knows", "Alice", "self_relation"),
        ("Alice", "knows", "Zed", "not_in_text"),
        ("Zed", "knows", "Yan", "not_in_text"),
    ],
)
def test_facts_left_out(subject, predicate, far, reason):
    valid = check(Reading("Alice and Bob.").entity("Alice").entity("Bob").fact(subject, predicate, far))
    assert valid.facts == ()
    assert [drop.reason for drop in valid.drops] == [reason]


def test_a_name_twice_is_one_entity():
    reading = Reading("Alice, my aunt Alice.").entity("Alice").draft
    again = DraftEntity("alice", "person", (Span(15, 20),), ("Alice",), "aunt", 0.5)
    (alice,) = validate(Draft((*reading.entities, again)), turn("Alice, my aunt Alice.")).entities
    assert (alice.name, alice.spans, alice.tag) == ("Alice", (Span(0, 5), Span(15, 20)), "aunt")


def test_two_of_one_name_and_two_kinds_stay_two():
    reading = Reading("Ford starts at Ford.").entity("Ford", "person").entity("Ford", "organization")
    valid = check(reading.fact("Ford", "works_at", "Ford", subject_kind="person", object_kind="organization"))
    assert len(valid.entities) == 2
    assert len(valid.facts) == 1


def test_an_end_that_nobody_listed_becomes_an_entity():
    valid = check(Reading("Alice works at Acme.").fact("Alice", "works_at", "Acme"))
    assert {(one.name, one.kind) for one in valid.entities} == {("Alice", "person"), ("Acme", "organization")}


@pytest.mark.parametrize("name", ["Python", "小田島", "Anselm Whitlock", "Café Six", "山口 大輔"])
def test_support_is_told_through_spelling(name):
    text = "Python 3.13 と小田島さん、Dr. Anselm Whitlock、ＣＡＦÉ ｓｉｘ、山口大輔"
    assert check(Reading(text).entity(name)).entities


def test_an_alias_must_stand_in_the_text():
    valid = check(Reading("Elizabeth (Liz) sings.").entity("Elizabeth", "person", "Liz", "Beth", "elizabeth"))
    assert valid.entities[0].aliases == ("Liz",)
    assert reasons(valid) == {("Beth", "alias_not_in_text")}


class TestContext:
    BEFORE = (turn("This is my friend John."), turn("Ann lives in Paris.", role="assistant"))

    def test_he_may_be_known_from_the_turn_before(self):
        reading = Reading("He also has a friend named Mike.").entity("Mike").fact("John", "friend_of", "Mike")
        valid = check(reading, context=self.BEFORE)
        assert [fact.subject for fact in valid.facts] == ["John"]
        assert {one.name for one in valid.entities} == {"John", "Mike"}

    def test_what_was_recalled_teaches_nothing(self):
        reading = Reading("thanks").entity("Ann").entity("Paris", "place").fact("Ann", "lives_in", "Paris")
        assert check(reading, context=self.BEFORE).facts == ()
        reading = Reading("thanks").fact(ME, "friend_of", "John")
        assert check(reading, context=self.BEFORE).facts == ()

    def test_the_assistants_words_support_nothing(self):
        reading = Reading("She also speaks Thai.").entity("Thai", "concept").fact("Ann", "speaks", "Thai")
        assert check(reading, context=self.BEFORE).facts == ()

    def test_a_bare_name_stays_bare(self):
        before = (turn("I met Victor Hall and Victor Nowak."),)
        reading = Reading("Victor lives in Prague.").entity("Victor Hall", at="Victor").entity("Prague", "place")
        valid = check(reading.fact("Victor Hall", "lives_in", "Prague"), context=before)
        assert [fact.subject for fact in valid.facts] == ["Victor"]
        assert {one.name for one in valid.entities} == {"Victor", "Prague"}


class TestSecrets:
    TEXT = "the box password is Wren-7719-kettle, and I use Ansible to push Wren."

    def test_nothing_kept_holds_it(self):
        reading = Reading(self.TEXT).secret("Wren-7719-kettle").entity("Ansible", "thing")
        reading = reading.entity("Wren-7719-kettle", "thing").fact(ME, "uses", "Ansible")
        valid = check(reading.value("box", "status", "Wren-7719-kettle"))
        assert "7719" not in repr((valid.entities, valid.facts, valid.drops))
        assert [fact.object for fact in valid.facts] == ["Ansible"]
        assert {drop.reason for drop in valid.drops} == {"secret"}

    def test_a_reader_that_overlooks_it(self):
        valid = check(Reading(self.TEXT).entity("Ansible", "thing").fact(ME, "uses", "Ansible"))
        assert "7719" not in repr((valid.entities, valid.facts, valid.drops))

    def test_a_piece_of_one_that_is_also_a_word(self):
        assert check(Reading(self.TEXT).secret("Wren-7719-kettle").entity("Wren", "person")).entities == ()
        names = Reading(self.TEXT).secret("Wren-7719-kettle").entity("Wren", at="Wren.")
        assert [one.name for one in check(names).entities] == ["Wren"]


class TestValues:
    @pytest.mark.parametrize(
        ("predicate", "value"),
        [
            ("due_on", "2026-04-14"),
            ("birthday", "--06-19"),
            ("phone", "+44 20 7946 0000"),
            ("job_title", "route planner"),
            ("plans_to", "move to Sendai"),
        ],
    )
    def test_supported(self, predicate, value):
        text = "Due 14 April; June 19; call 020-7946-0000. I'm a route planner, moving to Sendai."
        assert check(Reading(text).value(ME, predicate, value)).facts

    @pytest.mark.parametrize(("predicate", "value"), [("phone", "555 0101"), ("job_title", "astronaut")])
    def test_unsupported(self, predicate, value):
        assert check(Reading("I like tea.").value(ME, predicate, value)).facts == ()


def test_the_same_claim_twice_is_one():
    reading = Reading("Alice and Bob.").entity("Alice").entity("Bob")
    assert len(check(reading.fact("Alice", "knows", "Bob").fact("alice", "knows", "BOB")).facts) == 1


def test_an_end_may_name_no_object():
    reading = Reading("I quit today.").end(ME, "works_at")
    assert len(check(reading).ends) == 1


def test_the_readers_own_drops_are_kept_once():
    draft = Draft(drops=(DraftDrop("if I got the job", "hypothetical"),) * 2)
    assert validate(draft, turn("if I got the job")).drops == draft.drops[:1]


def test_a_reading_mostly_left_out_is_logged_without_words(caplog):
    names = [DraftEntity(f"Ghost{number}", "person") for number in range(4)]
    with caplog.at_level(logging.WARNING):
        validate(Draft(tuple(names)), turn("thanks"))
    assert [record.getMessage() for record in caplog.records] == [
        "More than half of what was read was left out: 0 of 4 kept"
    ]
    caplog.clear()


def test_spans_outside_the_text_support_nothing():
    wild = DraftFact(ME, "uses", "uv", "I use uv.", Span(90, 99))
    assert validate(Draft(facts=(wild,)), turn("I use uv.")).facts == ()
    end = DraftEnd(ME, "uses", "uv", "I use uv.", Span(5, 5))
    assert validate(Draft(ends=(end,)), turn("I use uv.")).ends == ()
