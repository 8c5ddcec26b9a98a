"""What every program may do: agents through MCP within what their settings allow, and the user's command line."""

from collections.abc import Mapping

from app.domain import clock
from app.domain.errors import BadInput
from app.domain.item import Limits
from app.domain.question import Question
from app.services import associations, plainly
from app.services.associations import Caller
from app.services.operations.operation import Operation, names_of, number, text
from app.services.plainly import Plain
from app.services.request import Arguments
from app.services.workspace import ReadDesk, WriteDesk


def _store(desk: WriteDesk, caller: Caller, given: Arguments) -> Plain:
    made = associations.store(
        desk, text(given, "text"), caller, given.get("associations"), text(given, "title", default="")
    )
    return {"ref": str(made.ref)} | ({} if made.declared is None else {"associations": _declared(made.declared)})


def _declare(desk: WriteDesk, caller: Caller, given: Arguments) -> Plain:
    made = associations.declare(desk, given.get("associations"), caller, text(given, "anchor_ref", default=""))
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
    question = Question(text(given, "query"), clock.now(), caller.scope, limit=number(given, "limit", 10, 100))
    found = desk.recaller().recall(question)
    return plainly.recollection(found, names_of(desk, caller.scope, [hit.fact for hit in found.facts]))


def _reconstruct(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    known = ("count", "top_k", "max_hops", "max_evidence", "budget")
    limits = Limits(**{name: given[name] for name in known if given.get(name) is not None})
    return plainly.reconstruction(associations.reconstruct(desk, text(given, "query"), caller.scope, limits))


def _traverse(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    hops, limit = given.get("max_hops"), given.get("limit")
    found = associations.traverse(
        desk, text(given, "entity"), caller.scope, 1 if hops is None else hops, 20 if limit is None else limit
    )
    return plainly.traversal(found)


def _contents(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    refs = given.get("refs") or []
    if not isinstance(refs, list | tuple) or not all(isinstance(ref, str) for ref in refs):
        raise BadInput("“{name}” must be a list of references.", name="refs")
    found, dropped = associations.contents(desk, refs[:200], caller.scope)
    return {"records": [plainly.record(one) for one in found], "dropped": plainly.dropped(dropped)}


def _entities(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    limit = number(given, "limit", 100, 1000)
    found = associations.entities(desk, caller.scope, text(given, "text", default=""), given.get("type"), limit)
    return {"entities": [plainly.entity(one) for one in found]}


SHARED: Mapping[str, Operation] = {
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
