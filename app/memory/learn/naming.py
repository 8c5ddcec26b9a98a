"""What may differ between two spellings of one name: titles, legal forms, releases, spaces, short forms, old kanji.

Everything here looks at two names and their kind only; which entity is meant is decided in `resolve`.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.domain.entity import EntityKind
from app.domain.text import fold, has_cjk, name_key
from resources import resource


@dataclass(frozen=True, slots=True)
class NameFacts:
    """`resources/names.toml`."""

    before: frozenset[str]
    after: frozenset[str]
    after_cjk: tuple[str, ...]
    men: frozenset[str]
    women: frozenset[str]
    legal: frozenset[str]
    legal_cjk: tuple[str, ...]
    numbered: frozenset[str]
    short_of: Mapping[str, frozenset[str]]
    """Short form to the full given names it may stand for."""
    kanji: Mapping[int, str]
    """For `str.translate`: every old or variant form to one of its group."""


@lru_cache(maxsize=1)
def name_facts() -> NameFacts:
    """The shipped lists, read once."""
    raw = tomllib.loads(resource("names.toml").read_text(encoding="utf-8"))
    short_of: dict[str, set[str]] = {}
    for full, *shorts in raw["nicknames"]["rows"]:
        for short in shorts:
            short_of.setdefault(short, set()).add(full)
    return NameFacts(
        before=frozenset(map(fold, raw["honorific"]["before"])),
        after=frozenset(map(fold, raw["honorific"]["after"])),
        after_cjk=_longest_first(raw["honorific"]["after_cjk"]),
        men=frozenset(map(fold, raw["honorific"]["men"])),
        women=frozenset(map(fold, raw["honorific"]["women"])),
        legal=frozenset(map(fold, raw["legal"]["latin"])),
        legal_cjk=_longest_first(raw["legal"]["cjk"]),
        numbered=frozenset(raw["numbered"]["words"]),
        short_of={short: frozenset(full) for short, full in short_of.items()},
        kanji={ord(form): group[0] for group in raw["kanji"]["groups"] for form in group[1:]},
    )


def _longest_first(texts: list[str]) -> tuple[str, ...]:
    return tuple(sorted(map(fold, texts), key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name taken apart. `key` is the whole; `bare` lacks title, legal form, article; `squashed` also separators."""

    key: str
    bare: str
    squashed: str
    words: tuple[str, ...]
    """Latin words of `bare`; for a CJK name the parts that a space set apart."""
    title: str
    product: str
    """`bare` without its release ("python" of "python 3.13"); empty when there is none."""
    cjk: bool


@lru_cache(maxsize=4096)
def form(name: str, kind: EntityKind) -> NameForm:
    """Take a name apart as a name of that kind."""
    folded = fold(name).replace("’", "'")
    bare, title = _untitled(folded) if kind == "person" else (folded, "")
    if kind == "organization":
        bare = _without_legal_form(bare)
    elif kind != "person":
        bare = bare.removeprefix("the ") or bare
    key = name_key(name)
    return NameForm(
        key=key,
        bare=name_key(bare),
        squashed=squash(bare),
        words=tuple(bare.replace(",", " ").split()),
        title=title,
        product=_product(bare) if kind in ("thing", "concept") else "",
        cjk=has_cjk(bare),
    )


def _untitled(folded: str) -> tuple[str, str]:
    """The name without its titles, and the title nearest to it; a name that is only a title stays whole."""
    known = name_facts()
    words, title = folded.split(), ""
    while len(words) > 1 and words[0].rstrip(".") in known.before:
        title = words.pop(0).rstrip(".")
    while len(words) > 1 and words[-1].strip(".,()") in known.after:
        words.pop()
    bare = " ".join(words).rstrip(",")
    for suffix in known.after_cjk:
        if bare.endswith(suffix) and len(bare.removesuffix(suffix).strip()) > 0:
            return bare.removesuffix(suffix).strip(), suffix
    return bare, title


def title_after(text: str) -> str:
    """The Japanese or Korean title that a text begins with, or nothing."""
    return next((suffix for suffix in name_facts().after_cjk if text.startswith(suffix)), "")


def _without_legal_form(folded: str) -> str:
    known = name_facts()
    bare = folded.removeprefix("the ") or folded
    for mark in known.legal_cjk:
        bare = bare.removeprefix(mark).strip() or bare
        bare = bare.removesuffix(mark).strip() or bare
    words = bare.replace(",", " ").split()
    while len(words) > 1 and (words[-1].rstrip(".") in known.legal or words[-1] in ("&", "and")):
        words.pop()
    return " ".join(words) or bare


_RELEASE = re.compile(r"(?P<base>.*[^\W\d].*?) v?(?P<number>\d+(?:\.\d+)+[a-z0-9.-]*|\d{1,2})(?: lts| beta| rc\d*)?")


def _product(bare: str) -> str:
    match = _RELEASE.fullmatch(bare)
    if match is None or name_facts().numbered & set(match["base"].split()):
        return ""
    return name_key(match["base"])


_SEPARATOR = re.compile(r"(?<!\d)[\s\-_.'・･=＝,]+|[\s\-_.'・･=＝,]+(?!\d)")


def squash(folded: str) -> str:
    """Without accents on Latin letters, spaces, hyphens, dots; what stands between two digits stays."""
    plain = "".join(part for letter in folded for part in _unaccented(letter))
    return _SEPARATOR.sub("", plain)


def _unaccented(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    return parts[0] if len(parts) > 1 and "a" <= parts[0] <= "z" else letter


_DIGITS = re.compile(r"\d+")


def same_numbers(one: NameForm, other: NameForm) -> bool:
    """Whether both hold the same numbers in the same order: "SR-2023-052" and "SR-2023-053" do not."""
    return _DIGITS.findall(one.bare) == _DIGITS.findall(other.bare)


def singular(phrase: str) -> str:
    """The phrase with its last Latin word in the singular, by the regular rules of spelling."""
    head, space, last = phrase.rpartition(" ")
    if len(last) < 4 or not last.isascii() or last.endswith(("ss", "us", "is", "'s")) or not last.endswith("s"):
        return phrase
    if last.endswith("ies") and len(last) > 4:
        stem = last[:-3] + "y"
    elif last.endswith(("ches", "shes", "xes", "sses", "zzes")):
        stem = last[:-2]
    else:
        stem = last[:-1]
    return head + space + stem


_IRREGULAR = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "mouse": "mice", "foot": "feet",
    "tooth": "teeth", "goose": "geese", "ox": "oxen", "die": "dice",
}  # fmt: skip


def plurals(phrase: str) -> set[str]:
    """Ways to put the last Latin word of a phrase in the plural; the spelling does not always tell which is right."""
    head, space, last = phrase.rpartition(" ")
    if len(last) < 2 or not last.isascii() or not last.isalpha():
        return set()
    forms = {last + "s", last + "es"}
    if last.endswith("y"):
        forms.add(last[:-1] + "ies")
    if last.endswith(("f", "fe")):
        forms.add(last.removesuffix("e").removesuffix("f") + "ves")
    forms |= {last.removesuffix(one) + many for one, many in _IRREGULAR.items() if last.endswith(one)}
    return {head + space + word for word in forms}


def short_for(short: str, full: str) -> bool:
    """Whether `short` is a usual short form of the given name `full` (both folded)."""
    return full in name_facts().short_of.get(short, ())


def modern(key: str) -> str:
    """The key with old and variant kanji replaced by one form of each."""
    return key.translate(name_facts().kanji)


def titles_clash(one: str, other: str) -> bool:
    """Whether the titles cannot be one person's: Mr. and Mrs. Barlow."""
    men, women = name_facts().men, name_facts().women
    return (one in men and other in women) or (one in women and other in men)
