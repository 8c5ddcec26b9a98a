"""Dates as people say them, in the user's language and zone; the exact form is for tool tips."""

from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale

from app.domain.clock import WorldTime, now
from app.domain.errors import BadInput
from ui.words import Language, spoken, tr

_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


def locale() -> QLocale:
    """The locale of the language that is spoken."""
    return QLocale(QLocale.Language.Japanese if spoken() == "ja" else QLocale.Language.English)


def clock(moment: datetime) -> str:
    """`18:20`, in the machine's zone."""
    return moment.astimezone().strftime("%H:%M")


def day_name(day: date, today: date | None = None) -> str:
    """`Today`, `Yesterday`, a weekday of the last week, else the date."""
    today = today or now().date()
    if day == today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    if today - timedelta(days=7) < day < today:
        return locale().dayName(day.isoweekday())
    return date_text(day, today)


def date_text(day: date, today: date | None = None) -> str:
    """`7 March`, with the year where it is not this one."""
    today = today or now().date()
    if spoken() == "ja":
        return f"{day.month}月{day.day}日" if day.year == today.year else f"{day.year}年{day.month}月{day.day}日"
    month = _MONTHS[day.month - 1]
    return f"{day.day} {month}" if day.year == today.year else f"{day.day} {month} {day.year}"


def moment_text(moment: datetime, today: date | None = None) -> str:
    """`yesterday 18:20`, `Tuesday 9:05`, `7 March 18:20`."""
    local = moment.astimezone()
    return f"{day_name(local.date(), today)} {clock(local)}"


def exact(moment: datetime) -> str:
    """The full moment, for tool tips."""
    local = moment.astimezone()
    named = locale().toString(QDate(local.year, local.month, local.day), QLocale.FormatType.LongFormat)
    return f"{named} {clock(local)}"


def world_text(when: WorldTime, today: date | None = None) -> str:
    """A world date as precise as it is known: `2024`, `March 2026`, `7 March`."""
    first = when.first()
    if len(when.text) == 4:
        return f"{first.year}年" if spoken() == "ja" else str(first.year)
    if len(when.text) == 7:
        return f"{first.year}年{first.month}月" if spoken() == "ja" else f"{_MONTHS[first.month - 1]} {first.year}"
    return date_text(first, today)


def written_day(text: str, language: Language) -> str:
    """An ISO date in a language, with its year: `14 September`, `6 June 2026`; empty for what is no date."""
    yearless = text.startswith("--")
    try:
        when = WorldTime(f"2000-{text[2:]}" if yearless else text)
    except BadInput:
        return ""
    day, known = when.first(), when.text.count("-") + 1
    if language == "ja":
        return "".join([f"{day.year}年", f"{day.month}月", f"{day.day}日"][yearless:known])
    return " ".join([str(day.year), _MONTHS[day.month - 1], str(day.day)][yearless:known][::-1])


def since_text(when: WorldTime, today: date | None = None) -> str:
    """`since March 2026`; `from 1 December` where that day is still to come."""
    today = today or now().date()
    words = world_text(when, today)
    return tr("from {date}", date=words) if when.first() > today else tr("since {date}", date=words)


def ended_text(when: WorldTime) -> str:
    """`until March 2026`."""
    return tr("until {date}", date=world_text(when))
