"""A plan says what shall be written, by whom, and what was assumed. `Store.commit` is the one door that writes it.

Plan(steps=(Add(Entity(EntityId(-1), "Alice", ...)), Add(Mention(MentionId(-2), EntityId(-1), ...))), ...)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.domain.category import Category, CategoryLink, Membership
from app.domain.citation import Citation
from app.domain.entity import Alias, DeclaredBy, Entity, EntityKind, Mention
from app.domain.episode import Conversation, Episode, Note, Session
from app.domain.fact import Anchor, Fact
from app.domain.lens import SavedView
from app.domain.scope import Scope
from app.domain.suggestion import Drop, Suggestion
from app.domain.trace import Trace
from app.domain.usage import ModelUse

Row = (
    Conversation
    | Note
    | Session
    | Episode
    | Entity
    | Alias
    | Mention
    | Fact
    | Anchor
    | Category
    | Membership
    | CategoryLink
    | Suggestion
    | Drop
    | Citation
    | ModelUse
    | Trace
    | SavedView
)
Noun = Literal[
    "conversation",
    "note",
    "session",
    "episode",
    "entity",
    "alias",
    "mention",
    "fact",
    "anchor",
    "category",
    "membership",
    "category_link",
    "suggestion",
    "drop",
    "citation",
    "model_use",
    "trace",
    "saved_view",
]


@dataclass(frozen=True, slots=True)
class Add:
    """Insert a row. A negative id is a placeholder; other rows of the plan may refer to it, before or after."""

    row: Row


@dataclass(frozen=True, slots=True)
class Amend:
    """Set fields (by their domain names) of one row."""

    noun: Noun
    id: int
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Remove:
    """Delete one row; triggers take what cannot live without it (design §6)."""

    noun: Noun
    id: int


Step = Add | Amend | Remove


@dataclass(frozen=True, slots=True)
class Expect:
    """The row exists and these fields have these values."""

    noun: Noun
    id: int
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectNoName:
    """No entity of that folded name and kind is in the scope (as name or alias)."""

    folded: str
    kind: EntityKind
    scope: Scope


@dataclass(frozen=True, slots=True)
class Author:
    """Who wants it. Only what a `user` or an `agent` did is undone step by step."""

    kind: DeclaredBy
    name: str = ""


USER = Author("user")
EXTRACTOR = Author("extractor")


@dataclass(frozen=True, slots=True)
class Plan:
    """`label` names the act for history ("add_alias", "learn", "say"); `subject` is what it was done to, for people."""

    steps: tuple[Step, ...]
    author: Author
    label: str
    subject: str = ""
    expects: tuple[Expect | ExpectNoName, ...] = ()
    undoable: bool = True
    """False for what is no edit of memory: a turn said, a note saved. Only a user's or an agent's plan is undone."""
