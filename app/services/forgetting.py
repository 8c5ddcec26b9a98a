"""Forgetting for good: what would go, and letting it go so that no file of the profile holds it any more.

Deleting (a chat, a note, an entity) can be undone, so a copy stays in the undo record. Forgetting cannot. Of an entity
the messages that name it go; whoever wants to keep the words deletes the entity instead. Backups made before still hold
what is forgotten: they are counted in the preview and can be removed with it.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.entity import ME
from app.domain.episode import Episode
from app.domain.errors import BadInput
from app.domain.ids import ConversationId, EntityId, EpisodeId, NoteId
from app.domain.plan import Remove
from app.domain.scope import EVERYONE
from app.domain.secret import mask
from app.memory.revise.forget_whole import Erasure, Named, erasure
from app.services import notes
from app.services.workspace import ReadDesk, WriteDesk
from app.storage.backup import backups, prune_backups

Kind = Literal["message", "entity", "conversation", "note", "deleted", "everything"]
_ALL = 1_000_000
SHOWN = 200
"""Names, facts and words that a preview lists; the rest is counted."""
_QUOTE = 120
_TRIES = 20


@dataclass(frozen=True, slots=True)
class What:
    """What to forget. `deleted`: the copies of what was deleted or changed, which undo could bring back."""

    kind: Kind
    id: int = 0


@dataclass(frozen=True, slots=True)
class Going:
    """What goes. Lists are cut at `SHOWN`; the counts are whole."""

    what: What
    title: str = ""
    words: tuple[str, ...] = ()
    """Messages and passages that go, shortened, secrets masked."""
    answers: tuple[str, ...] = ()
    """Answers that were given to them, cite them or repeat them."""
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    message_count: int = 0
    answer_count: int = 0
    fact_count: int = 0
    entity_count: int = 0
    chat_count: int = 0
    note_count: int = 0
    kept_facts: int = 0
    """Facts that other words state as well: they stay."""
    undo_steps: int = 0
    backups: int = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """Where the work is, and how far. From `index` on it is out of memory."""

    name: Literal["memory", "index", "files"]
    done: int = 0
    total: int = 0


def preview(desk: ReadDesk, what: What) -> Going:
    """What would go. Raises `BadInput` when it is gone already, or is the user."""
    kept = len(backups(desk.workspace.profile.backups))
    copies = desk.view.journal.copies()
    if what.kind == "deleted":
        return Going(what, undo_steps=copies, backups=kept)
    if what.kind == "everything":
        return _all_of_it(desk, what, copies, kept)
    return _shown(desk, what, _named(desk, what), kept)


def _all_of_it(desk: ReadDesk, what: What, copies: int, kept: int) -> Going:
    return Going(
        what,
        message_count=desk.view.episodes.count(EVERYONE),
        fact_count=desk.view.facts.count(EVERYONE),
        entity_count=desk.view.entities.count(EVERYONE),
        chat_count=len(desk.view.conversations.listed(EVERYONE, limit=_ALL)),
        note_count=len(desk.view.notes.listed(EVERYONE, limit=_ALL)),
        undo_steps=copies,
        backups=kept,
    )


def _shown(desk: ReadDesk, what: What, named: Named, kept: int) -> Going:
    found = erasure(desk.view, desk.workspace.text, named, desk.scope)
    answers = [one for one in found.episodes if one.role == "assistant"]
    words = [one for one in found.episodes if one.role != "assistant"]
    return Going(
        what,
        mask(named.title),
        _quotes(words),
        _quotes(answers),
        tuple(mask(fact.fact) for fact in found.facts[:SHOWN]),
        tuple(entity.name for entity in found.entities[:SHOWN]),
        tuple(alias.text for alias in found.aliases[:SHOWN]),
        len(words),
        len(answers),
        len(found.facts),
        len(found.entities),
        kept_facts=len(found.kept),
        undo_steps=_steps_that_go(desk, found),
        backups=kept,
    )


def _steps_that_go(desk: ReadDesk, found: Erasure) -> int:
    """How many deeds cannot be undone or done again afterwards, since their copies hold the words or the rows."""
    rows: set[tuple[str, int]] = {(step.noun, step.id) for step in found.plan.steps if isinstance(step, Remove)}
    rows |= {("alias", alias.id) for alias in found.aliases}
    named = desk.view.entities.mentions_in([one.id for one in found.episodes], desk.scope)
    rows |= {("mention", one.id) for row in named.values() for one in row}
    return sum(copied for _, copied in desk.view.journal.telling(rows, found.traces.held_by))


def _quotes(episodes: Sequence[Episode]) -> tuple[str, ...]:
    shown = [" ".join(mask(one.text).split()) for one in episodes[:SHOWN]]
    return tuple(words if len(words) <= _QUOTE else words[:_QUOTE].rstrip() + "…" for words in shown)


def _named(desk: ReadDesk, what: What) -> Named:
    """The rows behind what a person named. Raises `BadInput`."""
    makers = {"message": _message, "entity": _entity, "conversation": _conversation, "note": _note}
    return makers[what.kind](desk, what.id)


def _message(desk: ReadDesk, number: int) -> Named:
    found = desk.view.episodes.one(EpisodeId(number), desk.scope)
    if found is None:
        raise BadInput("These words are gone.")
    return Named("forget_message", (found,), title=_quotes([found])[0])


def _entity(desk: ReadDesk, number: int) -> Named:
    found = desk.view.entities.one(EntityId(number), desk.scope)
    if found is None:
        raise BadInput("This entity is gone.")
    if found.name == ME:
        raise BadInput("You cannot be forgotten alone: forget everything instead.")
    return Named("forget_entity", entity=found, title=found.name)


def _conversation(desk: ReadDesk, number: int) -> Named:
    found = desk.view.conversations.one(ConversationId(number), desk.scope)
    if found is None:
        raise BadInput("This conversation is gone.")
    turns = desk.view.episodes.of_conversation(found.id, desk.scope, limit=_ALL)
    owners = (Remove("conversation", found.id),)
    return Named("forget_conversation", tuple(turns), None, owners, (found.title,), found.title)


def _note(desk: ReadDesk, number: int) -> Named:
    found = notes.opened(desk, NoteId(number))
    passages = desk.view.episodes.of_note(found.id, desk.scope, current=False)
    owners = (Remove("note", found.id),)
    return Named("forget_note", tuple(passages), None, owners, (found.title, found.text), found.title)


def forget(desk: WriteDesk, what: What, with_backups: bool = False) -> Generator[Phase, None, bool]:
    """Let it go for good: first out of memory, then every file is written anew.

    Gives whether they all are: a reader may hold one. Stopped or broken off later,
    `finish` does the rest. Raises `BadInput` when it is gone, `StorageFull`.
    """
    yield Phase("memory")
    if what.kind == "everything":
        desk.workspace.text.clear()
        desk.workspace.vectors.clear()
        desk.workspace.nodes.vectors.clear()
        desk.workspace.labels.clear()
        desk.store.empty()
    elif what.kind == "deleted":
        desk.store.forget_undo()
    else:
        for progress in desk.catch_up():
            yield Phase("memory", progress.done, progress.total)
        _erase(desk, what)
    yield Phase("index")  # screens hear of it here, before the journal lets go of what went
    if with_backups:
        prune_backups(desk.workspace.profile.backups, 0)
    yield from finish(desk)
    return not owed(desk)


def _erase(desk: WriteDesk, what: What) -> Erasure:
    if what.kind == "message":
        found = desk.view.episodes.one(EpisodeId(what.id), desk.scope)
        if found is not None and found.note is not None:
            notes.settle(desk, found.note)
    made = erasure(desk.view, desk.workspace.text, _named(desk, what), desk.scope)
    desk.store.erase(made.plan, made.traces.held_by)
    return made


def owed(desk: ReadDesk) -> bool:
    """Whether something was forgotten and files have yet to be written anew."""
    return desk.view.journal.owes_rewrite()


def finish(desk: WriteDesk) -> Iterator[Phase]:
    """Write every file anew, so that nothing of what was forgotten lingers in one. Not owed: nothing."""
    if not owed(desk):
        return
    yield from _index(desk)
    for progress in desk.indexer.rewrite_words():
        yield Phase("index", progress.done, progress.total)
    desk.store.prune(desk.indexer.applied_seq)
    desk.workspace.vectors.rewrite()
    desk.workspace.nodes.vectors.rewrite()
    desk.workspace.readings.clear()
    for _ in range(_TRIES):
        yield Phase("files")
        if desk.store.rewrite():
            return


def _index(desk: WriteDesk) -> Iterator[Phase]:
    for progress in desk.catch_up():
        yield Phase("index", progress.done, progress.total)
