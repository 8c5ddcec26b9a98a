"""What the shell has done on the lanes. Services are imported there: they bring much along."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.domain.scope import OWNER
from app.services.settings import Settings

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk, WriteDesk


def keep_settings(settings: Settings, desk: "WriteDesk") -> None:
    """Keep them with the profile."""
    desk.workspace.change_settings(settings)


def exists(conversation: Any, desk: "ReadDesk") -> Any:
    """The conversation's number if it is still there."""
    from app.services import chat

    return conversation if any(one.id == conversation for one in chat.conversations(desk)) else None


def rebuild(desk: "WriteDesk") -> "Iterator[object]":
    """Make the search indexes anew, step by step."""
    from app.services import upkeep

    return upkeep.rebuild(desk)


def warm(desk: "ReadDesk") -> None:
    """Read all names, so that finding does not wait for it."""
    from app.services import finding

    finding.warm(desk)


def offers(desk: "ReadDesk") -> tuple[bool, str | None, bool]:
    """Whether memory is empty, the name of a model server that was found, whether a sync service holds the folder."""
    from app.services import chat, models, notes, upkeep

    servers = models.find_servers()
    desk.scope = OWNER
    empty = not chat.conversations(desk) and not notes.listed(desk)
    return empty, servers[0].name if servers else "", upkeep.lies_in_synced_folder(desk)
