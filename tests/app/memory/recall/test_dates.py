"""Dates as answers say them."""

from app.memory.recall.dates import interval
from tests.builders import fact


def test_what_happens_once_has_a_day_and_no_since():
    bought = fact(1, "bought", 2, fact="You bought a bicycle.", valid_at="2026-11-29")
    assert interval(bought, "en") == "29 November 2026" and interval(bought, "ja") == "2026年11月29日"
    works = fact(1, "works_at", 2, fact="Alice works at Acme.", valid_at="2026-03")
    assert interval(works, "en") == "since March 2026" and interval(works, "ja") == "2026年3月から"
