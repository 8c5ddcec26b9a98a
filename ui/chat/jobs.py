"""What the chat page has done on the lanes. Services are imported by the lanes, not before the window is shown."""

from typing import TYPE_CHECKING

from app.domain.episode import Conversation
from app.domain.ids import ConversationId, EpisodeId, FactId

if TYPE_CHECKING:
    from app.services.evidence import ItemView
    from app.services.reading import Place
    from app.services.tracing import Inspection
    from app.services.turns import TurnView
    from app.services.workspace import ReadDesk, WriteDesk


def read_conversation(
    conversation: ConversationId, limit: int, desk: "ReadDesk"
) -> "tuple[Conversation, list[TurnView]]":
    """The conversation and its last turns. Raises `BadInput` when it is gone."""
    from app.services import chat, reading

    return reading.conversation(desk, conversation), chat.transcript(desk, conversation, limit=limit) if limit else []


def read_older(conversation: ConversationId, before: EpisodeId, limit: int, desk: "ReadDesk") -> "list[TurnView]":
    """Turns before that one."""
    from app.services import chat

    return chat.transcript(desk, conversation, before=before, limit=limit)


def read_place(episode: EpisodeId, desk: "ReadDesk") -> "Place":
    """Where an episode stands."""
    from app.services import reading

    return reading.place(desk, episode)


def read_turns(episodes: list[EpisodeId], desk: "ReadDesk") -> "list[TurnView]":
    """Turns as they stand now; those that are gone are left out."""
    from app.services import chat

    return [view for view in (chat.turn(desk, episode) for episode in episodes) if view is not None]


def inspect(answer: EpisodeId, desk: "ReadDesk") -> "Inspection | None":
    """How an answer was found; None where that was not kept."""
    from app.services import tracing

    return tracing.inspect(desk, answer)


def sources(answer: EpisodeId, desk: "ReadDesk") -> "list[ItemView]":
    """What an answer rests on, put together into items."""
    from app.services import evidence

    return evidence.sources(desk, answer)


def say(home: ConversationId | None, off_record: bool, text: str, desk: "WriteDesk") -> "tuple[Conversation, TurnView]":
    """Store a turn, in a new conversation if there is none yet."""
    from app.services import chat, reading

    conversation = home if home is not None else chat.start(desk, off_record=off_record).id
    view = chat.turn(desk, chat.say(desk, conversation, text).id)
    assert view is not None
    return reading.conversation(desk, conversation), view


def rename(conversation: ConversationId, title: str, desk: "WriteDesk") -> None:
    """Give a conversation another title."""
    from app.services import chat

    chat.rename(desk, conversation, title)


def set_off_record(conversation: ConversationId, off: bool, desk: "WriteDesk") -> Conversation:
    """Whether what is said in a chat from now on stays out of memory."""
    from app.services import keeping

    return keeping.set_off_record(desk, conversation, off)


def delete(conversation: ConversationId, desk: "WriteDesk") -> None:
    """Remove a conversation; undoable."""
    from app.services import chat

    chat.delete(desk, conversation)


def retract(fact: FactId, desk: "WriteDesk") -> object:
    """Take one fact back."""
    from app.services import edits

    return edits.retract_fact(desk, fact)


def forget(episode: EpisodeId, desk: "WriteDesk") -> object:
    """Take back what one turn taught."""
    from app.services import edits

    return edits.forget_lesson(desk, episode)


def retry(episode: EpisodeId, desk: "WriteDesk") -> None:
    """Learn a turn again."""
    from app.services import learning

    learning.retry(desk, episode)
