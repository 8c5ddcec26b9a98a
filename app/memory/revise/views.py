"""Looks at the graph under a name: made, named anew, replaced, removed; and kept in step with entities."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from app.domain import clock
from app.domain.errors import BadInput
from app.domain.ids import EntityId, SavedViewId
from app.domain.lens import SavedView
from app.domain.plan import Add, Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise.reading import usable_name
from app.storage.view import View

_ALL = 1_000_000
NEW = SavedViewId(-1)
"""The placeholder of a view that is saved: its number is `change.ids[NEW]`."""


def save(view: View, made: SavedView, scope: Scope, author: Author) -> Plan:
    """A new view; its number and time are given here. Refused when one that can be seen bears the name."""
    row = replace(made, id=NEW, name=_free_name(view, made.name, scope), created_at=clock.now())
    return Plan((Add(row),), author, "save_view", row.name)


def rename(view: View, id: SavedViewId, name: str, scope: Scope, author: Author) -> Plan:
    """Another name. Refused when another view that can be seen bears it."""
    old, new = view_of(view, id, scope), _free_name(view, name, scope, but=id)
    change = Amend("saved_view", id, {"name": new})
    return Plan((change,), author, "rename_view", f"{old.name} → {new}", (_still_so(old),))


def put(view: View, changed: SavedView, scope: Scope, author: Author) -> Plan:
    """Another look, and other places, under the same name."""
    old = view_of(view, changed.id, scope)
    fields = {name: getattr(changed, name) for name in ("lens", "places", "pinned")}
    return Plan((Amend("saved_view", old.id, fields),), author, "replace_view", old.name, (_still_so(old),))


def remove(view: View, id: SavedViewId, scope: Scope, author: Author) -> Plan:
    """The view goes; what it showed stays."""
    old = view_of(view, id, scope)
    return Plan((Remove("saved_view", id),), author, "delete_view", old.name, (_still_so(old),))


def _still_so(old: SavedView) -> Expect:
    return Expect("saved_view", old.id, {"name": old.name})


def view_of(view: View, id: SavedViewId, scope: Scope) -> SavedView:
    """Raises `BadInput` when it is gone."""
    found = view.saved_views.one(id, scope)
    if found is None:
        raise BadInput("This view is gone.")
    return found


def _free_name(view: View, text: str, scope: Scope, but: SavedViewId | None = None) -> str:
    name = usable_name(text)
    if any(one.id != but for one in view.saved_views.named(name_key(name), scope)):
        raise BadInput("“{name}” already names a view.", name=name)
    return name


# ── in step with what they show ───────────────────────────────────────────────────────────────────────────────
def repointed(view: View, kept: EntityId, gone: EntityId, scope: Scope) -> Iterator[Step]:
    """What a merge does to views: where they showed the one that goes they show the other."""
    for one in view.saved_views.listed(scope, _ALL):
        if gone in shown_by(one):
            yield Amend("saved_view", one.id, _fields(_in_place_of(one, kept, gone)))


def _in_place_of(one: SavedView, kept: EntityId, gone: EntityId) -> SavedView:
    def put(entities: Collection[EntityId]) -> frozenset[EntityId]:
        return frozenset(kept if entity == gone else entity for entity in entities)

    lens = one.lens
    about = tuple(dict.fromkeys(kept if entity == gone else entity for entity in lens.about))
    hidden = lens.hidden.difference((gone, *about))  # of two that are one, the one that can be seen counts
    lens = replace(lens, about=about, opened=put(lens.opened), closed=put(lens.closed), hidden=hidden)
    places = {(kept if entity == gone else entity): place for entity, place in one.places.items()}
    if kept in one.places:
        places[kept] = one.places[kept]
    return replace(one, lens=lens, places=places, pinned=put(one.pinned))


def _fields(one: SavedView) -> dict[str, object]:
    return {"lens": one.lens, "places": one.places, "pinned": one.pinned}


def shown_by(one: SavedView) -> frozenset[EntityId]:
    """Every entity that a view names."""
    lens = one.lens
    return frozenset(lens.about) | lens.opened | lens.closed | lens.hidden | one.places.keys() | one.pinned


def less(one: SavedView, gone: Collection[EntityId]) -> SavedView | None:
    """The view less these entities; None when it was about nothing else."""
    lens = one.lens
    about = tuple(entity for entity in lens.about if entity not in gone)
    if lens.about and not about:
        return None
    lens = replace(
        lens,
        about=about,
        opened=lens.opened.difference(gone),
        closed=lens.closed.difference(gone),
        hidden=lens.hidden.difference(gone),
    )
    places = {entity: place for entity, place in one.places.items() if entity not in gone}
    return replace(one, lens=lens, places=places, pinned=one.pinned.difference(gone))


def present(view: View, one: SavedView, scope: Scope) -> SavedView:
    """The view as far as memory still holds what it names. Raises `BadInput` when it is about nothing that is left."""
    named = shown_by(one)
    left = less(one, named - view.entities.get(list(named), scope).keys())
    if left is None:
        raise BadInput("What this view was about is no longer in memory.")
    filters = left.lens.filters
    known = frozenset(view.categories.get(list(filters.categories), scope)) if filters.categories else frozenset()
    return replace(left, lens=replace(left.lens, filters=replace(filters, categories=known)))
