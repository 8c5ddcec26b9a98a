"""Search for a person who knows what they look for: words, names, notes; an answer or nothing, never an error."""

from dataclasses import dataclass, replace

from app.domain.entity import Entity
from app.domain.episode import Note
from app.memory.recall.search import Found, find
from app.services.covering import covered
from app.services.workspace import ReadDesk


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
