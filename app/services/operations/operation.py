"""What an operation is, and how it reads its arguments."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.scope import Scope
from app.services.associations import Caller
from app.services.request import Arguments
from app.services.workspace import ReadDesk


@dataclass(frozen=True, slots=True)
class Operation:
    """`call(desk, caller, arguments)`; the desk is a `WriteDesk` where `writes`. Raises `Told` in words.

    Long work is a generator that yields plain data for progress and returns the result.
    """

    name: str
    writes: bool
    call: Callable[[Any, Caller, Arguments], Any]


def text(given: Arguments, name: str, default: str | None = None) -> str:
    """A text argument; one without a default must hold something. Raises `BadInput`."""
    value = given.get(name, default)
    if isinstance(value, str) and (value.strip() or default is not None):
        return value
    if value is None and default is not None:
        return default
    raise BadInput("“{name}” must be a text.", name=name)


def number(given: Arguments, name: str, default: int, most: int) -> int:
    """A whole number from 1. Raises `BadInput`."""
    value = given.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput("“{name}” must be a whole number from {least} to {most}.", name=name, least="1", most=str(most))
    return value


def names_of(desk: ReadDesk, scope: Scope, facts: Iterable[Fact]) -> dict[int, str]:
    """What the entities at the ends of facts are called."""
    ends = {end for fact in facts for end in (fact.subject, fact.object) if isinstance(end, int)}
    return {id: one.name for id, one in desk.view.entities.get(list(ends), scope).items()}
