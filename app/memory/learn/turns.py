"""The turn of an episode, and the turns before it that may tell who "he" is."""

from app.domain.draft import Turn
from app.domain.episode import Episode
from app.storage.view import View

CONTEXT = 5
"""Turns that a reader may look back at (design §4.1)."""


def turn_of(view: View, episode: Episode) -> Turn:
    """An episode as a reader sees it; a passage of a note has the note's title."""
    note = view.notes.one(episode.note, episode.scope) if episode.note else None
    return Turn(episode.text, episode.said_at, episode.role, episode.speaker, note.title if note else "")


def before(view: View, episode: Episode) -> list[Episode]:
    """Up to `CONTEXT` turns or passages of the same session, the latest last; none that is off the record."""
    around = view.episodes.around([episode.id], episode.scope, CONTEXT).get(episode.id, [])
    found = view.episodes.get([number for number in around if number < episode.id], episode.scope)
    return [found[number] for number in sorted(found) if found[number].state != "off_record"]
