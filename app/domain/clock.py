"""Time in two kinds: moments (aware `datetime`, kept in UTC) and world time (a date as precise as it was said).

The only module that may look at the wall clock.
"""

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache

from app.domain.errors import BadInput

_PARTIAL = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)


def now() -> datetime:
    """This moment, aware, in the machine's own offset."""
    return datetime.now(UTC).astimezone()


def to_utc_text(moment: datetime) -> str:
    """ISO-8601 in UTC with microseconds and `Z`, so that text order is time order. Naive moments are refused."""
    if moment.tzinfo is None:
        raise BadInput("A time without a zone cannot be stored.")
    return _shifted(moment, UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def from_utc_text(text: str, offset_minutes: int = 0) -> datetime:
    """The inverse of `to_utc_text`, shown in the offset the words were said in."""
    moment = datetime.fromisoformat(text)
    return moment if offset_minutes == 0 else _shifted(moment, _zone(offset_minutes))


def _shifted(moment: datetime, zone: timezone) -> datetime:
    """The moment in another zone; at the very ends of the calendar, where that is no day, the nearest moment there."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        edge = datetime.max if moment.year > 1 else datetime.min
        return edge.replace(tzinfo=zone)


@cache
def _zone(offset_minutes: int) -> timezone:
    return timezone(timedelta(minutes=offset_minutes))


def offset_minutes(moment: datetime) -> int:
    """Offset from UTC of an aware moment, in whole minutes."""
    offset = moment.utcoffset()
    return 0 if offset is None else int(offset.total_seconds() // 60)


@dataclass(frozen=True, slots=True)
class WorldTime:
    """A date in the world, only as precise as it is known: `2024`, `2024-03` or `2024-03-07`.

    Days are the speaker's own local days. Two world times compare by their first day (`first`), so `2024` and
    `2024-01-01` are the same start.
    """

    text: str

    def __post_init__(self) -> None:
        self.last()

    @classmethod
    def of(cls, day: date) -> "WorldTime":
        """The full day `day` (of a `datetime`, its local day)."""
        return cls(f"{day.year:04d}-{day.month:02d}-{day.day:02d}")

    def _parts(self) -> tuple[int, int | None, int | None]:
        match = _PARTIAL.fullmatch(self.text)
        if match is None:
            raise BadInput("Write 2024-03-07, 2024-03 or 2024: “{text}” is not a date.", text=self.text[:40])
        year, month, day = match[1], match[2], match[3]
        return int(year), int(month) if month else None, int(day) if day else None

    def first(self) -> date:
        """First day that the text covers. Raises `BadInput`."""
        year, month, day = self._parts()
        try:
            return date(year, 1 if month is None else month, 1 if day is None else day)
        except ValueError:
            raise BadInput("“{text}” is not a date in the calendar.", text=self.text) from None

    def last(self) -> date:
        """Last day that the text covers. Raises `BadInput`."""
        first = self.first()
        _, month, day = self._parts()
        if day is not None:
            return first
        if month is not None:
            return first.replace(day=calendar.monthrange(first.year, first.month)[1])
        return first.replace(month=12, day=31)
