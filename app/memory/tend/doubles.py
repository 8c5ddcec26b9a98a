"""Entities that a person or an agent made, and that may be one with another: learning compares only what it reads."""

from collections.abc import Iterator, Sequence

from app.domain.draft import DraftEntity
from app.domain.entity import ME, Entity
from app.domain.scope import EVERYONE
from app.domain.text import has_cjk
from app.memory.learn.apart import apart_from
from app.memory.learn.candidates import candidates
from app.memory.learn.cast import ALIKE, REASONS, SEVERAL
from app.memory.learn.resolve import Decision, Incoming, Known, resolve
from app.memory.tend.question import Question
from app.storage.view import View

_LATEST = 200


def doubles(view: View) -> Iterator[Question]:
    """By the rules of learning. Two that a person has kept apart are never brought up again."""
    made = [entity for entity in view.doubts.declared(EVERYONE, _LATEST) if entity.name != ME]
    aliases = view.entities.aliases([entity.id for entity in made], EVERYONE)
    for entity in made:
        names = tuple(alias.text for alias in aliases.get(entity.id, ()))
        decision = _compared(view, entity, names)
        apart = apart_from(view, entity.id, entity.scope)
        others = [one for one in _meant(decision) if one not in apart]
        if others and not _open(view, entity):
            payload = {"name": entity.name, "entity": entity.id, "candidates": others, "how": decision.how}
            reason = SEVERAL if decision.how in ("name", "alias", "own alias") else REASONS.get(decision.how, ALIKE)
            yield Question("same_entity", reason, payload, entity.scope)


def _compared(view: View, entity: Entity, aliases: tuple[str, ...]) -> Decision:
    draft = DraftEntity(entity.name, entity.kind, aliases=aliases)
    scripts = has_cjk(entity.name) or entity.name.isascii()
    found: Sequence[Known] = candidates(view, [draft], entity.scope, scripts)[(entity.name, entity.kind)]
    others = [one for one in found if one.id != entity.id and one.name != ME]
    return resolve(Incoming(entity.name, entity.kind, aliases), others)


def _meant(decision: Decision) -> list[int]:
    only = [decision.entity] if decision.answer == "same" and decision.entity is not None else []
    return [*only, *decision.candidates]


def _open(view: View, entity: Entity) -> bool:
    """Whether somebody is asked about it already."""
    return any(row.state == "open" for row in view.suggestions.about([entity.id], entity.scope))
