"""A small life to try memory with: a chat and a note in the user's language, said over the last weeks."""

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from app.domain import clock
from app.domain.ids import ConversationId
from resources import resource

if TYPE_CHECKING:
    from app.services.workspace import WriteDesk


def load(language: str) -> dict[str, Any]:
    """The sample of a language: `chats` (title, turns of [days ago, hour:minute, text]) and `notes` (title, text)."""
    found: dict[str, Any] = json.loads(resource(f"sample/{language}.json").read_text(encoding="utf-8"))
    return found


def plant(language: str, desk: "WriteDesk") -> ConversationId | None:
    """Say the sample's turns and write its notes; they are learned like anybody's. The last chat is returned."""
    from app.services import chat, notes

    found, last = load(language), None
    for one in found["chats"]:
        last = chat.start(desk, one["title"]).id
        for days, time, text in one["turns"]:
            chat.say(desk, last, text, _moment(days, time))
    for one in found["notes"]:
        note = notes.create(desk, one["title"])
        notes.save(desk, note.id, one["title"], one["text"])
        notes.settle(desk, note.id)
    return last


def _moment(days: int, time: str) -> datetime:
    hour, minute = (int(part) for part in time.split(":"))
    return (clock.now() - timedelta(days=days)).replace(hour=hour, minute=minute, second=0, microsecond=0)
