"""How one field of a domain value becomes columns, and back. Written once here, used by every read and every write."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from app.domain.clock import WorldTime, from_utc_text, offset_minutes, to_utc_text
from app.domain.entity import Span
from app.domain.errors import BadInput
from app.domain.fact import Value
from app.domain.ids import EntityId, Ref
from app.domain.scope import Scope
from app.domain.text import clean, content_hash, fold, name_key

# Thousands of rows share a few values: each is checked and made once.
_world = lru_cache(maxsize=4096)(WorldTime)
_scope = lru_cache(maxsize=256)(Scope)

SQLite = None | int | float | str | bytes
Encode = Callable[[Any], tuple[SQLite, ...]]
Decode = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: the columns it is written to, and the columns (or SQL expressions over alias `@`) it is read from.

    Derived columns, such as folded keys, are written and never read. `decode` of `None` means: the column as it is.
    """

    name: str
    columns: tuple[str, ...]
    reads: tuple[str, ...]
    encode: Encode
    decode: Decode | None = None


def plain(name: str) -> Field:
    """A number or a fixed word."""
    return Field(name, (name,), (f"@.{name}",), lambda value: (value,))


def text(name: str) -> Field:
    """Words, made storable."""
    return Field(name, (name,), (f"@.{name}",), lambda value: (clean(value),))


def named(name: str) -> Field:
    """A name, beside the key under which its spellings are one. A key is never empty, so neither is a name."""

    def encode(value: str) -> tuple[SQLite, ...]:
        key = name_key(value)
        if not key:
            raise BadInput("A name needs at least one character.")
        return clean(value), key

    return Field(name, (name, f"{name}_key"), (f"@.{name}",), encode)


def titled(name: str) -> Field:
    """A title, which may be empty, beside its key."""
    return Field(name, (name, f"{name}_key"), (f"@.{name}",), lambda value: (clean(value), name_key(value)))


def folded(name: str) -> Field:
    """A predicate, as declared and folded."""
    return Field(name, (name, f"{name}_key"), (f"@.{name}",), lambda value: (clean(value), fold(value)))


def hashed(name: str) -> Field:
    """A text beside the hash that names it."""
    return Field(name, (name, "content_hash"), (f"@.{name}",), lambda value: (clean(value), content_hash(value)))


def flag(name: str) -> Field:
    return Field(name, (name,), (f"@.{name}",), lambda value: (int(value),), bool)


def moment(name: str) -> Field:
    """A moment or nothing, kept and given back in UTC."""

    def encode(value: datetime | None) -> tuple[SQLite, ...]:
        return (None if value is None else to_utc_text(value),)

    def decode(value: str | None) -> datetime | None:
        return None if value is None else from_utc_text(value)

    return Field(name, (name,), (f"@.{name}",), encode, decode)


def said(name: str, offset: str) -> Field:
    """A moment that keeps the offset it was said in."""

    def encode(value: datetime) -> tuple[SQLite, ...]:
        return to_utc_text(value), offset_minutes(value)

    return Field(name, (name, offset), (f"@.{name}", f"@.{offset}"), encode, from_utc_text)


def world(name: str) -> Field:
    """A date as precise as it is known, or nothing."""

    def encode(value: WorldTime | None) -> tuple[SQLite, ...]:
        return (None if value is None else value.text,)

    def decode(value: str | None) -> WorldTime | None:
        return None if value is None else _world(value)

    return Field(name, (name,), (f"@.{name}",), encode, decode)


def spanned(name: str = "span") -> Field:
    columns = ("start_at", "end_at")
    return Field(name, columns, ("@.start_at", "@.end_at"), lambda value: (value.start, value.end), Span)


def spanned_or_none(name: str = "span") -> Field:
    def encode(value: Span | None) -> tuple[SQLite, ...]:
        return (None, None) if value is None else (value.start, value.end)

    def decode(start: int | None, end: int | None) -> Span | None:
        return None if start is None or end is None else Span(start, end)

    return Field(name, ("start_at", "end_at"), ("@.start_at", "@.end_at"), encode, decode)


def scoped(name: str = "scope") -> Field:
    """The three axes. `everything` is a way of reading, so it is not stored."""
    columns = ("agent", "project", "channel")
    reads = ("@.agent", "@.project", "@.channel")
    return Field(name, columns, reads, lambda value: (value.agent, clean(value.project), clean(value.channel)), _scope)


def counted(name: str, expression: str) -> Field:
    """A number that the store counts itself: read only."""
    return Field(name, (), (expression,), lambda value: ())


def _node(value: Any) -> tuple[SQLite, SQLite, SQLite]:
    if isinstance(value, Ref):
        return (None, value.id, None) if value.kind == "ep" else (None, None, value.id)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput("A fact needs a subject that memory knows.")
    return value, None, None


def _read_node(entity: int | None, episode: int | None, session: int | None) -> EntityId | Ref:
    if entity is not None:
        return EntityId(entity)
    return Ref("ep", episode) if episode is not None else Ref("ses", session or 0)


def node(name: str) -> Field:
    """The subject of a fact: one of three columns is filled."""
    columns = (f"{name}_entity", f"{name}_episode", f"{name}_session")
    return Field(name, columns, tuple(f"@.{column}" for column in columns), _node, _read_node)


def target(name: str) -> Field:
    """The object of a fact: one of four columns is filled."""
    columns = (f"{name}_entity", f"{name}_episode", f"{name}_session", f"{name}_text")

    def encode(value: Any) -> tuple[SQLite, ...]:
        return (None, None, None, clean(value.text)) if isinstance(value, Value) else (*_node(value), None)

    def decode(entity: int | None, episode: int | None, session: int | None, words: str | None) -> Any:
        return _read_node(entity, episode, session) if words is None else Value(words)

    return Field(name, columns, tuple(f"@.{column}" for column in columns), encode, decode)
