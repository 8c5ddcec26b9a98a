"""What an agent, a person or a script declares: names with their other names, and relations between names and records.

A declaration comes from outside as plain data. It is read item by item: what is good is kept verbatim, what is not is
dropped with a reason, and never takes the rest with it.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from app.domain.entity import ENTITY_KINDS, MAX_NAME, EntityKind
from app.domain.text import clean, name_key

MOST_ENTITIES = 64
MOST_RELATIONS = 64
MOST_ALIASES = 32
NOT_AN_OBJECT = "It must be an object."
NOT_A_LIST = "It must be a list."
UNKNOWN_FIELD = "Unknown field."
_LIKE_A_REFERENCE = re.compile(r"(ep|ses):\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dropped:
    """`item` says which: `entities[3].aliases[1]`."""

    item: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeclaredEntity:
    """`item`: its place in the declaration. Without a kind it may be any known entity of that name."""

    item: str
    name: str
    aliases: tuple[tuple[str, str], ...] = ()
    """Place and text of each."""
    kind: EntityKind | None = None


@dataclass(frozen=True, slots=True)
class DeclaredRelation:
    """Ends are names of entities, or references to records (`ep:12`, `ses:3`)."""

    item: str
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Associations:
    """A declaration as far as it could be read, and what could not."""

    entities: tuple[DeclaredEntity, ...] = ()
    relations: tuple[DeclaredRelation, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def read_associations(given: object) -> Associations:
    """Read `{entities: [{name, aliases, type?}], relations: [{subject, predicate, object}]}`. Never raises."""
    dropped: list[Dropped] = []
    if not isinstance(given, Mapping):
        return Associations(dropped=(Dropped("associations", NOT_AN_OBJECT),) if given is not None else ())
    dropped += unknown("", given, ("entities", "relations"))
    entities = [_entity(item, row, dropped) for item, row in _rows(given, "entities", MOST_ENTITIES, dropped)]
    relations = [_relation(item, row, dropped) for item, row in _rows(given, "relations", MOST_RELATIONS, dropped)]
    return Associations(
        tuple(one for one in entities if one is not None),
        tuple(one for one in relations if one is not None),
        tuple(dropped),
    )


def unknown(item: str, row: Mapping[Any, Any], fields: Collection[str]) -> list[Dropped]:
    """Fields of an object that mean nothing here; the rest of it is still taken."""
    return [Dropped(f"{item}{str(key)[:MAX_NAME] or repr('')}", UNKNOWN_FIELD) for key in row if key not in fields]


def listed(given: Mapping[str, Any], field: str, most: int, dropped: list[Dropped]) -> Iterator[tuple[str, Any]]:
    """Place and value of each in the list under a field, at most `most`; a field that is not given is an empty list."""
    rows = given.get(field)
    if rows is None:
        return
    if not isinstance(rows, list | tuple):
        dropped.append(Dropped(field, NOT_A_LIST))
        return
    for place, row in enumerate(rows):
        if place < most:
            yield f"{field}[{place}]", row
        else:
            dropped.append(Dropped(f"{field}[{place}]", f"At most {most} are taken at once."))


def _rows(
    given: Mapping[str, Any], field: str, most: int, dropped: list[Dropped]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for item, row in listed(given, field, most, dropped):
        if isinstance(row, Mapping):
            yield item, row
        else:
            dropped.append(Dropped(item, NOT_AN_OBJECT))


def _entity(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> DeclaredEntity | None:
    name, kind = row.get("name"), row.get("type")
    if fault := _name_fault(name):
        dropped.append(Dropped(item, fault))
        return None
    dropped += unknown(f"{item}.", row, ("name", "type", "aliases"))
    if kind == "":
        kind = None
    if kind is not None and kind not in ENTITY_KINDS:
        dropped.append(Dropped(f"{item}.type", f"Unknown type. One of: {', '.join(ENTITY_KINDS)}."))
        kind = None
    return DeclaredEntity(item, _said(name), tuple(_aliases(item, row, dropped)), cast("EntityKind | None", kind))


def _aliases(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> Iterator[tuple[str, str]]:
    for field, alias in listed(row, "aliases", MOST_ALIASES, own := list[Dropped]()):
        if fault := _name_fault(alias):
            own.append(Dropped(field, fault))
        else:
            yield f"{item}.{field}", _said(alias)
    dropped += [Dropped(f"{item}.{one.item}", one.reason) for one in own]


def _relation(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> DeclaredRelation | None:
    for part in ("subject", "predicate", "object"):
        if fault := _fault(row.get(part)):
            dropped.append(Dropped(f"{item}.{part}", fault))
            return None
    dropped += unknown(f"{item}.", row, ("subject", "predicate", "object"))
    return DeclaredRelation(item, _said(row["subject"]), _said(row["predicate"]), _said(row["object"]))


def _fault(text: object) -> str:
    """Why a text cannot be taken; nothing when it can. A number or `true` is no name."""
    if not isinstance(text, str):
        return "It must be a text."
    if not name_key(text):
        return "It is empty."
    return f"It is longer than {MAX_NAME} characters." if len(_said(text)) > MAX_NAME else ""


def _name_fault(text: object) -> str:
    """Likewise for a name: one that reads as a reference could never be named as the end of a relation."""
    fault = _fault(text)
    return fault or ("This is a reference, not a name." if like_a_reference(_said(text)) else "")


def like_a_reference(text: str) -> bool:
    """Whether a text means a record, known or not: it is never taken for a name."""
    return _LIKE_A_REFERENCE.fullmatch(text) is not None


def _said(text: Any) -> str:
    return clean(str(text)).strip()
