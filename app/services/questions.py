"""What memory asks by itself: when it looks for questions, and writing them. A chore of the night."""

from collections.abc import Iterator

from app.domain import clock
from app.domain.errors import Outdated
from app.domain.plan import Plan
from app.memory.tend.doubting import doubts
from app.services.workspace import ReadDesk, WriteDesk

MARK = "questions"
"""Under this name the moment of the last look is kept, in seconds since 1970 (`Store.mark`)."""
HOURS = 6
"""Between two looks: a few questions at a time, and not while somebody answers those that are there."""


def due(desk: ReadDesk) -> bool:
    """Whether it was long enough ago. A clock that was put back makes it due."""
    since = _seconds() - desk.view.journal.marked(MARK)
    return not 0 <= since < HOURS * 3600


def think(desk: ReadDesk) -> Plan:
    """New questions, and old ones that speak of what is gone; a plan without steps where all is well."""
    return doubts(desk.view)


def keep(desk: WriteDesk, plan: Plan) -> Iterator[object]:
    """Write them. What changed meanwhile is looked at again the next time, soon."""
    try:
        if plan.steps:
            desk.store.commit(plan)
            yield None
    except Outdated:
        return
    desk.store.mark(MARK, _seconds())


def _seconds() -> int:
    return int(clock.now().timestamp())
