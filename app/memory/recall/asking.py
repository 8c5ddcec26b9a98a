"""How people ask: the words of `resources/asking.toml` as patterns, read once.

A question is short, so its cues are matched by plain patterns; what they cannot tell is left open: in doubt, simple.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from app.domain.draft import Language
from app.domain.text import fold, has_cjk, tokens
from resources import resource


@dataclass(frozen=True, slots=True)
class Cue:
    """One pattern for each language; both are tried, since people mix them."""

    en: re.Pattern[str]
    ja: re.Pattern[str]

    def found(self, text: str) -> str:
        """The first words of a folded text that the cue matches, or nothing."""
        match = self.en.search(text) or self.ja.search(text)
        return match[0] if match else ""

    def without(self, text: str) -> str:
        """The folded text less all that the cue matches."""
        return self.ja.sub(" ", self.en.sub(" ", text))

    def is_all_of(self, text: str) -> bool:
        """Whether a folded text is nothing but the cue."""
        return bool(self.en.fullmatch(text) or self.ja.fullmatch(text))


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of people or things that is asked about as a whole.

    `predicates`: what of the user's own is meant, anything where empty; `circle`: what is known of those it leads to
    is told too. `entities`: all of this kind, whoever they belong to. `alone`: no cue for an overview is needed.
    """

    words: Cue
    predicates: frozenset[str] = frozenset()
    circle: bool = False
    entities: Literal["", "person", "place"] = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """The cues by name; `relations` by predicate."""

    empty_words: frozenset[str]
    empty_runs: tuple[str, ...]
    empty_pieces: tuple[str, str]
    """Two texts, English and Japanese, of nothing but words without content."""
    broad_sorts: frozenset[str]
    """Words for sorts of things that an answer names without saying so: which *animal* was that?"""
    broad: Cue
    several: Cue
    changed: Cue
    present: Cue
    past: Cue
    when: Cue
    me: Cue
    wish: Cue
    about: Cue
    filler: Cue
    kinds: Mapping[str, Kind]
    relations: Mapping[str, Cue]
    personal: frozenset[str]
    """Those whose far end is somebody's own: a spouse, a boss, a dog."""


_CUES = ("broad", "several", "changed", "present", "past", "when", "me", "wish", "about", "filler")


@lru_cache(maxsize=1)
def asking() -> Asking:
    """The shipped cues."""
    table = tomllib.loads(resource("asking.toml").read_text(encoding="utf-8"))
    cues = {name: _cue(table[name]) for name in _CUES}
    relations = {predicate: _word_cue(row) for predicate, row in table["relations"].items()}
    empty = table["empty"]
    runs = sorted(empty["ja"].split(), key=len, reverse=True)
    pieces = " ".join(empty["pieces_en"].split()), "、".join(empty["pieces_ja"].split())
    return Asking(
        empty_words=frozenset(empty["en"].split()),
        empty_runs=tuple(runs),
        empty_pieces=pieces,
        broad_sorts=frozenset(empty["sorts"].split()),
        **cues,
        kinds={name: _kind(row) for name, row in table["kinds"].items()},
        relations=relations,
        personal=frozenset(table["personal"]["relations"]),
    )


def _cue(row: Mapping[str, Any]) -> Cue:
    return Cue(re.compile(row["en"]), re.compile(row["ja"]))


def _kind(row: Mapping[str, Any]) -> Kind:
    rest = {name: value for name, value in row.items() if name not in ("en", "ja", "predicates")}
    return Kind(_word_cue(row), frozenset(row.get("predicates", ())), **rest)


def _word_cue(row: Mapping[str, Any]) -> Cue:
    return Cue(re.compile(rf"\b(?:{row['en']})\b"), re.compile(row["ja"]))


def language_of(text: str) -> Language:
    """Japanese where any kana, kanji or hangul stands, else English."""
    return "ja" if has_cjk(text) else "en"


def terms(text: str) -> tuple[str, ...]:
    """What to search for: the tokens of a question less those that carry no content, each once, in order.

    A question of nothing but such words ("what about that?") is searched for as it stands.
    """
    folded = fold(text)
    possessives = {token: token[:-2] for token in tokens(folded) if token.endswith("'s")}
    held = asking().empty_words
    kept = [possessives.get(token, token) for token in tokens(_without_empty_runs(folded))]
    kept = [token for token in kept if token not in held and token != "s"]
    return tuple(dict.fromkeys(kept or tokens(folded)))


def _without_empty_runs(folded: str) -> str:
    """Kana that only hold a sentence together become a space, unless nothing would be left of their run."""
    if not has_cjk(folded):
        return folded
    pattern = "|".join(map(re.escape, asking().empty_runs))
    return re.sub(rf"(?:{pattern})+", " ", folded)
