"""What memory asks of a model, whoever makes it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.entity import EntityKind
from app.domain.usage import Usage

Float = NDArray[np.float32]
Int8 = NDArray[np.int8]
Int32 = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name that the tagger sees: characters `start` up to `end`, with a probability of 0..1."""

    start: int
    end: int
    kind: EntityKind
    score: float


@dataclass(frozen=True, slots=True)
class Encoding:
    """All that one pass of the encoder gives for one text.

    `pooled`: float32 [384], unit length; unrelated texts lie near 0, not near .8 as with E5's own.
    `tokens`: int8 [n, d], token states of the last layer, centred, projected on d dimensions, unit length times 127;
    special and punctuation pieces left out. `pieces`: int32 [n], their vocabulary numbers.
    `names`: spans in the text as given.
    """

    pooled: Float
    tokens: Int8
    pieces: Int32
    names: tuple[NameSpan, ...] = ()


class Encoder(Protocol):
    """Text to vectors and names, on this machine."""

    @property
    def fingerprint(self) -> str:
        """Changes when the same text would give other vectors: the vector index is rebuilt then."""
        ...

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        """One encoding per text, in order, the same whatever else is in the batch."""
        ...

    def rarity(self, pieces: Int32) -> Float:
        """Inverse document frequency of vocabulary pieces in neutral text, float32 [n]."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    text: str


class ChatModel(Protocol):
    """A model that answers. Raises `ModelUnavailable` in words the user understands."""

    @property
    def name(self) -> str: ...

    @property
    def local(self) -> bool:
        """Whether the words stay on this machine."""
        ...

    @property
    def used(self) -> Usage:
        """What the last stream has cost so far; tokens are 0 where the server does not say."""
        ...

    def stream(self, messages: Sequence[Message]) -> Iterator[str]:
        """Pieces of the answer as they come, empty while there is none. Closing the iterator stops the request."""
        ...


Schema = Mapping[str, Any]
"""A JSON schema of one object, closed (`additionalProperties` false), every property required.

A text or a list that a model leaves out becomes an empty one, anything else its `default`; an item of a list without a
value that can be filled so is left out. `minLength: 1` says that a text cannot be. Lists end after `maxItems`, or 64.
"""


@dataclass(slots=True)
class Allowance:
    """How many calls one piece of work may still make, and what those it made have used. Each retry is a call."""

    left: int
    used: Usage = field(default_factory=Usage)

    def spend(self, sent: int = 0, received: int = 0) -> None:
        """Count one call that has gone out. Raises `ValueError` when none is left: whoever calls asks first."""
        if self.left <= 0:
            raise ValueError("no call left")
        self.left -= 1
        self.used = self.used + Usage(1, sent, received)


class StructuredModel(Protocol):
    """A model that fills in a form. Raises `ModelUnavailable` in the user's words, `Cancelled` when stopped."""

    @property
    def name(self) -> str: ...

    @property
    def local(self) -> bool:
        """Whether the words stay on this machine."""
        ...

    def fill(self, messages: Sequence[Message], schema: Schema, allowance: Allowance) -> Any:
        """A JSON value that fits the schema: what the server sent, repaired where that is sure.

        One bounded retry tells the model what was wrong, if the allowance has a call left. Without any call left
        nothing is sent and `ModelUnavailable` is raised.
        """
        ...


class Reranker(Protocol):
    """Says how well passages answer a query."""

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """One number of 0..1 for each passage, in order. Raises `ModelUnavailable`."""
        ...
