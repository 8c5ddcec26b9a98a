"""Tidying what is kept: when it is due, what it would change, and doing so in small pieces.

Think on a reader, keep on the writer, as learning does; between two pieces the writer serves whoever is in a hurry.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.domain import clock
from app.domain.episode import Conversation
from app.domain.errors import BadInput, Outdated
from app.domain.ids import ConversationId
from app.domain.plan import USER, Amend, Plan
from app.domain.scope import EVERYONE
from app.domain.secret import mask
from app.domain.tier import Limits, Standing, Tier
from app.memory.tend import consolidate
from app.services.settings import Settings
from app.services.workspace import ReadDesk, WriteDesk

MARK = "consolidated"
_HOUR = 3600
_READ_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many of the pieces are written."""

    done: int
    total: int


def limits_of(settings: Settings) -> Limits:
    """The numbers of the rule as the person has set them."""
    return Limits(
        short_term=settings.short_term_limit,
        long_term=settings.long_term_limit,
        importance=settings.long_term_importance / 100,
        references=settings.long_term_references,
    )


def due(desk: ReadDesk) -> bool:
    """Whether the time set has passed since it ran last. A clock that was put back makes it due."""
    since = _seconds() - desk.view.journal.marked(MARK)
    return not 0 <= since < desk.settings.consolidate_hours * _HOUR


def think(desk: ReadDesk) -> list[Plan]:
    """What to write so that each episode of every agent stands in its tier. Stops early when nobody wants it."""
    rows: list[Standing] = []
    while some := desk.view.episodes.standing(rows[-1].id if rows else 0, EVERYONE, _READ_AT_ONCE):
        rows += some
        if desk.stopped():
            return []
    return list(consolidate.plans(rows, limits_of(desk.settings)))


def keep(desk: WriteDesk, plans: Sequence[Plan]) -> Iterator[Tidied]:
    """Write them one by one. What was forgotten meanwhile leaves its piece for the next time, soon."""
    whole = True
    for done, plan in enumerate(plans, start=1):
        try:
            desk.store.commit(plan)
        except Outdated:
            whole = False
        yield Tidied(done, len(plans))
    if whole:
        desk.store.mark(MARK, _seconds())


def consolidate_now(desk: WriteDesk) -> int:
    """All at once, for programs without lanes. The number of episodes that moved or were counted anew."""
    plans = think(desk)
    for _ in keep(desk, plans):
        pass
    return sum(len(plan.steps) for plan in plans)


def tiers(desk: ReadDesk) -> dict[Tier, int]:
    """How many episodes each tier holds, of what the person may see."""
    return desk.view.episodes.in_tiers(desk.scope)


def set_off_record(desk: WriteDesk, conversation: ConversationId, off: bool) -> Conversation:
    """Whether what is said in a chat from now on is kept out of memory. What was said before stays as it is.

    Raises `BadInput` when the chat is gone.
    """
    found = desk.view.conversations.one(conversation, desk.scope)
    if found is None:
        raise BadInput("This conversation is gone.")
    label = "off_record" if off else "on_record"
    step = Amend("conversation", conversation, {"off_record": off})
    desk.store.commit(Plan((step,), USER, label, mask(found.title)))
    return replace(found, off_record=off)


def _seconds() -> int:
    return int(clock.now().timestamp())
