"""Runs the frozen encoder over sentences once and keeps the token states that the tagger's head reads."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort

from app.inference.tokenization import PAD, PieceTokenizer, Window

BATCH_PIECES = 1024


def open_encoder(path: Path, threads: int) -> ort.InferenceSession:
    """A session on the encoder with its inner states exposed (`build_encoder.py --expose`)."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def first_windows(tokenizer: PieceTokenizer, texts: Sequence[str]) -> list[Window]:
    """Each text's first window; sentences of the corpora have no second one."""
    return [tokenizer.windows(text)[0] for text in texts]


def run(
    session: ort.InferenceSession, windows: Sequence[Window], outputs: Sequence[str]
) -> Iterator[tuple[int, list[np.ndarray]]]:
    """Yields (index of the window, its rows of each output), in batches of like length."""
    order = sorted(range(len(windows)), key=lambda i: len(windows[i].ids))
    batch: list[int] = []
    for i in order:
        if batch and (len(batch) + 1) * len(windows[i].ids) > BATCH_PIECES:
            yield from _run_batch(session, windows, batch, outputs)
            batch = []
        batch.append(i)
    if batch:
        yield from _run_batch(session, windows, batch, outputs)


def _run_batch(
    session: ort.InferenceSession, windows: Sequence[Window], batch: Sequence[int], outputs: Sequence[str]
) -> Iterator[tuple[int, list[np.ndarray]]]:
    width = max(len(windows[i].ids) for i in batch)
    ids = np.full((len(batch), width), PAD, np.int64)
    mask = np.zeros_like(ids)
    for row, i in enumerate(batch):
        ids[row, : len(windows[i].ids)] = windows[i].ids
        mask[row, : len(windows[i].ids)] = 1
    found = session.run(list(outputs), {"input_ids": ids, "attention_mask": mask})
    for row, i in enumerate(batch):
        yield i, [array[row, : len(windows[i].ids)] if array.ndim == 3 else array[row] for array in found]
