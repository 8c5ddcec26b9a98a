"""Categories brought up to date, one small plan after another: sort a batch, raise the layers, write what differs.

    plan = next_plan(view, categoriser, device, language)     # on a reader
    store.commit(plan)                                        # on the writer; then think again

Each plan leaves a sound hierarchy (`hierarchy.violations`) and reads what the one before it made. Nothing is kept in
between, so a build may stop anywhere, and a run that finds nothing to do gives None.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.domain.draft import Language
from app.domain.entity import DeclaredBy, Entity
from app.domain.errors import ModelUnavailable
from app.domain.ids import EntityId
from app.domain.plan import Author, Expect, Plan
from app.domain.scope import EVERYONE, Scope
from app.memory.learn.categorise import Categoriser, KnownCategory, Proposal, Sortable, Sorting
from app.memory.tend.layers import raise_layers, settle
from app.memory.tend.naming import vague
from app.memory.tend.sorting import Batch, Sorter, is_me
from app.memory.tend.standing import Node, Standing
from app.memory.tend.summaries import kinds_of, summarise
from app.memory.tend.taxonomy import taxonomy
from app.memory.tend.things import sortables
from app.storage.view import View

_SHOWN = 5
"""Members by which a category is shown to a categoriser."""


@dataclass(frozen=True, slots=True)
class Means:
    """Who proposes: `first` (a model, or the rules of this device), and the rules of this device for what it leaves."""

    first: Categoriser
    device: Categoriser
    language: Language


def next_plan(view: View, means: Means) -> Plan | None:
    """Sort the next batch of one scope; without any, mend what edits have left untidy. None: all is in order."""
    with view.steady():
        waiting = view.categories.uncategorised(EVERYONE, means.first.batch)
        scopes = _scopes(view)
    for scope in _first_waiting(waiting) or scopes:
        batch = [entity for entity in waiting if entity.scope == scope]
        if not batch:  # tidying asks no model: it would be asked again and again about what stays as it is
            means = replace(means, first=means.device)
        plan = _Build(view, Standing.load(view, scope, means.language), means).plan(batch)
        if plan is not None:
            return plan
    return None


def _first_waiting(waiting: Sequence[Entity]) -> list[Scope]:
    return [waiting[0].scope] if waiting else []


def _scopes(view: View) -> list[Scope]:
    return list(dict.fromkeys(row.scope for row in view.categories.listed(EVERYONE, limit=1_000_000)))


def untidy(view: View, language: Language) -> int:
    """How many rows a plan would write though no entity waits: categories that edits or deletions left out of order.

    Counts only what needs no categoriser: nodes without a parent or with too few members.
    """
    return sum(_untidy_nodes(Standing.load(view, scope, language)) for scope in _scopes(view))


def _untidy_nodes(standing: Standing) -> int:
    top = standing.highest()
    return sum(_is_untidy(standing, node, top) for node in standing.nodes.values())


def _is_untidy(standing: Standing, node: Node, top: int) -> bool:
    if node.id in standing.spare or (node.layer < top and not node.parents):
        return True
    return not (node.lone or standing.keeps(node)) and (node.size < 2 or vague(node.name))


def sort_into(standing: Standing, view: View, means: Means, entities: Sequence[Entity]) -> None:
    """Sort any number of entities into a hierarchy, a batch at a time, and bring its layers in order."""
    build = _Build(view, standing, means)
    for start in range(0, len(entities), means.first.batch):
        build.sort(entities[start : start + means.first.batch])


def bring_in_order(standing: Standing, view: View, means: Means) -> None:
    """Mend a hierarchy that was changed: names, layers and summaries. Sorts no entity."""
    _Build(view, standing, means).sort(())


class _Build:
    """Sorts batches into one hierarchy."""

    def __init__(self, view: View, standing: Standing, means: Means) -> None:
        self._view = view
        self._means = means
        self._standing = standing
        self._seen: list[Sortable] = []

    def plan(self, batch: Sequence[Entity]) -> Plan | None:
        """What one batch, or tidying alone, makes different."""
        self.sort(batch)
        steps, expects = self._standing.steps()
        if not steps:
            return None
        by = self._means.first.by if batch else "extractor"
        named = [Expect("entity", entity.id, {"name": entity.name}) for entity in batch]
        return Plan(tuple(steps), Author(by), "categorise", expects=(*expects, *named), undoable=False)

    def sort(self, batch: Sequence[Entity]) -> None:
        things = sortables(self._view, batch, self._standing.scope)
        if things:
            settle(self._standing, 1)
            self._sort(things)
        self._seen += things
        self._note_kinds(self._seen)
        raise_layers(self._standing, self._ask, self._means.first.batch)
        summarise(self._standing, self._view, self._seen)

    def _sort(self, things: tuple[Sortable, ...]) -> None:
        apart = self._view.categories.excluded([EntityId(thing.id) for thing in things], EVERYONE)
        sorter = Sorter(self._standing, Batch(1, things, apart))
        if sorter.left():
            sorter.apply(*self._ask(1, sorter.left()))
        if sorter.left() and self._means.first is not self._means.device:
            left = self._request(1, sorter.left())
            sorter.apply(self._means.device.propose(left), self._means.device.by)
        sorter.apply(list(_by_kind(sorter.unmeant(), self._means.language)), "extractor")
        sorter.promote()

    def _ask(self, layer: int, things: tuple[Sortable, ...]) -> tuple[Sequence[Proposal], DeclaredBy]:
        """From whoever proposes first; from this device where it cannot answer."""
        request = self._request(layer, things)
        try:
            return self._means.first.propose(request), self._means.first.by
        except ModelUnavailable:
            if self._means.first is self._means.device:
                raise
            return self._means.device.propose(request), self._means.device.by

    def _request(self, layer: int, things: tuple[Sortable, ...]) -> Sorting:
        nodes = [node for node in self._standing.at(layer) if node.title(self._means.language) and not node.speaks()]
        members = self._members(layer, nodes)
        known = tuple(
            KnownCategory(
                node.id, node.title(self._means.language), node.tag, node.summary, tuple(members.get(node.id, ()))
            )
            for node in nodes
        )
        refused = tuple(self._standing.refused.values())
        return Sorting(layer, things, known, self._means.language, refused)

    def _members(self, layer: int, nodes: Sequence[Node]) -> dict[int, list[str]]:
        if layer > 1:
            named = self._standing.nodes
            return {node.id: [named[child].name for child in sorted(node.children)[:_SHOWN]] for node in nodes}
        foreign = [node.id for node in nodes if node.id > 0 and (node.concept() is None or self._shows_members())]
        stored = self._view.categories.first_entities(foreign, self._standing.scope, _SHOWN)
        return {number: [one.name for one in rows] for number, rows in stored.items()}

    def _shows_members(self) -> bool:
        """The rules of this device know the shipped concepts without examples."""
        return self._means.first.by == "model"

    def _note_kinds(self, things: Sequence[Sortable]) -> None:
        """Kinds of what is under the nodes that have no parent yet: they may say where a node belongs."""
        by_number = {thing.id: thing for thing in things}
        orphans = [node for node in self._standing.at(1) if not node.parents]
        stored = self._view.categories.first_entities([one.id for one in orphans if one.id > 0], EVERYONE, _SHOWN)
        for node in orphans:
            counted = Counter(entity.kind for entity in stored.get(node.id, ()))
            fresh = kinds_of(by_number[one] for one in node.added if one in by_number)
            node.kinds = fresh or tuple(kind for kind, _ in counted.most_common())


def _by_kind(things: Sequence[Sortable], language: Language) -> Iterator[Proposal]:
    """The place of each kind for things that nobody could put anywhere."""
    for thing in things:
        last = taxonomy().standing_for(thing.kind, 1) if thing.kind and not is_me(thing) else None
        if last is not None:
            yield Proposal((thing.id,), name=last.name[language], tag=last.tag[language])
