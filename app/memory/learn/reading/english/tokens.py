"""English words with their places in the text; contractions and the possessive 's are words of their own."""

import re
from dataclasses import dataclass

from app.domain.entity import Span

_TOKEN = re.compile(
    r"(?P<opaque>\ufffc+)"
    r"|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<clitic>(?<=[A-Za-z])(?:n['’]t|['’](?:m|re|ve|ll|d|s))(?![A-Za-z])|(?<=s)['’](?=\s))"
    r"|(?P<phone>\+?\(?\d[\d()]*(?:[ -]\(?\d[\d()]*){2,})"
    r"|(?P<number>\d+(?:[.,:]\d+)*(?:st|nd|rd|th|%|k|m|am|pm)?(?![\w-])|v\d+(?:\.\d+)*(?![\w-]))"
    r"|(?P<word>\.?[^\W_](?:(?!n['’]t(?![A-Za-z]))[^\W_]|[_.&+/-](?=[^\W_])|(?<=[OD])['’](?=[A-Z]))*(?:\+\+|\#)?)"
    r"|(?P<mark>\S)"
)
_SPLIT = """
    i'm i've he's she's they're you're we've they've do|n't does|n't did|n't is|n't are|n't was|n't were|n't wo|n't
    ca|n't have|n't has|n't
"""
_RUN_TOGETHER = {one.replace("'", "").replace("|", ""): one for one in _SPLIT.split()}
"""Contractions written without an apostrophe, where that makes no other word."""
_CJK = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind`: word, clitic, number, phone, email, opaque, cjk or mark. `low`: lower case, straight apostrophe."""

    text: str
    low: str
    start: int
    end: int
    kind: str

    @property
    def capital(self) -> bool:
        """Whether it looks like part of a name: a capital or an inner capital (iPhone)."""
        return self.kind == "word" and self.text != self.text.lower()


_PUNCTUATION = {"（": "(", "）": ")", "、": ",", "。": ".", "，": ",", "：": ":", "；": ";", "！": "!", "？": "?"}
_TOPIC = {"は": "is", "が": "is"}


def tokenise(text: str, span: Span) -> list[Token]:
    """The tokens of one sentence. Japanese punctuation counts as ours; は between words stands for "is"."""
    tokens = []
    at = span.start
    for piece in re.split(f"({_CJK.pattern}+)", text[span.start : span.end]):
        if piece and _CJK.match(piece):
            tokens += _japanese(piece, at)
        else:
            tokens += _latin(text, at, at + len(piece))
        at += len(piece)
    return tokens


def _latin(text: str, start: int, end: int) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(text, start, end):
        kind = match.lastgroup or "mark"
        token = Token(match[0], match[0].lower().replace("’", "'"), match.start(), match.end(), kind)
        found += _parted(token)
    return found


def _parted(token: Token) -> list[Token]:
    """ "dont" and "im" as the two words that they are."""
    full = _RUN_TOGETHER.get(token.low) if token.kind == "word" and token.text == token.low else None
    if full is None:
        return [token]
    first = full.split("|")[0] if "|" in full else full.split("'")[0]
    at = token.start + len(first)
    rest = full[len(first) :].replace("|", "")
    return [
        Token(token.text[: len(first)], first, token.start, at, "word"),
        Token(token.text[len(first) :], rest, at, token.end, "clitic"),
    ]


def _japanese(piece: str, start: int) -> list[Token]:
    found: list[Token] = []
    for match in re.finditer("[（）、。，：；！？]|[^（）、。，：；！？\\s]+", piece):
        mark = _PUNCTUATION.get(match[0])
        low = mark or _TOPIC.get(match[0], match[0])
        kind = "mark" if mark else "word" if match[0] in _TOPIC else "cjk"
        found.append(Token(match[0], low, start + match.start(), start + match.end(), kind))
    return found
