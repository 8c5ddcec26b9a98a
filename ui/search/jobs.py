"""What the search page has done on the lanes, which import the services: the window does not wait for them."""

from typing import TYPE_CHECKING

from app.domain.query import Order

if TYPE_CHECKING:
    from app.services.places import Places
    from app.services.search import Results
    from app.services.workspace import ReadDesk


def look(text: str, order: Order, limit: int, desk: "ReadDesk") -> "Results":
    """What a query finds."""
    from app.services import search

    return search.look(desk, text, order, limit)


def read_places(desk: "ReadDesk") -> "Places":
    """The projects and channels to choose from."""
    from app.services import places

    return places.places(desk)
