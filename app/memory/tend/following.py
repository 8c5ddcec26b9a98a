"""What follows from two facts and was said by nobody: a brother of my sister is my brother. Asked, never assumed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from app.domain.fact import Fact
from app.domain.ids import EntityId
from app.domain.scope import EVERYONE
from app.memory.learn.reading.relations import relations
from app.memory.learn.slots import identity
from app.memory.tend.question import Question
from app.storage.view import View

FOLLOWS = "It follows from two things that you said."
_LATEST = 5_000
"""Facts that are looked at, those learned last."""
_LOOKED_AT = 500
"""Inferences that are looked at: among colleagues and places within places there are as many as pairs."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Whoever is `first` to somebody who is `then` to a third is `so` to that third. Both facts must hold now."""

    first: str
    then: str
    so: str


RULES = (
    Rule("sibling_of", "child_of", "child_of"),
    Rule("sibling_of", "sibling_of", "sibling_of"),
    Rule("child_of", "child_of", "grandchild_of"),
    Rule("reports_to", "works_at", "works_at"),
    Rule("colleague_of", "works_at", "works_at"),
    Rule("assigned_to", "part_of", "works_at"),
    Rule("located_in", "located_in", "located_in"),
    Rule("part_of", "part_of", "part_of"),
)
"""Few, and such as people find obvious; a step-parent or a half-brother makes them wrong, so each is asked."""

Ends = tuple[EntityId, EntityId]


@dataclass(frozen=True, slots=True)
class Inference:
    """`subject` would be `predicate` to `object`, because of two facts."""

    subject: EntityId
    predicate: str
    object: EntityId
    because: tuple[Fact, Fact]


def inferences(facts: Iterable[Fact], rules: Iterable[Rule] = RULES) -> Iterator[Inference]:
    """What follows by one rule, once, and is not known already. Pure; the order of `facts` decides the order."""
    facts = list(facts)
    by: dict[str, dict[EntityId, list[tuple[EntityId, Fact]]]] = defaultdict(lambda: defaultdict(list))
    for fact in facts:
        for predicate, one, other in _readings(fact):
            by[predicate][one].append((other, fact))
    known = {(predicate, one, other) for predicate, row in by.items() for one, ends in row.items() for other, _ in ends}
    told: set[tuple[str, EntityId, EntityId]] = set()
    for rule in rules:
        for one, firsts in by[rule.first].items():
            for middle, because in firsts:
                for other, also in by[rule.then].get(middle, ()):
                    key = rule.so, one, other
                    if key in known or key in told or one in (other, middle) or _taken(rule.so, one, by):
                        continue
                    told |= {key, (rule.so, other, one)} if relations().of(rule.so).symmetric else {key}
                    yield Inference(one, rule.so, other, (because, also))


def _readings(fact: Fact) -> Iterator[tuple[str, EntityId, EntityId]]:
    """A fact as it can be read: from either end where it is symmetric or has an inverse."""
    if not isinstance(fact.subject, int) or not isinstance(fact.object, int):
        return
    relation = relations().of(fact.predicate)
    one, other = EntityId(fact.subject), EntityId(fact.object)
    yield fact.predicate, one, other
    if relation.symmetric:
        yield fact.predicate, other, one
    elif relation.inverse:
        yield relation.inverse, other, one


def _taken(predicate: str, one: EntityId, by: Mapping[str, Mapping[EntityId, object]]) -> bool:
    """Whether the place is filled: who works somewhere else is not asked about a second firm."""
    return relations().of(predicate).functional and one in by.get(predicate, {})


def followings(view: View) -> Iterator[Question]:
    """Questions of what would follow, where a person has not taken just that back before."""
    wanted = {rule.first for rule in RULES} | {rule.then for rule in RULES} | {rule.so for rule in RULES}
    wanted |= {inverse for name in wanted if (inverse := relations().of(name).inverse)}
    facts = view.doubts.standing(sorted(wanted), EVERYONE, _LATEST)
    for one in islice(inferences(facts), _LOOKED_AT):
        first, then = one.because
        names = view.entities.get([one.subject, one.object], EVERYONE)
        if first.scope != then.scope or len(names) < 2 or _known(view, one):
            continue
        payload = {
            "name": names[one.subject].name,
            "subject": one.subject,
            "predicate": one.predicate,
            "object": one.object,
            "follows": [first.id, then.id],
        }
        yield Question("assistant_claim", FOLLOWS, payload, first.scope)


def _known(view: View, one: Inference) -> bool:
    """Whether memory holds it already, as over or as never true: then there is nothing to ask."""
    made = replace(one.because[0], subject=one.subject, predicate=one.predicate, object=one.object)
    return any(identity(fact) == identity(made) for fact in view.facts.of_entities([one.subject], EVERYONE))
