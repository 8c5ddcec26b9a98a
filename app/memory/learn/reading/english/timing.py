"""From when, and until when, the words of a clause hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from app.domain.clock import WorldTime
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.dates import When
from app.memory.learn.reading.english.datewords import Direction


@dataclass(frozen=True, slots=True)
class Timing:
    """`start` and `end` of what is said; `stated` is false where no time words stand there."""

    start: WorldTime | None = None
    end: WorldTime | None = None
    stated: bool = False

    def ahead(self, today: date) -> bool:
        """Whether it begins after the day it was said."""
        return self.start is not None and self.start.first() > today


def direction(action: Action | None) -> Direction:
    """Where a date without a year lies: "on Monday" is next Monday unless the verb says it has been."""
    if action is None or action.tense in ("past", "perfect"):
        return "past"
    return "future"


def timing(whens: Sequence[When], action: Action | None, today: date) -> Timing:
    """The interval that time words and tense give. "for five years" counts only when it still goes on."""
    start = end = None
    stated = False
    for when in whens:
        way = direction(action)
        if when.role == "noise":
            continue
        stated = True
        if when.role == "period":
            start, end = when.start(today, way), when.end(today, way) if when.end else None
        elif when.role == "until":
            end = when.resolve(today, way)
        elif when.role == "for":
            start = when.resolve(today, "past") if action is not None and _goes_on(action) else start
        elif when.role == "since":
            past = action is None or action.tense not in ("future", "bare") or when.resolve(today, "past") == today
            start = when.resolve(today, "past" if past and not _planned(action) else "future")
        elif when.role in ("at", "from"):
            start = when.resolve(today, way) or start
    return Timing(start, end, stated)


def _goes_on(action: Action) -> bool:
    return action.tense == "perfect" or action.progressive or action.tense == "present"


def _planned(action: Action | None) -> bool:
    return action is not None and (action.tense == "future" or action.frame == "plan")


def closing(time: WorldTime, today: date) -> WorldTime:
    """The first day, month or year after the one given, where what held during it ends; today at the latest."""
    if time.last() >= today:
        return WorldTime.of(today)
    return WorldTime((time.last() + timedelta(days=1)).isoformat()[: len(time.text)])
