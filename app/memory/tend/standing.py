"""The hierarchy of one scope as it stands, changed in memory; what differs at the end becomes the steps of a plan.

Each scope has a hierarchy of its own, so that no name or summary carries words from one project into another. Entities
are not loaded: of a category of layer 1 only their number, and the one of a category that has but one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from app.domain import clock
from app.domain.category import Category, CategoryLink, Membership
from app.domain.draft import Language
from app.domain.entity import DeclaredBy, EntityKind
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import Add, Amend, Expect, Remove, Step
from app.domain.scope import EVERYONE, Scope
from app.domain.text import name_key
from app.memory.tend.naming import usable, vague
from app.memory.tend.taxonomy import SPEAKER, Concept, taxonomy
from app.storage.view import View


@dataclass(slots=True)
class Node:
    """A category while it is worked on. `size` counts children; `only` names the child when there is one."""

    id: CategoryId
    layer: int
    name: str
    tag: str
    summary: str
    by: DeclaredBy
    size: int = 0
    only: str = ""
    children: set[CategoryId] = field(default_factory=set)
    parents: set[CategoryId] = field(default_factory=set)
    added: set[EntityId] = field(default_factory=set)
    """Entities that this plan puts in."""
    renewed: bool = False
    """Its name changed in this plan."""
    kinds: tuple[EntityKind, ...] = ()
    """Kinds of what is under it, the most frequent first, as far as this plan needs to know them."""
    lone: bool = False
    """Promoted: it stands for the one child it has, or had until now, and bears its name."""

    @property
    def by_hand(self) -> bool:
        """A person made or renamed it: name, tag and summary stay."""
        return self.by == "user"

    def concept(self) -> Concept | None:
        return taxonomy().of(self.layer, self.tag, self.name)

    def speaks(self) -> bool:
        concept = self.concept() if self.layer == 1 else None
        return concept is not None and concept.key == SPEAKER

    def meaning(self, language: Language) -> str:
        """The name of what it is about, whatever it is called now; empty where nothing is known of that."""
        concept = self.concept()
        return concept.name[language] if concept else usable(self.tag)

    def title(self, language: Language) -> str:
        """What it is called with two members or more; empty where nothing is known for it."""
        return self.meaning(language) if self.lone and not self.by_hand else self.name


class Standing:
    """Load it, change it, take its `steps`."""

    def __init__(self, scope: Scope, language: Language, minted: int = 0) -> None:
        self.scope = scope
        self.language = language
        self.nodes: dict[CategoryId, Node] = {}
        self.refused: dict[str, str] = {}
        """Names that a person deleted, by key."""
        self.apart: set[tuple[CategoryId, CategoryId]] = set()
        """Parent and child that a person took apart."""
        self.held: set[CategoryId] = set()
        """Nodes that something is in by a person's word: while it is, they keep their names."""
        self.spare: set[CategoryId] = set()
        """Nodes that bear the name of one entity, which has a place elsewhere too."""
        self._stored: dict[CategoryId, tuple[str, str, str]] = {}
        self._links: dict[tuple[CategoryId, CategoryId], CategoryLink] = {}
        self._gone: set[CategoryId] = set()
        self._left: dict[MembershipId, CategoryId] = {}
        self._next = -1 - minted

    @classmethod
    def load(cls, view: View, scope: Scope, language: Language, minted: int = 0) -> "Standing":
        """All of the scope's categories and links; a few hundred rows even of a big memory.

        `minted`: placeholders that other steps of the same plan may have used.
        """
        made = cls(scope, language, minted)
        for row in view.categories.listed(EVERYONE, limit=1_000_000):
            if row.scope == scope:
                made.nodes[row.id] = Node(row.id, row.layer, row.name, row.tag, row.summary, row.declared_by)
                made._stored[row.id] = (row.name, row.tag, row.summary)
        for row in view.categories.retired(EVERYONE):
            if row.scope == scope:
                made.refused[name_key(row.name)] = row.name
        made._read_links(view.categories.links(EVERYONE))
        made._count_entities(view)
        made.held = view.categories.held(EVERYONE) & made.nodes.keys()
        for node in made.nodes.values():
            node.lone = node.size == 1 and not node.by_hand and name_key(node.name) == name_key(node.only)
        made._find_spare(view)
        return made

    def _find_spare(self, view: View) -> None:
        """Of several places that bear one entity's name the newest stays, if it has no other."""
        lone = [node.id for node in self.at(1) if node.lone and not self.keeps(node)]
        singles = {row.entity for rows in view.categories.members(lone, EVERYONE).values() for row in rows}
        for rows in view.categories.memberships(singles, EVERYONE).values():
            homes = {row.category for row in rows if not row.excluded and row.category in self.nodes}
            own = sorted(homes.intersection(lone))
            self.spare.update(own if homes.difference(own) else own[:-1])

    def _read_links(self, links: Iterable[CategoryLink]) -> None:
        for link in links:
            if link.excluded:
                self.apart.add((link.parent, link.child))
            elif link.parent in self.nodes and link.child in self.nodes:
                self._links[link.parent, link.child] = link
                self.link(link.parent, link.child)

    def _count_entities(self, view: View) -> None:
        sizes = {one: size for one, size in view.categories.sizes(EVERYONE).items() if one in self.nodes}
        singles = {first for count, first in sizes.values() if count == 1}
        names = view.entities.get(singles, EVERYONE)
        for number, (count, first) in sizes.items():
            self.nodes[number].size = count
            self.nodes[number].only = names[first].name if count == 1 else ""

    def keeps(self, node: Node) -> bool:
        """Whether it stays what it is, with however few members, by a person's word."""
        held = node.speaks() or (node.id in self.held and not vague(node.name))
        return node.by_hand or (held and node.size > 0)

    def at(self, layer: int) -> list[Node]:
        return [node for node in self.nodes.values() if node.layer == layer]

    def highest(self) -> int:
        return max((node.layer for node in self.nodes.values()), default=0)

    def refuses(self, layer: int, name: str, tag: str = "") -> bool:
        """Whether a person deleted a category of this name, or the concept by another of its names."""
        if name_key(name) in self.refused:
            return True
        concept = taxonomy().of(layer, tag, name)
        return concept is not None and any(name_key(one) in self.refused for one in concept.name.values())

    def named(self, layer: int, name: str, tag: str = "") -> Node | None:
        """The node that a new category of that name would double: one of a person's first, then the larger."""
        concept = taxonomy().of(layer, tag, name)
        key = name_key(name)
        fits = [
            node
            for node in self.at(layer)
            if (concept and node.concept() is concept) or key == name_key(node.title(self.language) or "\n")
        ]
        return max(fits, key=lambda node: (node.by_hand, node.size, -node.id), default=None)

    def new(self, layer: int, name: str, tag: str, summary: str, by: DeclaredBy) -> Node:
        number = CategoryId(self._minted())
        node = self.nodes[number] = Node(number, layer, name, tag, summary, by)
        return node

    def _minted(self) -> int:
        self._next -= 1
        return self._next + 1

    def put(self, node: Node, entity: EntityId, name: str) -> None:
        """An entity that is not in the node yet."""
        if entity not in node.added:
            node.added.add(entity)
            node.size += 1
            node.only = name if node.size == 1 else ""

    def take(self, node: Node, membership: MembershipId) -> None:
        """An entity out of a stored node; where one is left in it, the caller says its name (`Node.only`)."""
        self._left[membership] = node.id
        node.size -= 1

    def unlink(self, parent: CategoryId, child: CategoryId) -> None:
        self.nodes[parent].children.discard(child)
        self.nodes[child].parents.discard(parent)
        self._recount(parent)

    def link(self, parent: CategoryId, child: CategoryId) -> None:
        self.nodes[parent].children.add(child)
        self.nodes[child].parents.add(parent)
        self._recount(parent)

    def _recount(self, number: CategoryId) -> None:
        node = self.nodes[number]
        node.size = len(node.children)
        node.only = next(self.nodes[one].name for one in node.children) if node.size == 1 else ""

    def remove(self, number: CategoryId) -> None:
        """A node of the app's own; what was under it has lost this parent."""
        node = self.nodes.pop(number)
        for parent in node.parents & self.nodes.keys():
            self.nodes[parent].children.discard(number)
            self._recount(parent)
        for child in node.children & self.nodes.keys():
            self.nodes[child].parents.discard(number)
        if number > 0:
            self._gone.add(number)

    def renamed(self, node: Node) -> None:
        """Tell the parents of a node that it is called otherwise now."""
        for parent in node.parents:
            self._recount(parent)

    def touched(self) -> list[Node]:
        """Nodes that are new, or whose children changed in this plan."""
        before: dict[CategoryId, set[CategoryId]] = {}
        for parent, child in self._links:
            before.setdefault(parent, set()).add(child)
        return [
            node
            for node in self.nodes.values()
            if node.id < 0
            or node.added
            or node.renewed
            or node.id in self._left.values()
            or node.children != before.get(node.id, set())
        ]

    def steps(self) -> tuple[list[Step], list[Expect]]:
        """What to write, and what was assumed of the rows that are changed."""
        steps: list[Step] = [Remove("category", number) for number in sorted(self._gone)]
        expects = [Expect("category", one, {"retired_at": None}) for one in sorted(self._gone)]
        for row, home in self._left.items():
            expects.append(Expect("membership", row, {"excluded": False}))
            if home in self.nodes:  # else it goes with its category
                steps.append(Remove("membership", row))
        for node in self.nodes.values():
            steps += self._node_steps(node)
            stored = self._stored.get(node.id)
            if stored and (node.added or stored != (node.name, node.tag, node.summary)):
                expects.append(Expect("category", node.id, {"name": stored[0], "retired_at": None}))
        return [*steps, *self._link_steps()], expects

    def _node_steps(self, node: Node) -> Iterator[Step]:
        if node.id < 0:
            yield Add(
                Category(node.id, node.name, node.layer, clock.now(), node.tag, node.summary, node.by, scope=self.scope)
            )
        else:
            now = {"name": node.name, "tag": node.tag, "summary": node.summary}
            old = dict(zip(now, self._stored[node.id], strict=True))
            changes = {key: value for key, value in now.items() if value != old[key]}
            if changes:
                yield Amend("category", node.id, changes)
        by = "extractor" if node.by == "user" else node.by
        for entity in sorted(node.added):
            yield Add(Membership(MembershipId(self._minted()), node.id, entity, by))

    def _link_steps(self) -> Iterable[Step]:
        for node in self.nodes.values():
            by: DeclaredBy = "extractor" if node.by == "user" else node.by
            for child in sorted(node.children):
                if (node.id, child) not in self._links:
                    yield Add(CategoryLink(CategoryLinkId(self._minted()), node.id, child, by))
        for (parent, child), link in self._links.items():
            if parent in self.nodes and child in self.nodes and child not in self.nodes[parent].children:
                yield Remove("category_link", link.id)
