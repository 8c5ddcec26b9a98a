"""What the page of models has done on the lanes. Services are imported there: they bring the clients along."""

from typing import TYPE_CHECKING

from app.services.settings import Settings

if TYPE_CHECKING:
    from app.services.models import Server, Trial, Which
    from app.services.workspace import ReadDesk


def find(desk: "ReadDesk") -> "list[Server]":
    """Servers of this machine that answer."""
    from app.services import models

    return models.find_servers()


def offered(settings: Settings, which: "Which", desk: "ReadDesk") -> list[str]:
    """Models of the server that is set. Raises `BadInput` or `ModelUnavailable`."""
    from app.services import models

    return models.offered(settings, which)


def refusal(settings: Settings, which: "Which", desk: "ReadDesk") -> Exception | None:
    """Why the address that is set may not be used; None where it may, or where none is written yet."""
    from app.services import models

    return models.refusal(settings, which)


def keep_key(settings: Settings, key: str, which: "Which", desk: "ReadDesk") -> None:
    """Put a key into the keyring. Raises `BadInput` or `ModelUnavailable`."""
    from app.services import models

    models.keep_key(settings, key, which)


def try_out(settings: Settings, which: "Which", desk: "ReadDesk") -> "Trial":
    """Ask a model for a word and to read a sentence. Raises `BadInput` or `ModelUnavailable`."""
    from app.services import models

    return models.try_out(settings, which, lambda: desk.stopped())
