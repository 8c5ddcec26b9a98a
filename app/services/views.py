"""Looks at the graph under a name: each save, change and removal is one step of undo.

The functions that write share one shape: plan in `memory.revise.views`, commit, return the `Change`. `BadInput` is
raised with a sentence for what cannot be done; nothing is written then.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from app.domain import clock
from app.domain.change import Change
from app.domain.ids import EntityId, SavedViewId
from app.domain.lens import Lens, Place, SavedView
from app.domain.plan import USER
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise import views as revising
from app.memory.revise.views import NEW as NEW
from app.services.workspace import ReadDesk, WriteDesk

_MOST = 1_000


@dataclass(frozen=True, slots=True)
class Look:
    """What a view keeps: what is read and filtered, where nodes stand, which of them stay there."""

    lens: Lens
    places: Mapping[EntityId, Place] = field(default_factory=dict)
    pinned: Collection[EntityId] = frozenset()


def save(desk: WriteDesk, name: str, look: Look) -> Change:
    """Keep a look under a new name; `change.ids[NEW]` is its number. It belongs where new things belong.

    Refused when a view that can be seen bears the name: `replace` changes that one.
    """
    places, pinned = dict(look.places), frozenset(look.pinned)
    made = SavedView(NEW, name, look.lens, clock.now(), places, pinned, desk.home or Scope())
    return desk.store.commit(revising.save(desk.view, made, desk.scope, USER))


def rename(desk: WriteDesk, id: SavedViewId, name: str) -> Change:
    """Another name for a view."""
    return desk.store.commit(revising.rename(desk.view, id, name, desk.scope, USER))


def replace(desk: WriteDesk, id: SavedViewId, look: Look) -> Change:
    """Keep another look under the name that is there."""
    old = revising.view_of(desk.view, id, desk.scope)
    made = SavedView(id, old.name, look.lens, old.created_at, dict(look.places), frozenset(look.pinned), old.scope)
    return desk.store.commit(revising.put(desk.view, made, desk.scope, USER))


def delete(desk: WriteDesk, id: SavedViewId) -> Change:
    """Remove a view; what it showed stays."""
    return desk.store.commit(revising.remove(desk.view, id, desk.scope, USER))


def listed(desk: ReadDesk) -> tuple[SavedView, ...]:
    """By name, as they were saved: `one` gives what can still be shown."""
    return tuple(desk.view.saved_views.listed(desk.scope, _MOST))


def named(desk: ReadDesk, name: str) -> SavedView | None:
    """The view of that name, however it is spelled: whether saving under it would have to replace one."""
    found = desk.view.saved_views.named(name_key(name), desk.scope)
    return found[0] if found else None


def one(desk: ReadDesk, id: SavedViewId) -> SavedView:
    """A view to be opened, less what memory no longer holds. Raises `BadInput` when it is gone, or all it was about."""
    return revising.present(desk.view, revising.view_of(desk.view, id, desk.scope), desk.scope)
