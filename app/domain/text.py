"""Folding and tokens: one rule, used on write and on query alike.

Kana, kanji and hangul are "CJK" here: they are written without spaces, so they are cut into overlapping bigrams.
"""

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b

_UNSTORABLE = re.compile("[\ud800-\udfff\x00]")
_SPACE = re.compile(r"\s+")
_CJK = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003fffd"
)
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_CHUNK = re.compile(f"(?P<cjk>[{_CJK}]+)|(?P<other>[^\\s{_CJK}]+)")
_WORD = re.compile(r"[^\W_]+(?:[_'’][^\W_]+)*|_+[^\W_]+")
_EDGE_LEFT = "\"'“”‘’«»()[]{}<>（）「」『』【】〈〉《》!?！？,，、。;；:：…~*`|=&^-–—/\\"
_EDGE_RIGHT = _EDGE_LEFT + "."
_MAX_TOKEN = 64
_LONG_NAME = 128
_BESIDE_CJK = re.compile(f"(?<=[{_CJK}ー]) | (?=[{_CJK}])")


def clean(text: str) -> str:
    """The text as it may be stored: lone surrogates and NUL become U+FFFD, nothing else changes, lengths stay."""
    return _UNSTORABLE.sub("\ufffd", text)


def fold(text: str) -> str:
    """The form in which names, aliases and predicates are compared.

    NFKC, casefold, white space collapsed and trimmed, lone surrogates and NUL replaced. Never empty unless the text is.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(text)).casefold())
    return _SPACE.sub(" ", folded).strip()


def name_key(name: str) -> str:
    """The key under which two spellings are the same name: folded, apostrophes made one, space beside CJK dropped.

    `スコープ ラボ` and `スコープラボ` are one name, `New York` and `Newyork` are two.
    """
    return _known_key(name) if len(name) <= _LONG_NAME else _key(name)


def _key(name: str) -> str:
    return _BESIDE_CJK.sub("", fold(name).replace("’", "'"))


_known_key = lru_cache(4096)(_key)  # a reader compares the few hundred names of a turn with each other


def has_cjk(text: str) -> bool:
    """Whether any kana, kanji or hangul stands in the text."""
    return _CJK_CHARACTER.search(text) is not None


def content_hash(text: str) -> bytes:
    """16 bytes that name a text: the key of its vectors."""
    return blake2b(clean(text).encode(), digest_size=16).digest()


def _cjk_tokens(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]


def _latin_tokens(chunk: str) -> list[str]:
    """The chunk as typed (less its outer punctuation), and where that is a compound, its words as well."""
    typed = chunk.lstrip(_EDGE_LEFT).rstrip(_EDGE_RIGHT).replace("’", "'")
    words = [word.replace("’", "'") for word in _WORD.findall(chunk)]
    found = [typed] if typed and len(typed) <= _MAX_TOKEN and words else []
    if words and words != [typed]:
        found += [word[:_MAX_TOKEN] for word in words]
    return found


def tokens(text: str) -> list[str]:
    """What a query looks for: folded words as typed, words of compounds, and overlapping CJK bigrams.

    ASCII glued to CJK is split from it. `C++`, `C#`, `.NET`, `don't`, `a:b`, `SR-2023-052` stay whole, with their
    words beside them. A lone CJK character is a token of its own. Pure punctuation gives nothing.
    """
    found: list[str] = []
    for match in _CHUNK.finditer(fold(text)):
        found += _cjk_tokens(match["cjk"]) if match["cjk"] else _latin_tokens(match["other"])
    return found


def index_tokens(text: str) -> list[str]:
    """What a document is found by: `tokens`, and every single CJK character for one-character queries."""
    return tokens(text) + _CJK_CHARACTER.findall(fold(text))
