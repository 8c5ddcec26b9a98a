"""Whether a find answers at all: a confidence that does not depend on what else is in memory.

Words overlap where nothing answers ("passport photos" for a passport number). What tells is how much of the question,
by the rarity of its words, finds a match of its own in the episode; whether a name or a relation led there; and whether
the plain demands of the question are met, see `demands`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.episode import Episode
from app.domain.text import tokens
from app.inference.protocols import Float
from app.memory.recall.asking import terms
from app.memory.recall.demands import demands
from app.memory.recall.features import Table
from app.memory.recall.late import Matches
from app.memory.recall.ranker import GateWeights
from app.memory.recall.system1 import Finds, Pool
from app.storage.wording import spoken, stem

SIGNALS = ("late", "linked", "unmet")


@dataclass(frozen=True, slots=True)
class Best:
    """The first of the ranking, with their rows of the signals and their columns of the matches."""

    episodes: Sequence[Episode]
    table: Table
    matches: Sequence[Matches]

    @classmethod
    def of(cls, pool: Pool, table: Table, matches: Sequence[Matches], order: Sequence[int]) -> "Best":
        """Those at `order`, which are places in the pool."""
        places = list(order)
        kept = tuple(Matches(one.best[:, places], one.rarity) for one in matches)
        return cls([pool.episodes[place] for place in places], Table(table.rows[places]), kept)


def confidences(wordings: Sequence[str], finds: Finds, best: Best, weights: GateWeights) -> Float:
    """Probability that each of the best answers, float32 [best]. The assistant's words and mere questions never do.

    `wordings`: the folded question, and the same under other names; a demand counts as met when any wording's is.
    """
    signals = evidence(wordings, finds, best)
    total = weights.bias + sum(weights.weights[name] * signals[name] for name in SIGNALS)
    chance = 1 / (1 + np.exp(-np.asarray(total, np.float32)))
    states_something = (best.table.column("asks") < 1) & (best.table.column("assistant") == 0)
    gated: Float = np.where(states_something, chance, 0).astype(np.float32)
    return gated


def evidence(wordings: Sequence[str], finds: Finds, best: Best) -> Mapping[str, Float]:
    """The signals the confidence is made of, each float32 [best].

    What a relation that is asked for led to need not say whose it is.
    """
    late = np.zeros(len(best.episodes), np.float32) if best.matches else _by_words(wordings, best.episodes)
    for one in best.matches:
        if one.best.size:
            late = np.maximum(late, one.plain_weights @ one.best)
    links, wanted = finds.related.episodes, [demands(wording) for wording in dict.fromkeys(wordings)]
    linked = [float(episode.id in links and links[episode.id].sure) for episode in best.episodes]
    failed = [min(one.unmet(spoken(episode)) for one in wanted) for episode in best.episodes]
    led = np.array(linked, np.float32)
    return {"late": late, "linked": led, "unmet": np.array(failed, np.float32) * (1 - led)}


def _by_words(wordings: Sequence[str], episodes: Sequence[Episode]) -> Float:
    """Share of the question's words that stand in each episode, in place of likeness where there is no model."""
    asked = [{stem(term) for term in terms(wording)} for wording in wordings]
    held = [{stem(token) for token in tokens(spoken(episode))} for episode in episodes]
    shares = [max((len(words & one) / len(words) for words in asked if words), default=0.0) for one in held]
    return np.array(shares, np.float32)
