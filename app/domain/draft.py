"""What an extractor read in one turn, before anything is checked against memory."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.entity import DeclaredBy, EntityKind, Span
from app.domain.episode import Role

Language = Literal["en", "ja"]


@dataclass(frozen=True, slots=True)
class Turn:
    """The words to read, who said them and when. `said_at` is aware, in the speaker's offset."""

    text: str
    said_at: datetime
    role: Role = "user"
    speaker: str = ""
    """Empty for the user, whom drafts call `ME`; otherwise a name, and "I" is that person."""
    title: str = ""
    """Heading of the note that the passage stands under, if any."""


@dataclass(frozen=True, slots=True)
class DraftEntity:
    """A name read in the text. `spans` are where it stands there; `aliases` only what the text itself declares.

    `by`, here and below: who read it, the rules of this device (`extractor`) or a `model`.
    """

    name: str
    kind: EntityKind
    spans: tuple[Span, ...] = ()
    aliases: tuple[str, ...] = ()
    tag: str = ""
    confidence: float = 1.0
    by: DeclaredBy = "extractor"


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A relation read in the text. `subject` and `object` are names of the draft's entities, `ME`, or a value's text.

    `subject_kind` and `object_kind` tell apart two entities of one name in one turn.
    """

    subject: str
    predicate: str
    object: str
    fact: str
    span: Span
    object_is: Literal["entity", "value"] = "entity"
    valid_at: WorldTime | None = None
    invalid_at: WorldTime | None = None
    subject_kind: EntityKind | None = None
    object_kind: EntityKind | None = None
    confidence: float = 1.0
    by: DeclaredBy = "extractor"


@dataclass(frozen=True, slots=True)
class DraftEnd:
    """Words that end an earlier fact ("I left Acme on Friday"). An empty `object` ends whatever is current."""

    subject: str
    predicate: str
    object: str
    fact: str
    span: Span
    ended_at: WorldTime | None = None
    object_is: Literal["entity", "value"] = "entity"
    subject_kind: EntityKind | None = None
    object_kind: EntityKind | None = None
    by: DeclaredBy = "extractor"


@dataclass(frozen=True, slots=True)
class DraftCorrection:
    """Words that take back a slip of an earlier turn ("Sorry, I meant Toyama, not Nagoya")."""

    wrong: str
    right: str
    span: Span


@dataclass(frozen=True, slots=True)
class DraftDrop:
    """Something that was read and left out, and why (`hypothetical`, `question`, `negated`, `quote`, `secret`, ...)."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Draft:
    """All that one turn says. `secrets` are spans that must never be learned, indexed or sent."""

    entities: tuple[DraftEntity, ...] = ()
    facts: tuple[DraftFact, ...] = ()
    ends: tuple[DraftEnd, ...] = ()
    corrections: tuple[DraftCorrection, ...] = ()
    drops: tuple[DraftDrop, ...] = ()
    secrets: tuple[Span, ...] = field(default=())
