"""Several plans as one act: each sees what those before it wrote, a refused one is left out, undo takes all back."""

from app.domain.errors import Outdated
from app.domain.plan import USER, Amend, Plan
from app.domain.scope import OWNER
from app.storage.store import Store
from app.storage.view import View
from tests import builders as build
from tests.app.storage.acts import plan, write
from tests.app.storage.dumps import dump, faults


def test_one_act_of_several_plans_is_one_step_of_undo(store: Store, view: View):
    write(store, build.entity("Alice", id=1), undoable=False)
    before = dump(store._connection)
    seen: list[str] = []

    def alias() -> Plan:
        seen.append(store.view.entities.one(1, OWNER).name)
        return plan(build.alias("Ally", 1, -1), subject="Ally")

    def gone() -> Plan:
        return plan(Amend("entity", 1, {"tag": "x"}), Amend("entity", 99, {"name": "nobody"}))

    makers = [lambda: plan(Amend("entity", 1, {"name": "Alicia"}), subject="Alicia"), gone, alias]
    change, written = store.commit_each(makers, USER, "several")
    assert (written, change.subject, seen) == (2, "Alicia, Ally", ["Alicia"])
    assert view.entities.one(1, OWNER).tag == ""
    after = dump(store._connection)
    assert faults(store._connection) == []
    store.undo()
    assert dump(store._connection) == before
    store.redo()
    assert dump(store._connection) == after


def test_when_all_are_refused_nothing_is_written(store: Store, view: View):
    def outdated() -> Plan:
        raise Outdated("gone")

    assert store.commit_each([outdated], USER, "several")[1] == 0
    assert view.journal.latest_seq() == 0
