"""Casual sentences with names in known places, put together from `casual/*.toml`.

The corpora are articles and tweets; what people write to a chat has lower-case names, first names, honorifics, firms
that nobody has heard of and things said in five words. The frames share no sentence with any test set.
"""

import random
import re
import tomllib
from collections.abc import Callable

from tagger_data import HERE, Example

TWO_SENTENCES = 0.25
_SLOT = re.compile(r"\{([PGSFOLTEC])\}")
_KIND = {
    "P": "person",
    "G": "person",
    "S": "person",
    "F": "person",
    "O": "organization",
    "L": "place",
    "T": "thing",
    "E": "event",
}
_TAILS = {
    "en": ["!", "!!", " lol", "...", " tbh", " haha", ".", " :)", " though", "?", " 😅"],
    "ja": ["！", "笑", "…", "。", "w", "〜", "😊", "ね", "よ", "？", "（笑）"],
}
_HONORIFICS = [
    "さん",
    "さん",
    "さん",
    "くん",
    "君",
    "ちゃん",
    "先生",
    "先輩",
    "部長",
    "課長",
    "様",
    "氏",
    "師匠",
    "店長",
    "",
]


class Casual:
    """A source of sentences in one language; the same for the same seed."""

    def __init__(self, language: str, seed: int) -> None:
        self.language = language
        self.random = random.Random(f"{language}-{seed}")
        held = tomllib.loads((HERE / "casual" / f"{language}.toml").read_text(encoding="utf-8"))
        self.frames = held["frames"]["lines"].strip().splitlines()
        names = held["names"] | {f"invented_{key}": value for key, value in held["invented"].items()}
        self.names = {key: _items(value) for key, value in names.items()}

    def example(self) -> Example:
        """One message with its spans: a sentence, or a quarter of the time two."""
        first = self._sentence()
        if self.random.random() >= TWO_SENTENCES:
            return first
        second = self._sentence()
        between = self.random.choice([" ", ". ", "\n", ", "] if self.language == "en" else ["。", "\n", "、", " "])
        shift = len(first.text) + len(between)
        moved = tuple((start + shift, end + shift, kind) for start, end, kind in second.spans)
        return Example(first.text + between + second.text, first.spans + moved, first.source, "train")

    def _sentence(self) -> Example:
        text, spans, at = "", [], 0
        frame = self.random.choice(self.frames)
        for slot in _SLOT.finditer(frame):
            text += frame[at : slot.start()]
            name, after = self._fill(slot[1])
            if slot[1] in _KIND:
                spans.append((len(text), len(text) + len(name), _KIND[slot[1]]))
            text += name + after
            at = slot.end()
        text = self._dressed(text + frame[at:])
        return Example(text, tuple(spans), f"casual_{self.language}", "train")

    def _fill(self, slot: str) -> tuple[str, str]:
        """What stands in a slot, and what follows it without being part of the name."""
        makers: dict[str, Callable[[], tuple[str, str]]] = {
            "P": self._person,
            "G": lambda: (self._pick("given"), ""),
            "S": lambda: (self._pick("surname"), ""),
            "F": lambda: (self._full(), ""),
            "O": lambda: (self._known("organization", "firm"), ""),
            "L": lambda: (self._known("place", "site", 0.2), ""),
            "T": lambda: (self._known("thing", "product", 0.2), ""),
            "E": lambda: (self._known("event", "occasion"), ""),
            "C": lambda: (self._pick("common"), ""),
        }
        return makers[slot]()

    def _person(self) -> tuple[str, str]:
        form = self.random.choice(["given", "given", "surname", "full"])
        name = self._full() if form == "full" else self._pick(form)
        if self.language == "ja":
            return name, self.random.choice(_HONORIFICS)
        return (self._pick("given") if form == "surname" else name), ""

    def _full(self) -> str:
        given, surname = self._pick("given"), self._pick("surname")
        if self.language == "ja":
            return surname + self.random.choice(["", "", "", " ", "　"]) + given
        return f"{given} {surname}"

    def _known(self, kind: str, ending: str, invented: float = 0.5) -> str:
        if self.random.random() >= invented:
            return self._pick(kind)
        stem, end = self._pick("invented_stem"), self._pick(f"invented_{ending}")
        space = "" if self.language == "ja" or (end[0].isdigit() and self.random.random() < 0.3) else " "
        shape = self.random.random()
        if ending in ("firm", "product") and shape < 0.25:
            return stem if self.language == "ja" else stem + self.random.choice(["", "ly", "io", "a", "ix"])
        if end == "株式会社" and shape < 0.6:
            return end + stem
        return stem + space + end

    def _pick(self, key: str) -> str:
        return self.random.choice(self.names[key])

    def _dressed(self, text: str) -> str:
        """Lower case for a third of the English, a capital for half of the rest, and sometimes a tail."""
        chance = self.random.random()
        if self.language == "en" and chance < 0.35 and len(text.lower()) == len(text):
            text = text.lower()
        elif self.language == "en" and chance < 0.7:
            text = text[0].upper() + text[1:]
        return text + self.random.choice(_TAILS[self.language]) if self.random.random() < 0.3 else text


def _items(text: str) -> list[str]:
    parts = text.replace("\n", "|" if "|" in text else " ").split("|" if "|" in text else None)
    return [part.strip() for part in parts if part.strip()]


def casual(count: int, seed: int) -> list[Example]:
    """`count` sentences in each language, none twice."""
    found: dict[str, Example] = {}
    for language in ("en", "ja"):
        source, goal = Casual(language, seed), len(found) + count
        while len(found) < goal:
            example = source.example()
            found[example.text] = example
    return list(found.values())


def lower_cased(examples: list[Example], share: float, seed: int) -> list[Example]:
    """Lower-case twins of some English sentences that hold names."""
    chosen = [e for e in examples if e.spans and e.split == "train" and e.source.startswith("en_")]
    picked = random.Random(seed).sample(chosen, int(len(chosen) * share))
    return [
        Example(e.text.lower(), e.spans, "lower", "train", e.partial)
        for e in picked
        if len(e.text.lower()) == len(e.text)
    ]
