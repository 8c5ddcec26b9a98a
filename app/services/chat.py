"""Conversations: saying a turn, reading the transcript, and answering from memory with or without a model."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import sleep

from app.domain import clock
from app.domain.citation import Citation
from app.domain.episode import Conversation, Episode, LearnState, Session
from app.domain.errors import BadInput
from app.domain.ids import CitationId, ConversationId, EpisodeId, ModelUseId, SessionId, TraceId
from app.domain.item import Item
from app.domain.plan import USER, Add, Amend, Author, Plan, Remove, Step
from app.domain.question import Question, Recollection
from app.domain.scope import Scope
from app.domain.secret import mask
from app.domain.trace import Trace
from app.domain.usage import ModelUse, Purpose, Usage
from app.inference.protocols import ChatModel, Message, StructuredModel
from app.memory.recall import context, reply, tracing
from app.memory.recall.wanting import wants_answer
from app.memory.revise import forget
from app.services import evidence, models, recalling
from app.services.further import may_look_further, still_there
from app.services.turns import TurnView, turn_views, unlearned
from app.services.workspace import ReadDesk, WriteDesk

SESSION_GAP = timedelta(minutes=30)
"""Silence after which the next turn starts a new session of its conversation."""
TITLE_LENGTH = 48
LEARNING_PATIENCE = 1.5
"""Seconds that an answer waits for the turns before it to be learned."""
LEARNING_GLANCE = 0.05
_ALL_TURNS = 1_000_000

_NEW_CONVERSATION = ConversationId(-1)
_NEW_SESSION = SessionId(-2)
_NEW_EPISODE = EpisodeId(-3)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an answer, as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A finished answer. `model` is empty when memory answered by itself.

    `characters`: of memory that went to it. `uses`: what it and the model for memory work were asked.
    """

    question: EpisodeId
    text: str
    citations: tuple[Citation, ...]
    recollection: Recollection
    model: str = ""
    characters: int = 0
    uses: tuple[ModelUse, ...] = ()
    items: tuple[Item, ...] = ()
    """What was found, put together."""
    further: bool = False
    """Whether the archive may hold a better answer."""


def conversations(desk: ReadDesk) -> list[Conversation]:
    """All conversations, the one spoken in last first."""
    return desk.view.conversations.listed(desk.scope)


def transcript(
    desk: ReadDesk, conversation: ConversationId, before: EpisodeId | None = None, limit: int = 60
) -> list[TurnView]:
    """The last `limit` turns (before `before`), in order of time."""
    return turn_views(desk, desk.view.episodes.of_conversation(conversation, desk.scope, limit=limit, before=before))


def turn(desk: ReadDesk, episode: EpisodeId) -> TurnView | None:
    """One turn as it stands now; None when it is gone."""
    found = desk.view.episodes.one(episode, desk.scope)
    return turn_views(desk, [found])[0] if found else None


def start(desk: WriteDesk, title: str = "", off_record: bool = False) -> Conversation:
    """Open an empty conversation, in the project and channel that are looked at."""
    row = Conversation(_NEW_CONVERSATION, title.strip(), clock.now(), desk.home or Scope(), off_record)
    change = desk.store.commit(Plan((Add(row),), USER, "start_conversation", row.title, undoable=False))
    return replace(row, id=ConversationId(change.ids[row.id]))


def say(desk: WriteDesk, conversation: ConversationId, text: str, said_at: datetime | None = None) -> Episode:
    """Store the user's turn, verbatim and at once; learning comes later. Raises `BadInput` on an empty text."""
    if not text.strip():
        raise BadInput("There is nothing to send yet.")
    home = _home(desk, conversation)
    state: LearnState = "off_record" if home.off_record else unlearned(desk.settings)
    moment = said_at or clock.now()
    episode = Episode(
        _NEW_EPISODE, _NEW_SESSION, "user", text, moment, conversation=home.id, state=state, scope=home.scope
    )
    titled = () if home.title else (Amend("conversation", home.id, {"title": title_of(mask(text))}),)
    return _store(desk, episode, USER, titled)


def conversation(desk: ReadDesk, id: ConversationId) -> Conversation:
    """The conversation as it stands. Raises `BadInput` when it is gone."""
    return _home(desk, id)


def _home(desk: ReadDesk, id: ConversationId) -> Conversation:
    found = desk.view.conversations.one(id, desk.scope)
    if found is None:
        raise BadInput("This conversation is gone.")
    return found


def _store(desk: WriteDesk, episode: Episode, author: Author, more: tuple[Step, ...] = ()) -> Episode:
    """Add the episode to the conversation's open session, or to a new one after a silence."""
    assert episode.conversation is not None
    last = desk.view.episodes.session_of_conversation(episode.conversation, desk.scope)
    joined: Step
    if last and last.started_at <= episode.said_at <= last.ended_at + SESSION_GAP:
        session, joined = last.id, Amend("session", last.id, {"ended_at": max(last.ended_at, episode.said_at)})
    else:
        session = _NEW_SESSION
        joined = Add(Session(session, episode.conversation, None, episode.said_at, episode.said_at))
    row = replace(episode, session=session)
    change = desk.store.commit(Plan((joined, Add(row), *more), author, "say", undoable=False))
    kept = desk.view.episodes.one(EpisodeId(change.ids[row.id]), desk.scope)
    assert kept is not None
    return kept


def title_of(text: str) -> str:
    """A title from the first words: Markdown marks dropped, cut at a word's end."""
    first = next((line for line in text.splitlines() if line.strip(" #>*-\t`")), text)
    line = re.sub(r"\s+", " ", re.sub(r"^[\s#>*\-`]+|[*_`]+", "", first)).strip()
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[:TITLE_LENGTH]
    return (cut.rsplit(" ", 1)[0] if " " in cut[TITLE_LENGTH // 2 :] else cut).rstrip() + "…"


def rename(desk: WriteDesk, conversation: ConversationId, title: str) -> None:
    """Give the conversation another title; an empty one is refused with `BadInput`."""
    if not title.strip():
        raise BadInput("A title needs at least one character.")
    desk.store.commit(
        Plan((Amend("conversation", conversation, {"title": title.strip()}),), USER, "rename_conversation", title)
    )


def delete(desk: WriteDesk, conversation: ConversationId) -> None:
    """Remove the conversation with its turns and what only they support; undoable."""
    home = _home(desk, conversation)
    said = desk.view.episodes.of_conversation(conversation, desk.scope, limit=_ALL_TURNS)
    steps, expects = forget.going(desk.view, said, desk.scope)
    steps.append(Remove("conversation", conversation))
    desk.store.commit(Plan(tuple(steps), USER, "delete_conversation", home.title, tuple(expects)))


def answer(desk: ReadDesk, episode: Episode, everywhere: bool = False) -> Iterator[Piece | Answered]:
    """Answer a turn: pieces as they come, `Answered` last.

    With a model: its streamed words over quoted evidence. Without: facts and quotes from memory for a question, and
    nothing (an empty text) for a statement. Raises `ModelUnavailable` when the model fails; the turn is stored long
    before and stays. `everywhere`: the archive is looked through as well.
    """
    model = models.chat_model(desk.settings, desk.stopped)
    if model is None and not (everywhere or wants_answer(episode.text)):
        yield Answered(episode.id, "", (), Recollection(Question(episode.text, episode.said_at, desk.scope)))
        return
    yield from _until_learned(desk, episode)
    recollection, uses = _recollected(desk, episode, everywhere)
    items = evidence.of_recollection(desk, recollection).items
    if model is None:
        made = reply.compose(recollection, desk.view)
        yield Piece(made.text)
        further = may_look_further(desk, recollection, {one.episode for one in made.citations})
        yield Answered(episode.id, made.text, made.citations, recollection, uses=uses, items=items, further=further)
        return
    reached = evidence.reached(desk, items, desk.scope)
    built = context.build(recollection, _recent(desk, episode), desk.settings.context_characters, reached)
    said: list[str] = []
    for piece in model.stream([*built.messages, Message("user", mask(episode.text))]):
        said.append(piece)
        yield Piece(piece)
    text = "".join(said)
    uses += _used(model, _counted(model), "answer")
    cited = cited_in(text, built.citations)
    further = may_look_further(desk, recollection, {one.episode for one in cited})
    yield Answered(episode.id, text, cited, recollection, model.name, built.characters, uses, items, further)


def _recollected(desk: ReadDesk, episode: Episode, everywhere: bool) -> tuple[Recollection, tuple[ModelUse, ...]]:
    """What memory holds on a turn, found as the settings say, and what a model was asked for it."""
    aids, notes = recalling.aids(desk)
    home = episode.conversation
    question = Question(episode.text, episode.said_at, desk.scope, conversation=home, everywhere=everywhere)
    found = desk.recaller(aids).recall(question)
    uses = _used(aids.model, found.usage, "recall") if aids.model else ()
    return replace(found, notes=(*notes, *found.notes)), uses


def _counted(model: ChatModel) -> Usage:
    """What the answer has cost as the model counts it; one call where it does not."""
    used = getattr(model, "used", None)
    return used if isinstance(used, Usage) and used.calls else Usage(1)


def _used(model: ChatModel | StructuredModel, usage: Usage, purpose: Purpose) -> tuple[ModelUse, ...]:
    """A row for `keep_answer` to file under the answer; none where nothing was asked."""
    if not usage.calls:
        return ()
    sums = (usage.calls, usage.sent, usage.received)
    return (ModelUse(ModelUseId(-1), None, purpose, model.name, model.local, *sums, clock.now()),)


def _until_learned(desk: ReadDesk, episode: Episode) -> Iterator[Piece]:
    """Wait a little for what was said just before, so that a question right behind a statement finds it.

    Empty pieces meanwhile, so that the wait can be stopped. A long queue is not waited for.
    """
    for _ in range(int(LEARNING_PATIENCE / LEARNING_GLANCE)):
        waiting = desk.view.episodes.waiting(desk.scope, 1)
        unlearned = bool(waiting) and waiting[0].id < episode.id
        if not unlearned and not _unindexed(desk, episode.id):
            return
        yield Piece("")
        sleep(LEARNING_GLANCE)


def _unindexed(desk: ReadDesk, before: EpisodeId) -> bool:
    """Whether turns earlier than `before` have not reached the word index yet."""
    entries = desk.view.journal.after(desk.workspace.text.applied_seq, 64)
    return any(id < before for entry in entries for id in entry.reindex)


def _recent(desk: ReadDesk, episode: Episode) -> list[Episode]:
    if episode.conversation is None or not desk.settings.recent_turns:
        return []
    return desk.view.episodes.of_conversation(
        episode.conversation, desk.scope, limit=desk.settings.recent_turns, before=episode.id
    )


def cited_in(text: str, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    """Those citations whose number stands in the text as `[n]`."""
    numbers = {int(number) for number in re.findall(r"\[(\d{1,3})\]", text)}
    return tuple(citation for citation in citations if citation.number in numbers)


def keep_answer(desk: WriteDesk, conversation: ConversationId, answered: Answered) -> Episode:
    """Store the answer as the assistant's turn, with its citations and how it was found. It is no source of facts.

    Raises `BadInput` when the question, or anything that was put before whoever answered, has gone meanwhile: the
    answer may repeat words that were forgotten.
    """
    question = desk.view.episodes.one(answered.question, desk.scope)
    if question is None or not still_there(desk, answered.recollection, answered.citations):
        raise BadInput("What this answer rests on is gone. Please ask again.")
    state: LearnState = "off_record" if question.state == "off_record" else "not_ours"
    row = Episode(
        _NEW_EPISODE,
        _NEW_SESSION,
        "assistant",
        answered.text,
        clock.now(),
        conversation=conversation,
        state=state,
        scope=evidence.home_of(desk, _home(desk, conversation).scope, answered.recollection, answered.items),
    )
    return _store(desk, row, Author("model", answered.model), tuple(_kept_with(desk, row.id, answered)))


def _kept_with(desk: WriteDesk, id: EpisodeId, answered: Answered) -> Iterator[Step]:
    """Its citations, one more use counted for each turn it cites, its trace, and what it cost."""
    sources = desk.view.episodes.get({one.episode for one in answered.citations}, desk.scope)
    for at, citation in enumerate(answered.citations):
        if citation.episode in sources:
            yield Add(replace(citation, id=CitationId(-10 - at), answer=id))
    for source in sources.values():
        yield Amend("episode", source.id, {"referenced": source.referenced + 1})
    if answered.recollection.reason:
        yield Add(Trace(TraceId(-4), id, tracing.payload(answered.recollection, answered.characters, answered.items)))
    for at, use in enumerate(answered.uses):
        yield Add(replace(use, id=ModelUseId(-5 - at), episode=id))
