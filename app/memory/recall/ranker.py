"""The weights of `resources/ranker.toml`: how much each signal counts, and when memory holds nothing.

A dozen numbers, fitted by listwise logistic regression on dialogues with conversations left out in turn; those of
names, relations and time are set by hand. None is about a word, so they hold in either language.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from app.inference.protocols import Float
from app.memory.recall.features import COLUMNS, Table
from resources import resource


@dataclass(frozen=True, slots=True)
class TimeWeights:
    """What time adds to or takes from a score (see `timing`)."""

    fresh: float
    old: float
    inside: float
    earlier: float
    later: float
    stale: float
    first: int


@dataclass(frozen=True, slots=True)
class GateWeights:
    """A logistic model of "this episode answers" (see `gate`), and the confidence from which it counts."""

    bias: float
    weights: Mapping[str, float]
    threshold: float


@dataclass(frozen=True, slots=True)
class Ranker:
    """`signals`: float32 [columns], in the order of `features.COLUMNS`.

    `spread`: float32 [columns], what each counts more or less where the question is as broad as can be (see `breadth`).
    """

    signals: Float
    spread: Float
    time: TimeWeights
    gate: GateWeights

    def score(self, table: Table, breadth: float = 0.0) -> Float:
        """float32 [episodes]; differences are log odds, the level means nothing."""
        scores: Float = table.rows @ (self.signals + np.float32(breadth) * self.spread)
        return scores


@lru_cache(maxsize=1)
def shipped() -> Ranker:
    """The weights that come with the app."""
    return load(resource("ranker.toml").read_text(encoding="utf-8"))


def load(text: str) -> Ranker:
    """Weights of a TOML text. Raises `KeyError` or `TypeError` where one is missing or unknown."""
    table: Mapping[str, Any] = tomllib.loads(text)
    unknown = {*table["signals"], *table["spread"]} - set(COLUMNS)
    if unknown:
        raise KeyError(f"unknown signals: {sorted(unknown)}")
    signals = np.array([table["signals"][name] for name in COLUMNS], np.float32)
    spread = np.array([table["spread"].get(name, 0.0) for name in COLUMNS], np.float32)
    gate = table["gate"]
    return Ranker(
        signals, spread, TimeWeights(**table["time"]), GateWeights(gate["bias"], gate["weights"], gate["threshold"])
    )
