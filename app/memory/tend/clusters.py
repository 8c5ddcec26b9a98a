"""Groups of things that the shipped concepts do not cover, each with the name that its members have in common.

A group without such a name is none: a category called after nothing helps nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.text import fold, has_cjk
from app.inference.protocols import Float
from app.memory.learn.categorise import Sortable
from app.memory.tend.naming import usable

NEAR = 0.45
"""Least likeness (dot product) of two things of one cluster; unrelated texts lie near 0."""
_LEAST_ENDING = 2
_LEAST_WORD = 3
_MOST_MEMBERS = 12
"""More things than that with a tag in common are no longer told apart by it."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Numbers of things, and what they have in common as a name."""

    name: str
    members: tuple[int, ...]


def clusters(things: Sequence[Sortable], vectors: Mapping[int, Float]) -> list[Cluster]:
    """By a common tag first, then by the head of their names where their vectors agree. No thing stands in two."""
    found: list[Cluster] = []
    left = {thing.id: thing for thing in things}
    for group, near in ((_by_tag(things), False), (_by_head(things), True)):
        for name, members in group.items():
            together = [one for one in members if one in left]
            if near:
                together = _agreeing(together, vectors)
            label = usable(name)
            if label and len(together) > 1:
                found.append(Cluster(label, tuple(together)))
                for one in together:
                    del left[one]
    return found


def _by_tag(things: Sequence[Sortable]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    shown: dict[str, str] = {}
    for thing in things:
        key = fold(thing.tag)
        if key:
            shown.setdefault(key, thing.tag)
            groups.setdefault(key, []).append(thing.id)
    return {_titled(shown[key]): members for key, members in groups.items()}


def _titled(words: str) -> str:
    return words if has_cjk(words) else words[:1].upper() + words[1:]


def _by_head(things: Sequence[Sortable]) -> dict[str, list[int]]:
    """The longest heads first: 「北斗高原」 and 「霧ヶ峰高原」 share 「高原」, "Spring Regatta" is a regatta."""
    groups: dict[str, list[int]] = {}
    for thing in things:
        for head in _heads(thing.name):
            groups.setdefault(head, []).append(thing.id)
    shared = {head: members for head, members in groups.items() if 1 < len(members) <= _MOST_MEMBERS}
    return dict(sorted(shared.items(), key=lambda item: (-len(item[0]), item[0])))


def _heads(name: str) -> Iterator[str]:
    if has_cjk(name):
        for length in range(_LEAST_ENDING, min(6, len(name))):
            yield name[-length:]
        return
    words = name.split()
    for word in (words[-1], words[0]) if len(words) > 1 else ():
        if word.isalpha() and len(word) > _LEAST_WORD:
            yield _titled(word if word.isupper() else word.lower())


def _agreeing(members: Sequence[int], vectors: Mapping[int, Float]) -> list[int]:
    """Those near to the middle of all."""
    known = [one for one in members if one in vectors]
    if len(known) < len(members) or len(members) < 2:
        return list(members) if len(members) > 1 and not known else known
    matrix = np.stack([vectors[one] for one in known])
    middle = matrix.mean(axis=0)
    middle /= np.linalg.norm(middle) or 1.0
    return [one for one, likeness in zip(known, matrix @ middle, strict=True) if likeness >= NEAR]
