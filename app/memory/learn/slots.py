"""Which facts are one fact, and which exclude each other.

A fact's *identity* is the same however it is said: symmetric relations have no direction, `child_of` is `parent_of`
turned round. A *slot* holds one identity at a time: what one lives in, whether one likes or dislikes a thing. A fact
that excludes nothing has a slot of its own.
"""

import re

from app.domain.fact import Fact, Node, Object, Value
from app.domain.text import fold, name_key
from app.memory.learn.reading.relations import Relation, relations

Key = tuple[str, ...]


def end_key(end: Node | Object, predicate: str = "") -> str:
    """An end of a fact as text that is equal where the ends are. Values are folded, phone numbers by their digits."""
    if isinstance(end, Value):
        digits = re.sub(r"\D", "", end.text)
        return "=" + (digits if predicate == "phone" and digits else name_key(end.text))
    return f"#{end}" if isinstance(end, int) else str(end)


def identity(fact: Fact) -> Key:
    """The fact less its times: predicate and ends in one direction."""
    predicate = fold(fact.predicate)
    subject, far = end_key(fact.subject), end_key(fact.object, predicate)
    relation = relations().of(predicate)
    if relation.inverse and _turned(relation):
        return (relation.inverse, far, subject)
    if relation.symmetric and far < subject:
        return (predicate, far, subject)
    return (predicate, subject, far)


def _turned(relation: Relation) -> bool:
    """Of a pair of inverse relations the functional one is kept as it is, else the first by name."""
    other = relations().of(relation.inverse)
    if relation.functional != other.functional:
        return other.functional
    return relation.inverse < relation.predicate


def slots(fact: Fact) -> list[Key]:
    """The slots that the fact stands in; most have one."""
    predicate, subject, far = identity(fact)
    relation = relations().of(predicate)
    if relation.opposite:
        return [(*sorted((predicate, relation.opposite)), subject, far)]
    found: list[Key] = []
    if relation.functional:
        found.append((predicate, subject))
    if relation.functional_back or (relation.functional and relation.symmetric):
        found.append((predicate, far) if relation.symmetric else (predicate, "of", far))
    return found or [(predicate, subject, far)]


def related(predicate: str) -> set[str]:
    """The predicates whose facts may be the same as, or exclude, a fact of this one."""
    relation = relations().of(predicate)
    return {predicate, relation.inverse, relation.opposite} - {""}


def two_way(predicate: str) -> bool:
    """Whether such a fact may stand in memory with its ends exchanged."""
    relation = relations().of(predicate)
    return relation.symmetric or bool(relation.inverse)
