"""Text to vectors, token states and names in one pass of the shipped encoder, on the user's own processor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from app.domain.errors import ModelUnavailable
from app.inference.catalog import DAMAGED, ModelFile, load_catalog
from app.inference.protocols import Encoding, Float, Int8, Int32, NameSpan
from app.inference.runtime import NO_ROOM, RUNTIME_FAILURES, THREADS, open_session
from app.inference.tagger import Tagger
from app.inference.tokenization import PAD, PieceTokenizer, Window, tokenizer_of
from app.inference.tokenspace import TokenSpace, unit

OUTPUTS = ("embedding", "states", "ner_logits")

# Raised whenever this module or its neighbours would give other vectors from the same files.
_RULES = b"1"
_BATCH_PIECES = 1024
"""Pieces of a batch, padding counted: the point past which more gives no speed and takes memory."""
_BATCH_WASTE = 1.25
"""A batch ends where its longest text is this much longer than its shortest: padding costs what text costs."""


@dataclass(frozen=True, slots=True)
class _Engine:
    session: ort.InferenceSession
    tokenizer: PieceTokenizer
    space: TokenSpace
    tagger: Tagger


class OnDeviceEncoder:
    """The `Encoder` that ships with the app (multilingual-e5-small, Wang et al. 2024, at 4 bits).

    Making one is free; the files are checked and opened at first use, about 0.3 s. Every method that needs them raises
    `ModelUnavailable` if they are missing, damaged or do not fit in memory, and tries again the next time. Safe to use
    from several threads.
    """

    def __init__(self, catalog: Mapping[str, ModelFile] | None = None, threads: int = THREADS) -> None:
        self._catalog = catalog
        self._threads = threads
        self._lock = Lock()
        self._engine: _Engine | None = None

    @property
    def fingerprint(self) -> str:
        """Hash of the files' checksums and of this code's rules. Opens no model. Raises `ModelUnavailable`."""
        state = blake2b(_RULES, digest_size=8)
        for name in ("encoder", "tokenizer", "token_space"):
            state.update(self._file(name).sha256.encode())
        return state.hexdigest()

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        """One encoding per text, in order. A text of more than 512 pieces is read in up to four windows."""
        engine = self._opened()
        windows = [(i, window) for i, text in enumerate(texts) for window in engine.tokenizer.windows(text)]
        parts: dict[int, list[_Part]] = {i: [] for i in range(len(texts))}
        read: list[_Part | None] = [None] * len(windows)
        for batch in _batches([window for _, window in windows]):
            for at, part in zip(batch, _run(engine, [windows[i][1] for i in batch]), strict=True):
                read[at] = part
        for (i, _), found in zip(windows, read, strict=True):
            if found is not None:
                parts[i].append(found)
        return [_joined(parts[i]) for i in range(len(texts))]

    def rarity(self, pieces: Int32) -> Float:
        """Inverse document frequency of vocabulary pieces int32 [n] in neutral text, float32 [n]."""
        return self._opened().space.rarity(pieces)

    def _opened(self) -> _Engine:
        with self._lock:
            if self._engine is None:
                self._engine = self._open()
            return self._engine

    def _open(self) -> _Engine:
        tokenizer = tokenizer_of(self._file("tokenizer").verified())
        space = TokenSpace.load(self._file("token_space").verified())
        encoder = self._file("encoder").verified()
        session = open_session(encoder, self._threads)
        names = {output.name for output in session.get_outputs()}
        if not names.issuperset(OUTPUTS) or space.idf.shape != (tokenizer.size,):
            raise ModelUnavailable(DAMAGED, file=encoder.name)
        return _Engine(session, tokenizer, space, Tagger.of(session.get_modelmeta().custom_metadata_map))

    def _file(self, name: str) -> ModelFile:
        if self._catalog is None:
            self._catalog = load_catalog()
        if name not in self._catalog:
            raise ModelUnavailable(DAMAGED, file="models.toml")
        return self._catalog[name]


@dataclass(frozen=True, slots=True)
class _Part:
    """What one window gave. `total`: float32 [384], see `TokenSpace.total`; `own`: the model's own pooled vector."""

    total: Float
    own: Float
    tokens: Int8
    pieces: Int32
    names: tuple[NameSpan, ...]


def _batches(windows: Sequence[Window]) -> Iterator[list[int]]:
    """Indexes of windows of like length, shortest first."""
    batch: list[int] = []
    for i in sorted(range(len(windows)), key=lambda i: len(windows[i].ids)):
        length = len(windows[i].ids)
        full = (len(batch) + 1) * length > _BATCH_PIECES
        if batch and (full or length > _BATCH_WASTE * len(windows[batch[0]].ids)):
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def _run(engine: _Engine, windows: Sequence[Window]) -> list[_Part]:
    lengths = [len(window.ids) for window in windows]
    ids: NDArray[np.int64] = np.full((len(windows), max(lengths)), PAD, np.int64)
    mask: NDArray[np.int64] = np.zeros_like(ids)
    for row, window in enumerate(windows):
        ids[row, : lengths[row]] = window.ids
        mask[row, : lengths[row]] = 1
    try:
        pooled, states, logits = engine.session.run(list(OUTPUTS), {"input_ids": ids, "attention_mask": mask})
    except RUNTIME_FAILURES as error:
        raise ModelUnavailable(NO_ROOM) from error
    names = engine.tagger.names(logits, [window.spans for window in windows])
    return [
        _part(engine, window, (pooled[row], states[row, : lengths[row]]), names[row])
        for row, window in enumerate(windows)
    ]


def _part(engine: _Engine, window: Window, found: tuple[Float, Float], names: tuple[NameSpan, ...]) -> _Part:
    own, states = found
    ids = np.array(window.ids, np.int32)
    of_text = np.array([span is not None for span in window.spans])
    kept = of_text & (engine.space.idf[ids] > 0)
    centred = engine.space.centred(states[kept])
    return _Part(engine.space.total(centred, ids[kept]), own, engine.space.project(centred), ids[kept], names)


def _joined(parts: Sequence[_Part]) -> Encoding:
    """One encoding of a text's windows. A text without a word has no sum; it keeps the model's own vector."""
    total: Float = np.sum([part.total for part in parts], axis=0)
    return Encoding(
        pooled=unit(total if total.any() else parts[0].own),
        tokens=np.concatenate([part.tokens for part in parts]),
        pieces=np.concatenate([part.pieces for part in parts]),
        names=tuple(name for part in parts for name in part.names),
    )
