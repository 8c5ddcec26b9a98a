"""Categories put in order among themselves by hand: one under another, one made two, a new one above several.

Between a category and one that stands more than a layer above it are nodes promoted alone, which bear its name and are
seen by nobody: they are made, carried along and taken away here, so that a person only ever speaks of what is seen.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from app.domain import clock
from app.domain.category import MOST_LAYERS, Category, CategoryLink, Membership
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, CategoryLinkId, EntityId, MembershipId
from app.domain.plan import Add, Amend, Author, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise.reading import usable_name
from app.memory.revise.recategorise import alone, category_of, free_name, make, own_name, standing, take_out
from app.memory.tend.hierarchy import speaks
from app.storage.view import View

_NEW = CategoryId(-1)
_LINKS, _BETWEEN, _MEMBERS = -100, -200, -1000
"""Where the placeholders of links, of nodes in between and of memberships begin."""


def nest(
    view: View, child: CategoryId, source: CategoryId | None, target: CategoryId, scope: Scope, author: Author
) -> Plan:
    """Put a category under one that stands higher, out of the one that it is seen under. Raises `BadInput`."""
    row, into = category_of(view, child, scope), category_of(view, target, scope)
    if row.layer >= into.layer:
        raise BadInput("Only a category that stands higher can take another one in.")
    if row.scope != into.scope:
        raise BadInput("The category belongs to another project.")
    line = _line(view, row, source, scope)
    carried = next((one for one in line if one.layer == into.layer - 1), line[-1])
    steps: list[Step] = [Remove("category", one.id) for one in line if one.layer > carried.layer]
    if carried == line[-1]:
        steps += _apart(view, carried, source, target, scope, author)
    steps += _under(view, carried, into, scope, author)
    steps += own_name(view, into, scope, author)
    return Plan(
        tuple(steps), author, "nest_category", f"{row.name} → {into.name}", (standing(into), *map(standing, line))
    )


def gather(view: View, name: str, below: Collection[CategoryId], scope: Scope, author: Author) -> Plan:
    """A new category right above some of one layer, which leave those that they were under. Raises `BadInput`."""
    wanted = usable_name(name)
    rows = [category_of(view, one, scope) for one in dict.fromkeys(below)]
    if not rows:
        raise BadInput("Choose what goes into the new category.")
    if len({(one.layer, one.scope) for one in rows}) > 1:
        raise BadInput("Only categories of one layer and one project can be put together.")
    first = rows[0]
    if first.layer == MOST_LAYERS:
        raise BadInput("Nothing can stand above the highest layer.")
    free_name(view, wanted, first.layer + 1, first.scope, scope)
    made = Category(_NEW, wanted, first.layer + 1, clock.now(), declared_by=author.kind, scope=first.scope)
    steps: list[Step] = [Add(made)]
    for number, row in enumerate(rows):
        steps += _leave(view, row, scope, author)
        steps.append(Add(CategoryLink(CategoryLinkId(_LINKS - number), made.id, row.id, author.kind)))
    above = _above(view, first, made.layer, scope)
    steps += _under(view, made, above, scope, author) if above is not None else ()
    return Plan(tuple(steps), author, "gather_categories", wanted, tuple(map(standing, rows)))


def split(view: View, category: CategoryId, name: str, chosen: Collection[int], scope: Scope, author: Author) -> Plan:
    """A new category beside one, with some of what is in that: entities, or above the lowest layer categories.

    Raises `BadInput`, also where all would go or nothing.
    """
    old, wanted = category_of(view, category, scope), usable_name(name)
    if speaks(old):
        raise BadInput("This category stands for you and stays as it is.")
    free_name(view, wanted, old.layer, old.scope, scope)
    made = Category(_NEW, wanted, old.layer, clock.now(), declared_by=author.kind, scope=old.scope)
    parts = _entities if old.layer == 1 else _children
    steps: list[Step] = [Add(made), *parts(view, old, set(chosen), scope, author)]
    parents = [one for one in _parents(view, old, scope) if not _repeats(view, one, old, scope)]
    above = _above(view, old, old.layer, scope)
    for number, parent in enumerate(parents):
        steps.append(Add(CategoryLink(CategoryLinkId(_LINKS - number), parent.id, made.id, author.kind)))
    if not parents and above is not None:
        steps += _under(view, made, above, scope, author)
    return Plan(tuple(steps), author, "split_category", f"{old.name} → {wanted}", (standing(old),))


def make_under(
    view: View,
    name: str,
    members: Sequence[tuple[EntityId, CategoryId | None]],
    parent: CategoryId,
    scope: Scope,
    author: Author,
) -> Plan:
    """A new category of the lowest layer under one that stands higher. `members`: each with the category that it leaves
    for it, or None. Raises `BadInput`."""
    into = category_of(view, parent, scope)
    if into.layer == 1:
        raise BadInput("Only a category that stands higher can take another one in.")
    entities = [entity for entity, _ in members]
    plan = make(view, name, entities, scope if members else into.scope, author)
    made = next(step.row for step in plan.steps if isinstance(step, Add) and isinstance(step.row, Category))
    if into.scope != made.scope:
        raise BadInput("The category belongs to another project.")
    steps = [*plan.steps, *_under(view, made, into, scope, author), *own_name(view, into, scope, author)]
    for entity, home in members:
        if home is not None and not alone(view, category_of(view, home, scope), scope):
            steps += take_out(view, entity, home, scope, author).steps
    return Plan(tuple(steps), author, plan.label, plan.subject, (standing(into),))


def _entities(view: View, old: Category, chosen: set[int], scope: Scope, author: Author) -> Iterator[Step]:
    rows = view.categories.members([old.id], scope).get(old.id, [])
    leaving = [row for row in rows if row.entity in chosen]
    _some_stay(len(leaving), len(rows))
    for number, row in enumerate(leaving):
        yield Amend("membership", row.id, {"excluded": True, "declared_by": author.kind})
        yield Add(Membership(MembershipId(_MEMBERS - number), _NEW, row.entity, author.kind))


def _children(view: View, old: Category, chosen: set[int], scope: Scope, author: Author) -> Iterator[Step]:
    rows = view.categories.children([old.id], scope).get(old.id, [])
    known = view.categories.get([CategoryId(one) for one in chosen], scope).values()
    tops = {_line(view, one, old.id, scope)[-1].id for one in known}
    leaving = [row for row in rows if row.child in tops]
    _some_stay(len(leaving), len(rows))
    for number, row in enumerate(leaving):
        yield Amend("category_link", row.id, {"excluded": True, "declared_by": author.kind})
        yield Add(CategoryLink(CategoryLinkId(_MEMBERS - number), _NEW, row.child, author.kind))


def _some_stay(leaving: int, all_of_them: int) -> None:
    if not leaving:
        raise BadInput("Choose what goes into the new category.")
    if leaving == all_of_them:
        raise BadInput("Something has to stay where it is.")


def _parents(view: View, row: Category, scope: Scope) -> list[Category]:
    links = view.categories.parents([row.id], scope).get(row.id, [])
    known = view.categories.get([link.parent for link in links], scope)
    return [known[link.parent] for link in links]


def _repeats(view: View, parent: Category, row: Category, scope: Scope) -> bool:
    """Whether a parent was promoted for this one alone."""
    if parent.declared_by == "user" or name_key(parent.name) != name_key(row.name):
        return False
    return len(view.categories.children([parent.id], scope).get(parent.id, ())) == 1


def _line(view: View, row: Category, source: CategoryId | None, scope: Scope) -> list[Category]:
    """A category and the nodes promoted alone above it, up to right below `source`."""
    line = [row]
    while True:
        parents = _parents(view, line[-1], scope)
        lone = next((one for one in parents if _repeats(view, one, line[-1], scope)), None)
        if lone is None or any(one.id == source for one in parents):
            return line
        line.append(lone)


def _above(view: View, row: Category, layer: int, scope: Scope) -> Category | None:
    """What is seen above a category and stands higher than a layer."""
    at: Category | None = row
    while at is not None:
        below = at
        at = next(iter(_parents(view, below, scope)), None)
        if at is not None and at.layer > layer and not _repeats(view, at, below, scope):
            return at
    return None


def _apart(
    view: View, row: Category, source: CategoryId | None, target: CategoryId, scope: Scope, author: Author
) -> Iterator[Step]:
    """Out of the category that it is seen under; out of all where none is named."""
    links = view.categories.parents([row.id], scope).get(row.id, [])
    for link in links:
        if link.parent != target and source in (None, link.parent):
            yield Amend("category_link", link.id, {"excluded": True, "declared_by": author.kind})


def _leave(view: View, row: Category, scope: Scope, author: Author) -> Iterator[Step]:
    """Out of all that it stands under, and the nodes promoted for it alone go."""
    line = _line(view, row, None, scope)
    yield from (Remove("category", one.id) for one in line[1:])
    if len(line) == 1:
        yield from _apart(view, row, None, _NEW, scope, author)


def _under(view: View, row: Category, into: Category, scope: Scope, author: Author) -> Iterator[Step]:
    """Linked to a category above, with the nodes between them where there is more than one layer."""
    below = row
    for layer in range(row.layer + 1, into.layer):
        between = Category(CategoryId(_BETWEEN - layer), row.name, layer, clock.now(), scope=row.scope)
        yield Add(between)
        yield Add(CategoryLink(CategoryLinkId(_BETWEEN - 10 - layer), between.id, below.id, "extractor"))
        below = between
    known = _link(view, into.id, below.id, scope)
    if known is not None:
        yield Amend("category_link", known.id, {"excluded": False, "declared_by": author.kind})
    else:
        yield Add(CategoryLink(CategoryLinkId(_BETWEEN - 20), into.id, below.id, author.kind))


def _link(view: View, parent: CategoryId, child: CategoryId, scope: Scope) -> CategoryLink | None:
    """How two categories stand to each other; also where a person took them apart."""
    rows: Iterable[CategoryLink] = view.categories.links(scope) if child > 0 else ()
    return next((one for one in rows if (one.parent, one.child) == (parent, child)), None)
