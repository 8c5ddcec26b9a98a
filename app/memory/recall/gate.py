"""Whether a find answers at all: a confidence that does not depend on what else is in memory.

Words overlap where nothing answers ("passport photos" for a passport number). What tells is how much of the question,
by the rarity of its words, finds a match of its own in the episode; whether a name or a relation led there; and whether
the plain demands of the question are met, see `demands`.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from app.inference.protocols import Float
from app.memory.recall.classify import Asked
from app.memory.recall.demands import demands
from app.memory.recall.features import Table
from app.memory.recall.late import Matches
from app.memory.recall.ranker import GateWeights
from app.memory.recall.system1 import Finds, Pool

SIGNALS = ("late", "linked", "named", "unmet")


def confidences(
    asked: Asked, finds: Finds, pool: Pool, table: Table, matches: Sequence[Matches], weights: GateWeights
) -> Float:
    """Probability that each episode answers, float32 [episodes]. The assistant's words and mere questions never do."""
    signals = evidence(asked, finds, pool, table, matches)
    total = weights.bias + sum(weights.weights[name] * signals[name] for name in SIGNALS)
    chance = 1 / (1 + np.exp(-np.asarray(total, np.float32)))
    states_something = (table.column("asks") < 1) & (table.column("assistant") == 0)
    gated: Float = np.where(states_something, chance, 0).astype(np.float32)
    return gated


def evidence(asked: Asked, finds: Finds, pool: Pool, table: Table, matches: Sequence[Matches]) -> Mapping[str, Float]:
    """The signals the confidence is made of, each float32 [episodes].

    What a relation that is asked for led to, or what names all that the question names, need not say whose it is.
    """
    late = np.zeros(len(table.rows), np.float32)
    for one in matches:
        if one.best.size:
            late = np.maximum(late, one.plain_weights @ one.best)
    links = finds.related.episodes
    linked = np.array(
        [float(episode.id in links and links[episode.id].pointed) for episode in pool.episodes], np.float32
    )
    named = table.column("named")
    wanted = demands(asked.timeless or asked.text)
    failed = np.array([wanted.unmet(episode.text) for episode in pool.episodes], np.float32)
    unmet = failed * (1 - np.maximum(linked, named))
    return {"late": late, "linked": linked, "named": named, "unmet": unmet}
