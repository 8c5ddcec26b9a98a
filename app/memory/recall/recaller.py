"""Recall, top to bottom: a question in, what memory holds on it out, with the reason for each find. Only reads."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.domain.errors import ModelUnavailable
from app.domain.question import Question, Recollection, RerankerKind, Route
from app.inference.protocols import Allowance, Encoder, Encoding, Reranker, StructuredModel
from app.memory.recall import changes, factual, intents, ordering, overview, system1, system2
from app.memory.recall.classify import Asked, classify
from app.memory.recall.ordering import Ordering
from app.memory.recall.ranker import Ranker, shipped
from app.memory.recall.relating import nameless, names_in, respelled
from app.memory.recall.selecting import DeviceSelector, ModelSelector
from app.memory.recall.system1 import ARMS, SYSTEM1, Arm
from app.storage.nodeindex import NodeIndex
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.view import View

LONGEST = 1_000
"""Characters of a question that are read: a pasted page would take seconds and asks nothing."""
CALLS = 12
"""Calls to a model that one question may cost: its kind, six layers, three judgements, and two to ask again."""
NO_MODEL = "The on-device model is missing: only words, names and relations were searched."
NO_KIND = "The model did not say what kind of question it is: the device decided."
NO_CATEGORIES = "There are no categories yet to look through."


@dataclass(frozen=True, slots=True)
class Aids:
    """What recall may use beyond the device's own indexes, each as it was set up.

    `nodes`: vectors of entities and categories. `model`: classifies, chooses among categories, and judges where `kind`
    is `model`. `reranker`: the cross-encoder where `kind` is `cross`.
    """

    nodes: NodeIndex | None = None
    model: StructuredModel | None = None
    reranker: Reranker | None = None
    kind: RerankerKind = "device"


class Recaller:
    """Answers questions from one view and its indexes. Lives on the thread of its view; holds nothing between calls."""

    def __init__(
        self,
        view: View,
        text: TextIndex,
        vectors: VectorIndex,
        encoder: Encoder,
        ranker: Ranker | None = None,
        aids: Aids | None = None,
    ) -> None:
        self.view = view
        self.text = text
        self.vectors = vectors
        self.encoder = encoder
        self.ranker = ranker or shipped()
        self.aids = aids or Aids()

    def recall(self, question: Question, arms: Collection[Arm] = ()) -> Recollection:
        """What memory holds on the question, best first. Never raises on any text; of a very long one the beginning.

        `arms`: search by these alone, whatever the question calls for. Raises `Cancelled` when a model is stopped.
        """
        question = replace(question, text=question.text[:LONGEST])
        asked = classify(question)
        if not asked.terms:
            return Recollection(question, asked.intent, nothing=True, reason="nothing")
        allowance = Allowance(CALLS if self.aids.model else 0)
        named = names_in(self.view, question.text, question.scope)
        other_words = respelled(question.text, named)
        readings = self._encode([question.text, other_words, asked.timeless])
        asked, notes = self._kind(asked, question, readings, allowance)
        arms = arms or (ARMS if asked.intent == "complex" else SYSTEM1)
        ask = system1.Ask(asked, question, named, readings)
        finds = system1.find(self.view, self.text, self.vectors, ask, arms)
        if "relations" in arms:
            finds = changes.with_changes(finds, self.view, ask)
        if "categories" in arms:
            finds = replace(finds, opened=self.walk(ask, allowance))
            notes += () if finds.opened.walked.layers else (NO_CATEGORIES,)
        if "relations" in arms:
            finds = overview.with_overview(finds, self.view, ask)
        found = Ordering(ask, finds, other_words, self.vectors, self.encoder, self.ranker).all(self.view)
        found = ordering.judged(found, question, self._reranker(allowance), self.aids.kind)
        routes: tuple[Route, ...] = ("system1",) if set(arms) & set(SYSTEM1) else ()
        made = found.recollection(question)
        return replace(
            made,
            nothing=made.nothing and not any(hit.fact.id in finds.answering for hit in made.facts),
            intent=asked.intent,
            confidence=asked.confidence,
            reason=asked.reason,
            routes=(*routes, "system2") if "categories" in arms else routes,
            walk=finds.opened.walked.layers,
            notes=(*(() if readings else (NO_MODEL,)), *notes, *found.notes),
            usage=allowance.used,
        )

    def _encode(self, texts: Sequence[str]) -> list[Encoding]:
        """Encodings of the distinct texts; none when the model cannot be opened: words and names still answer then."""
        try:
            return self.encoder.encode([text for text in dict.fromkeys(texts) if text])
        except ModelUnavailable:
            return []

    def _kind(
        self, asked: Asked, question: Question, readings: Sequence[Encoding], allowance: Allowance
    ) -> tuple[Asked, tuple[str, ...]]:
        """What kind of question it is, by the model where one is set, else by likeness where no rule decided."""
        notes: tuple[str, ...] = ()
        if self.aids.model is not None:
            try:
                return intents.by_model(asked, question.text, self.aids.model, allowance), notes
            except ModelUnavailable:
                notes = (NO_KIND,)
        if readings:
            asked = intents.by_examples(asked, readings[0].pooled, self.encoder)
        return asked, notes

    def walk(self, ask: system1.Ask, allowance: Allowance | None = None) -> system2.Opened:
        """System 2 alone: down the categories, by the model as far as the allowance reaches, and what lies there."""
        topic = nameless(ask.question.text, ask.named)
        asked = classify(replace(ask.question, text=topic)) if topic else ask.asked
        readings = self._encode([topic]) if ask.readings else []
        reading = readings[0] if readings else None
        device = DeviceSelector(asked, reading, self.aids.nodes, self.encoder)
        model, scope = self.aids.model, ask.question.scope
        selector = ModelSelector(model, allowance, ask.question.text, device) if model and allowance else device
        if selector is device:
            device.look_ahead(self.view, scope)
        walked = system2.Walk(self.view, selector, device, scope).down()
        opened = system2.opened(self.view, walked, ask.named.entities, ask.asked.terms, scope)
        if not ask.readings or self.aids.nodes is None:
            return opened
        return factual.told(self.view, opened, ask.readings[0], self.aids.nodes, self.encoder, scope)

    def _reranker(self, allowance: Allowance) -> Reranker | None:
        return ordering.reranker(self.aids.kind, self.aids.reranker, self.aids.model, allowance)
