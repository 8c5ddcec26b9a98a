"""The day, month or year that time words mean, counted from the day they were said."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.memory.learn.reading.english.lexicon import CARDINALS

Direction = Literal["past", "future"]
Day = Callable[[date, Direction], WorldTime | None]

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def fixed(time: WorldTime | None) -> Day:
    return lambda today, direction: time


def _world(year: int, month: int | None = None, day: int | None = None) -> WorldTime | None:
    text = f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if month and day else "")
    try:
        return WorldTime(text)
    except BadInput:
        return None


def plain(text: str) -> WorldTime | None:
    """A year, or a month and a year."""
    *month, year = text.split()
    return _world(int(year), _month(month[0]) if month else None)


def following(time: WorldTime | None) -> WorldTime | None:
    """The first year or month after the one given: where a period that includes it ends."""
    if time is None or time.last() == date.max:
        return None
    next_day = time.last() + timedelta(days=1)
    return WorldTime(next_day.isoformat()[: len(time.text)])


def _month(word: str) -> int:
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(word[:3].lower()))


def count_of(text: str) -> int:
    word = text.split()[1] if text.lower().startswith("a ") else text
    return int(word) if word.isdigit() else CARDINALS[word.lower()]


def shifted(today: date, count: int, unit: str) -> WorldTime | None:
    """`count` units from today, as precise as the unit: years give a year, months a month."""
    if unit in ("year", "decade"):
        return _world(today.year + count * (10 if unit == "decade" else 1))
    if unit == "month":
        months = today.year * 12 + today.month - 1 + count
        return _world(months // 12, months % 12 + 1)
    return WorldTime.of(today + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit]))


def meaning_of(match: re.Match[str]) -> Day:
    if match["iso"]:
        return fixed(_world(*(int(part) for part in re.split("[-/]", match["iso"]))))
    for day, month, year in (("d1", "m1", "y1"), ("d2", "m2", "y2")):
        if match[day]:
            return _day_of_year(_month(match[month]), int(match[day]), match[year])
    if match["m3"]:
        return fixed(_world(int(match["y3"]), _month(match["m3"])))
    if match["y4"]:
        return fixed(_world(int(match["y4"])))
    if match["m4"]:
        return lambda today, way: _nearest_month(today, _month(match["m4"]), way)
    return _relative(match)


def _relative(match: re.Match[str]) -> Day:
    if match["rel"]:
        return lambda today, way: _named(today, match["rel"].lower(), match["what"].lower(), way)
    if match["word"]:
        shift = _SHIFTS.get(" ".join(match["word"].lower().split()), 0)
        return lambda today, way: WorldTime.of(today + timedelta(days=shift))
    if match["u"]:
        count = count_of(match["n"]) * (1 if match["dir"].lower().startswith("from") else -1)
        return lambda today, way: shifted(today, count, match["u"].lower())
    if match["season"]:
        return lambda today, way: _bare_season(today, match["season"].lower(), way)
    if match["wd"]:
        return lambda today, way: _weekday(today, match["wd"].lower(), way)
    if match["domrel"]:
        step = {"last": -1, "this": 0, "next": 1}[match["domrel"].lower()]
        return lambda today, _: _day_of(_shift_month(today, step), int(match["dom"]))
    return lambda today, way: _day_of_month(today, int(match["dom"]), way)


def _shift_month(today: date, step: int) -> tuple[int, int]:
    months = today.year * 12 + today.month - 1 + step
    return months // 12, months % 12 + 1


def _day_of(month: tuple[int, int], day: int) -> WorldTime | None:
    return _world(*month, day)


_SHIFTS = {
    "yesterday": -1,
    "last night": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}


def _day_of_year(month: int, day: int, year: str | None) -> Day:
    if year:
        return fixed(_world(int(year), month, day))

    def nearest(today: date, way: Direction) -> WorldTime | None:
        this = _world(today.year, month, day)
        if this is None:
            return None
        off = -1 if way == "past" and this.first() > today else 1 if way == "future" and this.first() < today else 0
        return _world(today.year + off, month, day)

    return nearest


def _nearest_month(today: date, month: int, way: Direction) -> WorldTime | None:
    off = -1 if way == "past" and month > today.month else 1 if way == "future" and month < today.month else 0
    return _world(today.year + off, month)


def _weekday(today: date, word: str, way: Direction) -> WorldTime:
    ahead = (_WEEKDAYS.index(word[:3]) - today.weekday()) % 7
    return WorldTime.of(today + timedelta(days=ahead or 7) if way == "future" else today - timedelta(days=7 - ahead))


def _day_of_month(today: date, day: int, way: Direction) -> WorldTime | None:
    off = 1 if way == "future" and day < today.day else -1 if way == "past" and day > today.day else 0
    return _day_of(_shift_month(today, off), day)


def _named(today: date, relation: str, what: str, way: Direction) -> WorldTime | None:
    """ "last Friday", "next month", "this week": a week has no text of its own and gives its month."""
    step = -1 if relation in ("last", "the past") else 0 if relation == "this" else 1
    if what in ("night", "evening", "morning", "afternoon"):
        return WorldTime.of(today + timedelta(days=step))
    if what in ("month", "year"):
        return shifted(today, step, what)
    if what in ("week", "weekend", "fortnight"):
        return _world((day := today + timedelta(days=7 * step)).year, day.month) if step else None
    if what in ("spring", "summer", "autumn", "fall", "winter"):
        return _season(today, what, step)
    if what[:3] in _WEEKDAYS and not what.startswith(("march", "mar")):
        return _named_weekday(today, what, step)
    return _nearest_month(today, _month(what), "future" if step > 0 else "past" if step < 0 else way)


_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _bare_season(today: date, what: str, way: Direction) -> WorldTime | None:
    """ "since spring": the year in which it last began, or begins next."""
    begun = today.month >= _SEASONS[what]
    return _world(today.year + (int(begun) if way == "future" else int(begun) - 1))


def _season(today: date, what: str, step: int) -> WorldTime | None:
    """The year in which the season last began, begins next, or falls now."""
    month = _SEASONS[what]
    passed = today.month >= month + (3 if step < 0 and what != "winter" else 0)
    return _world(today.year + (0 if step == 0 else (0 if passed else -1) if step < 0 else (1 if passed else 0)))


def _named_weekday(today: date, what: str, step: int) -> WorldTime:
    if step < 0:
        return _weekday(today, what, "past")
    monday = today - timedelta(days=today.weekday())
    return WorldTime.of(monday + timedelta(days=7 * step + _WEEKDAYS.index(what[:3])))


def always(meaning: Day, way: Direction) -> Day:
    """ "since Sunday" looks back, whatever the tense."""
    return lambda today, _: meaning(today, way)


def last_day(meaning: Day) -> Day:
    """ "until the end of April" runs to its last day."""

    def last(today: date, way: Direction) -> WorldTime | None:
        time = meaning(today, way)
        return WorldTime.of(time.last()) if time is not None else None

    return last
