"""A cross-encoder that a person points at: a folder with `model.onnx` and `tokenizer.json`, read on this machine.

Query and passage go through such a model together, so it sees what a comparison of two vectors cannot; it costs one
pass for every passage. None is shipped and none is fetched.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from app.domain.errors import ModelUnavailable
from app.inference.protocols import Float
from app.inference.runtime import NO_ROOM, RUNTIME_FAILURES, open_session

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
MAX_PIECES = 512
BATCH = 8
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
MISSING = "The folder “{folder}” has no {file}. A cross-encoder needs model.onnx and tokenizer.json."
UNFIT = "The model in “{folder}” cannot be used as a cross-encoder."


class CrossEncoder:
    """A `Reranker` from a folder. Its files are opened at first use; safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._opened: tuple[ort.InferenceSession, Tokenizer] | None = None

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """One number of 0..1 for each passage, in order, the same whatever else is asked with it.

        Raises `ModelUnavailable`.
        """
        if not passages:
            return []
        session, tokenizer = self._open()
        pairs = tokenizer.encode_batch([(query, passage) for passage in passages])
        scores = [0.0] * len(pairs)
        by_length = sorted(range(len(pairs)), key=lambda at: len(pairs[at].ids))
        for begin in range(0, len(pairs), BATCH):
            batch = by_length[begin : begin + BATCH]
            for at, score in zip(batch, self._scores(session, [pairs[at] for at in batch]), strict=True):
                scores[at] = score
        return scores

    def check(self) -> None:
        """Score one pair, so that a person who points at a folder hears at once whether it will do.

        Raises `ModelUnavailable`.
        """
        self.relevance("tea", ["Tea is a drink."])

    def _open(self) -> tuple[ort.InferenceSession, Tokenizer]:
        with self._lock:
            if self._opened is None:
                for file in (MODEL, TOKENIZER):
                    if not (self._folder / file).is_file():
                        raise ModelUnavailable(MISSING, folder=str(self._folder), file=file)
                self._opened = self._session(), self._tokenizer()
            return self._opened

    def _session(self) -> ort.InferenceSession:
        try:
            session = open_session(self._folder / MODEL)
        except ModelUnavailable as error:
            raise (error if error.message_id == NO_ROOM else self._unfit()) from None
        names = {one.name for one in session.get_inputs()}
        if "input_ids" not in names or not names <= set(_INPUTS):
            raise self._unfit()
        return session

    def _tokenizer(self) -> Tokenizer:
        try:
            tokenizer = Tokenizer.from_buffer((self._folder / TOKENIZER).read_bytes())
        except (OSError, ValueError):
            raise self._unfit() from None
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_PIECES, strategy="longest_first")
        return tokenizer

    def _scores(self, session: ort.InferenceSession, pairs: Sequence[Encoding]) -> list[float]:
        shape = (len(pairs), max(1, *(len(pair.ids) for pair in pairs)))
        fed: dict[str, NDArray[np.int64]] = {name: np.zeros(shape, np.int64) for name in _INPUTS}
        for row, pair in enumerate(pairs):
            fed["input_ids"][row, : len(pair.ids)] = pair.ids
            fed["attention_mask"][row, : len(pair.ids)] = 1
            fed["token_type_ids"][row, : len(pair.ids)] = pair.type_ids
        wanted = {one.name for one in session.get_inputs()}
        try:
            found = session.run(None, {name: value for name, value in fed.items() if name in wanted})
        except RUNTIME_FAILURES:
            raise self._unfit() from None
        logits = np.asarray(found[0], np.float32)
        if logits.ndim != 2 or logits.shape[0] != len(pairs) or logits.shape[1] not in (1, 2):
            raise self._unfit()
        return [float(score) for score in _probability(logits)]

    def _unfit(self) -> ModelUnavailable:
        return ModelUnavailable(UNFIT, folder=str(self._folder))


def _probability(logits: Float) -> Float:
    """Of one logit the sigmoid; of two the softmax of the second, which is the sigmoid of their difference."""
    raw = logits[:, 0] if logits.shape[1] == 1 else logits[:, 1] - logits[:, 0]
    held: Float = np.where(np.isfinite(raw), 1 / (1 + np.exp(-np.clip(raw, -60, 60))), 0.0).astype(np.float32)
    return held
