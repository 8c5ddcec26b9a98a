"""The one way to open an ONNX model: every session has the same threads, the same silence and the same memory rules."""

from pathlib import Path

import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as failures

from app.domain.errors import ModelUnavailable
from app.inference.catalog import DAMAGED

THREADS = 2
"""Threads of one pass. More would starve the window on the small machines this app is meant for."""

_ERRORS_ONLY = 3

RUNTIME_FAILURES: tuple[type[Exception], ...] = (
    MemoryError,
    RuntimeError,
    failures.Fail,
    failures.InvalidArgument,
    failures.InvalidGraph,
    failures.InvalidProtobuf,
    failures.NoModel,
    failures.NoSuchFile,
    failures.NotImplemented,
    failures.RuntimeException,
)
"""What ONNX Runtime raises; it has no common root of its own below `Exception`."""

NO_ROOM = "There is not enough free memory to start the language model. Closing other programs may help."


def open_session(path: Path, threads: int = THREADS) -> ort.InferenceSession:
    """A session on the processor; may be used from several threads at once. Raises `ModelUnavailable`.

    The arena stays on: measured on the shipped encoder it peaks at 195 MB resident where the system allocator peaks at
    400 to 500 MB, because attention scores are allocated and freed at ever new sizes. Memory patterns are off, since
    they keep a plan per input shape and no two batches share one. Waiting threads sleep instead of spinning: a spinning
    pool takes a whole core from the window, and on two busy cores it is slower as well.
    """
    ort.set_default_logger_severity(_ERRORS_ONLY)
    ort.disable_telemetry_events()
    try:
        return ort.InferenceSession(str(path), _options(threads), providers=["CPUExecutionProvider"])
    except MemoryError as error:
        raise ModelUnavailable(NO_ROOM) from error
    except RUNTIME_FAILURES as error:
        raise ModelUnavailable(DAMAGED, file=path.name) from error


def _options(threads: int) -> ort.SessionOptions:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    options.enable_cpu_mem_arena = True
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
