"""Which days a date in a search field means: `2026-03-07`, `2026-03`, `3月7日`, `yesterday`, `7 march`."""

import re
from datetime import date, timedelta

from app.domain.clock import WorldTime
from app.domain.errors import BadInput
from app.domain.text import fold
from app.memory.recall.periods import Period, period_in

_TODAY = {"today", "今日", "本日"}
_THIS_WEEK, _THIS_MONTH = {"this week", "今週"}, {"this month", "今月"}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS_JA = "月火水木金土日"
_NUMBERS = re.compile(r"(?P<year>\d{4})(?:[-/.年](?P<month>\d{1,2})(?:[-/.月](?P<day>\d{1,2}))?)?[年月日]?", re.ASCII)
_NO_YEAR = re.compile(r"(?P<month>\d{1,2})(?:月(?:(?P<day>\d{1,2})日)?|[-/](?P<later>\d{1,2}))", re.ASCII)
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)? )?(?P<name>[a-z]{3,9})\.?(?: (?P<after>\d{1,2})(?:st|nd|rd|th)?)?"
    r"(?:,? (?P<year>\d{4}))?",
    re.ASCII,
)


def days(text: str, today: date) -> Period | None:
    """From the first to the last day that is meant; None where the text is no date. A date without its year is the
    last one that has come. Never raises."""
    said = fold(text).strip(" ,。、")
    try:
        return _relative(said, today) or _numbers(said) or _without_year(said, today) or _named(said, today)
    except (BadInput, ValueError, OverflowError):
        return None


def _relative(said: str, today: date) -> Period | None:
    monday = today - timedelta(days=today.weekday())
    if said in _TODAY:
        return Period(today, today)
    if said in _THIS_WEEK:
        return Period(monday, monday + timedelta(days=6))
    if said in _THIS_MONTH:
        return _world(f"{today.year:04d}-{today.month:02d}")
    weekday = said.removesuffix("曜日").removesuffix("曜") if said.endswith(("曜日", "曜")) else said
    for names in (_DAYS, tuple(_DAYS_JA) if weekday != said else ()):
        if weekday in names:
            day = today - timedelta(days=(today.weekday() - names.index(weekday)) % 7)
            return Period(day, day)
    found = period_in(said, today)
    return found if found is not None and found.words.strip() == said else None


def _numbers(said: str) -> Period | None:
    match = _NUMBERS.fullmatch(said)
    if match is None:
        return None
    parts = [int(part) for part in match.groups() if part]
    return _world("-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:])]))


def _without_year(said: str, today: date) -> Period | None:
    match = _NO_YEAR.fullmatch(said)
    if match is None:
        return None
    day = match["day"] or match["later"]
    return _last_come(int(match["month"]), int(day) if day else None, today)


def _named(said: str, today: date) -> Period | None:
    match = _NAMED.fullmatch(said)
    if match is None or (match["day"] and match["after"]):
        return None
    month = next((number for number, name in enumerate(_MONTHS, 1) if name.startswith(match["name"])), 0)
    day = int(match["day"] or match["after"] or 0) or None
    if match["year"] is None:
        return _last_come(month, day, today)
    return _world("-".join([match["year"], f"{month:02d}", *([f"{day:02d}"] if day else [])]))


def _last_come(month: int, day: int | None, today: date) -> Period:
    """The last year's, where this year's has not come yet."""
    rest = f"-{month:02d}" + (f"-{day:02d}" if day else "")
    this = _world(f"{today.year:04d}{rest}")
    return this if this.first <= today else _world(f"{today.year - 1:04d}{rest}")


def _world(text: str) -> Period:
    when = WorldTime(text)
    return Period(when.first(), when.last())
