"""The two looks that need no lens: around one entity, and over all of memory."""

from datetime import date
from typing import TYPE_CHECKING

from app.domain.graph import Neighbourhood
from app.domain.ids import EntityId
from app.domain.lens import Lens
from app.domain.scope import Scope
from app.memory.explore.look import look

if TYPE_CHECKING:
    from app.storage.view import View


def neighbourhood(
    view: "View", center: EntityId, scope: Scope, today: date, depth: int = 1, limit: int = 150
) -> Neighbourhood:
    """Up to `limit` entities within `depth` facts of `center`. Empty where `center` does not exist in the scope."""
    return look(view, Lens((center,), depth, limit), scope, today)


def overview(view: "View", scope: Scope, today: date, limit: int = 150) -> Neighbourhood:
    """The entities named most and the facts between them; `hidden` counts all others in the scope."""
    return look(view, Lens(limit=limit), scope, today)
