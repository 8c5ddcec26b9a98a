"""What the user alone may do from the command line: ask, take all of it along, forget, look after the files."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.domain.entity import ME
from app.domain.errors import BadInput
from app.domain.ids import EntityId, EpisodeId, Ref
from app.domain.scope import EVERYONE, Scope
from app.domain.secret import mask
from app.domain.text import name_key
from app.services import asking, chat, checkup, forgetting, plainly, transfer
from app.services.associations import Caller
from app.services.forgetting import Going, What
from app.services.operations.operation import Operation, names_of, text
from app.services.plainly import Plain
from app.services.request import Arguments
from app.services.workspace import ReadDesk, WriteDesk

Steps = Generator[Plain, None, Plain]
_MANY = 1000


def _ask(desk: ReadDesk, caller: Caller, given: Arguments) -> Steps:
    return asking.ask(desk, text(given, "query"), caller.scope, given.get("everywhere") is True)


def _learned(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    """How far the learning of a record has come; what it taught, ended, asks, and what in it was left out."""
    seen = desk.within(caller.scope)
    found = chat.turn(seen, _message(text(given, "ref")))
    if found is None:
        raise BadInput("These words are gone.")
    chips = [chip for chip in found.chips if chip.fact.expired_at is None]
    facts = [chip.fact for chip in chips if not chip.ends]
    ended = list({chip.fact.id: chip.fact for chip in chips if chip.ends}.values())
    names = names_of(desk, caller.scope, [*facts, *ended])
    told = {"state": found.episode.state, "error": found.episode.learn_error, "asks": found.asks}
    told |= {"facts": [plainly.fact(one, names) for one in facts], "ended": [plainly.fact(one, names) for one in ended]}
    return told | {"left_out": [{"words": mask(drop.what), "reason": drop.reason} for drop in found.drops]}


def _waiting(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    return {"waiting": len(desk.view.episodes.waiting(EVERYONE, _MANY))}


def _export(desk: ReadDesk, caller: Caller, given: Arguments) -> Steps:
    path = Path(text(given, "path"))
    yield from _told(transfer.export(desk, path))
    return {"path": str(path), "bytes": path.stat().st_size}


def _import(desk: WriteDesk, caller: Caller, given: Arguments) -> Steps:
    path = Path(text(given, "path"))
    yield from _told(transfer.restore(desk, path))
    return {"path": str(path), "records": desk.view.episodes.count(EVERYONE)}


def _told(steps: Iterator[Any]) -> Iterator[Plain]:
    for step in steps:
        yield {"done": step.done, "total": step.total}


def _forget_preview(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    seen = desk.within(caller.scope)
    return _going(forgetting.preview(seen, _what(seen, given)))


def _going(going: Going) -> Plain:
    """Counts are whole; lists are cut as the preview cuts them."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(going).items()}
    return plain | {"what": {"kind": going.what.kind, "id": going.what.id}, "facts": [mask(one) for one in going.facts]}


def _forget(desk: WriteDesk, caller: Caller, given: Arguments) -> Steps:
    seen = desk.within(caller.scope)
    what = _what(seen, given)
    whole = True
    steps = forgetting.forget(seen, what, given.get("with_backups") is True)
    try:
        while True:
            step = next(steps)
            yield {"phase": step.name, "done": step.done, "total": step.total}
    except StopIteration as end:
        whole = bool(end.value)
    return {"forgotten": {"kind": what.kind, "id": what.id}, "files_written_anew": whole}


def _what(desk: ReadDesk, given: Arguments) -> What:
    """What is meant by one of `ref`, `entity`, `conversation`, `note`, `deleted` or `everything`."""
    if given.get("everything") is True:
        return What("everything")
    if given.get("deleted") is True:
        return What("deleted")
    if isinstance(number := given.get("conversation"), int):
        return What("conversation", number)
    if isinstance(number := given.get("note"), int):
        return What("note", number)
    if "entity" in given:
        return What("entity", _entity(desk, text(given, "entity"), desk.scope))
    return What("message", _message(text(given, "ref")))


def _message(ref: str) -> EpisodeId:
    parsed = Ref.parse(ref)
    if parsed.kind != "ep":
        raise BadInput("“{text}” is a whole session; this takes one record, such as ep:12.", text=str(parsed))
    return EpisodeId(parsed.id)


def _entity(desk: ReadDesk, name: str, scope: Scope) -> EntityId:
    """The one entity of that name, or of that number. Raises `BadInput` for none or several."""
    matches = desk.view.entities.by_key([name_key(name)], scope).get(name_key(name), [])
    known = {match.entity.id: match.entity for match in matches if match.entity.name != ME}
    if not known and name.isdecimal() and (one := desk.view.entities.one(EntityId(int(name)), scope)):
        return one.id
    if not known:
        raise BadInput("Nothing is known by the name “{name}”.", name=name[:60])
    if len(known) > 1:
        numbers = ", ".join(f"{one.id} ({one.kind})" for one in known.values())
        raise BadInput("Several go by “{name}”: {numbers}. Give the number.", name=name[:60], numbers=numbers)
    return next(iter(known))


def _check(desk: ReadDesk, caller: Caller, given: Arguments) -> Plain:
    return {"findings": [asdict(one) for one in checkup.check(desk)]}


def _repair(desk: WriteDesk, caller: Caller, given: Arguments) -> Steps:
    yield from _told(checkup.repair(desk))
    return {}


OWN: Mapping[str, Operation] = {
    one.name: one
    for one in (
        Operation("ask", False, _ask),
        Operation("learned", False, _learned),
        Operation("waiting", False, _waiting),
        Operation("export", False, _export),
        Operation("import", True, _import),
        Operation("forget_preview", False, _forget_preview),
        Operation("forget", True, _forget),
        Operation("check", False, _check),
        Operation("repair", True, _repair),
    )
}
