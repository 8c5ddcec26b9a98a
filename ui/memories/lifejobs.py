"""What the parts of an entity's page read on the lanes, and what their own deeds are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain import clock
from app.domain.category import Category
from app.domain.ids import CategoryId, EntityId

if TYPE_CHECKING:
    from app.services.biography import Deeds, Facts, Mentions, Places, Relative
    from app.services.history import StepUndone
    from app.services.workspace import ReadDesk, WriteDesk


def read_facts(entity: EntityId, text: str, start: int, limit: int, desk: "ReadDesk") -> "Facts":
    """A page of what is known of an entity."""
    from app.services import biography

    return biography.facts(desk, entity, clock.now().date(), text, start, limit)


def read_relatives(entity: EntityId, limit: int, desk: "ReadDesk") -> "tuple[Relative, ...]":
    """Who and what is near."""
    from app.services import biography

    return biography.relatives(desk, entity, clock.now().date(), limit)


def read_mentions(entity: EntityId, start: int, limit: int, desk: "ReadDesk") -> "Mentions":
    """A page of the words that name it."""
    from app.services import biography

    return biography.mentions(desk, entity, start, limit)


def read_places(entity: EntityId, start: int, limit: int, desk: "ReadDesk") -> "Places":
    """Notes and chats that name it."""
    from app.services import biography

    return biography.places(desk, entity, start, limit)


def read_deeds(entity: EntityId, limit: int, desk: "ReadDesk") -> "Deeds":
    """What was done to it."""
    from app.services import biography

    return biography.deeds(desk, entity, limit)


def undo_all(seqs: Sequence[int], desk: "WriteDesk") -> "StepUndone":
    """Take back several steps, the first first. What came of the last one that was tried."""
    from app.services import history

    found = history.undo_one(desk, seqs[0])
    for seq in seqs[1:]:
        if found.change is None:
            break
        found = history.undo_one(desk, seq)
    return found


def read_categories(desk: "ReadDesk") -> list[Category]:
    """Categories that an entity can be put in, by name."""
    from app.services import hierarchy

    branches = hierarchy.hierarchy(desk).branches.values()
    known = [one.category for one in branches if one.category.layer == 1 and one.alone is None]
    return sorted(known, key=lambda category: category.name.casefold())


def put_in(entity: EntityId, category: CategoryId, desk: "WriteDesk") -> object:
    """Into a category, beside those that it is in. Raises `BadInput`."""
    from app.services import categories

    return categories.put_in(desk, entity, category)


def put_in_new(entity: EntityId, name: str, desk: "WriteDesk") -> object:
    """Into a category that is made for it. Raises `BadInput`."""
    from app.services import categories

    return categories.make(desk, name, [entity])


def take_out(entity: EntityId, category: CategoryId, desk: "WriteDesk") -> object:
    """Out of a category; the app does not put it back. Raises `BadInput`."""
    from app.services import categories

    return categories.take_out(desk, entity, category)
