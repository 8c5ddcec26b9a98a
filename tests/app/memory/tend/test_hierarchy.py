"""Each rule of the hierarchy, broken once."""

from dataclasses import replace

from app.domain.category import Category, CategoryLink, Membership
from app.domain.entity import ME
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.scope import Scope
from app.memory.tend.hierarchy import violations
from tests.builders import NOON, entity

ANNA, DAN, BEN = entity("Anna", id=1), entity("Dan", id=2), entity("Ben", id=3)
NOW = NOON


def node(number, name, layer=1, **rest):
    return Category(CategoryId(number), name, layer, NOON, **rest)


def member(category, one, excluded=False):
    number = MembershipId(100 * category + one)
    return Membership(number, CategoryId(category), EntityId(one), "extractor", excluded)


def link(parent, child, excluded=False):
    number = CategoryLinkId(100 * parent + child)
    return CategoryLink(number, CategoryId(parent), CategoryId(child), "extractor", excluded)


def rules(categories, memberships, links=(), entities=(ANNA, DAN)):
    return {one.rule for one in violations(categories, memberships, list(links), list(entities))}


FAMILY = [node(1, "Family")]
BOTH = [member(1, 1), member(1, 2)]
TWO = [*FAMILY, node(2, "Ben")]
ALL = [*BOTH, member(2, 3)]
THREE = (ANNA, DAN, BEN)


def test_a_sound_one():
    assert rules(FAMILY, BOTH) == set()
    assert rules(TWO, ALL, entities=THREE) == set()
    assert rules([*TWO, node(3, "People", 2)], ALL, [link(3, 1), link(3, 2)], THREE) == set()
    assert rules([], [], entities=()) == set()


def test_a_single_member_is_promoted_or_wrong():
    assert rules(FAMILY, [member(1, 1)], entities=(ANNA,)) == {"singleton"}
    assert rules([node(1, "anna")], [member(1, 1)], entities=(ANNA,)) == set()
    assert rules([node(1, "Kin", declared_by="user")], [member(1, 1)], entities=(ANNA,)) == set()


def test_an_empty_one():
    assert rules([*FAMILY, node(2, "Friends")], BOTH) == {"empty"}
    assert rules([*FAMILY, node(2, "Friends", declared_by="user")], BOTH) == set()


def test_two_concepts_in_a_name_or_none():
    for name in ("Friends and Family", "Friends & Family", "友人と家族", "友人・家族", "Things", "Misc", "その他"):
        assert rules([node(1, name)], BOTH) == {"name"}, name
    for name in ("Sandwiches", "Bandmates", "できごと", "ひとびと"):
        assert rules([node(1, name)], BOTH) == set(), name
    assert rules([node(1, "Friends and Family", declared_by="user")], BOTH) == set()
    pair = entity("Tom and Tim", id=1)
    assert rules([node(1, "Tom and Tim")], [member(1, 1)], entities=(pair,)) == set()


def test_an_entity_without_a_way_from_the_top():
    assert rules(FAMILY, BOTH, entities=THREE) == {"unreachable"}
    assert rules(FAMILY, [*BOTH, member(1, 3, excluded=True)], entities=THREE) == {"unreachable"}
    assert "unreachable" in rules([*TWO, node(3, "Family", 2)], ALL, [link(3, 1)], THREE)
    assert "unreachable" in rules([*TWO, node(3, "Kin", 2)], ALL, [link(3, 1), link(3, 2, excluded=True)], THREE)
    assert "unreachable" in rules([replace(FAMILY[0], retired_at=NOW)], BOTH)


def test_a_layer_that_grows():
    above = [node(3, "Family", 2), node(4, "Family", 2)]
    assert "growing" in rules([*FAMILY, *above], BOTH, [link(3, 1), link(4, 1)])


def test_too_many_layers():
    tower = [node(number, "Family", number) for number in range(1, 7)]
    links = [link(number + 1, number) for number in range(1, 6)]
    assert rules(tower, BOTH, links) == {"layers"}
    assert rules(tower[:5], BOTH, links[:4]) == set()


def test_a_child_that_is_not_one_layer_below():
    assert "level" in rules([*TWO, node(3, "People", 3)], ALL, [link(3, 1), link(3, 2)], THREE)
    assert "level" in rules([*FAMILY, node(3, "People", 2)], [*BOTH, member(3, 1)], [link(3, 1)])


def test_a_circle():
    assert "cycle" in rules([node(1, "A", 1), node(2, "B", 2)], BOTH, [link(1, 2), link(2, 1)])


def test_the_user_without_the_category_of_the_speaker():
    me = entity(ME, id=1)
    assert "speaker" in rules(FAMILY, BOTH, entities=(me, DAN))
    for name in ("Speaker", "話し手"):
        assert rules([node(1, name)], [member(1, 1)], entities=(me,)) == set()
    renamed = node(1, "It's me", tag="the one who writes here", declared_by="user")
    assert rules([renamed], [member(1, 1)], entities=(me,)) == set()


def test_a_project_that_shines_through():
    inside = replace(DAN, scope=Scope(project="x"))
    assert "scope" in rules(FAMILY, BOTH, entities=(ANNA, inside))
