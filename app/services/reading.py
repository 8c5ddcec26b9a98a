"""Finding one's place again: chats by when they were last spoken in, and the stretch of a chat around one turn."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.episode import Conversation, Episode
from app.domain.errors import BadInput
from app.domain.ids import ConversationId, EpisodeId
from app.services.turns import TurnView, turn_views
from app.services.workspace import ReadDesk

REACH = 20
"""Turns before and after the one that is looked for."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A conversation and when it was last spoken in."""

    conversation: Conversation
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """A turn or passage, and the turns around it in time. `later`: there are more after the last one."""

    episode: Episode
    turns: tuple[TurnView, ...]
    later: bool


def conversation(desk: ReadDesk, conversation: ConversationId) -> Conversation:
    """One conversation. Raises `BadInput` when it is gone."""
    found = desk.view.conversations.one(conversation, desk.scope)
    if found is None:
        raise BadInput("This conversation is gone.")
    return found


def recent(desk: ReadDesk, limit: int = 500) -> list[Spoken]:
    """Conversations, the one spoken in last first."""
    found = desk.view.conversations.listed(desk.scope, limit=limit)
    return [Spoken(conversation, _last_at(desk, conversation)) for conversation in found]


def _last_at(desk: ReadDesk, conversation: Conversation) -> datetime:
    session = desk.view.episodes.session_of_conversation(conversation.id, desk.scope)
    return session.ended_at if session else conversation.created_at


def place(desk: ReadDesk, episode: EpisodeId) -> Place:
    """Where an episode stands. Raises `BadInput` when it is gone."""
    found = desk.view.episodes.one(episode, desk.scope)
    if found is None:
        raise BadInput("These words are gone.")
    if found.conversation is None:
        return Place(found, (), later=False)
    near = set(desk.view.episodes.around([episode], desk.scope, reach=REACH).get(episode, ()))
    before = desk.view.episodes.of_conversation(found.conversation, desk.scope, limit=REACH, before=episode)
    after = [one for one in desk.view.episodes.get(near, desk.scope).values() if _is_after(one, found)]
    stretch = [*before, found, *sorted(after, key=lambda one: (one.said_at, one.id))]
    last = desk.view.episodes.of_conversation(found.conversation, desk.scope, limit=1)
    return Place(found, tuple(turn_views(desk, stretch)), later=bool(last) and last[0].id != stretch[-1].id)


def _is_after(one: Episode, found: Episode) -> bool:
    return (one.said_at, one.id) > (found.said_at, found.id)
