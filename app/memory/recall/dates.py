"""Dates as answers say them, in the question's language."""

import re
from datetime import date

from app.domain.clock import WorldTime
from app.domain.draft import Language
from app.domain.fact import Fact
from app.memory.learn.reading.relations import relations

_ISO = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?", re.ASCII)
_YEARLESS = re.compile(r"--(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])", re.ASCII)
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def said(time: WorldTime, language: Language) -> str:
    """`2024-03-07` as "7 March 2024" or "2024年3月7日", no more precise than it is known."""
    year, *rest = (int(part) for part in time.text.split("-"))
    if language == "ja":
        return f"{year}年" + "".join(f"{number}{unit}" for number, unit in zip(rest, "月日", strict=False))
    month = f"{_MONTHS[rest[0] - 1]} " if rest else ""
    return f"{rest[1]} {month}{year}" if len(rest) == 2 else f"{month}{year}"


def day(moment: date, language: Language) -> str:
    """A full day."""
    return said(WorldTime.of(moment), language)


def value(text: str, language: Language) -> str:
    """A value as answers say it: an ISO day, a month, or a day without its year as a date, any other text as it is."""
    if _YEARLESS.fullmatch(text):
        month, day_ = int(text[2:4]), int(text[5:7])
        return f"{month}月{day_}日" if language == "ja" else f"{day_} {_MONTHS[month - 1]}"
    return said(WorldTime(text), language) if _ISO.fullmatch(text) else text


def interval(fact: Fact, language: Language) -> str:
    """When a fact holds: "since March 2024", "until 2025", "March 2024 – 2025", "7 March 2024" of what happens once;
    nothing where nothing is known."""
    start = said(fact.valid_at, language) if fact.valid_at else ""
    if start and relations().of(fact.predicate).once:
        return start
    end = said(fact.invalid_at, language) if fact.invalid_at else ""
    if start and end:
        return f"{start} – {end}" if language == "en" else f"{start}〜{end}"
    if end:
        return f"until {end}" if language == "en" else f"{end}まで"
    if start:
        return f"since {start}" if language == "en" else f"{start}から"
    return ""
