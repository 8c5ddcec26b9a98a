"""A session opens quietly, with few threads, or says in words why not."""

import numpy as np
import pytest

from app.domain.errors import ModelUnavailable
from app.inference.catalog import load_catalog
from app.inference.runtime import THREADS, open_session


def test_a_damaged_model_is_told_in_words_and_nothing_is_printed(tmp_path, capfd):
    (tmp_path / "encoder.onnx").write_bytes(b"\x08\x0anot a model" * 50)
    with pytest.raises(ModelUnavailable, match=r"damaged \(encoder.onnx\)"):
        open_session(tmp_path / "encoder.onnx")
    assert capfd.readouterr() == ("", "")


def test_a_missing_model_is_told_in_words(tmp_path):
    with pytest.raises(ModelUnavailable):
        open_session(tmp_path / "gone.onnx")


def test_a_session_is_quiet_and_leaves_the_window_its_cores(capfd):
    session = open_session(load_catalog()["encoder"].path)
    options = session.get_session_options()
    assert options.intra_op_num_threads == THREADS
    assert session.get_providers() == ["CPUExecutionProvider"]
    ids = np.array([[0, 5, 6, 2]], np.int64)
    (pooled,) = session.run(["embedding"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})
    assert pooled.shape == (1, 384)
    assert capfd.readouterr() == ("", "")
