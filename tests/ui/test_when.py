"""Dates as people say them."""

from datetime import UTC, date, datetime

import pytest

from app.domain.clock import WorldTime
from ui import when, words

TODAY = date(2026, 3, 12)


@pytest.mark.parametrize(
    ("day", "english", "japanese"),
    [
        (date(2026, 3, 12), "Today", "今日"),
        (date(2026, 3, 11), "Yesterday", "昨日"),
        (date(2026, 3, 9), "Monday", "月曜日"),
        (date(2026, 3, 5), "5 March", "3月5日"),
        (date(2025, 12, 31), "31 December 2025", "2025年12月31日"),
        (date(2026, 3, 13), "13 March", "3月13日"),
    ],
)
def test_days(day: date, english: str, japanese: str) -> None:
    words.speak("en")
    assert when.day_name(day, TODAY) == english
    words.speak("ja")
    assert when.day_name(day, TODAY) == japanese


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        ("2024", "since 2024", "2024年から"),
        ("2026-03", "since March 2026", "2026年3月から"),
        ("2023-05-07", "since 7 May 2023", "2023年5月7日から"),
    ],
)
def test_world_times_are_as_precise_as_they_are_known(text: str, english: str, japanese: str) -> None:
    words.speak("en")
    assert when.since_text(WorldTime(text)) == english
    words.speak("ja")
    assert when.since_text(WorldTime(text)) == japanese


def test_moments_are_in_the_persons_own_zone() -> None:
    words.speak("en")
    moment = datetime(2026, 3, 11, 14, 30, tzinfo=UTC)
    local = moment.astimezone()
    assert when.moment_text(moment, TODAY).endswith(local.strftime("%H:%M"))
