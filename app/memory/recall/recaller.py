"""Recall, top to bottom: a question in, what memory holds on it out, with the reason for each find. Only reads."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.domain.errors import ModelUnavailable
from app.domain.question import Question, Recollection
from app.domain.text import fold
from app.inference.protocols import Encoder, Encoding, Float
from app.memory.recall import evidence, gate, late, system1, timing
from app.memory.recall.classify import classify
from app.memory.recall.features import table
from app.memory.recall.ranker import Ranker, shipped
from app.memory.recall.relating import names_in, respelled
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.view import View

LONGEST = 1_000
"""Characters of a question that are read: a pasted page would take seconds and asks nothing."""
RANKED = 40
"""Candidates whose facts are looked at, to tell what has ended from what holds."""
JUDGED = 5
"""Memory holds nothing when none of so many passes the gate: what ranks lower is no answer, however alike."""
NO_MODEL = "The on-device model is missing: only words, names and relations were searched."


class Recaller:
    """Answers questions from one view and its indexes. Lives on the thread of its view; holds nothing between calls."""

    def __init__(
        self, view: View, text: TextIndex, vectors: VectorIndex, encoder: Encoder, ranker: Ranker | None = None
    ) -> None:
        self.view = view
        self.text = text
        self.vectors = vectors
        self.encoder = encoder
        self.ranker = ranker or shipped()

    def recall(self, question: Question) -> Recollection:
        """What memory holds on the question, best first. Never raises on any text; of a very long one the beginning."""
        question = replace(question, text=question.text[:LONGEST])
        asked = classify(question)
        if not asked.terms:
            return Recollection(question, asked.intent, nothing=True)
        named = names_in(self.view, question.text, question.scope)
        other_words = respelled(question.text, named)
        readings = self._encode([question.text, other_words, asked.timeless])
        finds = system1.find(self.view, self.text, self.vectors, system1.Ask(asked, question, named, readings))
        pool = system1.pool(self.view, finds, question)
        ids = [episode.id for episode in pool.episodes]
        states = self.vectors.tokens_of(ids) if readings else {}
        matches = [late.match(reading, states, ids, self.encoder) for reading in readings]
        signals = table(asked, finds, pool, matches)
        scores = self.ranker.score(signals)
        anchored = self.view.facts.anchored_in([ids[place] for place in _order(pool, scores)[:RANKED]], question.scope)
        scores = scores + timing.preference(asked, pool.episodes, scores, anchored, self.ranker.time)
        order = _order(pool, scores)
        best = gate.Best.of(pool, signals, matches, order[: question.limit])
        confidences = gate.confidences([asked.timeless or asked.text, fold(other_words)], finds, best, self.ranker.gate)
        ranked = [pool.episodes[place] for place in order]
        hits = evidence.hits(best, scores[order].tolist(), confidences.tolist(), finds, self.ranker.signals)
        facts = evidence.fact_hits(asked, finds, ranked, anchored)
        return Recollection(
            question,
            asked.intent,
            hits,
            facts,
            evidence.entity_hits(self.view, finds, ranked, facts, question.scope),
            nothing=not any(hit.confidence >= self.ranker.gate.threshold for hit in hits[:JUDGED]),
            notes=() if readings else (NO_MODEL,),
            confidence=asked.confidence,
            reason=asked.reason,
        )

    def _encode(self, texts: Sequence[str]) -> list[Encoding]:
        """Encodings of the distinct texts; none when the model cannot be opened: words and names still answer then."""
        try:
            return self.encoder.encode([text for text in dict.fromkeys(texts) if text])
        except ModelUnavailable:
            return []


def _order(pool: system1.Pool, scores: Float) -> list[int]:
    """Places in the pool, best first, the newer of equals before the older."""
    order: list[int] = np.lexsort((np.array([-episode.id for episode in pool.episodes]), -scores)).tolist()
    return order
