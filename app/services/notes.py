"""Notes: text that is saved as it is typed, and learned passage by passage when the writer rests."""

from dataclasses import replace
from datetime import date

from app.domain import clock
from app.domain.entity import Entity
from app.domain.episode import Episode, Note, Session
from app.domain.errors import BadInput
from app.domain.ids import EpisodeId, NoteId, SessionId
from app.domain.plan import EXTRACTOR, USER, Add, Amend, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise import forget
from app.services.passages import edit
from app.services.turns import TurnView, turn_views, unlearned
from app.services.workspace import ReadDesk, WriteDesk

_NEW_NOTE = NoteId(-1)
_NEW_SESSION = SessionId(-2)


def listed(desk: ReadDesk) -> list[Note]:
    """All notes, the one edited last first."""
    return desk.view.notes.listed(desk.scope)


def opened(desk: ReadDesk, note: NoteId) -> Note:
    """The note as it stands. Raises `BadInput` when it is gone."""
    found = desk.view.notes.one(note, desk.scope)
    if found is None:
        raise BadInput("This note is gone.")
    return found


def linked(desk: ReadDesk, name: str) -> NoteId | Entity | None:
    """What `[[name]]` leads to: a note of that title, else the entity that goes by the name, the most named first."""
    if titled := desk.view.notes.titled(name, desk.scope):
        return titled[0].id
    key = name_key(name)
    matches = desk.view.entities.by_key([key], desk.scope).get(key, [])
    return max((match.entity for match in matches), key=lambda one: one.mention_count, default=None)


def create(desk: WriteDesk, title: str = "", daily: str = "") -> Note:
    """An empty note, in the project and channel that are looked at."""
    moment = clock.now()
    row = Note(_NEW_NOTE, title.strip(), "", moment, moment, daily, desk.home or Scope())
    change = desk.store.commit(Plan((Add(row),), USER, "create_note", row.title, undoable=False))
    return replace(row, id=NoteId(change.ids[row.id]))


def daily(desk: WriteDesk, day: date | None = None) -> Note:
    """The note of that day (default: today) in the project that is looked at, made if there is none yet."""
    name, home = (day or clock.now().date()).isoformat(), desk.home or Scope()
    found = desk.view.notes.daily(name, home)
    return found if found is not None and found.scope == home else create(desk, name, name)


def save(desk: WriteDesk, note: NoteId, title: str, text: str) -> Note:
    """Keep the text as it is; cheap enough for every pause in typing. What it teaches follows with `settle`."""
    current = opened(desk, note)
    if (title, text) == (current.title, current.text):
        return current
    changes = {"title": title, "text": text, "updated_at": clock.now()}
    desk.store.commit(Plan((Amend("note", note, changes),), USER, "save_note", title, undoable=False))
    return opened(desk, note)


def settle(desk: WriteDesk, note: NoteId) -> list[EpisodeId]:
    """Bring the note's passages in line with its text.

    New words become episodes that wait to be learned; words that are gone take what only they taught with them.
    Returns the episodes added.
    """
    current = opened(desk, note)
    before = desk.view.episodes.of_note(note, desk.scope)
    by_id = {episode.id: episode for episode in before}
    found = edit({episode.id: episode.text for episode in before}, current.text)
    if not found.added and not found.gone:
        return []
    gone = [step for key in found.gone for step in _replace(desk, by_id[EpisodeId(key)])]
    change = desk.store.commit(
        Plan((*gone, *_passages(desk, current, found.added)), EXTRACTOR, "settle_note", current.title, undoable=False)
    )
    return [EpisodeId(change.ids[-10 - index]) for index in range(len(found.added))]


def _replace(desk: WriteDesk, episode: Episode) -> list[Step]:
    """What a vanished passage leaves: nothing if it was never learned, else the words stay and their lesson goes."""
    if episode.state == "waiting":
        return [Remove("episode", episode.id)]
    lesson = forget.lesson(desk.view, episode, EXTRACTOR)
    return [*lesson.steps, Amend("episode", episode.id, {"replaced_at": clock.now()})]


def _passages(desk: WriteDesk, note: Note, added: tuple[str, ...]) -> list[Step]:
    if not added:
        return []
    moment = clock.now()
    state = unlearned(desk.settings)
    rows = [
        Episode(
            EpisodeId(-10 - index), _NEW_SESSION, "document", words, moment, note=note.id, state=state, scope=note.scope
        )
        for index, words in enumerate(added)
    ]
    return [Add(Session(_NEW_SESSION, None, note.id, moment, moment)), *map(Add, rows)]


def lessons(desk: ReadDesk, note: NoteId) -> list[TurnView]:
    """The note's passages as they stand, with what each taught."""
    return turn_views(desk, desk.view.episodes.of_note(note, desk.scope))


def delete(desk: WriteDesk, note: NoteId) -> None:
    """Remove the note with its passages and what only they support; undoable."""
    title = opened(desk, note).title
    passages = desk.view.episodes.of_note(note, desk.scope, current=False)
    steps, expects = forget.going(desk.view, passages, desk.scope)
    steps.append(Remove("note", note))
    desk.store.commit(Plan(tuple(steps), USER, "delete_note", title, tuple(expects)))
