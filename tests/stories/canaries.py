"""One memory in which every scope has one row of each noun, each with the scope's own word and its own numbers."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta

from app.domain.category import Category, CategoryLink, Membership
from app.domain.citation import Citation
from app.domain.entity import Alias, Entity, Mention, Span
from app.domain.episode import Conversation, Episode, Note, Session
from app.domain.fact import Anchor, Fact, Value
from app.domain.ids import Ref
from app.domain.lens import Lens, SavedView
from app.domain.plan import Add, Author, Plan
from app.domain.scope import Scope
from app.domain.suggestion import Drop, Suggestion
from app.domain.trace import Trace
from app.domain.usage import ModelUse
from app.storage.store import Store
from tests.builders import NOON

SCOPES = (
    Scope(),
    Scope(project="harbour"),
    Scope(project="garden"),
    Scope(channel="mail"),
    Scope(channel="phone"),
    Scope(project="harbour", channel="mail"),
    Scope(agent="helper"),
    Scope(agent="helper", project="harbour"),
)
CANARIES = ("Zaffrin", "Quillby", "Morvane", "Tesselk", "Brindow", "Corvath", "Yelmsey", "Ostrick")
_APART = 10_000
"""Numbers of the first scope's rows begin here, of the second's at twice that."""


def may_read(reader: Scope, owner: Scope) -> bool:
    """The rule, in words of its own: the agent exactly; a project and the global pool; a channel and what has none."""
    return (
        owner.agent == reader.agent
        and owner.project in ("", reader.project)
        and owner.channel in ("", reader.channel)
    )  # fmt: skip


def readable(reader: Scope) -> set[int]:
    return {place for place, owner in enumerate(SCOPES) if may_read(reader, owner)}


def told_of(found: object) -> set[int]:
    """The scopes whose word or number stands in a result."""
    shown = re.sub(r"datetime\.\w+\([^()]*\)", "", repr(found))  # the microseconds of a moment are no row's number
    words = {place for place, word in enumerate(CANARIES) if word.casefold() in shown.casefold()}
    numbers = {int(number) // _APART - 1 for number in re.findall(r"(?<![\w.])\d{5,6}(?![\w.])", shown)}
    return words | {place for place in numbers if 0 <= place < len(SCOPES)}


def numbers() -> list[int]:
    """Every number that a row has."""
    return [_APART * (place + 1) + at for place in range(len(SCOPES)) for at in range(40)]


def plant(store: Store) -> None:
    for place in range(len(SCOPES)):
        store.commit(Plan(tuple(map(Add, rows(place))), Author("extractor"), "plant"))


def rows(place: int) -> Iterator[object]:
    scope, word, first = SCOPES[place], CANARIES[place], _APART * (place + 1)
    talk, note, stretch, said, reply, passage, person, firm, fact, link, low, high, gone = range(first, first + 13)
    yield Conversation(talk, f"About {word}", NOON, scope)
    yield Note(note, f"{word} note", f"{word} is here.", NOON, NOON, f"2026-03-{place + 1:02d}", scope)
    yield Session(stretch, talk, None, NOON, NOON)
    later = NOON + timedelta(minutes=1)
    text = f"{word} works at {word} Works. We met by the pier."
    learned = {"scope": scope, "learned_at": later, "learn_error": "away", "tier": "archive"}
    yield Episode(said, stretch, "user", text, NOON, conversation=talk, state="learned", **learned)
    yield Episode(
        reply, stretch, "assistant", f"Noted: {word}.", later, conversation=talk, state="not_ours", scope=scope
    )
    yield Episode(passage, stretch, "document", f"{word} waits.", later, note=note, scope=scope)
    yield Entity(person, word, "person", NOON, tag=f"tag {word}", summary=f"All of {word}", scope=scope)
    yield Entity(firm, f"{word} Works", "organization", NOON, scope=scope)
    yield Alias(first + 20, person, f"{word}chen", "user", NOON, said)
    yield Mention(first + 21, person, said, Span(0, len(word)), "extractor")
    yield Mention(first + 22, firm, said, Span(0, len(word)), "extractor")
    yield Fact(fact, person, "works_at", firm, text, NOON, NOON, scope=scope)
    yield Fact(first + 23, person, "likes", Value(f"{word} tea"), text, NOON, NOON, invalidated_by=fact, scope=scope)
    yield Fact(link, Ref("ep", said), "corrects", Ref("ep", passage), text, NOON, NOON, scope=scope)
    for at, row in enumerate((fact, first + 23, link)):
        yield Anchor(first + 24 + at, row, said, Span(0, 4))
    yield Category(low, f"{word} people", 1, NOON, summary=word, scope=scope)
    yield Category(high, f"{word} top", 2, NOON, scope=scope)
    yield Category(gone, f"{word} gone", 1, NOON, scope=scope, retired_at=NOON)
    yield Membership(first + 27, low, person, "user")
    yield Membership(first + 28, low, firm, "user", excluded=True)
    yield CategoryLink(first + 29, high, low, "user")
    yield Suggestion(first + 30, "conflict", word, json.dumps({"name": word}), NOON, said, scope=scope)
    twins = json.dumps({"entity": person, "candidates": [firm]})
    yield Suggestion(first + 35, "same_entity", word, twins, NOON, said, "never", scope=scope)
    yield Drop(first + 31, said, word, "question")
    yield Citation(first + 32, reply, 1, said, Span(0, 4), fact)
    yield ModelUse(first + 33, said, "learn", word, False, 1, 2, 3, NOON)
    yield SavedView(first + 36, f"{word} view", Lens((person,)), NOON, {firm: (1.0, 2.0)}, scope=scope)
    yield Trace(first + 34, reply, json.dumps({"word": word}))
