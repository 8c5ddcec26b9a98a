"""The tree of categories: each entity counted once, whatever number of ways lead down to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.services import categories, hierarchy
from app.services.workspace import Workspace, WriteDesk
from tests.builders import NOON, entity

TOP, FAMILY, WORK, OLD = (CategoryId(-number) for number in (1, 2, 3, 4))


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    rows = [
        Category(TOP, "Everyone", 2, NOON),
        Category(FAMILY, "Family", 1, NOON),
        Category(WORK, "Work", 1, NOON),
        Category(OLD, "Old", 1, NOON, retired_at=NOON),
        *(entity(name, id=-10 - number) for number, name in enumerate(("Ann", "Bea", "Cid"))),
        *(CategoryLink(CategoryLinkId(-5 - n), TOP, below, "extractor") for n, below in enumerate((FAMILY, WORK))),
    ]
    held = [(FAMILY, -10, False), (WORK, -10, False), (WORK, -11, True), (OLD, -11, False)]
    within = [Membership(MembershipId(-30 - n), a, EntityId(b), "extractor", out) for n, (a, b, out) in enumerate(held)]
    made.store.commit(Plan(tuple(Add(row) for row in (*rows, *within)), EXTRACTOR, "sort"))
    yield made
    made.close()
    workspace.close()


def test_an_entity_under_two_categories_counts_once_above_them(desk: WriteDesk) -> None:
    found = hierarchy.hierarchy(desk)
    counts = {branch.category.name: branch.entities for branch in found.branches.values()}
    assert counts == {"Everyone": 1, "Family": 1, "Work": 1}
    assert [found.branches[one].category.name for one in found.top] == ["Everyone"]
    below = found.branches[found.top[0]].children
    assert [found.branches[one].category.name for one in below] == ["Family", "Work"]


def test_who_was_taken_out_is_not_sorted(desk: WriteDesk) -> None:
    found = hierarchy.hierarchy(desk)
    assert found.unsorted == 2
    work = next(one.category.id for one in found.branches.values() if one.category.name == "Work")
    assert [one.name for one in hierarchy.members(desk, work)] == ["Ann"]


def test_the_categories_of_an_entity_by_name(desk: WriteDesk) -> None:
    ann = desk.view.entities.starting("Ann", desk.scope, 1)[0].entity.id
    assert [one.name for one in hierarchy.of_entity(desk, ann)] == ["Family", "Work"]


def test_a_category_that_repeats_what_is_in_it_is_passed_over(desk: WriteDesk) -> None:
    bea = desk.view.entities.starting("Bea", desk.scope, 1)[0].entity.id
    rows = [
        Category(CategoryId(-1), "Bea", 1, NOON),
        Category(CategoryId(-2), "BEA", 2, NOON),
        CategoryLink(CategoryLinkId(-3), CategoryId(-2), CategoryId(-1), "extractor"),
        Membership(MembershipId(-4), CategoryId(-1), bea, "extractor"),
    ]
    desk.store.commit(Plan(tuple(Add(row) for row in rows), EXTRACTOR, "sort"))
    found = hierarchy.hierarchy(desk)
    shown = [found.branches[one] for one in found.top]
    assert [(one.category.name, one.category.layer) for one in shown] == [("Everyone", 2), ("Bea", 1)]
    assert [one.alone.name if one.alone else "" for one in shown] == ["", "Bea"]
    assert hierarchy.of_entity(desk, bea) == []


def test_what_a_person_did_is_told_apart(desk: WriteDesk) -> None:
    numbers = {one.name: one.id for one in desk.view.categories.listed(desk.scope)}
    cid = desk.view.entities.starting("Cid", desk.scope, 1)[0].entity.id
    categories.put_in(desk, cid, numbers["Family"])
    categories.rename(desk, numbers["Work"], "Trade")
    found = hierarchy.hierarchy(desk)
    assert {one.category.name for one in found.branches.values() if one.by_hand} == {"Trade"}
    inside = hierarchy.within(desk, [numbers["Family"], numbers["Work"]])
    assert ([one.name for one in inside[numbers["Family"]].entities], inside[numbers["Family"]].placed) == (
        ["Ann", "Cid"],
        {cid},
    )
    assert [one.name for one in inside[numbers["Work"]].taken_out] == ["Bea"]


def test_what_a_person_put_under_another_is_told_too(desk: WriteDesk) -> None:
    numbers = {one.name: one.id for one in desk.view.categories.listed(desk.scope)}
    categories.gather(desk, "Everybody", [numbers["Family"]])
    found = hierarchy.hierarchy(desk)
    branch = next(one for one in found.branches.values() if one.category.name == "Everybody")
    assert (branch.by_hand, branch.children, branch.placed) == (True, (numbers["Family"],), {numbers["Family"]})


def test_a_category_of_ones_own_is_shown_though_it_bears_the_name_of_what_is_in_it(desk: WriteDesk) -> None:
    bea = desk.view.entities.starting("Bea", desk.scope, 1)[0].entity.id
    categories.make(desk, "Bea", [bea])
    found = hierarchy.hierarchy(desk)
    branch = next(one for one in found.branches.values() if one.category.name == "Bea")
    assert (branch.by_hand, branch.alone) == (True, None)
