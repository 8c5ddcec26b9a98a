"""A cross-encoder in a folder: tiny real models, written as the protocol buffers that ONNX files are."""

import json
from pathlib import Path

import pytest

from app.domain.errors import ModelUnavailable
from app.inference.reranker import CrossEncoder

FLOAT, INT64 = 1, 7


# ── a model file by hand ──────────────────────────────────────────────────────────────────────────────────────────
def varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def data(field: int, value: bytes | str) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(raw)) + raw


def node(kind: str, inputs: list[str], output: str, *attributes: bytes) -> bytes:
    names = b"".join(data(1, name) for name in inputs)
    return data(1, names + data(2, output) + data(4, kind) + b"".join(data(5, one) for one in attributes))


def whole(name: str, value: int) -> bytes:
    return data(1, name) + number(3, value) + number(20, 2)


def value_info(name: str, kind: int, *shape: str | int) -> bytes:
    sides = b"".join(data(1, data(2, side) if isinstance(side, str) else number(1, side)) for side in shape)
    return data(1, name) + data(2, data(1, number(1, kind) + data(2, sides)))


def tensor(name: str, values: list[int], *shape: int) -> bytes:
    return (
        b"".join(number(1, side) for side in shape)
        + number(2, INT64)
        + data(7, b"".join(map(varint, values)))
        + data(8, name)
    )


def model(inputs: tuple[str, ...] = ("input_ids", "attention_mask"), columns: int = 1) -> bytes:
    """The sum of all pieces' numbers less 20, as one logit; as two: less 20 and its negative, the other way round."""
    nodes = [
        node(
            "Mul", ["input_ids", "attention_mask"] if "attention_mask" in inputs else ["input_ids", "input_ids"], "read"
        ),
        node("ReduceSum", ["read", "axis"], "sum", whole("keepdims", 1)),
        node("Sub", ["sum", "twenty"], "less"),
        node("Cast", ["less"], "plus" if columns > 1 else "logits", whole("to", FLOAT)),
    ]
    if columns > 1:
        nodes += [
            node("Neg", ["plus"], "minus"),
            node("Concat", ["minus", "plus", *["plus"] * (columns - 2)], "logits", whole("axis", 1)),
        ]
    graph = b"".join(nodes) + data(2, "tiny")
    graph += data(5, tensor("axis", [1], 1)) + data(5, tensor("twenty", [20], 1))
    graph += b"".join(data(11, value_info(name, INT64, "n", "m")) for name in inputs)
    graph += data(12, value_info("logits", FLOAT, "n", columns))
    return number(1, 8) + data(7, graph) + data(8, data(1, "") + number(2, 13))


WORDS = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "tea": 9, "drink": 4, "stone": 1, "long": 3}
TOKENIZER = {
    "version": "1.0",
    "truncation": None,
    "padding": {"strategy": {"Fixed": 64}, "direction": "Right", "pad_id": 8, "pad_type_id": 0, "pad_token": "x"}
    | {"pad_to_multiple_of": None},
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": {
        "type": "BertProcessing",
        "sep": ["[SEP]", 2],
        "cls": ["[CLS]", 1],
    },
    "decoder": None,
    "model": {"type": "WordLevel", "vocab": WORDS, "unk_token": "[UNK]"},
}
ALL = ("input_ids", "attention_mask", "token_type_ids")


def folder(at: Path, onnx: bytes | None, tokenizer: str | None = json.dumps(TOKENIZER)) -> CrossEncoder:
    at.mkdir(exist_ok=True)
    if onnx is not None:
        (at / "model.onnx").write_bytes(onnx)
    if tokenizer is not None:
        (at / "tokenizer.json").write_text(tokenizer)
    return CrossEncoder(at)


@pytest.mark.parametrize("inputs", [ALL, ALL[:2]])
def test_each_passage_gets_one_number_in_order(tmp_path: Path, inputs: tuple[str, ...]):
    encoder = folder(tmp_path, model(inputs))
    encoder.check()
    passages = ["stone", "tea tea", "tea", *["long " * n for n in range(10)]]
    scores = encoder.relevance("tea", passages)
    assert scores[1] > scores[2] > scores[0]
    assert scores[3:] == sorted(scores[3:])
    assert all(0 <= score <= 1 for score in scores)
    assert scores == [encoder.relevance("tea", [passage])[0] for passage in passages]
    assert scores[0] == pytest.approx(1 / (1 + 2.718281828**5), rel=1e-4)  # 1 + 9 + 2 + 1 + 2, less 20
    assert encoder.relevance("tea", []) == []


def test_two_logits_are_weighed_against_each_other(tmp_path: Path):
    encoder = folder(tmp_path, model(columns=2))
    assert encoder.relevance("tea", ["stone"])[0] == pytest.approx(1 / (1 + 2.718281828**10), rel=1e-3)


def test_a_passage_that_is_too_long_is_cut(tmp_path: Path):
    assert folder(tmp_path, model()).relevance("tea", ["tea " * 5000]) == [1.0]


@pytest.mark.parametrize(
    ("onnx", "tokenizer", "words"),
    [
        (None, "{}", "no model.onnx"),
        (model(), None, "no tokenizer.json"),
        (b"", json.dumps(TOKENIZER), "cannot be used"),
        (b"no model at all", json.dumps(TOKENIZER), "cannot be used"),
        (model(), "{}", "cannot be used"),
        (model(), "\x00", "cannot be used"),
        (model(("input_ids", "pixels")), json.dumps(TOKENIZER), "cannot be used"),
        (model(columns=3), json.dumps(TOKENIZER), "cannot be used"),
    ],
)
def test_a_folder_that_will_not_do_is_told(tmp_path: Path, onnx: bytes | None, tokenizer: str | None, words: str):
    with pytest.raises(ModelUnavailable, match=words):
        folder(tmp_path, onnx, tokenizer).check()


def test_a_folder_that_is_put_right_works_without_starting_again(tmp_path: Path):
    encoder = CrossEncoder(tmp_path)
    with pytest.raises(ModelUnavailable):
        encoder.check()
    folder(tmp_path, model())
    encoder.check()
