"""Declaring: names are kept as written, one name is one entity, what is refused says why and costs only itself."""

import pytest

from app.domain.plan import USER
from app.memory.revise.alias import remove as remove_alias
from tests.app.memory.revise.conftest import OWN, number, relations_of
from tests.builders import NOON, Reading


def kinds(memory, name):
    return sorted(entity.kind for entity in memory.named(name))


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
