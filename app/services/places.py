"""Projects and channels: which there are. One is there once something is kept in it; a new one is only a name."""

from dataclasses import dataclass

from app.domain.errors import BadInput
from app.domain.text import clean
from app.services.workspace import ReadDesk

LONGEST = 60
"""Characters of the name of a project or channel."""


@dataclass(frozen=True, slots=True)
class Places:
    """Names in alphabetical order, without the global pool."""

    projects: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()


def places(desk: ReadDesk) -> Places:
    """All that hold something of what may be seen."""
    found = desk.view.conversations.places(desk.scope)
    return Places(*(tuple(sorted({row[part] for row in found} - {""}, key=str.casefold)) for part in (0, 1)))


def new_name(text: str) -> str:
    """A name for a project or a channel. Raises `BadInput` where it is none."""
    name = " ".join(clean(text).split())
    if not name:
        raise BadInput("Please give it a name.")
    if len(name) > LONGEST:
        raise BadInput("The name has at most {most} characters.", most=str(LONGEST))
    return name
