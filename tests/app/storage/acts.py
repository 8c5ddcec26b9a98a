"""Short ways to write to a store in tests."""

from app.domain.change import Change
from app.domain.entity import DeclaredBy
from app.domain.plan import Add, Author, Plan, Row, Step
from app.storage.store import Store
from tests import builders as build


def plan(*steps: Step | Row, by: DeclaredBy = "user", **rest) -> Plan:
    """Rows are added; everything else is a step."""
    made = tuple(step if isinstance(step, Step) else Add(step) for step in steps)
    return Plan(made, Author(by), rest.pop("label", "test"), **rest)


def write(store: Store, *steps: Step | Row, by: DeclaredBy = "user", **rest) -> Change:
    return store.commit(plan(*steps, by=by, **rest))


def talk(store: Store, *texts: str, **rest) -> None:
    """A conversation with one session, and a turn for each text, numbered from 1."""
    write(store, build.conversation(), build.session(), undoable=False)
    for number, text in enumerate(texts, start=1):
        write(store, build.episode(text, number, **rest), undoable=False)
