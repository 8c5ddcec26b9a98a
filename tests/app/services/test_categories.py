"""When sorting is due, what a run does with and without a model, and a person's edits as the window makes them."""

from datetime import timedelta

import pytest

from app.domain import clock
from app.domain.errors import BadInput, ModelUnavailable
from app.domain.plan import USER, Add, Amend, Plan
from app.domain.scope import EVERYONE
from app.memory.learn.categorise import MODEL_BATCH, MODEL_BATCHES
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.services import categories
from tests.builders import NOON, entity
from tests.fakes import HashingEncoder
from tests.stories.conftest import Person

TAGS = ("sister", "brother", "friend", "colleague")


class Model:
    """Fills in forms with what a function makes of the messages."""

    name = "scripted"
    local = True

    def __init__(self, answer=None, error: Exception | None = None) -> None:
        self.answer, self.error, self.calls = answer, error, 0

    def fill(self, messages, schema, allowance):
        self.calls += 1
        allowance.spend(10, 5)
        if self.error is not None:
            raise self.error
        return self.answer or {"categories": []}


@pytest.fixture
def desk(person: Person):
    person.desk.workspace._categoriser = OnDeviceCategoriser(HashingEncoder())
    return person.desk


@pytest.fixture
def modelled(desk, monkeypatch):
    def use(model: Model) -> Model:
        monkeypatch.setattr(categories, "memory_model", lambda settings, stopped: model)
        return model

    return use


def _add(desk, number: int, at=NOON, first: int = 0):
    rows = [entity(f"Person {first + n}", "person", -1 - n, tag=TAGS[n % 4], created_at=at) for n in range(number)]
    desk.store.commit(Plan(tuple(Add(row) for row in rows), USER, "add", undoable=False))


def _names(desk, layer: int) -> set[str]:
    return {one.name for one in desk.view.categories.listed(EVERYONE, layer)}


def _build(desk) -> list[int]:
    return [one.left for one in categories.build(desk)]


def test_ten_new_entities_are_due_at_once_fewer_after_a_day(desk):
    now = clock.now()
    assert not categories.due(desk)
    _add(desk, 9, at=now)
    assert not categories.due(desk)
    _add(desk, 1, at=now, first=9)
    assert categories.due(desk)
    assert _build(desk)[-1] == 0
    assert not categories.due(desk)
    _add(desk, 1, at=now - timedelta(days=30), first=10)
    assert not categories.due(desk)
    desk.store.mark(categories.MARK, int((now - timedelta(hours=25)).timestamp()))
    assert categories.due(desk)


def test_before_the_first_build_the_oldest_entity_counts(desk):
    _add(desk, 1, at=clock.now() - timedelta(hours=25))
    assert categories.due(desk)


def test_numbers_of_the_settings_count(desk):
    desk.workspace.change_settings(desk.settings.with_changes({"category_entities": 3}))
    _add(desk, 3, at=clock.now())
    assert categories.due(desk)


def test_what_edits_left_untidy_is_due_after_a_day(desk):
    _add(desk, 12)
    _build(desk)
    (family,) = [one for one in desk.view.categories.listed(EVERYONE, 1) if one.name == "Family"]
    change = Amend("category", family.id, {"name": "…"})
    desk.store.commit(Plan((change,), USER, "forget", undoable=False))
    assert not categories.due(desk)
    desk.store.mark(categories.MARK, int((clock.now() - timedelta(hours=25)).timestamp()))
    assert categories.due(desk)


def test_a_run_on_the_device_takes_all_that_waits(desk):
    _add(desk, 150)
    assert _build(desk) == [86, 22, 0]
    assert {"Family", "Friends", "Colleagues"} <= _names(desk, 1)


def test_a_model_sorts_ten_batches_a_run_and_its_calls_are_counted(desk, modelled):
    model = modelled(Model())
    _add(desk, MODEL_BATCH * MODEL_BATCHES + 5)
    assert _build(desk)[-1] == 5
    assert _build(desk)[-1] == 0
    uses = list(desk.store._connection.execute("SELECT purpose, model, sum(calls), sum(sent) FROM model_uses"))
    assert uses == [("tend", "scripted", model.calls, 10 * model.calls)]


def test_a_model_that_fails_is_let_be_and_the_device_sorts(desk, modelled):
    model = modelled(Model(error=ModelUnavailable()))
    _add(desk, 40)
    assert _build(desk)[-1] == 0
    assert {"Family", "Friends"} <= _names(desk, 1)
    assert model.calls <= categories.MOST_CALLS


def test_an_answer_of_a_model_becomes_a_category(desk, modelled):
    row = {"category": 0, "name": "Climbers", "tag": "who climb", "summary": "They climb.", "members": [1, 2, 3]}
    modelled(Model({"categories": [row]}))
    _add(desk, 8)
    _build(desk)
    (found,) = [one for one in desk.view.categories.listed(EVERYONE, 1) if one.name == "Climbers"]
    assert (found.summary, found.declared_by) == ("They climb.", "model")
    assert len(desk.view.categories.members([found.id], EVERYONE)[found.id]) == 3


def test_names_follow_the_settings_else_the_words_of_the_person(desk, person):
    assert categories.language(desk) == "en"
    person.says("今日は京都に行きました。")
    assert categories.language(desk) == "ja"
    desk.workspace.change_settings(desk.settings.with_changes({"language": "en"}))
    assert categories.language(desk) == "en"


def test_edits_of_a_person(desk):
    _add(desk, 12)
    _build(desk)
    numbers = {one.name: one.id for one in desk.view.categories.listed(EVERYONE, 1)}
    family, friends = numbers["Family"], numbers["Friends"]
    member = desk.view.categories.members([friends], EVERYONE)[friends][0].entity
    categories.rename(desk, family, "Folks")
    categories.describe(desk, family, "My own")
    categories.move(desk, member, friends, family)
    made = categories.make(desk, "Band", [member])
    assert made.ids
    categories.take_out(desk, member, family)
    categories.put_in(desk, member, family)
    categories.merge(desk, family, numbers["Colleagues"])
    categories.delete(desk, friends)
    _build(desk)
    assert {"Folks", "Band"} <= _names(desk, 1)
    assert not {"Friends", "Colleagues", "Family"} & _names(desk, 1)
    with pytest.raises(BadInput):
        categories.delete(desk, friends)


def test_several_are_moved_as_one_act(desk):
    _add(desk, 12)
    _build(desk)
    numbers = {one.name: one.id for one in desk.view.categories.listed(EVERYONE, 1)}
    friends, family = numbers["Friends"], numbers["Family"]
    two = [row.entity for row in desk.view.categories.members([friends], EVERYONE)[friends][:2]]
    before = len(desk.view.categories.members([family], EVERYONE)[family])
    categories.move_all(desk, [(one, friends) for one in two], family)
    assert len(desk.view.categories.members([family], EVERYONE)[family]) == before + 2
    desk.store.undo()
    assert len(desk.view.categories.members([family], EVERYONE)[family]) == before
    with pytest.raises(BadInput, match="None of them"):
        categories.move_all(desk, [(one, friends) for one in two], friends)


def test_a_rebuild_is_previewed_applied_and_undone(desk):
    _add(desk, 12)
    _build(desk)
    assert categories.rebuild(desk, categories.rebuild_preview(desk)) is None
    desk.workspace.change_settings(desk.settings.with_changes({"language": "ja"}))
    shown = categories.rebuild_preview(desk)
    assert "家族" in shown.added
    assert categories.rebuild(desk, shown) is not None
    assert "家族" in _names(desk, 1)
    desk.store.undo()
    assert "Family" in _names(desk, 1)
