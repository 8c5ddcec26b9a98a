"""The encoder keeps its promises for any text, in any batch, from any thread; and says in words when it cannot."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from app.domain.errors import ModelUnavailable
from app.domain.secret import mask
from app.inference.catalog import load_catalog
from app.inference.embedder import OnDeviceEncoder
from app.inference.tokenization import PieceTokenizer

TEXTS = [
    "Met Priya at the station, she moved to Leeds.",
    "ok",
    "昨日、佐々木さんと渋谷でラーメンを食べた。",
    "A much longer turn, with several sentences. It goes on about the garden, the rain, and the neighbours' cat. " * 3,
    "",
    "今日は雨",
]


def close(a, b):
    return float(a @ b)


def test_shapes_types_and_lengths(encoder):
    for encoding in encoder.encode(TEXTS):
        assert encoding.pooled.shape == (384,)
        assert encoding.pooled.dtype == np.float32
        assert np.linalg.norm(encoding.pooled) == pytest.approx(1, abs=1e-5)
        assert encoding.tokens.dtype == np.int8
        assert encoding.tokens.shape == (len(encoding.pieces), 64)
        assert encoding.pieces.dtype == np.int32
        lengths = np.linalg.norm(encoding.tokens.astype(np.float32), axis=1)
        assert np.allclose(lengths, 127, atol=3)


def test_no_texts_no_encodings(encoder):
    assert encoder.encode([]) == []


def test_the_same_whatever_else_is_in_the_batch(encoder):
    alone = [encoder.encode([text])[0] for text in TEXTS]
    for one, other in zip(alone, encoder.encode(TEXTS[::-1])[::-1], strict=True):
        assert close(one.pooled, other.pooled) > 0.99999
        assert np.array_equal(one.pieces, other.pieces)
        assert np.abs(one.tokens.astype(int) - other.tokens).max(initial=0) <= 1
        assert [(n.start, n.end, n.kind) for n in one.names] == [(n.start, n.end, n.kind) for n in other.names]


def test_several_threads_get_the_same(encoder):
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: encoder.encode(TEXTS[:3])[0].pooled, range(6)))
    assert all(np.array_equal(found[0], other) for other in found)


@pytest.mark.parametrize(
    ("text", "like", "unlike"),
    [
        ("My sister adopted a puppy", "Has anyone got a new dog?", "The train to work was late again"),
        ("妹が子犬を飼い始めた", "犬を飼っているのは誰？", "電車が遅れて会議に間に合わなかった"),
        ("来月から新しい会社で働きます", "I start a new job next month", "I cooked pasta with tomatoes"),
    ],
)
def test_near_in_meaning_is_near_in_space(encoder, text, like, unlike):
    own, near, far = (encoding.pooled for encoding in encoder.encode([text, like, unlike]))
    assert close(own, near) > close(own, far) + 0.1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ﾐｽﾞｱｲで働く", "ミズアイで働く"),
        ("Ｍｉｚ Ｅｙｅ", "Miz Eye"),
        ("cafe\u0301", "café"),
        ("か\u3099くせい", "がくせい"),
    ],
)
def test_spellings_of_one_text_are_one_vector(encoder, one, other):
    first, second = encoder.encode([one, other])
    assert close(first.pooled, second.pooled) > 0.99999
    assert np.array_equal(first.pieces, second.pieces)


def test_late_interaction_finds_the_word_in_context(encoder):
    question, right, wrong = encoder.encode(
        ["Where did Priya move?", "Priya: I moved to Leeds in March", "Priya: the soup was too salty"]
    )
    weights = encoder.rarity(question.pieces)
    scores = [
        weights @ (question.tokens.astype(int) @ turn.tokens.T.astype(int)).max(axis=1) for turn in (right, wrong)
    ]
    assert scores[0] > scores[1] * 1.2


def test_rare_pieces_weigh_more_than_common_ones_and_punctuation_is_left_out(encoder):
    tokenizer = PieceTokenizer(load_catalog()["tokenizer"].path)
    numbers = {tokenizer.piece(n): n for n in encoder.encode(["the padlock of the and"])[0].pieces.tolist()}
    rarity = encoder.rarity(np.array(list(numbers.values()), np.int32))
    weight = dict(zip(numbers, rarity.tolist(), strict=True))
    assert weight["▁the"] < min(weight[piece] for piece in weight if piece not in ("▁the", "▁of", "▁and"))
    assert len(encoder.encode(["... !? 、。（）"])[0].pieces) == 0


@pytest.mark.parametrize("text", ["", "   ", "\n", "...", "\ud800", "\x00", "👩‍👩‍👧", "㍿", "﷽", "\u200b", "\u0301"])
def test_odd_texts_have_a_vector(encoder, text):
    (encoding,) = encoder.encode([text])
    assert np.isfinite(encoding.pooled).all()
    assert np.linalg.norm(encoding.pooled) == pytest.approx(1, abs=1e-5)
    assert all(0 <= name.start < name.end <= len(text) for name in encoding.names)


def test_a_lone_surrogate_inside_words_costs_only_itself(encoder):
    broken, whole = encoder.encode(["Priya moved\ud800 to Leeds", "Priya moved to Leeds"])
    assert close(broken.pooled, whole.pooled) > 0.9


def test_a_masked_secret_leaves_the_rest_readable(encoder):
    text = "The wifi password is hunter2-Zebra!99 at Priya's flat"
    masked, other = encoder.encode([mask(text), "wifi password at Priya's flat"])
    assert close(masked.pooled, other.pooled) > 0.7
    assert len(mask(text)) == len(text)


def test_a_long_text_is_read_past_its_first_window(encoder):
    long = "Nothing much happened today. " * 110 + "Then Priya broke her ankle while skiing."
    short, read, question = encoder.encode(["Nothing much happened today. " * 2, long, "Who broke an ankle?"])
    assert len(PieceTokenizer(load_catalog()["tokenizer"].path).windows(long)) == 2
    likeness = [(question.tokens.astype(int) @ e.tokens.T.astype(int)).max(axis=1).sum() for e in (short, read)]
    assert likeness[1] > likeness[0]
    assert [long[name.start : name.end] for name in read.names] == ["Priya"]


def test_a_million_characters_do_not_crash_it(encoder):
    (encoding,) = encoder.encode(["Priya said so. " * 70_000])
    assert len(encoding.pieces) <= 4 * 512


def test_the_fingerprint_follows_the_files_and_opens_none(tmp_path):
    catalog = load_catalog()
    gone = {name: replace(held, path=tmp_path / "gone") for name, held in catalog.items()}
    assert OnDeviceEncoder(gone).fingerprint == OnDeviceEncoder().fingerprint
    other = catalog | {"token_space": replace(catalog["token_space"], sha256="0" * 64)}
    assert OnDeviceEncoder(other).fingerprint != OnDeviceEncoder().fingerprint


def damaged_copy(folder, name, change):
    held = load_catalog()[name]
    copy = folder / held.path.name
    shutil.copy(held.path, copy)
    change(copy)
    return load_catalog() | {name: replace(held, path=copy)}


def flip_a_byte(path):
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 1]))


@pytest.mark.parametrize("name", ["encoder", "tokenizer", "token_space"])
def test_a_damaged_file_is_told_in_words(tmp_path, name):
    broken = OnDeviceEncoder(damaged_copy(tmp_path, name, flip_a_byte))
    with pytest.raises(ModelUnavailable) as told:
        broken.encode(["text"])
    assert "damaged" in str(told.value)
    assert "Installing Tsumugi again" in str(told.value)
    assert str(tmp_path) not in str(told.value)


def test_a_missing_file_is_told_and_found_once_it_is_back(tmp_path):
    catalog = load_catalog()
    late = catalog | {"tokenizer": replace(catalog["tokenizer"], path=tmp_path / "tokenizer.json")}
    returning = OnDeviceEncoder(late)
    with pytest.raises(ModelUnavailable, match="missing"):
        returning.encode(["text"])
    shutil.copy(catalog["tokenizer"].path, tmp_path / "tokenizer.json")
    assert len(returning.encode(["text"])) == 1


def test_a_model_of_another_shape_is_refused(tmp_path):
    catalog = load_catalog()
    wrong = {**catalog, "encoder": replace(catalog["tokenizer"], name="encoder")}
    with pytest.raises(ModelUnavailable, match="damaged"):
        OnDeviceEncoder(wrong).encode(["text"])
