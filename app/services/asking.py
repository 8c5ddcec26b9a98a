"""A question from outside a chat, answered as the chat answers it. Nothing is stored: neither question nor answer."""

from collections.abc import Generator

from app.domain import clock
from app.domain.citation import Citation
from app.domain.episode import Episode
from app.domain.ids import EpisodeId, SessionId
from app.domain.scope import Scope
from app.domain.secret import mask
from app.memory.recall.reply import NOTHING
from app.memory.recall.wanting import wants_answer
from app.services import chat
from app.services.chat import Answered, Piece
from app.services.plainly import Plain, who
from app.services.turns import quotes
from app.services.workspace import ReadDesk

_BEFORE_ALL = EpisodeId(0)
"""The number of words that are not stored: it comes before every turn, so the answer waits for none to be learned."""


def ask(desk: ReadDesk, text: str, scope: Scope, everywhere: bool = False) -> Generator[Plain, None, Plain]:
    """Pieces of the answer as they come; at the end the whole of it with its sources.

    Some words that ask nothing are looked up everywhere, as a search is. Raises what `chat.answer` raises.
    """
    asked = Episode(_BEFORE_ALL, SessionId(0), "user", text, clock.now())
    answered: Answered | None = None
    for part in chat.answer(desk.within(scope), asked, everywhere or not wants_answer(text)):
        if isinstance(part, Answered):
            answered = part
        elif isinstance(part, Piece) and part.text:
            yield {"piece": part.text}
    assert answered is not None
    by_itself = answered.text in NOTHING.values() if not answered.model else answered.recollection.nothing
    return {
        "text": answered.text,
        "nothing": by_itself,
        "model": answered.model,
        "sources": _sources(desk, answered.citations, scope),
        "notes": list(answered.recollection.notes),
    }


def _sources(desk: ReadDesk, citations: tuple[Citation, ...], scope: Scope) -> list[Plain]:
    """What each number in the answer stands for: the record, and the very words."""
    records = desk.view.episodes.get({one.episode for one in citations}, scope)
    words = dict(quotes(citations, records))
    return [
        {
            "number": one.number,
            "ref": f"ep:{one.episode}",
            "said_at": records[one.episode].said_at.isoformat(),
            "by": who(records[one.episode]),
            "quote": mask(words[one.number]),
        }
        for one in citations
        if one.episode in records
    ]
