"""The layers above the first: built from the bottom up until one would have as many nodes as the one below.

Every node of a layer has a node of the next above it, so that a walk from the top comes to everything. A node that
cannot be grouped is promoted alone; when a second one of its concept comes, its parent takes the concept's name.
"""

from collections.abc import Callable, Sequence

from app.domain.category import MOST_LAYERS
from app.domain.entity import DeclaredBy
from app.domain.ids import CategoryId
from app.domain.text import name_key
from app.memory.learn.categorise import Proposal, Sortable
from app.memory.tend.naming import vague
from app.memory.tend.sorting import Batch, Sorter
from app.memory.tend.standing import Node, Standing

Ask = Callable[[int, tuple[Sortable, ...]], tuple[Sequence[Proposal], DeclaredBy]]
"""Proposals for some categories of the layer below, and who made them."""


def raise_layers(standing: Standing, ask: Ask, most: int) -> None:
    """Bring all layers in order, the first one's names included. `most`: how many categories to ask for at once."""
    settle(standing, 1)
    for layer in range(2, MOST_LAYERS + 1):
        new = not standing.at(layer)
        if new and len(standing.at(layer - 1)) < 2:
            break
        settle(standing, layer)  # first what edits left: an emptied node that bears its child's name must not be joined
        _place(standing, layer, ask, most)
        settle(standing, layer)
        if new and len(standing.at(layer)) >= len(standing.at(layer - 1)):
            for node in standing.at(layer):
                standing.remove(node.id)
            break
        _thin(standing, layer)


def _place(standing: Standing, layer: int, ask: Ask, most: int) -> None:
    orphans = [node for node in standing.at(layer - 1) if not node.parents]
    for start in range(0, len(orphans), most):
        things = tuple(_sortable(node) for node in orphans[start : start + most])
        sorter = Sorter(standing, Batch(layer, things))
        proposals, by = ask(layer, things)
        sorter.apply(proposals, by)
        sorter.promote()


def _sortable(node: Node) -> Sortable:
    return Sortable(node.id, node.name, None, node.tag, node.summary, kinds=node.kinds)


def settle(standing: Standing, layer: int) -> None:
    """Names as the number of children asks for; nodes without any go."""
    for node in standing.at(layer):
        if standing.keeps(node):
            continue
        if node.size == 0 or (node.size == 1 and (node.id in standing.spare or _held_elsewhere(standing, node))):
            standing.remove(node.id)
        elif node.size == 1:
            _call(standing, node, node.only)
            node.lone = True
        elif node.lone or vague(node.name):
            _name_again(standing, node)


def _name_again(standing: Standing, node: Node) -> None:
    """The name of what the node is about, where it bore a child's or lost its own with what was forgotten.

    Where nothing is known of that the node goes, and what was in it is sorted again.
    """
    name = node.meaning(standing.language)
    if name:
        _call(standing, node, name)
        node.lone = False
    elif vague(node.name):
        standing.remove(node.id)


def _held_elsewhere(standing: Standing, node: Node) -> bool:
    """Whether the node's only child, a category, stands under another one too."""
    return any(len(standing.nodes[child].parents) > 1 for child in node.children)


def _call(standing: Standing, node: Node, name: str) -> None:
    if name_key(node.name) != name_key(name) or node.name != name:
        node.name = name
        node.renewed = True
        standing.renamed(node)


def _thin(standing: Standing, layer: int) -> None:
    """Take out nodes whose children all stand under others, while the layer has more nodes than the one below."""
    for node in sorted(standing.at(layer), key=lambda one: (one.size, -one.id)):
        if sum(not one.by_hand for one in standing.at(layer)) <= len(standing.at(layer - 1)):
            return
        spare = all(len(standing.nodes[CategoryId(child)].parents) > 1 for child in node.children)
        if spare and not standing.keeps(node):
            standing.remove(node.id)
            settle(standing, layer)
