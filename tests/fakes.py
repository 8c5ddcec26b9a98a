"""Stand-ins for models: an extractor with a script, an encoder that hashes, a chat model that echoes."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from app.domain.draft import Draft, Turn
from app.domain.errors import ModelUnavailable
from app.domain.text import tokens
from app.inference.protocols import Allowance, Encoding, Float, Int32, Message, NameSpan, Schema

WIDTH = 384
STATES = 64


class ScriptedExtractor:
    """Gives the draft written for a text, an empty one for any other; remembers what it was asked."""

    def __init__(self, script: Mapping[str, Draft] | None = None) -> None:
        self.script = dict(script or {})
        self.asked: list[tuple[Turn, tuple[Turn, ...]]] = []

    def extract(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
        self.asked.append((turn, tuple(context)))
        return self.script.get(turn.text, Draft())


class FailingExtractor:
    """Raises what it was given."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def extract(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
        raise self.error


def _direction(token: str, width: int) -> Float:
    seed = int.from_bytes(blake2b(token.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).standard_normal(width).astype(np.float32)


class HashingEncoder:
    """Texts that share tokens are near: each token has a fixed random direction, a text is their sum."""

    fingerprint = "hashing-1"

    def __init__(self, names: Mapping[str, Sequence[NameSpan]] | None = None) -> None:
        self.names = dict(names or {})
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        self.encoded += texts
        return [self._one(text) for text in texts]

    def rarity(self, pieces: Int32) -> Float:
        return np.ones(len(pieces), dtype=np.float32)

    def _one(self, text: str) -> Encoding:
        words = tokens(text) or [""]
        pooled = np.sum([_direction(word, WIDTH) for word in words], axis=0)
        states = np.stack([_direction(word, STATES) for word in words])
        states /= np.linalg.norm(states, axis=1, keepdims=True)
        pieces = [int.from_bytes(blake2b(word.encode(), digest_size=3).digest(), "big") for word in words]
        return Encoding(
            (pooled / np.linalg.norm(pooled)).astype(np.float32),
            np.round(states * 127).astype(np.int8),
            np.array(pieces, dtype=np.int32),
            tuple(self.names.get(text, ())),
        )


class EchoModel:
    """Says the last message back, a word at a time, and remembers what it was sent."""

    name = "echo"
    local = True

    def __init__(self, prefix: str = "", error: Exception | None = None) -> None:
        self.prefix = prefix
        self.error = error
        self.sent: list[tuple[Message, ...]] = []

    def stream(self, messages: Sequence[Message]) -> Iterator[str]:
        self.sent.append(tuple(messages))
        if self.error is not None:
            raise self.error
        for word in (self.prefix + messages[-1].text).split(" "):
            yield word + " "


class ScriptedModel:
    """Fills in forms from a script: each answer is a value, an error to raise, or a function of the messages.

    A call beyond the script gets `otherwise`. Remembers what it was sent, and spends a call each time, as a real one.
    """

    name = "scripted"
    local = True

    def __init__(self, *answers: Any, otherwise: Any = None) -> None:
        self.answers = list(answers)
        self.otherwise = otherwise
        self.sent: list[tuple[Message, ...]] = []
        self.schemas: list[Schema] = []

    def fill(self, messages: Sequence[Message], schema: Schema, allowance: Allowance) -> Any:
        if allowance.left <= 0:
            raise ModelUnavailable("No further call to the model is allowed here.")
        allowance.spend(100, 10)
        self.sent.append(tuple(messages))
        self.schemas.append(schema)
        answer = self.answers.pop(0) if self.answers else self.otherwise
        answer = answer(messages) if callable(answer) else answer
        if isinstance(answer, Exception):
            raise answer
        return {} if answer is None else answer

    @property
    def words(self) -> str:
        """Everything it was ever sent."""
        return "\n".join(message.text for messages in self.sent for message in messages)
