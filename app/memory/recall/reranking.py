"""Other ways than the device's to put finds in order: a cross-encoder, or what a model says of each find's relevance.

They judge the first finds of the device's order; where one fails, that order stands and a note says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.errors import ModelUnavailable
from app.domain.secret import mask
from app.inference.protocols import Allowance, Message, Reranker, StructuredModel
from app.memory.prompts import fenced, prompt
from app.memory.recall.asking import language_of

JUDGED = 30
"""Finds of one sort that are judged."""
KEPT_FROM = 0.5
"""Relevance that a find must exceed where a model judges."""
FAILED = "The chosen way of ordering failed: the device's order stands."
_LONGEST = 600
"""Characters of one find that are judged."""
SCHEMA = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer"},
                    "relevance": {"type": "number", "minimum": 0, "maximum": 1},
                },
                "required": ["number", "relevance"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["memories"],
    "additionalProperties": False,
}


class ModelReranker:
    """Asks a model how much each find helps, one call for all. What it leaves out counts as irrelevant."""

    def __init__(self, model: StructuredModel, allowance: Allowance) -> None:
        self._model = model
        self._allowance = allowance

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """One number of 0..1 for each. Raises `ModelUnavailable` or `Cancelled` as the model does."""
        language = language_of(query)
        listing = "\n".join(f"{number}: {passage}" for number, passage in enumerate(passages, start=1))
        data = f"{fenced(mask(query), 'question')}\n\n{fenced(listing, 'memories')}"
        task = Message("system", prompt("relevance", language))
        filled = self._model.fill([task, Message("user", data)], SCHEMA, self._allowance)
        given = {int(row["number"]): min(1.0, max(0.0, float(row["relevance"]))) for row in filled["memories"]}
        return [given.get(number, 0.0) for number in range(1, len(passages) + 1)]


@dataclass(frozen=True, slots=True)
class Judged:
    """`order`: places in the list as given, best first. `cut`: places judged irrelevant. `relevance`: of the judged."""

    order: tuple[int, ...]
    cut: tuple[int, ...] = ()
    relevance: tuple[float, ...] = ()
    failed: bool = False


def judge(reranker: Reranker, query: str, texts: Sequence[str], keep_from: float = -1.0) -> Judged:
    """The new order of finds whose `texts` come in the device's order; those past the first keep theirs, behind.

    With a `keep_from`, only what exceeds it is kept, and nothing behind the judged. Raises `Cancelled` only.
    """
    passages = [" ".join(mask(text).split())[:_LONGEST] for text in texts[:JUDGED]]
    if not passages:
        return Judged(())
    try:
        relevance = reranker.relevance(query, passages)
    except ModelUnavailable:
        return Judged(tuple(range(len(texts))), failed=True)
    order = [int(place) for place in np.argsort(-np.array(relevance), kind="stable")]
    if keep_from < 0:
        return Judged((*order, *range(len(passages), len(texts))), relevance=tuple(relevance))
    kept = tuple(place for place in order if relevance[place] > keep_from)
    cut = tuple(place for place in order if relevance[place] <= keep_from)
    return Judged(kept, (*cut, *range(len(passages), len(texts))), tuple(relevance))
