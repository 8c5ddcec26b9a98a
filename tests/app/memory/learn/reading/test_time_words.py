"""Words for time and state that readers had passed over, and the ends of the calendar."""

from datetime import datetime

import pytest

from app.domain.clock import from_utc_text, to_utc_text
from app.memory.learn.extract import OnDeviceExtractor
from tests.builders import turn


def facts(text, at="2026-03-07"):
    draft = OnDeviceExtractor().extract(turn(text, at), (), ())
    return [(one.predicate, one.object, one.valid_at and one.valid_at.text) for one in draft.facts]


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ("春から東京に住んでいる。", "2026-05-07", ("lives_in", "東京", "2026")),
        ("春から東京に住んでいる。", "2026-01-07", ("lives_in", "東京", "2025")),
        ("I have lived in Rome since spring.", "2026-05-07", ("lives_in", "Rome", "2026")),
        ("I have lived in Rome since spring.", "2026-01-07", ("lives_in", "Rome", "2025")),
        ("Acmeに3年間勤めている。", "2026-03-07", ("works_at", "Acme", "2023")),
        ("3年間東京に住んでいます。", "2026-03-07", ("lives_in", "東京", "2023")),
        ("I have worked at Acme for three years.", "2026-03-07", ("works_at", "Acme", "2023")),
    ],
)
def test_since_a_season_and_for_some_years(text, at, found):
    assert facts(text, at) == [found]


def test_a_season_in_a_name_is_no_time():
    assert facts("青春から逃げて春日に住んでいる。") == facts("春日に住んでいる。")


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("本番デプロイは許可されている。", "許可"),
        ("本番デプロイは許可されていない。", "許可されていない"),
        ("本番デプロイはもう許可されていません。", "許可されていません"),
        ("本番デプロイが禁止されました。", "禁止"),
        ("Production deployment is allowed.", "allowed"),
        ("Production deployment is not allowed.", "not allowed"),
        ("Production deployment is no longer allowed.", "not allowed"),
    ],
)
def test_what_is_allowed(text, state):
    assert [(predicate, value) for predicate, value, _ in facts(text)] == [("status", state)]


@pytest.mark.parametrize(
    "text",
    [
        "本番デプロイは許可されているか？",
        "これは許可されている。",
        "本番デプロイは許可されているかもしれない。",
        "彼は許可された。",
    ],
)
def test_what_is_not_said_to_be_allowed(text):
    assert [one for one in facts(text) if one[0] == "status"] == []


TELLINGS = (
    "I moved to Rome yesterday.",
    "I moved to Rome last week.",
    "On Friday I moved to Rome.",
    "I moved to Rome the day before yesterday.",
    "The meeting is next Friday.",
    "I will move to Rome tomorrow.",
    "I worked at Acme from 2019 to 9999.",
    "I lived in Rome for 900 years.",
    "昨日ローマに引っ越した。",
    "先週ローマに引っ越した。",
    "金曜日にローマに引っ越した。",
    "おとといローマに引っ越した。",
    "来週の金曜にローマに引っ越す。",
    "900年間ローマに住んでいる。",
)


@pytest.mark.parametrize("text", TELLINGS)
@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-02", "9999-12-30", "9999-12-31"])
def test_no_day_is_too_early_or_too_late_to_say_something(text, day):
    facts(text, f"{day}T12:00:00+00:00")


@pytest.mark.parametrize("text", ["0001-01-01T00:30:00+14:00", "9999-12-31T23:30:00-12:00"])
def test_moments_at_the_ends_of_the_calendar_are_stored(text):
    stored = to_utc_text(datetime.fromisoformat(text))
    assert from_utc_text(stored, 600).tzinfo is not None
    assert from_utc_text(stored, -600).tzinfo is not None
    assert from_utc_text(stored).year == datetime.fromisoformat(text).year
