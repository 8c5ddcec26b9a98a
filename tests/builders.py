"""Domain values with defaults, so that a test names only what it is about."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftCorrection, DraftEnd, DraftEntity, DraftFact, Turn
from app.domain.entity import ME, Alias, Entity, EntityKind, Mention, Span
from app.domain.episode import Conversation, Episode, Session
from app.domain.fact import Anchor, Fact, Value
from app.domain.ids import (
    AliasId,
    AnchorId,
    ConversationId,
    EntityId,
    EpisodeId,
    FactId,
    MentionId,
    SessionId,
)

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
"""The moment at which things happen in a test unless it says otherwise."""


def moment(text: str) -> datetime:
    """`2026-03-07` (noon, UTC) or a full ISO time with its offset."""
    parsed = datetime.fromisoformat(text)
    return parsed if parsed.tzinfo else parsed.replace(hour=parsed.hour or 12, tzinfo=UTC)


def world(text: str | None) -> WorldTime | None:
    return WorldTime(text) if text else None


def conversation(id: int = 1, **rest: Any) -> Conversation:
    return Conversation(ConversationId(id), **{"title": "", "created_at": NOON, **rest})


def session(id: int = 1, conversation: int | None = 1, **rest: Any) -> Session:
    owner = None if conversation is None else ConversationId(conversation)
    return Session(SessionId(id), owner, **{"note": None, "started_at": NOON, "ended_at": NOON, **rest})


def episode(text: str = "", id: int = 1, at: str | datetime = NOON, **rest: Any) -> Episode:
    said_at = moment(at) if isinstance(at, str) else at
    values = {"session": SessionId(1), "role": "user", "conversation": ConversationId(1), **rest}
    return Episode(EpisodeId(id), text=text, said_at=said_at, **values)


def turn(text: str, at: str | datetime = NOON, **rest: Any) -> Turn:
    return Turn(text, moment(at) if isinstance(at, str) else at, **rest)


def entity(name: str, kind: EntityKind = "person", id: int = 1, **rest: Any) -> Entity:
    return Entity(EntityId(id), name, kind, **{"created_at": NOON, **rest})


def me(id: int = 1) -> Entity:
    return entity(ME, id=id)


def alias(text: str, entity: int = 1, id: int = 1, **rest: Any) -> Alias:
    return Alias(AliasId(id), EntityId(entity), text, **{"declared_by": "extractor", "created_at": NOON, **rest})


def mention(entity: int, episode: int, span: tuple[int, int] = (0, 1), id: int = 1) -> Mention:
    return Mention(MentionId(id), EntityId(entity), EpisodeId(episode), Span(*span), "extractor")


def fact(subject: int, predicate: str, object: int | str, id: int = 1, at: str | datetime = NOON, **rest: Any) -> Fact:
    """`object` is an entity's number or a value's text; `valid_at` and `invalid_at` may be plain text."""
    said_at = moment(at) if isinstance(at, str) else at
    far = Value(object) if isinstance(object, str) else EntityId(object)
    for name in ("valid_at", "invalid_at"):
        if isinstance(rest.get(name), str):
            rest[name] = WorldTime(rest[name])
    values = {"fact": f"{subject} {predicate} {object}", "created_at": said_at, **rest}
    return Fact(FactId(id), EntityId(subject), predicate, far, said_at=said_at, **values)


def anchor(fact: int, episode: int, span: tuple[int, int] = (0, 1), id: int = 1, ends: bool = False) -> Anchor:
    return Anchor(AnchorId(id), FactId(fact), EpisodeId(episode), Span(*span), ends)


def find(text: str, part: str) -> Span:
    """Where `part` stands in `text`; the whole text when it does not stand there."""
    start = text.find(part)
    return Span(0, len(text)) if start < 0 else Span(start, start + len(part))


class Reading:
    """Builds the `Draft` of one text, a line for each thing read in it.

    Reading("I live in Leeds.").entity("Leeds", "place").fact(ME, "lives_in", "Leeds").draft
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.draft = Draft()

    def entity(self, name: str, kind: EntityKind = "person", *aliases: str, at: str = "") -> "Reading":
        spans = (find(self.text, at or name),) if (at or name) in self.text else ()
        return self._with(entities=DraftEntity(name, kind, spans, aliases))

    def fact(self, subject: str, predicate: str, object: str, since: str | None = None, **rest: Any) -> "Reading":
        until = world(rest.pop("until", None))
        made = DraftFact(
            subject,
            predicate,
            object,
            self.text,
            Span(0, len(self.text)),
            **{"valid_at": world(since), "invalid_at": until, **rest},
        )
        return self._with(facts=made)

    def value(self, subject: str, predicate: str, object: str, since: str | None = None, **rest: Any) -> "Reading":
        return self.fact(subject, predicate, object, since, object_is="value", **rest)

    def end(self, subject: str, predicate: str, object: str = "", when: str | None = None, **rest: Any) -> "Reading":
        span = Span(0, len(self.text))
        return self._with(ends=DraftEnd(subject, predicate, object, self.text, span, ended_at=world(when), **rest))

    def correct(self, wrong: str, right: str) -> "Reading":
        return self._with(corrections=DraftCorrection(wrong, right, Span(0, len(self.text))))

    def secret(self, part: str) -> "Reading":
        return self._with(secrets=find(self.text, part))

    def _with(self, **added: Any) -> "Reading":
        for name, row in added.items():
            self.draft = replace(self.draft, **{name: (*getattr(self.draft, name), row)})
        return self


def days(count: int) -> timedelta:
    return timedelta(days=count)
