"""What an agent, a person or a script declares: names with their other names, and relations between names and records.

A declaration comes from outside as plain data. It is read item by item: what is good is kept verbatim, what is not is
dropped with a reason, and never takes the rest with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from app.domain.entity import ENTITY_KINDS, MAX_NAME, EntityKind
from app.domain.text import clean, name_key

MOST_ENTITIES = 64
MOST_RELATIONS = 64
MOST_ALIASES = 32


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
        return Associations(dropped=(Dropped("associations", "It must be an object."),) if given is not None else ())
    dropped += [Dropped(str(key)[:MAX_NAME], "Unknown field.") for key in given if key not in ("entities", "relations")]
    entities = [_entity(item, row, dropped) for item, row in _rows(given, "entities", MOST_ENTITIES, dropped)]
    relations = [_relation(item, row, dropped) for item, row in _rows(given, "relations", MOST_RELATIONS, dropped)]
    return Associations(
        tuple(one for one in entities if one is not None),
        tuple(one for one in relations if one is not None),
        tuple(dropped),
    )


def _rows(
    given: Mapping[str, Any], field: str, most: int, dropped: list[Dropped]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    rows = given.get(field) or []
    if not isinstance(rows, list | tuple):
        dropped.append(Dropped(field, "It must be a list."))
        return
    for place, row in enumerate(rows):
        item = f"{field}[{place}]"
        if place >= most:
            dropped.append(Dropped(item, f"At most {most} are taken at once."))
        elif not isinstance(row, Mapping):
            dropped.append(Dropped(item, "It must be an object."))
        else:
            yield item, row


def _entity(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> DeclaredEntity | None:
    name, kind = row.get("name"), row.get("type") or None
    if fault := _fault(name):
        dropped.append(Dropped(item, fault))
        return None
    if kind is not None and kind not in ENTITY_KINDS:
        dropped.append(Dropped(f"{item}.type", f"Unknown type. One of: {', '.join(ENTITY_KINDS)}."))
        kind = None
    return DeclaredEntity(item, _said(name), tuple(_aliases(item, row, dropped)), cast("EntityKind | None", kind))


def _aliases(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> Iterator[tuple[str, str]]:
    given = row.get("aliases") or []
    if not isinstance(given, list | tuple):
        dropped.append(Dropped(f"{item}.aliases", "It must be a list."))
        return
    for place, alias in enumerate(given):
        where = f"{item}.aliases[{place}]"
        if place >= MOST_ALIASES:
            dropped.append(Dropped(where, f"At most {MOST_ALIASES} aliases are taken for one entity."))
        elif fault := _fault(alias):
            dropped.append(Dropped(where, fault))
        else:
            yield where, _said(alias)


def _relation(item: str, row: Mapping[str, Any], dropped: list[Dropped]) -> DeclaredRelation | None:
    for part in ("subject", "predicate", "object"):
        if fault := _fault(row.get(part)):
            dropped.append(Dropped(f"{item}.{part}", fault))
            return None
    return DeclaredRelation(item, _said(row["subject"]), _said(row["predicate"]), _said(row["object"]))


def _fault(text: object) -> str:
    """Why a text cannot be taken; nothing when it can. A number or `true` is no name."""
    if not isinstance(text, str):
        return "It must be a text."
    if not name_key(text):
        return "It is empty."
    return f"It is longer than {MAX_NAME} characters." if len(_said(text)) > MAX_NAME else ""


def _said(text: Any) -> str:
    return clean(str(text)).strip()
