"""Names stand on the characters as typed, with a probability; decoding is right on cases small enough to count."""

import itertools
import json
import unicodedata

import numpy as np
import pytest

from app.domain.entity import Span
from app.domain.errors import ModelUnavailable
from app.inference.tagger import LEAST_SCORE, Tagger

KINDS = ("person", "place")
TAGS = 5


def small_tagger(seed=0):
    random = np.random.default_rng(seed)
    transitions = random.normal(size=(TAGS, TAGS)).astype(np.float32)
    start = random.normal(size=TAGS).astype(np.float32)
    for inside in (2, 4):
        start[inside] = -1e4
        transitions[[tag for tag in range(TAGS) if tag not in (inside - 1, inside)], inside] = -1e4
    return Tagger(KINDS, transitions, start)


def allowed(tags):
    return all(tag % 2 or not tag or before in (tag - 1, tag) for before, tag in itertools.pairwise((0, *tags)))


def every_tagging(tagger, scores):
    """All allowed tag sequences with their share, by counting."""
    weighed = {}
    for tags in filter(allowed, itertools.product(range(TAGS), repeat=len(scores))):
        total = tagger.start[tags[0]] + scores[0][tags[0]]
        for at in range(1, len(tags)):
            total += tagger.transitions[tags[at - 1], tags[at]] + scores[at][tags[at]]
        weighed[tags] = float(np.exp(np.float64(total)))
    everything = sum(weighed.values())
    return {tags: weight / everything for tags, weight in weighed.items()}


def spans_of(tags):
    found = []
    for at, tag in enumerate(tags):
        if tag % 2:
            found.append([at, at + 1, KINDS[tag // 2]])
        elif tag:
            found[-1][1] = at + 1
    return {tuple(span) for span in found}


@pytest.mark.parametrize("seed", range(12))
def test_the_best_tagging_and_its_scores_are_those_found_by_counting(seed):
    tagger = small_tagger(seed)
    scores = np.random.default_rng(seed + 100).normal(scale=2, size=(4, TAGS)).astype(np.float32)
    shares = every_tagging(tagger, scores)
    best = max(shares, key=shares.__getitem__)
    expected = {}
    for start, end, kind in spans_of(best):
        share = sum(weight for tags, weight in shares.items() if (start, end, kind) in spans_of(tags))
        if share >= LEAST_SCORE:
            expected[start, end, kind] = share
    (names,) = tagger.names(scores[None], [[Span(i, i + 1) for i in range(4)]])
    assert {(n.start, n.end, n.kind) for n in names} == set(expected)
    for name in names:
        assert name.score == pytest.approx(expected[name.start, name.end, name.kind], rel=1e-3)


def test_padding_prefix_and_bare_spaces_are_no_part_of_a_name():
    tagger = Tagger(KINDS, np.zeros((TAGS, TAGS), np.float32), np.zeros(TAGS, np.float32))
    logits = np.full((1, 6, TAGS), -9, np.float32)
    for piece, tag in enumerate([1, 1, 2, 2, 0, 1]):
        logits[0, piece, tag] = 9
    spans = [None, Span(0, 3), Span(4, 4), Span(4, 9), Span(9, 10)]
    (names,) = tagger.names(logits, [spans])
    assert [(n.start, n.end, n.kind) for n in names] == [(0, 9, "person")]


def test_a_text_without_pieces_has_no_names():
    assert small_tagger().names(np.zeros((1, 3, TAGS), np.float32), [[None, None]]) == [()]


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"ner_kinds": "[", "ner_transitions": "[]", "ner_start": "[]"},
        {"ner_kinds": '["person"]', "ner_transitions": "[[0]]", "ner_start": "[0]"},
        {"ner_kinds": '["dragon"]', "ner_transitions": json.dumps([[0] * 3] * 3), "ner_start": "[0, 0, 0]"},
    ],
)
def test_a_file_that_does_not_describe_its_tags_is_refused(metadata):
    with pytest.raises(ModelUnavailable, match="damaged"):
        Tagger.of(metadata)


def named(encoder, text):
    return {(text[n.start : n.end], n.kind) for n in encoder.encode([text])[0].names}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beatriz and I met Tomasz in Porto", {("Beatriz", "person"), ("Tomasz", "person"), ("Porto", "place")}),
        ("beatriz moved to porto lol", {("beatriz", "person"), ("porto", "place")}),
        ("滝川さんと広島で会った", {("滝川", "person"), ("広島", "place")}),
        ("小田切先生が風邪をひいた", {("小田切", "person")}),
        ("妹のひかりは札幌に住んでいる", {("ひかり", "person"), ("札幌", "place")}),
    ],
)
def test_names_of_ordinary_chat_are_seen(encoder, text, expected):
    assert named(encoder, text) >= expected


@pytest.mark.parametrize("text", ["I had soup twice today", "need to sleep more tbh", "今日は疲れたので早く寝る", "OK"])
def test_plain_talk_has_no_names(encoder, text):
    assert named(encoder, text) == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ｂｅａｔｒｉｚ　ｌｉｖｅｓ　ｉｎ　Ｐｏｒｔｏ", "Ｐｏｒｔｏ"),
        (unicodedata.normalize("NFD", "Zoë lives in Málaga"), unicodedata.normalize("NFD", "Málaga")),
        ("😀😀👩‍👩‍👧 Beatriz lives in Porto 🎉", "Porto"),
        ("\n\n  Beatriz   lives\tin  Porto", "Porto"),
        ("ﾅｶﾞｻｷに住んでいる滝川さん", "ﾅｶﾞｻｷ"),
        ("\ud800\ud800 Beatriz lives in Porto", "Porto"),
    ],
)
def test_names_stand_on_the_characters_as_typed(encoder, text, name):
    assert name in {found for found, _ in named(encoder, text)}


def test_scores_are_probabilities_and_spans_do_not_overlap(encoder):
    text = "Beatriz and Tomasz left Porto. 滝川さんと広島で会った。 " * 40
    names = encoder.encode([text])[0].names
    assert len(names) > 40
    assert all(LEAST_SCORE <= name.score <= 1 for name in names)
    assert all(a.end <= b.start for a, b in itertools.pairwise(names))
