"""The kind of a question where no rule decides it: by likeness to examples on the device, or by a model.

An example counts by the pooled vector. In doubt a question stays simple: what it costs is a slower answer, no more.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray

from app.domain.question import Intent
from app.domain.secret import mask
from app.inference.protocols import Allowance, Encoder, Float, Message, StructuredModel
from app.memory.prompts import fenced, prompt
from app.memory.recall.asking import language_of
from app.memory.recall.classify import Asked
from resources import resource

INTENTS: tuple[Intent, ...] = get_args(Intent)
_NEAREST = 3
"""Examples of a kind that speak for it."""
_CLEARLY = 0.1
"""By how much the best kind must lead, as the mean of its nearest examples."""
_NEAR = 0.35
_SHARPNESS = 12.0
"""Log odds for a lead of 1: at `_CLEARLY` a kind is taken for three times as likely as the next."""
_MODEL_REASONS = ("plain", "overview", "several", "period", "past", "now", "changed")
SCHEMA = {
    "type": "object",
    "properties": {
        "intent": {"type": "string", "enum": list(INTENTS)},
        "reason": {"type": "string", "enum": list(_MODEL_REASONS)},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["intent", "reason", "confidence"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Examples:
    """`kinds`: of each example its place in `INTENTS`; `vectors`: float32 [examples, d]."""

    kinds: NDArray[np.intp]
    vectors: Float


def by_examples(asked: Asked, pooled: Float, encoder: Encoder) -> Asked:
    """The question with the kind whose examples lie clearly nearest; as it was where none does or a rule decided."""
    if asked.reason != "plain":
        return asked
    examples = _examples(cast(Any, encoder))
    likeness = examples.vectors @ pooled
    means = np.array([np.sort(likeness[examples.kinds == at])[-_NEAREST:].mean() for at in range(len(INTENTS))])
    shares = np.exp(_SHARPNESS * (means - means.max()))
    best, second = np.argsort(-means, kind="stable")[:2]
    confidence = round(float(shares[best] / shares.sum()), 3)
    if INTENTS[best] == "simple":
        return replace(asked, confidence=max(asked.confidence, confidence))
    if means[best] < _NEAR or means[best] - means[second] < _CLEARLY:
        return asked
    return replace(asked, intent=INTENTS[best], confidence=confidence, reason="examples")


@lru_cache(maxsize=4)
def _examples(encoder: Any) -> Examples:
    """Read by the encoder at the first question that no rule decides, half a second; then kept."""
    table = tomllib.loads(resource("intents.toml").read_text(encoding="utf-8"))
    rows = [(INTENTS.index(kind), text) for kind in INTENTS for texts in table[kind].values() for text in texts]
    encodings: Sequence[Any] = encoder.encode([text for _, text in rows])
    return Examples(np.array([kind for kind, _ in rows], np.intp), np.stack([one.pooled for one in encodings]))


def by_model(asked: Asked, question: str, model: StructuredModel, allowance: Allowance) -> Asked:
    """The question with the kind that the model gives it. Raises what the model raises."""
    task = Message("system", prompt("classify", language_of(question)))
    filled = model.fill([task, Message("user", fenced(mask(question), "question"))], SCHEMA, allowance)
    return replace(
        asked,
        intent=filled["intent"],
        confidence=min(1.0, max(0.0, float(filled["confidence"]))),
        reason=filled["reason"],
    )
