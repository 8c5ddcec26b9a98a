"""Dates and durations in English words, counted from the day the turn was said.

`find` gives what the words say; a month or weekday without a year is settled by `When.resolve`, once the tense of the
clause is known.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.entity import Span
from app.memory.learn.reading.english.datewords import (
    Day,
    Direction,
    always,
    count_of,
    fixed,
    following,
    last_day,
    meaning_of,
    plain,
    shifted,
)
from app.memory.learn.reading.english.lexicon import CARDINALS

Role = Literal["at", "since", "from", "until", "period", "for", "by", "noise"]

_MONTH = (
    r"jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?|sept?(?:ember|\.)?|"
)
_MONTH += r"oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?"
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
    rf"|(?:the\s+)?(?P<season>{_SEASON})(?![a-z])"
    rf"|(?P<wd>{_WEEKDAY})(?![a-z])|(?:the\s+)?(?P<dom>\d{{1,2}})(?:st|nd|rd|th)(?![a-z])"
    rf"(?:\s+of\s+(?P<domrel>this|last|next)\s+month(?![a-z]))?"
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
    r"|(?<![\w-])(?:ages|a\s+while|long|years|months|weeks|days|yonks)\s+(?:ago|back)(?![\w-])"
    rf"|(?<![\w-])(?:these|those)\s+days(?![\w-])|(?<![\w-])on\s+(?:{_WEEKDAY})s(?![\w-])",
    re.I,
)
_THEN = re.compile(r"(?<![\w-])(until|till|til|since|from)\s+then(?![\w-])", re.I)
_EVERY = re.compile(r"\b(?:every|each|most|other)\s+$", re.I)
_CLEFT = re.compile(r"\s+(?:is|['’]s)\s+(?:when|the\s+day)\b", re.I)
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
        """The first day or period meant; None where no calendar has it ("tomorrow", said on the last day of 9999)."""
        try:
            return self.start(today, direction)
        except OverflowError:
            return None


def find(text: str, span: Span) -> list[When]:
    """The time expressions of a sentence, in order, none inside another."""
    found: list[When] = []
    for reader in (_periods, _lengths, _points, _noise):
        for when in reader(text, span):
            if all(when.span.end <= other.span.start or other.span.end <= when.span.start for other in found):
                found.append(when)
    found.sort(key=lambda when: when.span.start)
    found += _thens(text, found, span.end)
    return sorted(found, key=lambda when: when.span.start)


def _periods(text: str, span: Span) -> Iterator[When]:
    for match in _PERIOD.finditer(text, span.start, span.end):
        first, last = plain(match["a"]), plain(match["b"])
        yield When(_trim(match), "period", fixed(first), fixed(following(last)))


def _lengths(text: str, span: Span) -> Iterator[When]:
    for match in _LENGTH.finditer(text, span.start, span.end):
        count, unit = count_of(match["n"]), match["u"].lower()
        if match["head"].lower() == "in":
            yield When(_trim(match), "at", lambda today, _, n=count, u=unit: shifted(today, n, u))  # type: ignore[misc]
        else:
            yield When(_trim(match), "for", lambda today, _, n=count, u=unit: shifted(today, -n, u))  # type: ignore[misc]


def _points(text: str, span: Span) -> Iterator[When]:
    for match in _POINT.finditer(text, span.start, span.end):
        role = next((role for at, (_, role) in enumerate(_ROLES) if match[f"r{at}"]), None)
        lone = any(match[group] for group in _NEEDS_LEAD) and not match["part"]
        if _EVERY.search(text, span.start, match.start()):
            continue
        if match["season"] and role not in ("since", "until"):
            continue
        if role is None and lone and not _stands_alone(match, text, span):
            continue
        lead = (match["r3"] or "").lower()
        if lead in ("to", "for") and (lone or match["rel"]):
            continue
        meaning = meaning_of(match)
        if (match["r0"] or "").lower().endswith("since"):
            meaning = always(meaning, "past")
        part = (match["part"] or "").lower()
        if role == "until" and part.removeprefix("the ").startswith("end"):
            meaning = last_day(meaning)
        yield When(_trim(match), role or "at", meaning, bare=role is None)


def _thens(text: str, found: list[When], end: int) -> list[When]:
    """ "until then", "since then": the time named before it in the sentence."""
    extra = []
    for match in _THEN.finditer(text, found[0].span.end if found else end, end):
        before = [when for when in found if when.span.end <= match.start() and when.role != "noise"]
        if before:
            role: Role = "until" if match[1].lower() in ("until", "till", "til") else "since"
            extra.append(When(Span(match.start(), match.end()), role, always(before[-1].start, "future")))
    return extra


def _stands_alone(match: re.Match[str], text: str, span: Span) -> bool:
    """ "the 18th" or "Friday" with nothing after it is a day."""
    day = match["wd"] or (match["dom"] and match[0].lower().startswith("the"))
    if match["wd"] and not text[span.start : match.start()].strip() and _CLEFT.match(text, match.end(), span.end):
        return True
    return bool(day) and not text[match.end() : span.end].strip(" .,;!)")


def _noise(text: str, span: Span) -> Iterator[When]:
    for match in _CLOCK.finditer(text, span.start, span.end):
        yield When(_trim(match), "noise", fixed(None))


def _trim(match: re.Match[str]) -> Span:
    lead = len(match[0]) - len(match[0].lstrip())
    return Span(match.start() + lead, match.end())
