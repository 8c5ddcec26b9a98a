"""Puts things under categories as proposed, less what breaks a rule or undoes what a person did.

Whoever proposes, a name is checked here, a category starts with two members, nothing comes back that a person deleted
or took out. What no proposal places is promoted alone under the tag of the concept it was meant for: the next thing of
that concept then joins it, and the node takes the concept's name. So adding things touches their own categories only.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.domain.entity import ME, DeclaredBy
from app.domain.ids import CategoryId, EntityId
from app.domain.text import name_key
from app.memory.learn.categorise import Proposal, Sortable
from app.memory.tend.naming import brief, usable
from app.memory.tend.standing import Node, Standing
from app.memory.tend.taxonomy import SPEAKER, taxonomy

MOST_TAG = 80
MOST_SUMMARY = 400
_MOST_HOMES = 3
"""Categories that one batch puts an entity in, whatever is proposed."""

Apart = Collection[tuple[CategoryId, EntityId]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Things of one layer below, and the pairs of category and entity that a person took apart."""

    layer: int
    things: tuple[Sortable, ...]
    apart: Apart = ()


class Sorter:
    """Sorts one batch into a hierarchy; `left` are the things without a place so far."""

    def __init__(self, standing: Standing, batch: Batch) -> None:
        self._standing = standing
        self._layer = batch.layer
        self._apart = batch.apart
        self._things = {thing.id: thing for thing in batch.things}
        self._homes = dict.fromkeys(self._things, 0)
        self._held: dict[int, Proposal] = {}
        for thing in batch.things:
            if batch.layer == 1 and is_me(thing):
                self._put(self._speaker(), thing)

    def left(self) -> tuple[Sortable, ...]:
        return tuple(thing for number, thing in self._things.items() if not self._homes[number])

    def unmeant(self) -> tuple[Sortable, ...]:
        """Those of them that nothing acceptable was proposed for either."""
        return tuple(thing for thing in self.left() if thing.id not in self._held)

    def apply(self, proposals: Sequence[Proposal], by: DeclaredBy) -> None:
        """Carry out what may be carried out. Nothing that is proposed makes this fail."""
        for proposal in _merged(proposals):
            node = self._known(proposal)
            if node is not None:
                self._join(node, proposal)
            else:
                self._start(proposal, by)

    def promote(self) -> None:
        """A node of its own for each thing that is left."""
        for thing in self.left():
            node = self._standing.new(self._layer, thing.name, self._meant(thing.id), "", "extractor")
            node.lone = True
            self._put(node, thing)

    def _known(self, proposal: Proposal) -> Node | None:
        node = self._standing.nodes.get(proposal.category) if proposal.category is not None else None
        if node is not None and node.layer == self._layer:
            return node
        name = usable(proposal.name)
        return self._standing.named(self._layer, name, proposal.tag) if name else None

    def _join(self, node: Node, proposal: Proposal) -> None:
        if node.speaks() or (node.lone and not self._may_grow(node)):
            return
        for thing in self._fitting(proposal, node.id):
            if self._homes[thing.id] < _MOST_HOMES and (self._layer == 1 or not self._homes[thing.id]):
                self._put(node, thing)

    def _may_grow(self, node: Node) -> bool:
        title = node.title(self._standing.language)
        return bool(title) and not self._standing.refuses(self._layer, title, node.tag)

    def _start(self, proposal: Proposal, by: DeclaredBy) -> None:
        name = usable(proposal.name)
        concept = taxonomy().of(self._layer, proposal.tag, name)
        if not name or self._standing.refuses(self._layer, name, proposal.tag):
            return
        if concept is not None and concept.key == SPEAKER:
            return
        things = [one for one in self._fitting(proposal) if self._may_have_more(one.id)]
        if len(things) < 2:
            for thing in things:
                self._held.setdefault(thing.id, replace(proposal, name=name))
            return
        tag = brief(proposal.tag, MOST_TAG) or name
        node = self._standing.new(self._layer, name, tag, brief(proposal.summary, MOST_SUMMARY), by)
        for thing in things:
            self._put(node, thing)

    def _may_have_more(self, number: int) -> bool:
        """Above layer 1 a category has one parent: with more, a layer could outgrow the one below."""
        return self._homes[number] < (_MOST_HOMES if self._layer == 1 else 1)

    def _fitting(self, proposal: Proposal, category: CategoryId | None = None) -> list[Sortable]:
        """The proposal's things of this batch, less the user and what a person took out of the category."""
        numbers = [one for one in dict.fromkeys(proposal.members) if one in self._things]
        things = [self._things[one] for one in numbers if not (self._layer == 1 and is_me(self._things[one]))]
        if category is None:
            return things
        taken = self._apart if self._layer == 1 else self._standing.apart
        return [one for one in things if (category, one.id) not in taken]

    def _put(self, node: Node, thing: Sortable) -> None:
        self._homes[thing.id] += 1
        if self._layer == 1:
            self._standing.put(node, EntityId(thing.id), thing.name)
        else:
            self._standing.link(node.id, CategoryId(thing.id))

    def _speaker(self) -> Node:
        for node in self._standing.at(1):
            if node.speaks():
                return node
        concept, language = taxonomy().table[SPEAKER], self._standing.language
        return self._standing.new(1, concept.name[language], concept.tag[language], "", "extractor")

    def _meant(self, number: int) -> str:
        """The tag of what a thing alone was proposed for; empty where a node of that concept stands already."""
        held = self._held.get(number)
        if held is None or self._standing.named(self._layer, held.name, held.tag) is not None:
            return ""
        concept = taxonomy().of(self._layer, held.tag, held.name)
        return concept.tag[self._standing.language] if concept else held.name


def is_me(thing: Sortable) -> bool:
    return thing.name == ME and thing.kind == "person"


def _merged(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Proposals of one name as one: a category may be proposed a member at a time."""
    found: dict[object, Proposal] = {}
    for one in proposals:
        key: object = one.category if one.category is not None else name_key(one.name)
        old = found.get(key)
        found[key] = one if old is None else replace(old, members=(*old.members, *one.members))
    return list(found.values())
