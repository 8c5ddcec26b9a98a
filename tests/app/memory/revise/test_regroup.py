"""Categories put under one another, above one another and apart: one step of undo each, and sorting takes none back."""

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import EXTRACTOR, USER, Add, Plan
from app.domain.scope import OWNER
from app.memory.revise import regroup
from app.memory.tend.hierarchy import violations
from tests.app.memory.tend.sorted_memory import Sorted
from tests.builders import NOON, entity

LAYERS = {"Life": 3, "Leisure": 2, "Labour": 2, "Pets": 2, "Sport": 1, "Music": 1, "Trade": 1, "Craft": 1, "Cats": 1}
BELOW = [("Life", "Leisure"), ("Life", "Labour"), ("Leisure", "Sport"), ("Leisure", "Music"), ("Labour", "Trade")]
BELOW += [("Labour", "Craft"), ("Life", "Pets"), ("Pets", "Cats")]
HELD = {"Sport": "AB", "Music": "CDE", "Trade": "FG", "Craft": "HI", "Cats": "JK"}


@pytest.fixture
def memory(profile):
    """Life above Leisure (Sport, Music), Labour (Trade, Craft) and Pets, promoted alone for Cats and so named."""
    made = Sorted(profile)
    number = {name: -1 - n for n, name in enumerate(LAYERS)}
    called = {**{name: name for name in LAYERS}, "Pets": "Cats"}
    rows = [Category(CategoryId(number[one]), called[one], layer, NOON) for one, layer in LAYERS.items()]
    for n, (over, under) in enumerate(BELOW):
        link = CategoryLink(CategoryLinkId(-50 - n), CategoryId(number[over]), CategoryId(number[under]), "extractor")
        rows.append(link)
    for home, letters in HELD.items():
        for letter in letters:
            rows.append(entity(letter, id=-100 - ord(letter)))
            key = MembershipId(-300 - ord(letter))
            rows.append(Membership(key, CategoryId(number[home]), EntityId(-100 - ord(letter)), "extractor"))
    made.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "sort"))
    yield made
    made.close()


def _tree(memory):
    """Parent → names of what is under it, whatever the layer; what is promoted alone counts as what it stands for."""
    known = {one.id: one for one in memory.categories()}
    found = {}
    for link in memory.view.categories.links(OWNER):
        if not link.excluded:
            found.setdefault(_called(known[link.parent]), set()).add(_called(known[link.child]))
    return {over: sorted(under) for over, under in sorted(found.items())}


def _called(category):
    return f"{category.name} {category.layer}"


def _do(memory, plan):
    """Undo gives the very tree back."""
    before = _tree(memory)
    memory.store.commit(plan)
    after = _tree(memory)
    memory.store.undo()
    assert _tree(memory) == before
    memory.store.redo()
    assert _tree(memory) == after
    return after


def _sound(memory):
    rows = memory.view.categories.members([one.id for one in memory.categories()], OWNER)
    known = [one for row in rows.values() for one in row]
    return violations(memory.categories(), known, memory.view.categories.links(OWNER), memory.entities())


def test_a_category_goes_under_another(memory):
    plan = regroup.nest(
        memory.view, memory.number("Music"), memory.number("Leisure", 2), memory.number("Labour", 2), OWNER, USER
    )
    tree = _do(memory, plan)
    assert tree["Labour 2"] == ["Craft 1", "Music 1", "Trade 1"]
    memory.sort()
    assert _tree(memory)["Labour 2"] == ["Craft 1", "Music 1", "Trade 1"]
    assert _sound(memory) == []


def test_what_bears_its_name_above_it_goes_with_it_or_away(memory):
    plan = regroup.nest(
        memory.view, memory.number("Cats"), memory.number("Life", 3), memory.number("Leisure", 2), OWNER, USER
    )
    tree = _do(memory, plan)
    assert (tree["Life 3"], tree["Leisure 2"]) == (["Labour 2", "Leisure 2"], ["Cats 1", "Music 1", "Sport 1"])
    assert "Cats 2" not in tree
    assert _sound(memory) == []


def test_between_layers_that_are_not_next_to_each_other_it_is_promoted_alone(memory):
    plan = regroup.nest(
        memory.view, memory.number("Music"), memory.number("Leisure", 2), memory.number("Life", 3), OWNER, USER
    )
    tree = _do(memory, plan)
    assert tree["Life 3"] == ["Cats 2", "Labour 2", "Leisure 2", "Music 2"]
    assert tree["Music 2"] == ["Music 1"]
    assert not [one for one in _sound(memory) if one.rule in ("level", "unreachable", "growing")]


def test_only_what_stands_higher_takes_another_in(memory):
    with pytest.raises(BadInput, match="stands higher"):
        regroup.nest(memory.view, memory.number("Leisure", 2), None, memory.number("Trade"), OWNER, USER)


def test_a_new_category_above_two_stands_where_they_stood(memory):
    both = [memory.number("Music"), memory.number("Trade")]
    tree = _do(memory, regroup.gather(memory.view, "Bread and butter", both, OWNER, USER))
    assert tree["Bread and butter 2"] == ["Music 1", "Trade 1"]
    assert "Bread and butter 2" in tree["Life 3"]
    assert tree["Leisure 2"] == ["Sport 1"]
    memory.sort()
    assert _tree(memory)["Bread and butter 2"] == ["Music 1", "Trade 1"]
    assert _sound(memory) == []


def test_different_layers_are_not_put_together(memory):
    with pytest.raises(BadInput, match="one layer"):
        regroup.gather(memory.view, "Odd", [memory.number("Music"), memory.number("Labour", 2)], OWNER, USER)
    with pytest.raises(BadInput, match="Choose"):
        regroup.gather(memory.view, "Odd", [], OWNER, USER)


def test_one_is_made_two(memory):
    music = memory.number("Music")
    chosen = [one.id for one in memory.view.categories.entities_below([music], OWNER)[music] if one.name in "CD"]
    tree = _do(memory, regroup.split(memory.view, music, "Singing", chosen, OWNER, USER))
    assert tree["Leisure 2"] == ["Music 1", "Singing 1", "Sport 1"]
    assert (memory.members("Music"), memory.members("Singing")) == (["E"], ["C", "D"])
    memory.sort()
    assert (memory.members("Singing"), _sound(memory)) == (["C", "D"], [])


def test_a_higher_one_is_made_two_too(memory):
    tree = _do(
        memory, regroup.split(memory.view, memory.number("Life", 3), "Beasts", [memory.number("Cats")], OWNER, USER)
    )
    assert tree["Life 3"] == ["Labour 2", "Leisure 2"]
    assert tree["Beasts 3"] == ["Cats 2"]


def test_a_split_takes_some_and_leaves_some(memory):
    music = memory.number("Music")
    everyone = [one.id for one in memory.view.categories.entities_below([music], OWNER)[music]]
    with pytest.raises(BadInput, match="stay"):
        regroup.split(memory.view, music, "Song", everyone, OWNER, USER)
    with pytest.raises(BadInput, match="Choose"):
        regroup.split(memory.view, music, "Song", [], OWNER, USER)
    with pytest.raises(BadInput, match="already"):
        regroup.split(memory.view, music, "Trade", everyone[:1], OWNER, USER)


def test_a_new_one_under_a_higher_one_with_somebody_who_leaves_another(memory):
    music = memory.number("Music")
    who = memory.view.categories.entities_below([music], OWNER)[music][0]
    plan = regroup.make_under(memory.view, "Choir", [(who.id, music)], memory.number("Life", 3), OWNER, USER)
    tree = _do(memory, plan)
    assert "Choir 2" in tree["Life 3"]
    assert (memory.members("Choir"), memory.members("Music")) == (["C"], ["D", "E"])
    with pytest.raises(BadInput, match="stands higher"):
        regroup.make_under(memory.view, "Choir", [], music, OWNER, USER)
