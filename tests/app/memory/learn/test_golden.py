"""Whole plans for small stories, as they are and as they should stay: `tests/golden/plans.txt`.

After a change that is meant, look at the difference and write the file anew:
`TSUMUGI_WRITE_GOLDEN=1 python -m pytest tests/app/memory/learn/test_golden.py`.
"""

import os
from pathlib import Path

import pytest

from app.domain.clock import WorldTime
from app.domain.entity import Span
from app.domain.fact import Value
from app.domain.plan import Add, Expect, ExpectNoName
from tests.app.memory.learn.more_stories import SECOND
from tests.app.memory.learn.stories import FIRST
from tests.remembering import Memory

GOLDEN = Path(__file__).parents[3] / "golden" / "plans.txt"
TOLD = {
    "job change": FIRST["job change, nothing else moves"],
    "a slip taken back": FIRST["a slip taken back"],
    "the end before the start": FIRST["the end arrives before the start"],
    "the middle told last": SECOND["there and back without dates, the middle told last"],
}
_LEFT_OUT = {"created_at", "declared_by", "confidence", "scope", "summary", "declared_at", "learned_at"}


def _plain(value):
    if isinstance(value, WorldTime | Value):
        return value.text
    if isinstance(value, Span):
        return f"{value.start}-{value.end}"
    return value.isoformat() if hasattr(value, "isoformat") else value


def _fields(names, read):
    shown = {name: _plain(read(name)) for name in names if name not in _LEFT_OUT}
    told = {name: value for name, value in shown.items() if name != "fact" or isinstance(value, int)}
    return " ".join(f"{name}={value}" for name, value in told.items() if value not in (None, "", False, 0))


def _line(step):
    if isinstance(step, Add):
        return f"  add {type(step.row).__name__}: " + _fields(step.row.__slots__, lambda name: getattr(step.row, name))
    if isinstance(step, Expect | ExpectNoName):
        return "  expect " + _fields(step.__slots__, lambda name: getattr(step, name))
    changes = getattr(step, "changes", {})
    return f"  {type(step).__name__.lower()} {step.noun} {step.id}: " + _fields(changes, changes.get)


def _told(memory, turns):
    lines = []
    for at, text, reading in turns:
        memory.extractor.script[text] = reading
        episode = memory.say(text, at)
        plan = memory.learner.learn(episode).plan
        lines += [f"{at[:10]} {text}", *map(_line, plan.expects), *map(_line, plan.steps)]
        memory.store.commit(plan)
    return lines


@pytest.fixture
def written(tmp_path):
    parts = []
    for number, (title, (turns, _)) in enumerate(TOLD.items()):
        memory = Memory(tmp_path / str(number))
        parts += [f"# {title}", *_told(memory, turns), ""]
        memory.close()
    return "\n".join(parts)


def test_plans_are_as_they_were(written):
    if os.environ.get("TSUMUGI_WRITE_GOLDEN"):
        GOLDEN.write_text(written, encoding="utf-8")
    assert written == GOLDEN.read_text(encoding="utf-8")
