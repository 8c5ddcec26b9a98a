"""What a program asks of memory, as it travels: so small that asking loads nothing of memory itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """`door`: `mcp` needs the user's leave, `cli` is the user. `author` is the name of the program or agent."""

    operation: str
    arguments: Arguments
    door: str = "cli"
    author: str = ""
    again: bool = False
    """Asked before of a host that went without an answer: it may have been done."""
    project: str | None = None
    channel: str | None = None
    """Where to read and write, for the door `cli` alone: the user chooses as they like. None for all of it."""
