"""Stretches of time that a question names: "in summer 2024", "去年の秋", "last week".

Only what a question needs: a first and a last day. Dates in turns are the learners' business, and finer.
"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from app.domain.text import fold


@dataclass(frozen=True, slots=True)
class Period:
    """From `first` to `last`, both included. `words`: how the question says it. `open`: "since" then."""

    first: date
    last: date
    words: str = ""
    open: bool = False


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
"""First month of each, as they are reckoned in Europe and Japan."""
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_LONG_MONTH = _MONTH.replace("[a-z]*", "(?:[a-z]{2,})?")
"""Not `may` alone within a word, nor `mar` before a name."""
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_JA_YEAR = r"(?:(?P<year>(?:19|20)\d\d)年|(?P<rel>去年|昨年|一昨年|おととし|今年))の?"
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_NUMBERS |= dict(zip("一二三四五六七八九十", range(1, 11), strict=True))
_RELATIVE_YEARS = {"今年": 0, "this": 0, "去年": 1, "昨年": 1, "last": 1, "一昨年": 2, "おととし": 2}
_UNITS = {"day": 1, "week": 7, "日": 1, "週間": 7}

_STATED_NOW = re.compile(r"[（(][^（()）]*(?:今は|現在は|it is now|now is)[^（()）]*[）)]")

_SINCE = re.compile(r"\b(?:ever )?since (?:the )?(?:early |late )?$")
_FROM_THEN = re.compile("(?:の?(?:はじめ|初め|頃|ころ))?(?:から(?!.{0,3}まで)|以来|以降|より後)")

Match = re.Match[str]
Reader = Callable[[Match, date], Period | None]


def stated_today(text: str, today: date) -> tuple[str, date]:
    """A question may say what day it is, in brackets: it is taken at its word, and the bracket is left out."""
    folded = fold(text)
    match = _STATED_NOW.search(folded)
    if match is None:
        return folded, today
    stated = period_in(match[0], today)
    return folded.replace(match[0], " "), stated.last if stated else today


def period_in(text: str, today: date) -> Period | None:
    """The first stretch of time that a folded text names, counted from `today`."""
    for pattern, read in _READERS:
        match = pattern.search(text)
        found = _within_calendar(read, match, today) if match else None
        if match is not None and found is not None:
            return _since(replace(found, words=match[0]), text, match, today)
    return None


def _since(period: Period, text: str, match: Match, today: date) -> Period:
    """ "Since spring", "春から": from its first day to today."""
    before, after = text[: match.start()], text[match.end() :]
    if not (match[0].startswith("since ") or _SINCE.search(before) or _FROM_THEN.match(after)):
        return period
    lead = _SINCE.search(before)
    words = f"{lead[0] if lead else ''}{period.words}"
    return Period(period.first, max(today, period.first), words, open=True)


def _within_calendar(read: Reader, match: Match, today: date) -> Period | None:
    """None for what lies before the year 1 or after 9999."""
    try:
        return read(match, today)
    except (ValueError, OverflowError):
        return None


def _month(year: int, month: int, months: int = 1) -> Period:
    last_year, last_month = year + (month + months - 2) // 12, (month + months - 2) % 12 + 1
    return Period(date(year, month, 1), date(last_year, last_month, calendar.monthrange(last_year, last_month)[1]))


def _year_of(match: Match, today: date) -> int:
    named = match.groupdict()
    if named.get("year"):
        return int(named["year"])
    return today.year - _RELATIVE_YEARS.get(named.get("rel") or "this", 0)


def _full_day(match: Match, today: date) -> Period | None:
    try:
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    return Period(day, day)


def _numbered_month(match: Match, today: date) -> Period | None:
    month = int(match["month"])
    if not 1 <= month <= 12:
        return None
    year = _year_of(match, today)
    bare = not match["year"] and not match.groupdict().get("rel")
    return _month(year - (bare and month > today.month), month)


def _named_month(match: Match, today: date) -> Period | None:
    month = _MONTHS.index(match["month"]) + 1
    return _month(_year_of(match, today) - (not match["year"] and month > today.month), month)


def _season(match: Match, today: date) -> Period | None:
    first = _SEASONS[match["season"]]
    year = _year_of(match, today)
    named = match.groupdict()
    if not named.get("year") and named.get("rel") in (None, "last") and date(today.year, first, 1) > today:
        year = today.year - 1
    elif named.get("rel") == "last":
        year = today.year - (today < _month(today.year, first, 3).last + timedelta(days=1))
    return _month(year, first, 3)


def _year(match: Match, today: date) -> Period | None:
    year = _year_of(match, today)
    return Period(date(year, 1, 1), date(year, 12, 31))


def _ago(match: Match, today: date) -> Period | None:
    count = _NUMBERS.get(match["n"]) or (int(match["n"]) if match["n"].isdigit() else 0)
    unit = match["unit"]
    if unit in _UNITS:
        day = today - timedelta(days=min(count * _UNITS[unit], 36500))
        slack = timedelta(days=_UNITS[unit] // 2)
        return Period(day - slack, day + slack)
    if unit in ("month", "か月", "ヶ月", "カ月"):
        months = today.year * 12 + today.month - 1 - min(count, 1200)
        return _month(months // 12, months % 12 + 1)
    year = max(1, today.year - count)
    return Period(date(year, 1, 1), date(year, 12, 31))


def _last_month(match: Match, today: date) -> Period | None:
    before = today.replace(day=1) - timedelta(days=1)
    return _month(before.year, before.month)


def _last_week(match: Match, today: date) -> Period | None:
    monday = today - timedelta(days=today.weekday() + 7)
    return Period(monday, monday + timedelta(days=6))


def _yesterday(match: Match, today: date) -> Period | None:
    day = today - timedelta(days=1)
    return Period(day, day)


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"(?P<year>(?:19|20)\d\d)[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)", _full_day),
        (r"(?P<year>(?:19|20)\d\d)年(?P<month>\d\d?)月(?P<day>\d\d?)日", _full_day),
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)(?!\d)", _numbered_month),
        (rf"{_JA_YEAR}(?P<month>\d\d?)月", _numbered_month),
        (rf"\b{_MONTH}(?:,| of)? {_YEAR}\b", _named_month),
        (rf"\b{_SEASON}(?: of)? {_YEAR}\b", _season),
        (rf"\b(?P<rel>last|this) {_SEASON}\b", _season),
        (rf"\b(?:in|during) (?:the )?{_SEASON}\b(?P<year>)", _season),
        (rf"\bsince (?:the )?(?:early |late )?{_SEASON}\b(?P<year>)", _season),
        (rf"{_JA_YEAR}(?P<season>[春夏秋冬])", _season),
        (r"(?P<season>[春夏秋冬])(?P<year>)(?=(?:から|以来|以降))", _season),
        (r"(?<!\d)(?P<month>\d\d?)月(?P<year>)(?=(?:から|以来|以降))", _numbered_month),
        (r"(?P<n>\d{1,3}|a|one|two|three|four|five|six|ten) (?P<unit>day|week|month|year)s? ago\b", _ago),
        (r"(?P<n>\d{1,3}|[一二三四五六七八九十])(?P<unit>日|週間|か月|ヶ月|カ月|年)前", _ago),
        (
            rf"\b(?:in|during|of|since|until|by) {_YEAR}\b|(?<![\w-]){_YEAR.replace('year', 'bare')}(?![\w-])",
            lambda m, t: _bare_year(m),
        ),
        (r"(?P<year>(?:19|20)\d\d)年", _year),
        (r"(?P<rel>去年|昨年|一昨年|おととし|今年)", _year),
        (r"\b(?P<rel>last|this) year\b", _year),
        (
            rf"\b(?:in|during|last|since) (?:early |late )?{_LONG_MONTH}(?![a-z])(?P<year>)",
            _named_month,
        ),
        (r"先月|\blast month\b", _last_month),
        (r"先週|\blast week\b", _last_week),
        (r"昨日|\byesterday\b|ゆうべ|昨夜|\blast night\b", _yesterday),
    )
)


def _bare_year(match: Match) -> Period | None:
    year = int(match["year"] or match["bare"])
    return Period(date(year, 1, 1), date(year, 12, 31))
