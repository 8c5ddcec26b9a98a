"""A small hierarchy in a real database behind real lanes: Everyone above Family and Work, five people and a firm."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.category import Category, CategoryLink, Membership
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import EXTRACTOR, Add, Plan
from tests.builders import NOON, entity
from tests.ui.memories.conftest import StoredWorkspace
from ui.categories.page import CategoriesPage
from ui.changes import Changes
from ui.lanes import Lanes, Urgency

PEOPLE = ("Ann", "Bea", "Cid", "Dan", "Eve")


def sample() -> Plan:
    """Dan is in both; Eve is in none."""
    rows = [
        Category(CategoryId(-1), "Everyone", 2, NOON, summary="All people and firms."),
        Category(CategoryId(-2), "Family", 1, NOON, summary="Kin."),
        Category(CategoryId(-3), "Work", 1, NOON),
        CategoryLink(CategoryLinkId(-4), CategoryId(-1), CategoryId(-2), "extractor"),
        CategoryLink(CategoryLinkId(-5), CategoryId(-1), CategoryId(-3), "extractor"),
        *(entity(name, id=-10 - number) for number, name in enumerate(PEOPLE)),
        entity("Acme", "organization", id=-20),
    ]
    pairs = ((-2, -10), (-2, -11), (-2, -13), (-3, -12), (-3, -13), (-3, -20))
    within = [
        Membership(MembershipId(-30 - number), CategoryId(category), EntityId(one), "extractor")
        for number, (category, one) in enumerate(pairs)
    ]
    return Plan(tuple(Add(row) for row in (*rows, *within)), EXTRACTOR, "sort")


@pytest.fixture
def changes(qapp: Any) -> Changes:
    return Changes()


def _lanes(profile: Path, changes: Changes, plan: Plan) -> Lanes:
    def opened() -> Any:
        from app.storage.profile import Profile, open_store

        home = Profile(profile)
        home.acquire()
        store = open_store(home)
        store.commit(plan)
        store.close()
        home.release()
        return StoredWorkspace(profile)

    made = Lanes(opened, readers=2)
    made.wrote.connect(lambda written: [changes.announce(change) for change in written])
    made.start()
    return made


@pytest.fixture
def lanes(qapp: Any, profile: Path, changes: Changes) -> Iterator[Lanes]:
    made = _lanes(profile, changes, sample())
    yield made
    assert made.shutdown()


@pytest.fixture
def stored(qtbot: Any, lanes: Lanes) -> Callable[..., Any]:
    """Call with a function of the desk: what it reads once all that was written before is done."""

    def ask(read: Callable[[Any], Any]) -> Any:
        answers: list[Any] = []
        lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=5000)
        return answers[0]

    return ask


@pytest.fixture
def page(qtbot: Any, lanes: Lanes, changes: Changes) -> CategoriesPage:
    made = CategoriesPage(lanes, changes)
    qtbot.addWidget(made)
    made.resize(640, 700)
    made.show()
    qtbot.waitUntil(lambda: made.tree.rows.rowCount() > 0, timeout=5000)
    return made
