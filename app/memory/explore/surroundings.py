"""Where a look at the graph begins: the entities that a chat, a note or a search is about, the most telling first."""

from collections.abc import Iterable, Sequence
from math import log1p
from typing import TYPE_CHECKING

from app.domain.entity import ME
from app.domain.ids import ConversationId, EntityId, NoteId
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.recall.relating import names_in
from app.memory.recall.seeking import Wanted, seek

if TYPE_CHECKING:
    from app.memory.recall.recaller import Recaller
    from app.storage.graphs import Named
    from app.storage.view import View

MOST = 12
"""Entities to begin from: with more, what they share is lost among what each has alone."""
_TURNS = 6
"""Turns at the end of a chat whose words are looked at: what nobody has learned yet may name somebody too."""
_LONGEST = 20_000
"""Characters of a note, or of a query, that are looked at for names."""
FINDS = 20
"""Finds of a search whose words are looked at."""
_FRESH = 1.5
"""What being in the last turn is worth; half as much for the one before, and so on."""


def of_conversation(view: "View", conversation: ConversationId, scope: Scope) -> tuple[EntityId, ...]:
    """At most `MOST`; none where the chat is not in the scope or names nobody."""
    turns = view.episodes.of_conversation(conversation, scope, limit=_TURNS)
    known = telling(view.graphs.in_conversation(conversation, scope))
    return _joined(known, _named(view, [turn.text for turn in reversed(turns)], scope))


def of_note(view: "View", note: NoteId, scope: Scope) -> tuple[EntityId, ...]:
    """At most `MOST`; none where the note is not in the scope or names nobody."""
    row = view.notes.one(note, scope)
    if row is None:
        return ()
    return _joined(telling(view.graphs.in_note(note, scope)), _named(view, [row.title, row.text], scope))


def of_search(recaller: "Recaller", wanted: Wanted, scope: Scope) -> tuple[EntityId, ...]:
    """At most `MOST`: whom the query names, then whose names begin so, then whom what it finds is about."""
    sought, view, words = seek(recaller, wanted, scope), recaller.view, wanted.query.bare[:_LONGEST]
    barred = {name_key(term.value) for term in wanted.query.of("about") if term.excluded}
    named = [one for one in (*sought.sieve.about, *sought.named.entities.values()) if name_key(one.name) not in barred]
    begun = view.entities.starting(words, scope, MOST) if words.strip() else []
    finds = [hit.episode.id for hit in sought.hits]
    about = telling(view.graphs.in_episodes(finds, scope))
    return _joined([one.id for one in named], [match.entity.id for match in begun], about)


def telling(found: Sequence["Named"]) -> list[EntityId]:
    """The entities of some words, the most telling first.

    What they say often counts, more so where memory says little else of it, and what they said last. The user, who is
    in everything, comes last.
    """
    turns = {episode: age for age, episode in enumerate(sorted({one.latest for one in found}, reverse=True))}

    def rank(one: "Named") -> tuple[bool, float, EntityId]:
        share = min(1.0, one.times / max(1, one.mentions))
        return one.name == ME, -(log1p(one.times) * (1 + share) + _FRESH * 0.5 ** turns[one.latest]), one.entity

    return [one.entity for one in sorted(found, key=rank)]


def _named(view: "View", texts: Iterable[str], scope: Scope) -> list[EntityId]:
    """Whom the texts name, in order."""
    found = (match for text in texts for match in names_in(view, text[:_LONGEST], scope).matches)
    return list(dict.fromkeys(match.entity.id for match in found))


def _joined(*lists: Sequence[EntityId]) -> tuple[EntityId, ...]:
    return tuple(dict.fromkeys(one for row in lists for one in row))[:MOST]
