"""Walks down and up the hierarchy: what is retired, taken out or of another project is not on the way."""

from app.domain.category import Category, CategoryLink, Membership
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import USER, Add, Amend, Plan
from app.domain.scope import OWNER, Scope
from tests.builders import NOON, entity

X = Scope(project="x")
_HERE = Scope()


def _node(number, name, layer, **rest):
    return Add(Category(CategoryId(number), name, layer, NOON, **rest))


def _member(number, category, one, excluded=False):
    return Add(Membership(MembershipId(number), CategoryId(category), EntityId(one), "extractor", excluded))


def _link(number, parent, child, excluded=False):
    return Add(CategoryLink(CategoryLinkId(number), CategoryId(parent), CategoryId(child), "extractor", excluded))


def _filled(store):
    """People (1) over Family (2: Anna, Dan) and Friends (3: Ben; Dan taken out); Secret (4: Eva) of project x."""
    names = ("Anna", "Dan", "Ben", "Kai")
    steps = [Add(entity(name, id=n)) for n, name in enumerate(names, 1)]
    steps += [Add(entity("Eva", id=5, scope=X)), _node(1, "People", 2), _node(2, "Family", 1), _node(3, "Friends", 1)]
    steps += [_node(4, "Secret", 1, scope=X), _link(1, 1, 2), _link(2, 1, 3)]
    steps += [_member(1, 2, 1), _member(2, 2, 2), _member(3, 3, 3), _member(4, 3, 2, excluded=True), _member(5, 4, 5)]
    store.commit(Plan(tuple(steps), USER, "fill"))
    return store.view.categories


def _retire(store, number):
    store.commit(Plan((Amend("category", number, {"retired_at": NOON}),), USER, "retire"))


def test_a_walk_begins_where_nothing_stands_above(store):
    reads = _filled(store)
    assert [one.name for one in reads.top(OWNER)] == ["People", "Secret"]
    assert [one.name for one in reads.top(_HERE)] == ["People"]
    _retire(store, 1)
    assert [one.name for one in reads.top(_HERE)] == ["Family", "Friends"]


def test_all_that_lies_below_in_one_query(store):
    reads = _filled(store)
    assert reads.descendants([1, 4], OWNER).categories == (1, 2, 3, 4)
    assert reads.descendants([1, 4], OWNER).entities == (1, 2, 3, 5)
    assert reads.descendants([1, 4], _HERE).entities == (1, 2, 3)
    assert reads.descendants([99], OWNER).categories == reads.descendants([], OWNER).entities == ()
    _retire(store, 2)
    assert reads.descendants([1], OWNER).entities == (3,)


def test_right_below_and_above(store):
    reads = _filled(store)
    assert [one.name for one in reads.categories_below([1], OWNER)[1]] == ["Family", "Friends"]
    assert [one.name for one in reads.entities_below([3], OWNER)[3]] == ["Ben"]
    assert [one.name for one in reads.first_entities([2], OWNER, 1)[2]] == ["Anna"]
    assert [one.id for one in reads.ancestors([2], OWNER)] == [2, 1]
    assert reads.entities_below([4], _HERE) == {}


def test_what_waits_to_be_sorted(store):
    reads = _filled(store)
    assert [one.name for one in reads.uncategorised(OWNER, 10)] == ["Kai"]
    _retire(store, 3)
    assert [one.name for one in reads.uncategorised(OWNER, 10)] == ["Ben", "Kai"]
    assert reads.count_uncategorised(OWNER) == 2
    assert [one.name for one in reads.retired(OWNER)] == ["Friends"]


def test_what_a_person_decided(store):
    reads = _filled(store)
    assert reads.excluded([1, 2, 3], OWNER) == {(3, 2)}
    assert reads.decided(OWNER) == {3}
    assert reads.membership(3, 2, OWNER).excluded
    assert reads.membership(4, 5, _HERE) is None
    assert reads.sizes(OWNER) == {2: (2, 1), 3: (1, 3), 4: (1, 5)}
    assert [one.child for one in reads.links(OWNER)] == [2, 3]
