"""What the graph page asks of memory and has done to it, as jobs of a lane."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from app.domain.entity import Entity
from app.domain.graph import FactChange, Neighbourhood
from app.domain.ids import CategoryId, EntityId, SavedViewId
from app.domain.lens import Lens, SavedView
from app.services import explorer
from ui.graph.trail import Look

if TYPE_CHECKING:
    from app.services import views
    from app.services.workspace import ReadDesk, WriteDesk

HEAVIEST = 2_000
"""Places that a saved view keeps; of a larger picture only what was pinned, the layout finds the rest again."""


def look(desk: "ReadDesk", lens: Lens) -> Neighbourhood:
    """What a lens shows. All of memory has no centre: nobody stands out, or stays when all are filtered out."""
    graph = explorer.look(desk, lens)
    return graph if lens.about else replace(graph, center=EntityId(0))


def category_names(wanted: Collection[CategoryId], desk: "ReadDesk") -> dict[CategoryId, str]:
    """What categories are called; one that is gone has no name."""
    return {id: row.name for id, row in desk.view.categories.get(set(wanted), desk.scope).items()}


def found(text: str, desk: "ReadDesk") -> list[Entity]:
    """Entities that any of their names lets one expect behind what is typed, those that are called so first."""
    return [*explorer.called(desk, text), *explorer.starting(desk, text)]


def changed(about: tuple[EntityId, ...], since: date, until: date, desk: "ReadDesk") -> tuple[FactChange, ...]:
    """What changed about entities between two days; without any, in all of memory."""
    return explorer.changed(desk, about or None, since, until)


# ── saved views ───────────────────────────────────────────────────────────────────────────────────────────────
def saved_views(desk: "ReadDesk") -> tuple[SavedView, ...]:
    """All, by name."""
    from app.services import views

    return views.listed(desk)


def saved_view(id: SavedViewId, desk: "ReadDesk") -> SavedView:
    """One, to be shown. Raises `BadInput` when it is gone."""
    from app.services import views

    return views.one(desk, id)


def save_view(name: str, shown: Look, replaces: bool, desk: "WriteDesk") -> SavedView | None:
    """Keep a look. None where the name is taken, unless it `replaces` what bears it."""
    from app.services import views

    taken = views.named(desk, name)
    if taken is None:
        return views.one(desk, SavedViewId(views.save(desk, name, _kept(shown)).ids[views.NEW]))
    return replace_view(taken.id, shown, desk) if replaces else None


def replace_view(id: SavedViewId, shown: Look, desk: "WriteDesk") -> SavedView:
    """Keep another look under the same name."""
    from app.services import views

    views.replace(desk, id, _kept(shown))
    return views.one(desk, id)


def rename_view(id: SavedViewId, name: str, desk: "WriteDesk") -> SavedView:
    """Another name."""
    from app.services import views

    views.rename(desk, id, name)
    return views.one(desk, id)


def delete_view(id: SavedViewId, desk: "WriteDesk") -> None:
    """Remove a view."""
    from app.services import views

    views.delete(desk, id)


def _kept(shown: Look) -> "views.Look":
    from app.services import views

    places = shown.places
    if len(places) > HEAVIEST:
        places = {entity: place for entity, place in places.items() if entity in shown.pinned}
    return views.Look(shown.lens, places, shown.pinned)
