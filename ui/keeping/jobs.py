"""What the dialogs have done on the lanes. Services are imported by the lanes, not before the window is shown."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.scope import OWNER

if TYPE_CHECKING:
    from app.services.forgetting import Going, Phase, What
    from app.services.transfer import Progress
    from app.services.workspace import ReadDesk, WriteDesk


def preview(kind: str, id: int, desk: "ReadDesk") -> "Going":
    """What would go. Raises `BadInput`."""
    from app.services import forgetting

    desk.scope = OWNER  # what goes is more than what is shown
    return forgetting.preview(desk, forgetting.What(kind, id))  # type: ignore[arg-type]


def forget(what: "What", with_backups: bool, desk: "WriteDesk") -> "Iterator[Phase]":
    """Let it go; gives whether every file is written anew."""
    from app.services import forgetting

    return forgetting.forget(desk, what, with_backups)


def suggested(desk: "ReadDesk") -> str:
    """The name of an archive made now."""
    from app.services import transfer

    return transfer.suggested_name()


def export(path: Path, desk: "ReadDesk") -> "Iterator[Progress]":
    """Write everything to an archive."""
    from app.services import transfer

    return transfer.export(desk, path)


def restore(path: Path, desk: "WriteDesk") -> "Iterator[Progress]":
    """Make an empty memory from an archive."""
    from app.services import transfer

    return transfer.restore(desk, path)
