"""One date of a Japanese text, as far as it was said, and the day it means once the tense of its clause is known."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from app.domain.clock import WorldTime

Direction = Literal["past", "future"]


@dataclass(frozen=True, slots=True)
class When:
    """A date of the text: `year`, `month`, `day` as far as they were said or follow from what was said.

    `loose`: the year (or the month) was not said and comes from the direction. `weekday`: a bare "金曜に", 0 is Monday.
    `lasting`: it is a length of time up to now ("5年になる"), and the date is when it began. `vague`: only the year of
    the month counts ("春から").
    """

    today: date
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    lasting: bool = False
    vague: bool = False

    def at(self, direction: Direction = "past") -> WorldTime | None:
        """The date, the latest one that is not after today, or the next one that is not before it.

        None where no calendar has it ("明日", said on the last day of 9999).
        """
        try:
            time = self._at(direction)
        except OverflowError:
            return None
        return WorldTime(time.text[:4]) if time and self.vague else time

    def _at(self, direction: Direction) -> WorldTime | None:
        if self.weekday is not None:
            return WorldTime.of(self._weekday(direction))
        if self.year is not None:
            return world(self.year, self.month, self.day)
        if self.month is not None:
            return self._month(direction)
        return self._day(direction) if self.day is not None else None

    def yearless(self) -> str:
        """`--06-19` for a birthday said without its year, else the date."""
        if self.year is not None:
            known = world(self.year, self.month, self.day)
            return known.text if known else ""
        return f"--{self.month:02d}-{self.day:02d}" if self.month and self.day else ""

    def _weekday(self, direction: Direction) -> date:
        ahead = ((self.weekday or 0) - self.today.weekday()) % 7
        return self.today + timedelta(days=ahead if direction == "future" else ahead - 7 if ahead else 0)

    def _month(self, direction: Direction) -> WorldTime | None:
        month = self.month or 1
        here = (self.today.month, self.today.day if self.day else 0)
        there = (month, self.day or 0)
        turn = 0
        if direction == "past" and there > here:
            turn = -1
        if direction == "future" and there < here:
            turn = 1
        return world(self.today.year + turn, month, self.day)

    def _day(self, direction: Direction) -> WorldTime | None:
        day = self.day or 1
        turn = 0
        if direction == "past" and day > self.today.day:
            turn = -1
        if direction == "future" and day < self.today.day:
            turn = 1
        year, month = shift_months(self.today, turn)
        return world(year, month, day)


def world(year: int, month: int | None, day: int | None) -> WorldTime | None:
    if (month is not None and not 1 <= month <= 12) or not 1 <= year <= 9999:
        return None
    if month is None:
        return WorldTime(f"{year:04d}")
    if day is None:
        return WorldTime(f"{year:04d}-{month:02d}")
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return WorldTime(f"{year:04d}-{month:02d}-{day:02d}")


def shift_months(today: date, months: int) -> tuple[int, int]:
    index = today.year * 12 + today.month - 1 + months
    return index // 12, index % 12 + 1
