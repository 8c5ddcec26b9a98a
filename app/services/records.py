"""Records that a program hands over: kept like a turn, verbatim and at once, and learned like one."""

from datetime import timedelta

from app.domain import clock
from app.domain.episode import Conversation, Episode, Session
from app.domain.errors import BadInput
from app.domain.ids import ConversationId, EpisodeId, SessionId
from app.domain.plan import Add, Amend, Author, Plan, Step
from app.domain.scope import Scope
from app.services.chat import SESSION_GAP, title_of
from app.services.turns import unlearned
from app.services.workspace import WriteDesk

LONGEST = 1_000_000
"""Characters of one record."""
AGAIN = timedelta(minutes=5)
"""How long ago a record may have been kept that a program asks for again, having had no answer."""

_NEW_CONVERSATION = ConversationId(-1)
_NEW_SESSION = SessionId(-2)
_NEW_EPISODE = EpisodeId(-3)


def keep(desk: WriteDesk, text: str, scope: Scope, author: Author, title: str = "", *, again: bool = False) -> Episode:
    """Store one record in the conversation of that author and title, which is made where there is none.

    The title stands for the author's name where none is given. With `again` a record of these words that was kept just
    now is given instead. Raises `BadInput` on an empty or a far too long text.
    """
    if not text.strip():
        raise BadInput("There is nothing to keep yet.")
    if len(text) > LONGEST:
        raise BadInput("One record has at most {most} characters.", most=str(LONGEST))
    home = Scope(scope.agent, scope.project, scope.channel)
    name = title_of(title.strip() or author.name or "Tsumugi")
    known = next((one for one in desk.view.conversations.listed(home) if _is(one, name, home)), None)
    if again and known and (kept := _just_kept(desk, text, known, home)):
        return kept
    steps: list[Step] = [] if known else [Add(Conversation(_NEW_CONVERSATION, name, clock.now(), home))]
    conversation = known.id if known else _NEW_CONVERSATION
    session, joined = _session(desk, conversation, home)
    row = Episode(
        _NEW_EPISODE,
        session,
        "document",
        text,
        clock.now(),
        conversation=conversation,
        state=unlearned(desk.settings),
        scope=home,
    )
    change = desk.store.commit(Plan((*steps, joined, Add(row)), author, "store", name, undoable=True))
    kept = desk.view.episodes.one(EpisodeId(change.ids[_NEW_EPISODE]), home)
    assert kept is not None
    return kept


def _just_kept(desk: WriteDesk, text: str, conversation: Conversation, home: Scope) -> Episode | None:
    since = clock.now() - AGAIN
    last = desk.view.episodes.of_conversation(conversation.id, home)
    return next((row for row in reversed(last) if row.text == text and row.said_at >= since), None)


def _is(conversation: Conversation, title: str, home: Scope) -> bool:
    return conversation.title == title and conversation.scope == home and not conversation.off_record


def _session(desk: WriteDesk, conversation: ConversationId, scope: Scope) -> tuple[SessionId, Step]:
    """The conversation's open session, or a new one after a silence."""
    now = clock.now()
    last = desk.view.episodes.session_of_conversation(conversation, scope) if conversation > 0 else None
    if last is not None and last.ended_at <= now <= last.ended_at + SESSION_GAP:
        return last.id, Amend("session", last.id, {"ended_at": now})
    return _NEW_SESSION, Add(Session(_NEW_SESSION, conversation, None, now, now))
