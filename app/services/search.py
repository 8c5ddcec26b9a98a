"""Search for a person who knows what they look for: words, names, facts, notes, chats; an answer or nothing, never an
error."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from app.domain import clock
from app.domain.entity import Entity, Span
from app.domain.episode import Conversation, Episode, Note
from app.domain.fact import Fact
from app.domain.ids import EntityId
from app.domain.query import Operator, Order, Query, Remark
from app.domain.secret import mask
from app.domain.text import fold, name_key
from app.memory.recall.query import read
from app.memory.recall.search import Found, find
from app.memory.recall.seeking import Hit, How, Sought, Wanted, phrase_pattern, pieces_of, seek
from app.services.covering import covered
from app.services.memories import FactView, fact_views
from app.services.workspace import ReadDesk

_MOST_NAMES = 12
_MOST_TITLES = 30
_MOST_FACTS = 30
_FACTS_OF_EACH = 24
_ANCHORS_OF = 60
"""Finds whose facts are looked at."""
_LETTERS = 3
_MISSPELLED = 0.84
"""From so many letters on, a name may be misspelled; how alike two spellings are then, 0..1."""
_BEYOND_TITLES: tuple[Operator, ...] = ("in", "from", "about", "before", "after", "on", "channel", "project")
"""Conditions that a title cannot meet."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Best first. `Found.marks` are spans of its snippet."""

    episodes: tuple[Found, ...] = ()
    entities: tuple[Entity, ...] = ()
    notes: tuple[Note, ...] = ()


def search(desk: ReadDesk, text: str, limit: int = 30) -> SearchResults:
    """Episodes, entities and notes that fit the words. Nothing for a text without words."""
    if not text.strip():
        return SearchResults()
    found = find(desk.recaller(), text, desk.scope, limit)
    names = desk.view.entities.starting(text, desk.scope, limit)
    known = {match.entity.id: match.entity for match in names}
    wanted = {hit.episode.note for hit in found if hit.episode.note is not None}
    titled = desk.view.notes.titled(text, desk.scope)
    inside = [desk.view.notes.one(note, desk.scope) for note in sorted(wanted)]
    notes = {note.id: note for note in (*titled, *inside) if note is not None}
    shown = tuple(replace(hit, episode=covered(hit.episode)) for hit in found)
    return SearchResults(shown, tuple(known.values()), tuple(notes.values()))


# ── the search page ───────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Said:
    """Words that were found. `marks`: spans of `snippet`; `at`: where the first stands in the episode. `home`: the
    title of the chat or note, empty where it has none. `archived`: out of sight of chats, but kept."""

    episode: Episode
    snippet: str
    marks: tuple[Span, ...]
    at: Span | None
    how: How
    home: str = ""
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """All that a query found. `total` counts what holds all of it; `cut`: there are more than could be counted.

    `said` has what fits less well (`Said.how`) after what fits well; `more`: a larger limit would show more.
    """

    query: Query = field(default_factory=Query)
    remarks: tuple[Remark, ...] = ()
    names: tuple[Entity, ...] = ()
    facts: tuple[FactView, ...] = ()
    notes: tuple[Note, ...] = ()
    chats: tuple[Conversation, ...] = ()
    said: tuple[Said, ...] = ()
    total: int = 0
    cut: bool = False
    more: bool = False

    @property
    def nothing(self) -> bool:
        return not (self.names or self.facts or self.notes or self.chats or self.said)


def look(desk: ReadDesk, text: str, order: Order = "best", limit: int = 50) -> Results:
    """What a query with its conditions finds, up to `limit` of the words. Never raises on any text."""
    query = read(text)
    wanted = Wanted(query, clock.now().date(), order, limit, desk.stopped)
    sought = seek(desk.recaller(), wanted, desk.scope)
    chats, notes = _titled(desk, query)
    return Results(
        query,
        sought.remarks,
        _names(desk, query, sought),
        _facts(desk, query, sought),
        notes,
        chats,
        _said(desk, sought.hits),
        sought.total,
        sought.cut,
        sought.more,
    )


def parsed(text: str) -> Query:
    """The query alone, at once: what chips show while somebody types."""
    return read(text)


def _said(desk: ReadDesk, hits: Sequence[Hit]) -> tuple[Said, ...]:
    """Finds with where they stand, secrets covered."""
    episodes = [hit.episode for hit in hits]
    chats = {id: desk.view.conversations.one(id, desk.scope) for one in episodes if (id := one.conversation)}
    notes = {note: desk.view.notes.one(note, desk.scope) for one in episodes if (note := one.note)}
    found: list[Said] = []
    for hit in hits:
        chat = chats.get(hit.episode.conversation) if hit.episode.conversation else None
        paper = notes.get(hit.episode.note) if hit.episode.note else None
        home = mask(paper.title if paper is not None else chat.title if chat is not None else "")
        put_away = hit.episode.tier == "archive" or (chat is not None and chat.archived)
        found.append(Said(covered(hit.episode), hit.snippet, hit.marks, hit.at, hit.how, home, put_away))
    return tuple(found)


def _names(desk: ReadDesk, query: Query, sought: Sought) -> tuple[Entity, ...]:
    """Whom conditions and words name; of a name that is misspelled, the nearest."""
    words = " ".join((query.words, *query.phrases)).strip()
    known = {one.id: one for one in sought.sieve.about}
    known |= sought.named.entities
    for match in desk.view.entities.starting(words, desk.scope, _MOST_NAMES) if words else ():
        known.setdefault(match.entity.id, match.entity)
    if barred := _barred(query):
        named = {one.id for one in sought.sieve.about}
        known = {id: one for id, one in known.items() if id in named or not _any(barred, one.name)}
    if not known and not barred and len(words) >= _LETTERS:
        near = desk.view.entities.similar(words, desk.scope, _MOST_NAMES)
        known = {match.entity.id: match.entity for match in near if _alike(match.text, words)}
    return tuple(known.values())[:_MOST_NAMES]


def _alike(name: str, words: str) -> bool:
    """Whether one may be the other misspelled."""
    return SequenceMatcher(None, name_key(name), name_key(words)).ratio() >= _MISSPELLED


def _titled(desk: ReadDesk, query: Query) -> tuple[tuple[Conversation, ...], tuple[Note, ...]]:
    """Chats and notes (without their text) whose title holds all the words, where no condition is set that a title
    cannot meet."""
    parts = _parts(query)
    if not parts or query.left_out or any(query.of(kind) for kind in _BEYOND_TITLES):
        return (), ()
    view, scope = desk.view, desk.scope
    chats = [id for id, title in view.conversations.titles(scope) if _holds(mask(title), parts)]
    notes = [id for id, title in view.notes.titles(scope) if _holds(mask(title), parts)]
    spoken = [view.conversations.one(id, scope) for id in chats[:_MOST_TITLES]]
    written = [view.notes.one(id, scope) for id in notes[:_MOST_TITLES]]
    return (
        tuple(replace(one, title=mask(one.title)) for one in spoken if one is not None),
        tuple(replace(one, title=mask(one.title), text="") for one in written if one is not None),
    )


def _facts(desk: ReadDesk, query: Query, sought: Sought) -> tuple[FactView, ...]:
    """What memory knows that says the words: of whom they name, and what the finds have taught."""
    parts = _parts(query)
    if not parts:
        return ()
    facts: dict[int, Fact] = {}
    if not query.conditions:
        ids = [match.entity.id for match in sought.named.matches]
        facts |= {fact.id: fact for fact in desk.view.facts.of_entities(ids, desk.scope, limit_each=_FACTS_OF_EACH)}
    fitting = [hit.episode.id for hit in sought.hits[:_ANCHORS_OF] if hit.how == "all"]
    for row in desk.view.facts.anchored_in(fitting, desk.scope).values():
        facts |= {fact.id: fact for fact, _ in row if fact.expired_at is None}
    if not facts:
        return ()
    spoken = {match.entity.id: match.text for match in sought.named.matches}
    views = fact_views(desk, list(facts.values()), None, clock.now().date())
    barred = _barred(query)
    told = ((view, _told(view, spoken)) for view in views)
    return tuple(view for view, text in told if _holds(text, parts) and not _any(barred, text))[:_MOST_FACTS]


def _told(view: FactView, spoken: dict[EntityId, str]) -> str:
    """All words by which a fact may be found."""
    ends = [EntityId(end) for end in (view.fact.subject, view.fact.object) if isinstance(end, int)]
    said = [spoken[end] for end in ends if end in spoken]
    return " ".join([view.fact.fact, view.subject, view.object, view.fact.predicate.replace("_", " "), *said])


def _parts(query: Query) -> list[str]:
    return [fold(part) for part in (*pieces_of(query.words), *query.phrases)]


def _barred(query: Query) -> list[re.Pattern[str]]:
    """What must not stand in what is found."""
    return [phrase_pattern(term.value) for term in query.left_out]


def _any(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    folded = fold(text)
    return any(one.search(folded) for one in patterns)


def _holds(text: str, parts: Iterable[str]) -> bool:
    folded = fold(text)
    return all(part in folded for part in parts)
