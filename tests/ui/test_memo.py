"""What the window remembers for itself: kept soon, whole or not at all, and never in the way."""

import json
from pathlib import Path
from typing import Any

from ui.memo import FILE, Memo, read_memo


class Lane:
    def write(self, job: Any, **rest: Any) -> None:
        job(None)


def _memo(profile: Path) -> Memo:
    return Memo(profile, Lane())  # type: ignore[arg-type]


def test_values_come_back_after_a_restart(qtbot: Any, profile: Path) -> None:
    memo = _memo(profile)
    memo.keep("draft 3", {"text": "半分", "pasted": []})
    memo.keep("window", [1, 2, 3, 4, 0])
    qtbot.waitUntil((profile / FILE).exists)
    again = _memo(profile)
    assert again.get("draft 3") == {"text": "半分", "pasted": []}
    assert again.get("window") == [1, 2, 3, 4, 0]


def test_an_empty_value_is_forgotten(qapp: Any, profile: Path) -> None:
    memo = _memo(profile)
    memo.keep("draft new", {"text": "x"})
    memo.keep("draft new", {})
    memo.flush()
    assert json.loads((profile / FILE).read_text(encoding="utf-8")) == {}


def test_a_damaged_file_is_as_good_as_none(qapp: Any, profile: Path) -> None:
    for damaged in ("", "{", "[1]", '"text"'):
        (profile / FILE).write_text(damaged, encoding="utf-8")
        assert read_memo(profile) == {}


def test_nothing_half_written_is_left(qapp: Any, profile: Path) -> None:
    memo = _memo(profile)
    memo.keep("a", 1)
    memo.flush()
    assert [path.name for path in profile.iterdir()] == [FILE]


def test_it_knows_whether_the_last_run_came_to_its_end(qtbot: Any, profile: Path) -> None:
    first = _memo(profile)
    assert first.begin()
    first.flush()
    second = _memo(profile)  # the first never ended
    assert not second.begin()
    second.end()
    assert _memo(profile).begin()
