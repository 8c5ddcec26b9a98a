"""Whether a find answers at all: a confidence that does not depend on what else is in memory.

Words overlap where nothing answers ("passport photos" for a passport number). What tells is how much of the question,
by rarity, finds a match of its own in the episode or right beside it, and above all its worst matched rare token.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from app.inference.protocols import Float
from app.memory.recall.features import Places, Table
from app.memory.recall.late import Matches, beside
from app.memory.recall.ranker import GateWeights

SIGNALS = ("late", "late_beside", "weakest", "words", "linked", "named")


def confidences(table: Table, matches: Sequence[Matches], where: Places, weights: GateWeights) -> Float:
    """Probability that each episode answers, float32 [episodes]. The assistant's words and mere questions never do."""
    signals = evidence(table, matches, where)
    total = weights.bias + sum(weights.weights[name] * signals[name] for name in SIGNALS)
    chance: Float = (1 / (1 + np.exp(-np.asarray(total, np.float32)))).astype(np.float32)
    states_something = (table.column("asks") < 1) & (table.column("assistant") == 0)
    gated: Float = np.where(states_something, chance, 0).astype(np.float32)
    return gated


def evidence(table: Table, matches: Sequence[Matches], where: Places) -> Mapping[str, Float]:
    """The signals the confidence is made of, each float32 [episodes]."""
    count = len(table.rows)
    own, near, weakest = (np.zeros(count, np.float32) for _ in range(3))
    for one in matches:
        if not one.best.size:
            continue
        own = np.maximum(own, one.plain_weights @ one.best)
        near = np.maximum(near, one.plain_weights @ beside(one.best, where.before, where.after))
        weakest = np.maximum(weakest, _weakest(one))
    columns = {name: table.column(name) for name in ("words", "linked", "named")}
    return {"late": own, "late_beside": near, "weakest": weakest, **columns}


def _weakest(one: Matches) -> Float:
    """The worst match among the question's tokens of at least middling rarity, float32 [episodes]."""
    rare = one.rarity >= np.median(one.rarity)
    found: Float = one.best[rare].min(axis=0)
    return found
