"""What other programs may ask of memory, by name: tables that the command line, the MCP server and the host share.

An operation takes plain data and gives plain data back. It says whether it writes, so that whoever runs it puts it on
the right thread. `OPERATIONS` are for every program; `OWN` for the user's command line alone.
"""

from typing import Any

from app.domain.errors import BadInput
from app.domain.plan import Author
from app.domain.scope import Scope
from app.domain.text import clean
from app.services.associations import Caller
from app.services.operations.operation import Operation as Operation
from app.services.operations.own import OWN as OWN
from app.services.operations.shared import SHARED as OPERATIONS
from app.services.request import Request as Request
from app.services.workspace import ReadDesk

NEEDS_INDEXES = frozenset({"recall", "reconstruct", "ask", "forget_preview"})
"""Operations that find by words and meaning; the indexes are brought along first, so that what was just stored is
found."""
WAITS_FOR_LEARNING = frozenset({"learned", "waiting"})
"""What is asked by one who waits until something is learned: who has nothing else to do goes on with it at once."""


def perform(desk: ReadDesk, request: Request) -> Any:
    """Do it on this thread; the desk must be a `WriteDesk` where the operation writes. Raises `Told`."""
    operation = operation_of(request.operation)
    caller = caller_of(desk, request)
    if request.door != "cli" and operation.name in OWN:
        raise _unknown(operation.name)
    return operation.call(desk, caller, request.arguments)


def operation_of(name: str) -> Operation:
    """Raises `BadInput` for a name that nobody knows."""
    found = OPERATIONS.get(name) or OWN.get(name)
    if found is None:
        raise _unknown(name)
    return found


def _unknown(name: str) -> BadInput:
    return BadInput("There is no operation “{name}”.", name=name[:60])


def caller_of(desk: ReadDesk, request: Request) -> Caller:
    """Who it counts as, and what they may see: the settings say so. Raises `BadInput` where agents are not allowed."""
    settings = desk.settings
    if request.door == "mcp":
        if not settings.mcp_allowed:
            raise BadInput("Tsumugi does not allow other programs to use memory yet. Its settings can allow it.")
        scope = Scope(desk.scope.agent, settings.mcp_project, settings.mcp_channel)
        return Caller(Author("agent", request.author), scope, request.again)
    return Caller(Author("user", request.author), _chosen(desk, request), request.again)


def _chosen(desk: ReadDesk, request: Request) -> Scope:
    """Where the user wants to read and write; without a choice all of the profile is read."""
    if request.project is None and request.channel is None:
        return desk.scope
    return Scope(desk.scope.agent, clean(request.project or "").strip(), clean(request.channel or "").strip())
