"""Which table each noun lives in, and how its rows are written and read."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from app.domain.category import Category, CategoryLink, Membership
from app.domain.citation import Citation
from app.domain.entity import Alias, Entity, Mention
from app.domain.episode import Conversation, Episode, Note, Session
from app.domain.fact import Anchor, Fact
from app.domain.lens import SavedView
from app.domain.plan import Noun, Row
from app.domain.suggestion import Drop, Suggestion
from app.domain.trace import Trace
from app.domain.usage import ModelUse
from app.storage import looks
from app.storage import rows as f
from app.storage.rows import Field, SQLite


@dataclass(frozen=True, slots=True)
class Table:
    """The fields in the order of the domain value.

    `points` names the fields that hold numbers of other rows. In a `set_like` table no row stands twice.
    """

    noun: Noun
    name: str
    row: type
    fields: tuple[Field, ...]
    points: frozenset[str] = frozenset()
    set_like: bool = False
    by_name: Mapping[str, Field] = field(init=False)
    decoders: tuple[tuple[int, f.Decode | None], ...] = field(init=False)

    def __post_init__(self) -> None:
        order = [one.name for one in dataclasses.fields(self.row)]
        object.__setattr__(self, "fields", tuple(sorted(self.fields, key=lambda one: order.index(one.name))))
        object.__setattr__(self, "by_name", {one.name: one for one in self.fields})
        object.__setattr__(self, "decoders", tuple((len(one.reads), one.decode) for one in self.fields))

    @property
    def width(self) -> int:
        """Number of columns that `decode` takes."""
        return sum(count for count, _ in self.decoders)

    def select(self, alias: str) -> str:
        """The columns to read, as SQL, in the order that `decode` takes them."""
        return ", ".join(read.replace("@", alias) for one in self.fields for read in one.reads)

    def decode(self, values: Sequence[SQLite], start: int = 0) -> Any:
        """The domain value in a row whose columns begin at `start`."""
        found: list[Any] = []
        at = start
        for count, decode in self.decoders:
            if decode is None:
                found.append(values[at])
            elif count == 1:
                found.append(decode(values[at]))
            else:
                found.append(decode(*values[at : at + count]))
            at += count
        return self.row(*found)


def _table(
    noun: str, name: str, row: type, fields: tuple[Field, ...], points: str = "", set_like: bool = False
) -> Table:
    return Table(cast(Noun, noun), name, row, (f.plain("id"), *fields), frozenset(points.split()), set_like)


_MENTIONS = "coalesce((SELECT mentions FROM mention_counts WHERE entity = @.id), 0)"

CONVERSATION = _table(
    "conversation",
    "conversations",
    Conversation,
    (f.text("title"), f.moment("created_at"), f.scoped(), f.flag("off_record"), f.flag("archived")),
)
NOTE = _table(
    "note",
    "notes",
    Note,
    (
        f.titled("title"),
        f.text("text"),
        f.moment("created_at"),
        f.moment("updated_at"),
        f.plain("daily"),
        f.scoped(),
    ),
)
SESSION = _table(
    "session",
    "sessions",
    Session,
    (f.plain("conversation"), f.plain("note"), f.moment("started_at"), f.moment("ended_at")),
    "conversation note",
)
EPISODE = _table(
    "episode",
    "episodes",
    Episode,
    (
        f.plain("session"),
        f.plain("role"),
        f.hashed("text"),
        f.said("said_at", "said_offset"),
        f.text("speaker"),
        f.plain("conversation"),
        f.plain("note"),
        f.plain("state"),
        f.moment("learned_at"),
        f.text("learn_error"),
        f.plain("attempts"),
        f.plain("importance"),
        f.plain("referenced"),
        f.plain("tier"),
        f.moment("replaced_at"),
        f.scoped(),
    ),
    "session conversation note",
)
ENTITY = _table(
    "entity",
    "entities",
    Entity,
    (
        f.named("name"),
        f.plain("kind"),
        f.moment("created_at"),
        f.text("tag"),
        f.text("summary"),
        f.plain("declared_by"),
        f.counted("mention_count", _MENTIONS),
        f.scoped(),
    ),
)
ALIAS = _table(
    "alias",
    "aliases",
    Alias,
    (f.plain("entity"), f.named("text"), f.plain("declared_by"), f.moment("created_at"), f.plain("episode")),
    "entity episode",
    set_like=True,
)
MENTION = _table(
    "mention",
    "mentions",
    Mention,
    (f.plain("entity"), f.plain("episode"), f.spanned(), f.plain("declared_by")),
    "entity episode",
    set_like=True,
)
FACT = _table(
    "fact",
    "facts",
    Fact,
    (
        f.node("subject"),
        f.folded("predicate"),
        f.target("object"),
        f.text("fact"),
        f.said("said_at", "said_offset"),
        f.moment("created_at"),
        f.world("valid_at"),
        f.world("invalid_at"),
        f.plain("invalidated_by"),
        f.moment("expired_at"),
        f.plain("declared_by"),
        f.plain("confidence"),
        f.moment("declared_at"),
        f.scoped(),
    ),
    "subject object invalidated_by",
)
ANCHOR = _table(
    "anchor",
    "anchors",
    Anchor,
    (f.plain("fact"), f.plain("episode"), f.spanned(), f.flag("ends")),
    "fact episode",
    set_like=True,
)
CATEGORY = _table(
    "category",
    "categories",
    Category,
    (
        f.named("name"),
        f.plain("layer"),
        f.moment("created_at"),
        f.text("tag"),
        f.text("summary"),
        f.plain("declared_by"),
        f.scoped(),
        f.moment("retired_at"),
    ),
)
MEMBERSHIP = _table(
    "membership",
    "memberships",
    Membership,
    (f.plain("category"), f.plain("entity"), f.plain("declared_by"), f.flag("excluded")),
    "category entity",
    set_like=True,
)
CATEGORY_LINK = _table(
    "category_link",
    "category_links",
    CategoryLink,
    (f.plain("parent"), f.plain("child"), f.plain("declared_by"), f.flag("excluded")),
    "parent child",
    set_like=True,
)
SUGGESTION = _table(
    "suggestion",
    "suggestions",
    Suggestion,
    (
        f.plain("kind"),
        f.text("reason"),
        f.text("payload"),
        f.moment("created_at"),
        f.plain("episode"),
        f.plain("state"),
        f.scoped(),
    ),
    "episode payload",
)
DROP = _table("drop", "drops", Drop, (f.plain("episode"), f.text("what"), f.text("reason")), "episode")
CITATION = _table(
    "citation",
    "citations",
    Citation,
    (f.plain("answer"), f.plain("number"), f.plain("episode"), f.spanned_or_none(), f.plain("fact")),
    "answer episode fact",
)
MODEL_USE = _table(
    "model_use",
    "model_uses",
    ModelUse,
    (
        f.plain("episode"),
        f.plain("purpose"),
        f.text("model"),
        f.flag("local"),
        f.plain("calls"),
        f.plain("sent"),
        f.plain("received"),
        f.moment("at"),
    ),
    "episode",
)
TRACE = _table("trace", "traces", Trace, (f.plain("answer"), f.text("payload")), "answer")
SAVED_VIEW = _table(
    "saved_view",
    "saved_views",
    SavedView,
    (f.named("name"), looks.lens(), f.moment("created_at"), looks.places(), looks.pinned(), f.scoped()),
)

TABLES: tuple[Table, ...] = (
    CONVERSATION,
    NOTE,
    SESSION,
    EPISODE,
    ENTITY,
    ALIAS,
    MENTION,
    FACT,
    ANCHOR,
    CATEGORY,
    MEMBERSHIP,
    CATEGORY_LINK,
    SUGGESTION,
    DROP,
    CITATION,
    MODEL_USE,
    TRACE,
    SAVED_VIEW,
)
BY_NOUN: Mapping[Noun, Table] = {table.noun: table for table in TABLES}
BY_NAME: Mapping[str, Table] = {table.name: table for table in TABLES}
BY_ROW: Mapping[type, Table] = {table.row: table for table in TABLES}


def table_of(row: Row) -> Table:
    """The table that a domain value belongs to."""
    return BY_ROW[type(row)]
