"""What is done when nobody asks anything: files written anew after a forgetting, tiers, categories; one at a time.

Each chore thinks on a reader and keeps on the writer; which one is next is asked anew after each, so that one more of
them is a line in a table. A chore that is not due does nothing, so asking often is cheap.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.services import categories, forgetting, keeping, questions
from app.services.workspace import ReadDesk, WriteDesk

Name = Literal["files", "keeping", "categories", "questions"]


@dataclass(frozen=True, slots=True)
class Chore:
    """`think` gives what is to be written, None for nothing; `keep` writes it and says at its end if more is left."""

    due: Callable[[ReadDesk], bool]
    think: Callable[[ReadDesk], Any]
    keep: Callable[[WriteDesk, Any], Iterator[object]]


def _owed(desk: ReadDesk) -> bool | None:
    return forgetting.owed(desk) or None


def _finish(desk: WriteDesk, _: bool) -> Iterator[object]:
    yield from forgetting.finish(desk)


CHORES: Mapping[Name, Chore] = {
    "files": Chore(forgetting.owed, _owed, _finish),
    "keeping": Chore(keeping.due, keeping.think, keeping.keep),
    "categories": Chore(categories.due, categories.think, categories.keep),
    "questions": Chore(questions.due, questions.think, questions.keep),
}
"""In the order of their urgency."""


def next_chore(desk: ReadDesk, asked: Collection[str] = (), done: Collection[str] = ()) -> Name | None:
    """The first that is due or asked for, and not among those just done."""
    for name, chore in CHORES.items():
        if name not in done and (name in asked or chore.due(desk)):
            return name
    return None


def think(desk: ReadDesk, name: Name) -> Any:
    """What one chore would write; None for nothing."""
    return CHORES[name].think(desk)


def keep(desk: WriteDesk, name: Name, thought: Any) -> Iterator[object]:
    """Write what was thought, in steps; returns whether the chore has more to think about."""
    return (yield from CHORES[name].keep(desk, thought))


def tend(desk: WriteDesk, asked: Collection[str] = tuple(CHORES)) -> list[Name]:
    """All that is due or asked for, at once, for programs without lanes. The names of what was done."""
    done: list[Name] = []
    while (name := next_chore(desk, asked, done)) is not None:
        more = True
        while more and (thought := think(desk, name)) is not None:
            steps = keep(desk, name, thought)
            more = _returned(steps)
        done.append(name)
    return done


def _returned(steps: Iterator[object]) -> bool:
    """Run a generator to its end, for what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return bool(end.value)
