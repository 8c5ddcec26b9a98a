"""Categories by hand: made, renamed, merged, deleted; entities put in and taken out. The app never undoes any of it.

A category that a person deletes stays as a row that nobody sees, and so does a membership that a person ends: they say
what the app must not make again.
"""

from collections.abc import Collection

from app.domain import clock
from app.domain.category import MOST_SUMMARY, Category, Membership
from app.domain.entity import ME, Entity
from app.domain.errors import BadInput
from app.domain.ids import CategoryId, EntityId, MembershipId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import clean, name_key
from app.memory.revise.reading import entity_of, usable_name
from app.memory.tend.hierarchy import speaks
from app.storage.view import View


def make(view: View, name: str, members: Collection[EntityId], scope: Scope, author: Author) -> Plan:
    """A new category of layer 1. Raises `BadInput` for a name that another of that layer bears."""
    wanted = usable_name(name)
    entities = [entity_of(view, one, scope) for one in dict.fromkeys(members)]
    written_in = _one_scope(entities) or Scope(scope.agent, scope.project, scope.channel)
    free_name(view, wanted, 1, written_in, scope)
    row = Category(CategoryId(-1), wanted, 1, clock.now(), declared_by=author.kind, scope=written_in)
    steps: list[Step] = [Add(row)]
    for number, one in enumerate(entities):
        steps.append(Add(Membership(MembershipId(-2000 - number), row.id, one.id, author.kind)))
        steps += _no_more_alone(view, one, row, scope)
    return Plan(tuple(steps), author, "make_category", wanted)


def rename(view: View, category: CategoryId, name: str, scope: Scope, author: Author) -> Plan:
    """Another name, which the app then leaves alone, as well as the summary."""
    old, wanted = category_of(view, category, scope), usable_name(name)
    free_name(view, wanted, old.layer, old.scope, scope, but=category)
    changes = {"name": wanted, "declared_by": author.kind}
    expects = (Expect("category", category, {"name": old.name, "retired_at": None}),)
    return Plan((Amend("category", category, changes),), author, "rename_category", f"{old.name} → {wanted}", expects)


def describe(view: View, category: CategoryId, summary: str, scope: Scope, author: Author) -> Plan:
    """A summary in a person's own words. Raises `BadInput` for one that is too long."""
    old, words = category_of(view, category, scope), clean(summary).strip()
    if len(words) > MOST_SUMMARY:
        raise BadInput("A summary has at most {most} characters.", most=str(MOST_SUMMARY))
    changes = {"summary": words, "declared_by": author.kind}
    expects = (Expect("category", category, {"summary": old.summary, "retired_at": None}),)
    return Plan((Amend("category", category, changes),), author, "describe_category", old.name, expects)


def retire(view: View, category: CategoryId, scope: Scope, author: Author) -> Plan:
    """Delete it: what was in it alone is sorted elsewhere at the next sorting. Raises `BadInput` for one that stands
    for a single entity, or for the user."""
    old = category_of(view, category, scope)
    _not_needed(view, old, scope)
    return Plan((_retired(old),), author, "delete_category", old.name, (standing(old),))


def merge(view: View, kept: CategoryId, gone: CategoryId, scope: Scope, author: Author) -> Plan:
    """What is in one is in the other, by the person's word; the emptied one is deleted. Both are of one layer."""
    into, old = category_of(view, kept, scope), category_of(view, gone, scope)
    if kept == gone:
        raise BadInput("These are one already.")
    if into.layer != old.layer or into.scope != old.scope:
        raise BadInput("Only categories of one layer and one project can be made one.")
    if speaks(old):
        raise BadInput("This category stands for you and stays as it is.")
    steps: list[Step] = [_retired(old), Amend("category", kept, {"declared_by": author.kind})]
    if into.layer == 1:
        steps += _members(view, into, old, scope, author)
    else:
        steps += _children(view, into, old, scope)
    return Plan(tuple(steps), author, "merge_categories", f"{old.name} → {into.name}", (standing(into), standing(old)))


def move(view: View, entity: EntityId, source: CategoryId, target: CategoryId, scope: Scope, author: Author) -> Plan:
    """Out of one category and into another, in one step of undo."""
    row, old = entity_of(view, entity, scope), category_of(view, source, scope)
    if source == target:
        raise BadInput("It is in this category already.")
    into = put_in(view, entity, target, scope, author)
    subject = f"{row.name} → {category_of(view, target, scope).name}"
    if alone(view, old, scope):  # which stood for it while it had no other place, and goes with the first one
        return Plan(into.steps, author, "move_entity", subject, into.expects)
    out = take_out(view, entity, source, scope, author)
    return Plan((*out.steps, *into.steps), author, "move_entity", subject, (*out.expects, *into.expects))


def put_in(view: View, entity: EntityId, category: CategoryId, scope: Scope, author: Author) -> Plan:
    """By the person's word, even where it was once taken out."""
    row, into = entity_of(view, entity, scope), category_of(view, category, scope)
    if into.layer != 1:
        raise BadInput("Entities are put in categories of the lowest layer.")
    if row.scope != into.scope:
        raise BadInput("The category belongs to another project.")
    if row.name == ME or speaks(into):
        raise BadInput("This category stands for you and stays as it is.")
    known = view.categories.membership(category, entity, scope)
    if known is not None:
        step: Step = Amend("membership", known.id, {"excluded": False, "declared_by": author.kind})
    else:
        step = Add(Membership(MembershipId(-1), category, entity, author.kind))
    steps = (step, *own_name(view, into, scope, author), *_no_more_alone(view, row, into, scope))
    return Plan(steps, author, "put_in_category", f"{row.name} → {into.name}", (standing(into),))


def take_out(view: View, entity: EntityId, category: CategoryId, scope: Scope, author: Author) -> Plan:
    """For good: the app does not put it back. Raises `BadInput` where the category stands for this entity alone."""
    row, old = entity_of(view, entity, scope), category_of(view, category, scope)
    known = view.categories.membership(category, entity, scope)
    if known is None or known.excluded:
        raise BadInput("It is not in this category.")
    if row.name == ME and speaks(old):
        raise BadInput("This category stands for you and stays as it is.")
    if alone(view, old, scope):
        raise BadInput("This category stands for it alone. Put it in another one first.")
    step = Amend("membership", known.id, {"excluded": True, "declared_by": author.kind})
    return Plan((step,), author, "take_out_of_category", f"{row.name} ← {old.name}", (standing(old),))


def category_of(view: View, category: CategoryId, scope: Scope) -> Category:
    """Raises `BadInput` when it is gone."""
    found = view.categories.get([category], scope).get(category)
    if found is None:
        raise BadInput("This category is gone.")
    return found


def standing(category: Category) -> Expect:
    """It is still there, and called so."""
    return Expect("category", category.id, {"name": category.name, "retired_at": None})


def _retired(category: Category) -> Amend:
    """The name stays, so that the app knows it; the summary, which tells of members, goes."""
    return Amend("category", category.id, {"retired_at": clock.now(), "summary": ""})


def _one_scope(entities: Collection[Entity]) -> Scope | None:
    scopes = {entity.scope for entity in entities}
    if len(scopes) > 1:
        raise BadInput("They belong to different projects.")
    return scopes.pop() if scopes else None


def free_name(view: View, name: str, layer: int, own: Scope, scope: Scope, but: CategoryId | None = None) -> None:
    """Raises `BadInput` where another category of that layer and scope bears the name."""
    for other in view.categories.named(name, scope):
        if other.layer == layer and other.scope == own and other.id != but:
            raise BadInput("There is a category “{name}” already.", name=name)


def alone(view: View, category: Category, scope: Scope) -> bool:
    """Whether it was promoted: one child, whose name it bears."""
    if category.declared_by == "user":
        return False
    if category.layer == 1:
        names = [row.name for row in view.categories.entities_below([category.id], scope).get(category.id, [])]
    else:
        names = [row.name for row in view.categories.categories_below([category.id], scope).get(category.id, [])]
    return len(names) == 1 and name_key(names[0]) == name_key(category.name)


def _not_needed(view: View, category: Category, scope: Scope) -> None:
    if speaks(category):
        raise BadInput("This category stands for you and stays as it is.")
    if alone(view, category, scope):
        raise BadInput("This category stands for what is in it alone and goes with it.")


def own_name(view: View, category: Category, scope: Scope, author: Author) -> list[Step]:
    """A node that stood for one entity is a category of a person's own from now on."""
    return [Amend("category", category.id, {"declared_by": author.kind})] if alone(view, category, scope) else []


def _no_more_alone(view: View, entity: Entity, into: Category, scope: Scope) -> list[Step]:
    """The nodes that stood for an entity while it was in no category go when it is put in one."""
    rows = view.categories.memberships([entity.id], scope).get(entity.id, [])
    known = view.categories.get([one.category for one in rows if one.category != into.id], scope)
    steps: list[Step] = []
    todo = [one for one in known.values() if alone(view, one, scope)]
    while todo:
        row = todo.pop()
        steps.append(Remove("category", row.id))
        links = view.categories.parents([row.id], scope).get(row.id, [])
        above = view.categories.get([link.parent for link in links], scope)
        todo += [one for one in above.values() if alone(view, one, scope)]
    return steps


def _members(view: View, into: Category, old: Category, scope: Scope, author: Author) -> list[Step]:
    rows = view.categories.members([into.id, old.id], scope)
    taken = {row.entity for row in rows.get(into.id, ())}
    steps: list[Step] = []
    for number, row in enumerate(one for one in rows.get(old.id, ()) if one.entity not in taken):
        known = view.categories.membership(into.id, row.entity, scope)
        if known is not None:
            steps.append(Amend("membership", known.id, {"excluded": False, "declared_by": author.kind}))
        else:
            steps.append(Add(Membership(MembershipId(-1 - number), into.id, row.entity, author.kind)))
    return steps


def _children(view: View, into: Category, old: Category, scope: Scope) -> list[Step]:
    rows = view.categories.children([into.id, old.id], scope)
    taken = {row.child for row in rows.get(into.id, ())}
    return [
        Amend("category_link", row.id, {"parent": into.id}) for row in rows.get(old.id, ()) if row.child not in taken
    ]
