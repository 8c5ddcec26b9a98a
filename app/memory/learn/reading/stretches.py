"""Where sentences end and what stands in quotation marks, in English and Japanese alike."""

import re
from dataclasses import dataclass

from app.domain.entity import Span

_QUOTED = re.compile(
    r"“([^”\n]{1,2000})”"
    r"|\"([^\"\n]{1,2000})\""
    r"|「([^「」\n]{1,2000})」"
    r"|『([^『』\n]{1,2000})』"
    r"|(?<!\w)[‘']((?:[^'’\n]|(?<=\w)['’](?=\w)){1,2000})['’](?!\w)"
)
_STOP = re.compile(
    r"[.!?]+[\"”’')\]]*(?=\s|$)|[.!?]+(?=[\u3040-\u30ff\u4e00-\u9fff])|[。！？!?]+[」』）)]*|…(?=\s|$)|;(?=\s)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:Drs?|Prof|Mr|Mrs|Ms|Mx|St|Sr|Jr|Rev|Gen|Capt|Lt|Sgt|Mt|Ft|vs|etc|e\.g|i\.e|cf|approx|No|Nos|Vol|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[A-Z]|a\.m|p\.m|U\.S|U\.K)$"
)
_FIRM = re.compile(r"(?:^|\s)(?:Inc|Ltd|Co|Corp|Bros|Dept|Univ)$")
_OPENS = re.compile(r"\s+(?:I|I'm|I’m|It|It's|He|She|They|We|My|Our|The|This|That|There|You|His|Her|But|And|So)\b")
_LOWER = re.compile(r"\s+[a-z]")


@dataclass(frozen=True, slots=True)
class Quotes:
    """Insides of quotation marks, in order, none inside another."""

    spans: tuple[Span, ...]

    def hold(self, at: int) -> bool:
        """Whether the character stands inside a quotation."""
        return any(span.start <= at < span.end for span in self.spans)


def find_quotes(text: str) -> Quotes:
    """All that stands in paired quotation marks on one line."""
    spans = []
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        spans.append(Span(match.start(group), match.end(group)))
    return Quotes(tuple(spans))


def split_sentences(text: str, span: Span, quotes: Quotes) -> list[Span]:
    """The sentences of one block. A full stop inside quotation marks ends nothing unless the quotation ends too."""
    found: list[Span] = []
    start = span.start
    inside = [quote for quote in quotes.spans if span.start <= quote.start < span.end]
    for match in _STOP.finditer(text, span.start, span.end):
        if match.start() < start or not _ends(text, match, span.end):
            continue
        if any(quote.start <= match.start() and match.end() <= quote.end for quote in inside):
            continue
        _append(found, text, start, match.end())
        start = match.end()
    _append(found, text, start, span.end)
    return found


def _ends(text: str, match: re.Match[str], end: int) -> bool:
    if not match[0].startswith("."):
        return True
    before = text[max(0, match.start() - 12) : match.start()]
    after = text[match.end() : min(end, match.end() + 12)]
    if match[0] == "." and _ABBREVIATION.search(before):
        return not after.strip()
    if match[0] == "." and _FIRM.search(before):
        return _OPENS.match(after) is not None or not after.strip()
    return _LOWER.match(after) is None or match[0] != "."


def _append(found: list[Span], text: str, start: int, end: int) -> None:
    words = text[start:end]
    lead = len(words) - len(words.lstrip())
    if words.strip():
        found.append(Span(start + lead, start + len(words.rstrip())))
