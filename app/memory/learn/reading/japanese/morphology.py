"""Words and their classes, from SudachiPy. The only file that knows it.

SudachiPy with its small dictionary costs 0.1 s and about 60 MB once, and some 0.05 ms a sentence. Where it is not
installed, `words` gives nothing and the reader reads nothing: Japanese without word borders is not guessed at.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

try:
    import sudachipy
except ImportError:  # an optional part: the app runs without it
    sudachipy = None

WordClass = Literal[
    "noun", "number", "pronoun", "prefix", "suffix", "verb", "adj", "adjnoun", "adverb", "adnominal", "conj",
    "aux", "particle", "link", "final", "nominalizer", "mark", "space", "interj", "group", "gloss", "date",
]  # fmt: skip
"""Classes of the UniDic scheme, brought down to what clause reading needs, and three of our own: `group` is text in
quotation marks taken as one word, `gloss` text in brackets, `date` a date."""

_CLASSES: dict[str, WordClass] = {
    "代名詞": "pronoun", "接頭辞": "prefix", "接尾辞": "suffix", "動詞": "verb", "形容詞": "adj", "形状詞": "adjnoun",
    "副詞": "adverb", "連体詞": "adnominal", "接続詞": "conj", "助動詞": "aux", "感動詞": "interj", "空白": "space",
    "補助記号": "mark", "記号": "mark", "名詞": "noun",
}  # fmt: skip
_PARTICLES: dict[str, WordClass] = {"接続助詞": "link", "終助詞": "final", "準体助詞": "nominalizer"}
MAX_BYTES = 40_000
"""SudachiPy refuses more than 49,149 bytes at once."""


@dataclass(frozen=True, slots=True)
class Word:
    """`detail` is the finer class ("人名.姓", "サ変可能"); `known` is false for a word that is in no dictionary."""

    text: str
    base: str
    cls: WordClass
    detail: str
    form: str
    start: int
    end: int
    known: bool = True

    @property
    def nominal(self) -> bool:
        """Whether it can be part of a noun phrase's core."""
        return self.cls in ("noun", "number", "pronoun", "prefix", "suffix", "group")


_LOCK = threading.Lock()


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    if sudachipy is None:
        return None
    dictionary = sudachipy.Dictionary(dict="small")
    make = getattr(dictionary, "tokenizer", None) or dictionary.create
    return make(mode=sudachipy.SplitMode.C)


def available() -> bool:
    """Whether words can be told apart on this machine."""
    return sudachipy is not None


def words(text: str, offset: int = 0) -> list[Word]:
    """The words of a stretch that begins at `offset` of its sentence; empty without a morphology."""
    if sudachipy is None or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        return []
    with _LOCK:  # one tokenizer, several reader threads
        return [_word(morpheme, offset) for morpheme in _tokenizer().tokenize(text)]


def _word(morpheme: Any, offset: int) -> Word:
    """アルファ is a letter, and still a word when it is spelled out: アルファ商事 and ベータ商事 are two firms."""
    first, second, third, fourth, _, form = morpheme.part_of_speech()
    return Word(
        text=morpheme.surface(),
        base=morpheme.dictionary_form(),
        cls="noun" if second == "文字" and len(morpheme.surface()) > 1 else _class(first, second, third),
        detail=".".join(part for part in (second, third, fourth) if part != "*"),
        form=form,
        start=morpheme.begin() + offset,
        end=morpheme.end() + offset,
        known=not morpheme.is_oov(),
    )


def _class(first: str, second: str, third: str) -> WordClass:
    if first == "助詞":
        return _PARTICLES.get(second, "particle")
    if second == "数詞":
        return "number"
    if first == "形状詞" and second == "助動詞語幹":
        return "aux"
    if first == "接尾辞" and second != "名詞的":
        return "aux"
    return _CLASSES.get(first, "mark")
