"""What other programs may ask of memory, by name: one table that the command line, the MCP server and the host share.

An operation takes plain data and gives plain data back. It says whether it writes, so that whoever runs it puts it on
the right thread.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.domain import clock
from app.domain.errors import BadInput
from app.domain.item import Limits
from app.domain.plan import Author
from app.domain.question import Question, Recollection
from app.domain.scope import Scope
from app.services import associations, plainly
from app.services.associations import Caller
from app.services.plainly import Plain
from app.services.request import Arguments
from app.services.request import Request as Request
from app.services.workspace import ReadDesk, WriteDesk


@dataclass(frozen=True, slots=True)
class Operation:
    """`call(desk, caller, arguments)`; the desk is a `WriteDesk` where `writes`. Raises `Told` in words."""

    name: str
    writes: bool
    call: Callable[[Any, Caller, Arguments], Any]


def perform(desk: ReadDesk, request: Request) -> Any:
    """Do it on this thread; the desk must be a `WriteDesk` where the operation writes. Raises `Told`."""
    operation = operation_of(request.operation)
    return operation.call(desk, caller_of(desk, request), request.arguments)


def operation_of(name: str) -> Operation:
    """Raises `BadInput` for a name that nobody knows."""
    found = OPERATIONS.get(name)
    if found is None:
        raise BadInput("There is no operation “{name}”.", name=name[:60])
    return found


def caller_of(desk: ReadDesk, request: Request) -> Caller:
    """Who it counts as, and what they may see: the settings say so. Raises `BadInput` where agents are not allowed."""
    settings = desk.settings
    if request.door == "mcp":
        if not settings.mcp_allowed:
            raise BadInput("Tsumugi does not allow other programs to use memory yet. Its settings can allow it.")
        scope = Scope(desk.scope.agent, settings.mcp_project, settings.mcp_channel)
        return Caller(Author("agent", request.author), scope, request.again)
    return Caller(Author("user", request.author), desk.scope, request.again)


def _store(desk: WriteDesk, caller: Caller, given: Arguments) -> Plain:
    made = associations.store(
        desk, _text(given, "text"), caller, given.get("associations"), _text(given, "title", default="")
    )
    return {"ref": str(made.ref)} | ({} if made.declared is None else {"associations": _declared(made.declared)})


def _declare(desk: WriteDesk, caller: Caller, given: Arguments) -> Plain:
    made = associations.declare(desk, given.get("associations"), caller, _text(given, "anchor_ref", default=""))
    return _declared(made)


def _declared(made: associations.Declared) -> Plain:
    return {
        "entities": list(made.entities),
        "relations": list(made.relations),
        "refreshed": list(made.known),
        "dropped": plainly.dropped(made.dropped),
    }


def _retract(desk: WriteDesk, caller: Caller, given: Arguments) -> Plain:
    made = associations.retract(desk, given, caller)
    return {"retracted": made.taken, "dropped": plainly.dropped(made.dropped)}


def _recall(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    question = Question(_text(given, "query"), clock.now(), caller.scope, limit=_number(given, "limit", 10, 100))
    found = desk.recaller().recall(question)
    return plainly.recollection(found, _names(desk, caller.scope, found))


def _reconstruct(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    named = ("count", "top_k", "max_hops", "max_evidence", "budget")
    limits = Limits(**{name: given[name] for name in named if given.get(name) is not None})
    return plainly.reconstruction(associations.reconstruct(desk, _text(given, "query"), caller.scope, limits))


def _traverse(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    hops, limit = given.get("max_hops"), given.get("limit")
    found = associations.traverse(
        desk, _text(given, "entity"), caller.scope, 1 if hops is None else hops, 20 if limit is None else limit
    )
    return plainly.traversal(found)


def _contents(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    refs = given.get("refs") or []
    if not isinstance(refs, list | tuple) or not all(isinstance(ref, str) for ref in refs):
        raise BadInput("“{name}” must be a list of references.", name="refs")
    found, dropped = associations.contents(desk, refs[:200], caller.scope)
    return {"records": [plainly.record(one) for one in found], "dropped": plainly.dropped(dropped)}


def _entities(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    limit = _number(given, "limit", 100, 1000)
    found = associations.entities(desk, caller.scope, _text(given, "text", default=""), given.get("type"), limit)
    return {"entities": [plainly.entity(one) for one in found]}


def _names(desk: ReadDesk, scope: Scope, found: Recollection) -> dict[int, str]:
    ends = {end for hit in found.facts for end in (hit.fact.subject, hit.fact.object) if isinstance(end, int)}
    return {number: one.name for number, one in desk.view.entities.get(list(ends), scope).items()}


def _text(given: Arguments, name: str, default: str | None = None) -> str:
    value = given.get(name, default)
    if isinstance(value, str) and (value.strip() or default is not None):
        return value
    if value is None and default is not None:
        return default
    raise BadInput("“{name}” must be a text.", name=name)


def _number(given: Arguments, name: str, default: int, most: int) -> int:
    value = given.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput("“{name}” must be a whole number from {least} to {most}.", name=name, least="1", most=str(most))
    return value


OPERATIONS: Mapping[str, Operation] = {
    one.name: one
    for one in (
        Operation("store", True, _store),
        Operation("declare_associations", True, _declare),
        Operation("retract", True, _retract),
        Operation("recall", False, _recall),
        Operation("reconstruct", False, _reconstruct),
        Operation("traverse", False, _traverse),
        Operation("get_contents", False, _contents),
        Operation("list_entities", False, _entities),
    )
}
NEEDS_INDEXES = frozenset({"recall", "reconstruct"})
"""Operations that find by words and meaning; the indexes are brought along first, so that what was just stored is
found."""
