"""Declaring: names are kept as written, one name is one entity, what is refused says why and costs only itself."""

from datetime import timedelta

import pytest

from app.domain import clock
from app.domain.association import read_associations
from app.domain.entity import ME
from app.domain.ids import Ref
from app.domain.plan import USER, Author
from app.domain.scope import Scope
from app.memory.revise.alias import remove as remove_alias
from app.memory.revise.declare import declare
from app.memory.revise.withdraw import withdraw
from tests.app.memory.revise.conftest import OWN, number
from tests.builders import NOON, Reading

AGENT = Author("agent", "Probe")


@pytest.fixture
def day(monkeypatch):
    """Sets the clock to so many days after noon."""

    def go(days):
        monkeypatch.setattr(clock, "now", lambda: NOON + timedelta(days=days))

    go(0)
    return go


@pytest.fixture
def declared(memory, edited):
    """Declare, undo, do it again; gives back what was dropped, by place."""

    def go(entities=(), relations=(), anchor=None, author=AGENT, scope=OWN):
        given = read_associations(
            {
                "entities": [{"name": one} if isinstance(one, str) else one for one in entities],
                "relations": [dict(zip(("subject", "predicate", "object"), one, strict=True)) for one in relations],
            }
        )
        made = declare(memory.view, given, scope, author, anchor)
        go.made, go.change = made, edited(made.plan) if made.plan.steps else None
        return {one.item: one.reason for one in made.dropped}

    return go


def kinds(memory, name):
    return sorted(entity.kind for entity in memory.named(name))


def relations_of(memory, predicate):
    return [fact for fact in memory.view.facts.page(OWN, 0, 100) if fact.predicate == predicate and not fact.expired_at]


# ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_is_kept_as_written_and_found_in_every_spelling(memory, declared):
    assert declared([{"name": "ＭｉｚＥｙｅ", "aliases": ["ミズアイ"], "type": "thing"}]) == {}
    (one,) = memory.named("mizeye")
    assert (one.name, one.kind, one.declared_by) == ("ＭｉｚＥｙｅ", "thing", "agent")
    assert memory.named("ﾐｽﾞｱｲ") == [one]


def test_who_declared_stands_with_everything(memory, declared):
    said = memory.say("Alice knows Ben")
    declared([{"name": "Alice", "aliases": ["Al"]}], [("Alice", "knows", "Ben")], said)
    alice = number(memory, "Alice")
    (alias,) = memory.view.entities.aliases([alice], OWN)[alice]
    mentions = memory.view.entities.mentions_in([said.id], OWN)[said.id]
    (fact,) = relations_of(memory, "knows")
    rows = (memory.named("Ben")[0], alias, *mentions, fact)
    assert {row.declared_by for row in rows} == {"agent"} and alias.episode == said.id
    declared(["Cleo"], author=USER)
    assert memory.named("Cleo")[0].declared_by == "user"


def test_a_known_name_is_the_known_entity(peopled, declared):
    before = len(peopled.view.entities.listed(OWN))
    assert declared(["alice", {"name": "ALICE", "aliases": ["Lissie"]}], [("Alice", "trusts", "acme")]) == {}
    assert len(peopled.view.entities.listed(OWN)) == before
    assert [entity.name for entity in peopled.named("lissie")] == ["Alice"]


def test_a_person_and_an_organization_of_one_name_are_two(memory, declared):
    assert declared([{"name": "Apple", "type": "person"}, {"name": "Apple", "type": "organization"}]) == {}
    assert kinds(memory, "Apple") == ["organization", "person"]
    assert declared(relations=[("Alice", "works_at", "Apple")]) == {}
    (fact,) = relations_of(memory, "works_at")
    assert memory.view.entities.one(fact.object, OWN).kind == "organization"
    assert list(declared(["apple"], [("Apple", "likes", "Alice")])) == ["entities[0]", "relations[0].subject"]


def test_in_one_declaration_a_name_means_whom_it_declares(memory, declared):
    declared([{"name": "Apple", "type": "person"}, {"name": "Apple", "type": "organization"}])
    assert declared([{"name": "Apple", "type": "person"}], [("Apple", "likes", "tea")]) == {}
    (fact,) = relations_of(memory, "likes")
    assert memory.view.entities.one(fact.subject, OWN).kind == "person"


def test_one_name_twice_in_a_declaration_is_one_entity(memory, declared):
    assert declared(["Alice", {"name": "Ａｌｉｃｅ", "type": "person", "aliases": ["Al"]}]) == {}
    assert kinds(memory, "Al") == kinds(memory, "Alice") == ["person"]


def test_a_kind_that_is_given_later_is_believed_of_an_agents_own(memory, declared):
    declared(["Kirari"])
    declared([{"name": "Kirari", "type": "person"}])
    assert kinds(memory, "Kirari") == ["person"]
    declared(["Atlas"], author=USER)
    declared([{"name": "Atlas", "type": "place"}])
    assert kinds(memory, "Atlas") == ["concept", "place"]


def test_learning_finds_whom_an_agent_declared_without_a_kind(memory, declared):
    declared(["Kirari"])
    text = "Kirari works at Acme."
    reading = Reading(text).entity("Kirari").entity("Acme", "organization").fact("Kirari", "works_at", "Acme")
    memory.tell(text, NOON, reading.draft)
    assert len(memory.named("Kirari")) == 1


def test_a_bare_name_of_several_is_refused(memory, declared):
    declared([{"name": "Victor", "type": "person"}, {"name": "Victor", "type": "place"}])
    refused = declared(relations=[("Stranger", "knows", "Victor")])
    assert memory.named("Stranger") and refused == {}  # only a person is known
    refused = declared(relations=[("Newcomer", "remembers", "Victor")])
    assert list(refused) == ["relations[0].object"] and "Victor" in refused["relations[0].object"]
    assert memory.named("Newcomer") == []


# ── aliases ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_alias_that_names_another_is_refused_with_that_reason(peopled, declared):
    refused = declared([{"name": "Alice", "aliases": ["BOB", "ally", "Liss"]}])
    assert refused == {
        f"entities[0].aliases[{n}]": f"“{name}” already names another entity." for n, name in ((0, "BOB"), (1, "ally"))
    }
    assert [entity.name for entity in peopled.named("Liss")] == ["Alice"]


def test_an_alias_that_the_same_declaration_gave_away_is_refused(memory, declared):
    refused = declared([{"name": "Robert", "aliases": ["Bob"]}, {"name": "Bobina", "aliases": ["bob", "Robert"]}])
    assert list(refused) == ["entities[1].aliases[0]", "entities[1].aliases[1]"]
    assert [entity.name for entity in memory.named("Bob")] == ["Robert"]


def test_names_sent_without_aliases_give_none_to_anybody(peopled, declared):
    before = peopled.tables()["aliases"]
    declared(["Alice", "Bob", "Cleo"], [("Alice", "knows", "Cleo")])
    assert peopled.tables()["aliases"] == before


def test_one_alias_moves_alone(memory, declared):
    declared([{"name": "Ann", "aliases": ["a1", "a2"]}, {"name": "Bea"}])
    ann = number(memory, "Ann")
    first = memory.view.entities.aliases([ann], OWN)[ann][0]
    memory.store.commit(remove_alias(memory.view, first.id, OWN, USER))
    assert declared([{"name": "Bea", "aliases": ["a1"]}]) == {}
    names = {one: [entity.name for entity in memory.named(one)] for one in ("a1", "a2")}
    assert names == {"a1": ["Bea"], "a2": ["Ann"]}


def test_an_own_name_again_is_no_alias(memory, declared):
    assert declared([{"name": "Alice", "aliases": ["alice", "Al", "AL"]}]) == {}
    assert [row[2] for row in memory.tables()["aliases"]] == ["Al"]


@pytest.mark.parametrize("text", ["K", "花", "Ｋ", "ﾊﾟ"])
def test_a_name_of_one_character_is_the_users_to_give(memory, declared, text):
    refused = declared([{"name": "Kirari", "aliases": [text]}])
    assert "only be given by the user" in refused["entities[0].aliases[0]"]
    assert declared([{"name": "Kirari", "aliases": [text]}], author=USER) == {}
    assert [entity.name for entity in memory.named(text)] == ["Kirari"]


@pytest.mark.parametrize(
    ("alias", "text", "stands"),
    [
        ("AI", "can you maintain it?", False),
        ("AI", "what did AI say?", True),
        ("AI", "AIは何と言った？", True),
        ("花", "花の誕生日はいつ？", True),
        ("花", "花火はいつ？", False),
        ("凛", "「凛」とは誰？", True),
        ("花名", "その花名は？", True),
        ("ラン", "プランはある？", False),
        ("ラン", "ランはどこ？", True),
    ],
)
def test_where_an_alias_stands_in_a_text(memory, declared, alias, text, stands):
    declared([{"name": "Somebody Long", "aliases": [alias]}], author=USER)
    assert bool(memory.view.entities.names_in(text, OWN)) is stands


# ── relations ──────────────────────────────────────────────────────────────────────────────────────────────────────


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
