"""What no rule decides: whether a new fact ends others of the same subject and the same predicate.

A predicate with one value, or with an opposite, is settled by rule. For any other a model may be asked, once for each
new fact and only about facts of that very kind; whatever it answers, no other fact can change. Without a model, without
a call left, or in doubt, both facts stand.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.domain.clock import WorldTime
from app.domain.draft import Language
from app.domain.errors import ModelUnavailable
from app.domain.fact import Fact
from app.domain.ids import FactId
from app.domain.secret import mask
from app.domain.text import has_cjk
from app.inference.protocols import Allowance, Message, Schema, StructuredModel
from app.memory.learn.form import closed, listing
from app.memory.learn.intervals import Held
from app.memory.learn.reading.relations import relations
from app.memory.learn.slots import identity
from app.memory.prompts import fenced, prompt
from app.storage.view import View

MOST = 20
"""Facts that one question is about, the latest: of a hundred friends none ends because of another."""
_SENTENCE = 300
_FORM: Schema = closed(contradicted=listing({"type": "integer"}))


class Judge(Protocol):
    """Says what a new fact contradicts."""

    def contradicted(self, new: Fact, standing: Sequence[Fact]) -> Collection[FactId]:
        """Numbers of those of `standing` that cannot hold beside `new`. Raises `Cancelled`."""
        ...


class ModelJudge:
    """Asks a model while there are calls left. When it fails, the fact is simply added, and it is asked no more.

    It keeps what it was told, so that a turn that is thought over again asks nothing twice.
    """

    def __init__(self, model: StructuredModel, allowance: Allowance) -> None:
        self._model = model
        self._allowance = allowance
        self._failed = False
        self._told: dict[str, Any] = {}

    def contradicted(self, new: Fact, standing: Sequence[Fact]) -> Collection[FactId]:
        question = _question(new, standing)
        asked = question[-1].text
        if asked not in self._told and not self._failed and self._allowance.left > 0:
            try:
                self._told[asked] = self._model.fill(question, _FORM, self._allowance)
            except ModelUnavailable:
                self._failed = True
        return _offered(self._told.get(asked), standing)


def _question(new: Fact, standing: Sequence[Fact]) -> list[Message]:
    language: Language = "ja" if has_cjk(new.fact) else "en"
    lines = [f"{number}. {_line(fact)}" for number, fact in enumerate(standing, 1)]
    told = f"{fenced(_line(new), 'new')}\n\n{fenced(chr(10).join(lines), 'standing')}"
    return [Message("system", prompt("contradict", language)), Message("user", told)]


def _line(fact: Fact) -> str:
    words = " ".join(mask(fact.fact).split())[:_SENTENCE]
    return f"{words} ({fact.predicate}, {fact.valid_at.text if fact.valid_at else fact.since().isoformat()})"


def _offered(answer: Any, standing: Sequence[Fact]) -> list[FactId]:
    listed = answer.get("contradicted") if isinstance(answer, dict) else None
    numbers = [one for one in listed if type(one) is int] if isinstance(listed, list) else []
    return [standing[number - 1].id for number in dict.fromkeys(numbers) if 0 < number <= len(standing)]


@dataclass(frozen=True, slots=True)
class Ruled:
    """Rows before and after, those of the judged facts among them."""

    before: list[Held]
    after: list[Held]


def judged(
    view: View, judge: Judge | None, before: Sequence[Held], after: Sequence[Held], new: Iterable[Held]
) -> Ruled:
    """Let the judge look at each of the `new` facts that rules leave undecided; what it ends is ended, not deleted.

    The earlier of two ends when the later begins, whichever came in first.
    """
    old = {row.fact.id: row for row in before}
    work = {row.fact.id: row for row in after}
    for number in [row.fact.id for row in new if judge is not None]:
        row = work.get(number)
        standing = _standing(view, row.fact, old, work) if row is not None and _undecided(row.fact) else []
        if row is None or not standing or judge is None:
            continue
        wanted = set(judge.contradicted(row.fact, [one.fact for one in standing]))
        for one in standing:
            if one.fact.id in wanted:
                old.setdefault(one.fact.id, one)  # in both, or it would be a row that has gone
                work.setdefault(one.fact.id, one)
                work.update({changed.fact.id: changed for changed in _settled(work[number], one)})
    return Ruled(list(old.values()), list(work.values()))


def _undecided(fact: Fact) -> bool:
    """Whether no rule says what the fact ends; one that is over itself, or new with its subject, ends nothing."""
    relation = relations().of(fact.predicate)
    ruled = relation.functional or relation.functional_back or bool(relation.opposite)
    return not ruled and fact.invalid_at is None and isinstance(fact.subject, int) and fact.subject >= 0


def _standing(view: View, new: Fact, old: dict[FactId, Held], work: dict[FactId, Held]) -> list[Held]:
    """What memory holds of the same subject and predicate at the time of the new fact, or from a later day on."""
    found = []
    for fact in view.facts.about(new.subject, [new.predicate], new.scope, most=MOST * 5):
        if fact.id in old and fact.id not in work:
            continue  # folded into another row
        row = work.get(fact.id, Held(fact))
        later = row.fact.invalid_at is None and row.fact.since() > new.since()
        if row.fact.id != new.id and identity(row.fact) != identity(new) and (later or row.fact.holds_on(new.since())):
            found.append(row)
    return found[-MOST:]


def _settled(new: Held, other: Held) -> list[Held]:
    """The two facts, the earlier one ended by the later."""
    first, then = sorted((new, other), key=lambda row: (row.fact.since(), row.fact.said_at, row is new))
    start = then.fact.valid_at or WorldTime.of(then.fact.since())
    if first.fact.invalid_at is not None and first.fact.invalid_at.first() <= start.first():
        return []
    return [replace(first, fact=replace(first.fact, invalid_at=start, invalidated_by=then.fact.id))]
