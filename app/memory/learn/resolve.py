"""Which known entity a name in the text means: the same, a new one, or a question for the user.

Per name, in this order: the exact name, a declared alias, an alias that the text itself declares, a spelling that is
surely the same, a part of a full name with one bearer; else new. Type is looked at in every step, and what only looks
alike is asked, never merged. No model, no clock, no store: candidates come in as values.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.entity import EntityKind
from app.domain.ids import EntityId
from app.domain.text import has_cjk, name_key
from app.memory.learn.likeness import Likeness, likeness
from app.memory.learn.naming import form


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that memory has, with its declared aliases."""

    id: EntityId
    name: str
    kind: EntityKind
    aliases: tuple[str, ...] = ()
    untyped: bool = False
    """Declared by an agent that gave no kind: under its own names it may be anything."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A name as it stands in a text. `aliases` are those that the text declares; `title` is what follows the name."""

    name: str
    kind: EntityKind
    aliases: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """`same`: it is `entity`. `new`: nobody known. `ask`: one of `candidates`, or none of them; `how` says why.

    `apart` is true for a question of likeness between two spellings: the name may stand as an entity of its own until
    the user says that they are one. It is false when the name is equally that of several: then it belongs to none yet.
    """

    answer: Literal["same", "new", "ask"]
    how: str = ""
    score: float = 0.0
    entity: EntityId | None = None
    candidates: tuple[EntityId, ...] = ()
    apart: bool = False


EXACT = 1.0
ALIAS = 0.9
"""Scores of the certain steps (design §4.3); `likeness` gives 0.60 to 0.85."""

_KIN: tuple[frozenset[EntityKind], ...] = (
    frozenset({"thing", "concept"}),
    frozenset({"event", "concept"}),
    frozenset({"thing", "event"}),
)
_SITES: frozenset[EntityKind] = frozenset({"organization", "place"})


def compatible(one: EntityKind, other: EntityKind) -> bool:
    """Whether two kinds may be two views of one entity. A person is never anything else; nor is a firm a thing."""
    return one == other or any({one, other} == kin for kin in _KIN) or {one, other} == _SITES


def resolve(incoming: Incoming, known: Iterable[Known]) -> Decision:
    """Decide for one name among the candidates that a look-up gave. The order of `known` does not matter."""
    known = list(known)
    fitting = [entity for entity in known if compatible(incoming.kind, entity.kind)]
    named = [entity for entity in known if entity.untyped or entity in fitting]
    for step in (_by_name, _by_alias, _by_own_alias):
        decision = step(incoming, named)
        if decision is not None:
            return decision
    return _by_likeness(incoming, fitting) or Decision("new")


def _by_name(incoming: Incoming, known: Sequence[Known]) -> Decision | None:
    key = name_key(incoming.name)
    equal = [entity for entity in known if name_key(entity.name) == key]
    return _one_of(_nearest_kind(incoming, equal), "name", EXACT, incoming)


def _by_alias(incoming: Incoming, known: Sequence[Known]) -> Decision | None:
    keys = {name_key(incoming.name), form(incoming.name, incoming.kind).bare}
    named = [entity for entity in known if keys & {name_key(alias) for alias in entity.aliases}]
    return _one_of(_nearest_kind(incoming, named), "alias", ALIAS, incoming)


def _by_own_alias(incoming: Incoming, known: Sequence[Known]) -> Decision | None:
    keys = {name_key(alias) for alias in incoming.aliases}
    named = [entity for entity in known if keys & {name_key(text) for text in (entity.name, *entity.aliases)}]
    return _one_of(_nearest_kind(incoming, named), "own alias", ALIAS, incoming)


def _nearest_kind(incoming: Incoming, found: list[Known]) -> list[Known]:
    """Those of the very kind, if any; a firm and a place of one short name may well be two."""
    exact = [entity for entity in found if entity.kind == incoming.kind]
    return exact or found


def _one_of(found: Sequence[Known], how: str, score: float, incoming: Incoming) -> Decision | None:
    if not found:
        return None
    if len(found) > 1:
        return _ask([entity.id for entity in found], how, score)
    only = found[0]
    if {only.kind, incoming.kind} == _SITES and _short(incoming.name):
        return _ask([only.id], "kind", score, apart=True)
    return Decision("same", how, score, only.id)


def _short(name: str) -> bool:
    """A single word, which names firms and places alike (Phoenix, Amazon, ひまわり)."""
    return len(name) <= 4 if has_cjk(name) else " " not in name.strip()


def _ask(ids: Sequence[EntityId], how: str, score: float, apart: bool = False) -> Decision:
    return Decision("ask", how, score, candidates=tuple(sorted(set(ids))), apart=apart)


def _by_likeness(incoming: Incoming, known: Sequence[Known]) -> Decision | None:
    rated = [(entity, rating) for entity in known if (rating := _best_likeness(incoming, entity))]
    sure = [(entity, rating) for entity, rating in rated if rating.sure]
    if sure:
        return _surest(sure, rated)
    rated = [(entity, rating) for entity, rating in rated if not rating.rival]
    if not rated:
        return None
    top = max((rating for _, rating in rated), key=lambda rating: rating.score)
    several_bearers = len(rated) > 1 and all(rating.partial for _, rating in rated)
    return _ask([entity.id for entity, _ in rated], top.how, top.score, apart=not several_bearers)


def _surest(sure: Sequence[tuple[Known, Likeness]], rated: Sequence[tuple[Known, Likeness]]) -> Decision:
    """The likest one; a question when two are equally like, or when a part of a name may have a second bearer."""
    top = max(rating.score for _, rating in sure)
    likest = [(entity, rating) for entity, rating in sure if rating.score == top]
    rivals = likest
    if any(rating.partial for _, rating in likest):
        rivals = [(entity, rating) for entity, rating in rated if rating.sure or rating.how == likest[0][1].how]
    entity, rating = likest[0]
    if len(rivals) > 1:
        return _ask([one.id for one, _ in rivals], rating.how, top)
    return Decision("same", rating.how, top, entity.id)


def _best_likeness(incoming: Incoming, entity: Known) -> Likeness | None:
    found = [likeness(incoming.name, incoming.title, text, entity.kind) for text in (entity.name, *entity.aliases)]
    return max((one for one in found if one), key=lambda one: (one.sure, one.score), default=None)
