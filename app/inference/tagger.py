"""Names in a text, read from the encoder's own token states: the numpy half of the tagger.

The encoder file ends in a small head that gives every piece a score per tag: O, and B- and I- of five kinds. Here a
linear-chain CRF (Lafferty et al. 2001) picks the best sequence (Viterbi), and forward and backward sums give each span
found its probability: the share of all sequences that have exactly this span of exactly this kind.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from app.domain.entity import ENTITY_KINDS, EntityKind, Span
from app.domain.errors import ModelUnavailable
from app.inference.catalog import DAMAGED
from app.inference.protocols import Float, NameSpan

LEAST_SCORE = 0.35
"""Spans less likely than this are left out: precision matters more than recall, since rules vote as well."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Pieces `first` to `last` (both included), tagged with the kind of this number."""

    first: int
    last: int
    kind: int


@dataclass(frozen=True, slots=True)
class Tagger:
    """`kinds`: of the tag pairs in order; tag 0 is O, 1 + 2k is B-, 2 + 2k is I- of kind k.

    `transitions` float32 [tags, tags] (from, to) and `start` float32 [tags] are log scores; what must not follow has a
    very low one.
    """

    kinds: tuple[EntityKind, ...]
    transitions: Float
    start: Float

    @classmethod
    def of(cls, metadata: Mapping[str, str]) -> "Tagger":
        """The tagger that an encoder file describes in its metadata. Raises `ModelUnavailable`."""
        try:
            kinds = json.loads(metadata["ner_kinds"])
            transitions = np.array(json.loads(metadata["ner_transitions"]), np.float32)
            start = np.array(json.loads(metadata["ner_start"]), np.float32)
        except (KeyError, ValueError) as error:
            raise ModelUnavailable(DAMAGED, file="encoder.onnx") from error
        tags = 1 + 2 * len(kinds)
        if not set(kinds) <= set(ENTITY_KINDS) or transitions.shape != (tags, tags) or start.shape != (tags,):
            raise ModelUnavailable(DAMAGED, file="encoder.onnx")
        return cls(tuple(cast(EntityKind, kind) for kind in kinds), transitions, start)

    def names(self, logits: Float, spans: Sequence[Sequence[Span | None]]) -> list[tuple[NameSpan, ...]]:
        """Names of each row, in order. `logits`: float32 [rows, pieces, tags], padded on the right.

        `spans`: per row, the characters behind each piece; None for what is not of the text.
        """
        return [self._row(logits[row, : len(own)], own) for row, own in enumerate(spans)]

    def _row(self, logits: Float, spans: Sequence[Span | None]) -> tuple[NameSpan, ...]:
        own = [i for i, span in enumerate(spans) if span is not None]
        if not own:
            return ()
        scores, characters = logits[own], [spans[i] for i in own]
        tagged = _runs(self._best(scores))
        if not tagged:
            return ()
        likely = self._likelihoods(scores, tagged)
        named = (self._named(run, chance, characters) for run, chance in zip(tagged, likely, strict=True))
        return tuple(name for name in named if name is not None)

    def _named(self, run: _Run, chance: float, spans: Sequence[Span | None]) -> NameSpan | None:
        inside = [span for span in spans[run.first : run.last + 1] if span is not None and span.start < span.end]
        if not inside or chance < LEAST_SCORE:
            return None
        start, end = min(span.start for span in inside), max(span.end for span in inside)
        return NameSpan(start, end, self.kinds[run.kind], chance)

    def _best(self, scores: Float) -> list[int]:
        """The best sequence of tags (Viterbi)."""
        best = self.start + scores[0]
        back: list[NDArray[np.intp]] = []
        for row in scores[1:]:
            paths = best[:, None] + self.transitions
            back.append(paths.argmax(axis=0))
            best = paths.max(axis=0) + row
        tags = [int(best.argmax())]
        for pointers in reversed(back):
            tags.append(int(pointers[tags[-1]]))
        return tags[::-1]

    def _likelihoods(self, scores: Float, runs: Sequence[_Run]) -> list[float]:
        """Of all sequences, the share that has exactly this run, from forward and backward log sums."""
        forward = [self.start + scores[0]]
        for row in scores[1:]:
            forward.append(_log_sum(forward[-1][:, None] + self.transitions, 0) + row)
        backward = [np.zeros_like(self.start)]
        for row in scores[:0:-1]:
            backward.append(_log_sum(self.transitions + (row + backward[-1])[None, :], 1))
        backward.reverse()
        everything = float(_log_sum(forward[-1], 0))
        return [float(np.exp(min(0.0, self._log_share(scores, run, forward, backward) - everything))) for run in runs]

    def _log_share(self, scores: Float, run: _Run, forward: Sequence[Float], backward: Sequence[Float]) -> float:
        inside = 2 + 2 * run.kind
        total = float(forward[run.first][inside - 1])
        tag = inside - 1
        for at in range(run.first + 1, run.last + 1):
            total += float(self.transitions[tag, inside] + scores[at, inside])
            tag = inside
        if run.last + 1 == len(scores):
            return total
        after = self.transitions[tag] + scores[run.last + 1] + backward[run.last + 1]
        return total + float(_log_sum(np.delete(after, inside), 0))


def _runs(tags: Sequence[int]) -> list[_Run]:
    """Stretches of one B- and the I- that follow it."""
    found: list[_Run] = []
    for at, tag in enumerate(tags):
        if tag % 2 == 1:
            found.append(_Run(at, at, tag // 2))
        elif tag and found and found[-1].last == at - 1 and found[-1].kind == tag // 2 - 1:
            found[-1] = _Run(found[-1].first, at, found[-1].kind)
    return found


def _log_sum(values: Float, axis: int) -> Float:
    top = values.max(axis=axis, keepdims=True)
    summed = np.log(np.exp(values - top).sum(axis=axis, keepdims=True)) + top
    return np.asarray(np.squeeze(summed, axis=axis), np.float32)
