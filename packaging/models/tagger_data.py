"""Sentences that the tagger is trained on and measured with: the annotated corpora, and casual sentences made here.

Each corpus is one JSON Lines file, `{text, spans: [[start, end, type]], lang, source, partial?}`. `partial` says that
things and events are not marked there: an unmarked piece may be a thing, so it teaches "not a person, organization or
place" and no more. The type `x` marks what is a name of no type of ours (a URL, a mail address): anything goes there.
"""

import json
import random
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

KINDS = ("person", "organization", "place", "thing", "event")
HERE = Path(__file__).resolve().parent

# Sentences taken of each corpus. Two are capped: they are large and plain, more of them adds time, not names.
CORPORA = {"en_wnut17": 5000, "en_gum": 5000, "en_broad_twitter": 3500, "ja_wikipedia": 5000, "ja_gsd": 4000}
HELD_OUT_PERCENT = 12


@dataclass(frozen=True, slots=True)
class Example:
    """`split`: train or test."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    source: str
    split: str
    partial: bool = False


def corpora(folder: Path, seed: int) -> list[Example]:
    """All sentences used, in a fixed order. The split hangs on the sentence itself, so it never moves."""
    found = []
    for name, cap in CORPORA.items():
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        random.Random(seed).shuffle(lines)
        found += [_example(json.loads(line), name) for line in lines[:cap]]
    return found


def _example(row: dict, name: str) -> Example:
    bucket = int.from_bytes(blake2b(row["text"].encode(), digest_size=4).digest(), "big") % 100
    spans = tuple((start, end, kind.split("/")[0]) for start, end, kind in row["spans"])
    split = "test" if bucket < HELD_OUT_PERCENT else "train"
    return Example(row["text"], spans, name, split, bool(row.get("partial")))
