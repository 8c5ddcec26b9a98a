"""Sorting what is known, in two halves: think on a reader, keep on the writer, one small plan after another.

It is due after so many new entities, or a day after the last time for fewer. A run goes on until nothing waits; a model
sorts at most ten batches in one, and the next run goes on there.
"""

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from app.domain import clock
from app.domain.change import Change
from app.domain.draft import Language
from app.domain.entity import DeclaredBy
from app.domain.errors import BadInput, ModelUnavailable, Outdated, Told
from app.domain.ids import CategoryId, EntityId, ModelUseId
from app.domain.plan import USER, Add, Plan
from app.domain.rebuild import Rebuild, Taken
from app.domain.scope import EVERYONE
from app.domain.usage import ModelUse, Usage
from app.inference.protocols import Allowance, StructuredModel
from app.memory.learn.categorise import MODEL_BATCHES, Proposal, Sorting
from app.memory.learn.categorising import ModelCategoriser
from app.memory.revise import recategorise, regroup
from app.memory.tend import building, trigger
from app.memory.tend.building import Means
from app.memory.tend.chosen import chosen
from app.memory.tend.rebuild import rebuilt
from app.memory.tend.summaries import language_of
from app.services.models import memory_model
from app.services.workspace import ReadDesk, WriteDesk

MARK = "categories"
"""Under this name the moment of the last plan is kept, in seconds since 1970 (`Store.mark`)."""
MOST_CALLS = 10
"""Calls that one plan may spend: a batch of entities, the categories above it, and a retry of some."""
REST_MINUTES = 10
"""After a model has failed, how long the rules of this device sort alone."""
_HOUR = 3600
_LATEST = 200


@dataclass(frozen=True, slots=True)
class Sorted:
    """Entities that are in no category yet."""

    left: int


def language(desk: ReadDesk) -> Language:
    """The language of category names: that of the settings, else the one a person writes most of late."""
    setting = desk.settings.language
    if setting in ("en", "ja"):
        return language_of(setting, ())
    return language_of(setting, desk.view.categories.latest_words(EVERYONE, _LATEST))


def due(desk: ReadDesk) -> bool:
    """Whether enough waits, or some has waited long enough. Cheap enough to ask each minute."""
    waiting = desk.view.categories.count_uncategorised(EVERYONE)
    settings = desk.settings
    if trigger.due(waiting, 0, settings.category_entities, settings.category_hours):
        return True
    untidy = building.untidy(desk.view, language(desk))
    hours = _hours_since(desk)
    return trigger.due(waiting + untidy, hours, settings.category_entities, settings.category_hours)


def _hours_since(desk: ReadDesk) -> float:
    """Since the last build; before the first one, since the oldest entity came."""
    last = desk.view.journal.marked(MARK)
    if not last:
        first = desk.view.categories.uncategorised(EVERYONE, 1)
        last = int(first[0].created_at.timestamp()) if first else _seconds()
    gone = _seconds() - last
    return gone / _HOUR if gone >= 0 else float("inf")  # a clock that was put back: better once too often


def think(desk: ReadDesk) -> Plan | None:
    """The next small plan; None when all is in order. Writes nothing.

    Raises `ModelUnavailable` when even the rules of this device cannot work, `Cancelled` when stopped.
    """
    device = desk.workspace.categoriser()
    device.stop_when(desk.stopped)
    model = _model(desk)
    aided = _Aided(ModelCategoriser(model, Allowance(MOST_CALLS)), desk) if model else None
    plan = building.next_plan(desk.view, Means(aided or device, device, language(desk)))
    if plan is None:
        desk.workspace.sorted_batches = 0
    elif model and aided and aided.used.calls:
        used = aided.used
        row = ModelUse(
            ModelUseId(0), None, "tend", model.name, model.local, used.calls, used.sent, used.received, clock.now()
        )
        return replace(plan, steps=(*plan.steps, Add(row)))
    return plan


def _model(desk: ReadDesk) -> StructuredModel | None:
    """The model for memory work; None where none is set, it may not be used, or it failed a short while ago."""
    failures = desk.workspace.model_failures
    if failures and (clock.now() - failures[-1]).total_seconds() < REST_MINUTES * 60:
        return None
    try:
        return memory_model(desk.settings, desk.stopped)
    except Told:
        return None


class _Aided:
    """The model's categoriser, whose failures are noted, so that a long run does not wait for each of them."""

    def __init__(self, inner: ModelCategoriser, desk: ReadDesk) -> None:
        self._inner, self._desk = inner, desk
        self.batch = inner.batch
        self.by: DeclaredBy = inner.by

    @property
    def used(self) -> Usage:
        return self._inner.allowance.used

    def propose(self, sorting: Sorting) -> Sequence[Proposal]:
        try:
            return self._inner.propose(sorting)
        except ModelUnavailable:
            if self._inner.allowance.left:
                self._desk.workspace.model_failures.append(clock.now())
            raise


def keep(desk: WriteDesk, plan: Plan) -> Generator[Sorted, None, bool]:
    """Write one plan; returns whether to think on in this run. What changed meanwhile is thought about again."""
    workspace = desk.workspace
    try:
        desk.store.commit(plan)
    except Outdated:
        return True
    desk.store.mark(MARK, _seconds())
    yield Sorted(desk.view.categories.count_uncategorised(EVERYONE))
    workspace.sorted_batches += plan.author.kind == "model"
    if workspace.sorted_batches < MODEL_BATCHES:
        return True
    workspace.sorted_batches = 0
    return False


def build(desk: WriteDesk) -> Generator[Sorted, None, None]:
    """A whole run at once, due or not, for programs without lanes."""
    while (plan := think(desk)) is not None:
        more = yield from keep(desk, plan)
        if not more:
            return


def rebuild_preview(desk: ReadDesk) -> Rebuild:
    """All categories thought anew on this device, what a person did left alone: what would change, and the plan."""
    return rebuilt(desk.view, desk.workspace.categoriser(), desk.scope, language(desk))


def rebuild_part(desk: ReadDesk, previewed: Rebuild, taken: Taken) -> Rebuild:
    """What was shown, less what a person left: the plan for the rest, which writes nothing yet. Raises `Outdated`."""
    if taken == previewed.whole():
        return previewed
    device = desk.workspace.categoriser()
    means = Means(device, device, language(desk))
    return replace(previewed, plan=chosen(desk.view, previewed, taken, means))


def rebuild(desk: WriteDesk, previewed: Rebuild) -> Change | None:
    """Apply what was shown: one step of undo. None where nothing would change. Raises `Outdated`: show it anew."""
    return desk.store.commit(previewed.plan) if previewed.plan else None


def make(desk: WriteDesk, name: str, members: Collection[EntityId] = ()) -> Change:
    """A category of a person's own, in the lowest layer. Like all edits below it raises `BadInput` and is undoable."""
    return desk.store.commit(recategorise.make(desk.view, name, members, desk.scope, USER))


def make_under(
    desk: WriteDesk, name: str, parent: CategoryId, members: Sequence[tuple[EntityId, CategoryId | None]] = ()
) -> Change:
    """The same under a category that stands higher. `members`: each with the category that it leaves, if any."""
    return desk.store.commit(regroup.make_under(desk.view, name, members, parent, desk.scope, USER))


def gather(desk: WriteDesk, name: str, below: Collection[CategoryId]) -> Change:
    """A new category above some of one layer."""
    return desk.store.commit(regroup.gather(desk.view, name, below, desk.scope, USER))


def nest(desk: WriteDesk, child: CategoryId, source: CategoryId | None, target: CategoryId) -> Change:
    """A category under one that stands higher, out of `source`, the one that it is seen under."""
    return desk.store.commit(regroup.nest(desk.view, child, source, target, desk.scope, USER))


def split(desk: WriteDesk, category: CategoryId, name: str, chosen: Collection[int]) -> Change:
    """A new category beside one, with some of what is right under that: numbers of entities, or of categories."""
    return desk.store.commit(regroup.split(desk.view, category, name, chosen, desk.scope, USER))


def rename(desk: WriteDesk, category: CategoryId, name: str) -> Change:
    """The app leaves the name alone from then on."""
    return desk.store.commit(recategorise.rename(desk.view, category, name, desk.scope, USER))


def describe(desk: WriteDesk, category: CategoryId, summary: str) -> Change:
    """A summary in a person's own words."""
    return desk.store.commit(recategorise.describe(desk.view, category, summary, desk.scope, USER))


def delete(desk: WriteDesk, category: CategoryId) -> Change:
    """The entities stay; the app makes no category of that name again."""
    return desk.store.commit(recategorise.retire(desk.view, category, desk.scope, USER))


def merge(desk: WriteDesk, kept: CategoryId, gone: CategoryId) -> Change:
    """Two categories of one layer as one."""
    return desk.store.commit(recategorise.merge(desk.view, kept, gone, desk.scope, USER))


def move(desk: WriteDesk, entity: EntityId, source: CategoryId, target: CategoryId) -> Change:
    """Out of one category, into another."""
    return desk.store.commit(recategorise.move(desk.view, entity, source, target, desk.scope, USER))


def move_all(desk: WriteDesk, moves: Sequence[tuple[EntityId, CategoryId | None]], target: CategoryId) -> Change:
    """Several at once as one act, each out of the category that it is named with. Those that cannot are left out; where
    none can, raises `BadInput`."""
    if len(moves) == 1:
        return desk.store.commit(_moved(desk, *moves[0], target))
    makers = [partial(_moved, desk, entity, source, target) for entity, source in moves]
    change, written = desk.store.commit_each(makers, USER, "move_entity")
    if not written:
        raise BadInput("None of them can be put there.")
    return change


def _moved(desk: WriteDesk, entity: EntityId, source: CategoryId | None, target: CategoryId) -> Plan:
    if source is None:
        return recategorise.put_in(desk.view, entity, target, desk.scope, USER)
    return recategorise.move(desk.view, entity, source, target, desk.scope, USER)


def take_all_out(desk: WriteDesk, pairs: Sequence[tuple[EntityId, CategoryId]]) -> Change:
    """Several out of the categories that they are named with, as one act. Those that cannot are left where they are;
    where none can, raises `BadInput`."""
    if len(pairs) == 1:
        return take_out(desk, *pairs[0])

    def made(entity: EntityId, category: CategoryId) -> Plan:
        return recategorise.take_out(desk.view, entity, category, desk.scope, USER)

    change, written = desk.store.commit_each([partial(made, *pair) for pair in pairs], USER, "take_out_of_category")
    if not written:
        raise BadInput("None of them can be taken out.")
    return change


def put_in(desk: WriteDesk, entity: EntityId, category: CategoryId) -> Change:
    """Into a category of the lowest layer, beside those that it is in."""
    return desk.store.commit(recategorise.put_in(desk.view, entity, category, desk.scope, USER))


def take_out(desk: WriteDesk, entity: EntityId, category: CategoryId) -> Change:
    """The app does not put it back."""
    return desk.store.commit(recategorise.take_out(desk.view, entity, category, desk.scope, USER))


def _seconds() -> int:
    return int(clock.now().timestamp())
