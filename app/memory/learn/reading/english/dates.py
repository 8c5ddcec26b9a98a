"""Dates and durations in English words, counted from the day the turn was said.

`find` gives what the words say; a month or weekday without a year is settled by `When.resolve`, once the tense of the
clause is known.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.entity import Span
from app.domain.errors import BadInput
from app.memory.learn.reading.english.lexicon import CARDINALS

Direction = Literal["past", "future"]
Role = Literal["at", "since", "from", "until", "period", "for", "by", "noise"]
Day = Callable[[date, Direction], WorldTime | None]

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH = (
    r"jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?|sept?(?:ember|\.)?|"
)
_MONTH += r"oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?"
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tues?|wed|thur?s?|fri|sat|mon|sun"
_NUMBER = r"\d{1,3}|" + "|".join(CARDINALS) + r"|a\s+couple\s+of|a\s+few"
_UNIT = r"day|week|fortnight|month|year|decade"
_SEASON = r"spring|summer|autumn|fall|winter"
_ORD = r"(?:st|nd|rd|th)?"
_CORE = (
    rf"(?P<iso>\d{{4}}[-/]\d{{1,2}}(?:[-/]\d{{1,2}})?)(?![\d-])"
    rf"|(?:the\s+)?(?P<d1>\d{{1,2}}){_ORD}\s+(?:of\s+)?(?P<m1>{_MONTH})(?![a-z])(?:,?\s+(?P<y1>\d{{4}})(?!\d))?"
    rf"|(?P<m2>{_MONTH})(?![a-z])\s+(?:the\s+)?(?P<d2>\d{{1,2}}){_ORD}(?![\d:%])(?:,?\s+(?P<y2>\d{{4}})(?!\d))?"
    rf"|(?P<part>(?:the\s+)?(?:start|beginning|middle|end)\s+of\s+|early\s+|late\s+|mid-?\s?)?"
    rf"(?:(?P<m3>{_MONTH})(?![a-z]),?\s+(?:of\s+)?(?P<y3>\d{{4}})(?!\d)"
    rf"|(?P<rel>last|next|this|the\s+past|the\s+coming|the\s+following)\s+"
    rf"(?P<what>{_MONTH}|{_WEEKDAY}|week|weekend|fortnight|month|year|{_SEASON}|night|evening|morning|afternoon)(?![a-z])"
    rf"|(?P<m4>{_MONTH})(?![a-z])|(?P<y4>(?:19|20)\d\d)(?![\d-]|[.,]\d|\s*(?:people|members|euros|pounds|dollars))s?)"
    rf"|(?P<word>today|tonight|yesterday|tomorrow|the\s+day\s+before\s+yesterday|the\s+day\s+after\s+tomorrow|"
    rf"this\s+morning|this\s+afternoon|this\s+evening|last\s+night|right\s+now|just\s+now)(?![a-z'’])"
    rf"|(?P<n>{_NUMBER})\s+(?:and\s+a\s+half\s+)?(?P<u>{_UNIT})s?\s+(?P<dir>ago|from\s+now|back)(?![a-z])"
    rf"|(?P<wd>{_WEEKDAY})(?![a-z])|(?:the\s+)?(?P<dom>\d{{1,2}})(?:st|nd|rd|th)(?![a-z])"
)
_ROLES: tuple[tuple[str, Role], ...] = (
    (r"ever\s+since|since|as\s+of|as\s+from", "since"),
    (r"effective(?:\s+from)?|starting(?:\s+(?:from|on|in))?|beginning(?:\s+(?:on|in))?|from", "from"),
    (r"until|till|til|up\s+to|through", "until"),
    (r"no\s+later\s+than|by|before", "by"),
    (r"back\s+in|in|on|during|at|around|sometime\s+in|over|this\s+past|as\s+recently\s+as|to|for", "at"),
)
_AUTHORITY = "|".join(f"(?P<r{at}>{pattern})" for at, (pattern, _) in enumerate(_ROLES))
_POINT = re.compile(rf"(?<![\w-])(?:(?:{_AUTHORITY})\s+)?(?:{_CORE})(?:\s+(?:on|onwards?)(?=[\s,.;!]|$))?", re.I)
_YEAR = rf"(?:(?:{_MONTH})\s+)?(?:19|20)\d\d"
_PERIOD = re.compile(
    rf"(?<![\w-])(?:from|between|during|in)?\s*\b(?P<a>{_YEAR})\s*(?:to|until|till|and|-|–|—|through)\s*"
    rf"(?P<b>{_YEAR})(?![\d-])",
    re.I,
)
_LENGTH = re.compile(
    r"(?<![\w-])(?P<head>for|over|in)\s+"
    r"(?:(?:about|almost|nearly|roughly|around|over|more\s+than|just|the\s+(?:past|last)|some)\s+)*"
    rf"(?P<n>{_NUMBER})\s+(?:and\s+a\s+half\s+)?(?P<u>{_UNIT})s?(?![a-z])(?:\s+now)?",
    re.I,
)
_HOUR = r"\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.|o['’]clock)?|noon|midnight|night|lunch(?:time)?"
_CLOCK = re.compile(
    rf"(?<![\w-])(?:at|by|around|from|until)\s+(?:{_HOUR}|the\s+moment|the\s+weekend|weekends)(?![\w-])"
    r"|(?<![\w-])(?:all|every|each)\s+"
    rf"(?:day|morning|night|week|month|year|evening|other\s+day|{_WEEKDAY})s?(?![\w-])"
    rf"|(?<![\w-])(?:these|those)\s+days(?![\w-])|(?<![\w-])on\s+(?:{_WEEKDAY})s(?![\w-])",
    re.I,
)
_NEEDS_LEAD = ("m4", "wd", "dom", "y4")
"""Words that are a date only after "in", "on", "since", ...: "May", "Tuesday sync", "2020 people"."""


@dataclass(frozen=True, slots=True)
class When:
    """A stretch of time words. `start` and `end` depend on the direction that the clause's tense gives."""

    span: Span
    role: Role
    start: Day
    end: Day | None = None
    bare: bool = False
    """Said without a preposition and without a year."""

    def resolve(self, today: date, direction: Direction) -> WorldTime | None:
        """The first day or period meant."""
        return self.start(today, direction)


def find(text: str, span: Span) -> list[When]:
    """The time expressions of a sentence, in order, none inside another."""
    found: list[When] = []
    for reader in (_periods, _lengths, _points, _noise):
        for when in reader(text, span):
            if all(when.span.end <= other.span.start or other.span.end <= when.span.start for other in found):
                found.append(when)
    return sorted(found, key=lambda when: when.span.start)


def _periods(text: str, span: Span) -> Iterator[When]:
    for match in _PERIOD.finditer(text, span.start, span.end):
        first, last = _plain(match["a"]), _plain(match["b"])
        yield When(_trim(match), "period", _fixed(first), _fixed(_after(last)))


def _lengths(text: str, span: Span) -> Iterator[When]:
    for match in _LENGTH.finditer(text, span.start, span.end):
        count, unit = _count(match["n"]), match["u"].lower()
        if match["head"].lower() == "in":
            yield When(_trim(match), "at", lambda today, _, n=count, u=unit: _shift(today, n, u))  # type: ignore[misc]
        else:
            yield When(_trim(match), "for", lambda today, _, n=count, u=unit: _shift(today, -n, u))  # type: ignore[misc]


def _points(text: str, span: Span) -> Iterator[When]:
    for match in _POINT.finditer(text, span.start, span.end):
        role = next((role for at, (_, role) in enumerate(_ROLES) if match[f"r{at}"]), None)
        lone = any(match[group] for group in _NEEDS_LEAD) and not match["part"]
        if role is None and lone and not _stands_alone(match, text, span):
            continue
        lead = (match["r3"] or "").lower()
        if lead in ("to", "for") and (lone or match["rel"]):
            continue
        yield When(_trim(match), role or "at", _meaning(match), bare=role is None)


def _stands_alone(match: re.Match[str], text: str, span: Span) -> bool:
    """ "the 18th" or "Friday" with nothing after it is a day."""
    day = match["wd"] or (match["dom"] and match[0].lower().startswith("the"))
    return bool(day) and not text[match.end() : span.end].strip(" .,;!)")


def _noise(text: str, span: Span) -> Iterator[When]:
    for match in _CLOCK.finditer(text, span.start, span.end):
        yield When(_trim(match), "noise", _fixed(None))


def _trim(match: re.Match[str]) -> Span:
    lead = len(match[0]) - len(match[0].lstrip())
    return Span(match.start() + lead, match.end())


def _fixed(time: WorldTime | None) -> Day:
    return lambda today, direction: time


def _world(year: int, month: int | None = None, day: int | None = None) -> WorldTime | None:
    text = f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if month and day else "")
    try:
        return WorldTime(text)
    except BadInput:
        return None


def _plain(text: str) -> WorldTime | None:
    """A year, or a month and a year."""
    *month, year = text.split()
    return _world(int(year), _month(month[0]) if month else None)


def _after(time: WorldTime | None) -> WorldTime | None:
    """The first year or month after the one given: where a period that includes it ends."""
    if time is None:
        return None
    following = time.last() + timedelta(days=1)
    return WorldTime(following.isoformat()[: len(time.text)])


def _month(word: str) -> int:
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(word[:3].lower()))


def _count(text: str) -> int:
    word = text.split()[1] if text.lower().startswith("a ") else text
    return int(word) if word.isdigit() else CARDINALS[word.lower()]


def _shift(today: date, count: int, unit: str) -> WorldTime | None:
    """`count` units from today, as precise as the unit: years give a year, months a month."""
    if unit in ("year", "decade"):
        return _world(today.year + count * (10 if unit == "decade" else 1))
    if unit == "month":
        months = today.year * 12 + today.month - 1 + count
        return _world(months // 12, months % 12 + 1)
    return WorldTime.of(today + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit]))


def _meaning(match: re.Match[str]) -> Day:
    if match["iso"]:
        return _fixed(_world(*(int(part) for part in re.split("[-/]", match["iso"]))))
    for day, month, year in (("d1", "m1", "y1"), ("d2", "m2", "y2")):
        if match[day]:
            return _day_of_year(_month(match[month]), int(match[day]), match[year])
    if match["m3"]:
        return _fixed(_world(int(match["y3"]), _month(match["m3"])))
    if match["y4"]:
        return _fixed(_world(int(match["y4"])))
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
        count = _count(match["n"]) * (1 if match["dir"].lower().startswith("from") else -1)
        return lambda today, way: _shift(today, count, match["u"].lower())
    if match["wd"]:
        return lambda today, way: _weekday(today, match["wd"].lower(), way)
    return lambda today, way: _day_of_month(today, int(match["dom"]), way)


_SHIFTS = {
    "yesterday": -1,
    "last night": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}


def _day_of_year(month: int, day: int, year: str | None) -> Day:
    if year:
        return _fixed(_world(int(year), month, day))

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
    months = today.year * 12 + today.month - 1 + off
    return _world(months // 12, months % 12 + 1, day)


def _named(today: date, relation: str, what: str, way: Direction) -> WorldTime | None:
    """ "last Friday", "next month", "this week": a week has no text of its own and gives its month."""
    step = -1 if relation in ("last", "the past") else 0 if relation == "this" else 1
    if what in ("night", "evening", "morning", "afternoon"):
        return WorldTime.of(today + timedelta(days=step))
    if what in ("month", "year"):
        return _shift(today, step, what)
    if what in ("week", "weekend", "fortnight"):
        return _world((day := today + timedelta(days=7 * step)).year, day.month) if step else None
    if what in ("spring", "summer", "autumn", "fall", "winter"):
        return _season(today, what, step)
    if what[:3] in _WEEKDAYS and not what.startswith(("march", "mar")):
        return _named_weekday(today, what, step)
    return _nearest_month(today, _month(what), "future" if step > 0 else "past" if step < 0 else way)


def _season(today: date, what: str, step: int) -> WorldTime | None:
    """The year in which the season last began, begins next, or falls now."""
    month = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[what]
    passed = today.month >= month + (3 if step < 0 and what != "winter" else 0)
    return _world(today.year + (0 if step == 0 else (0 if passed else -1) if step < 0 else (1 if passed else 0)))


def _named_weekday(today: date, what: str, step: int) -> WorldTime:
    if step < 0:
        return _weekday(today, what, "past")
    monday = today - timedelta(days=today.weekday())
    return WorldTime.of(monday + timedelta(days=7 * step + _WEEKDAYS.index(what[:3])))
