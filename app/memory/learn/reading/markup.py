"""What of a turn is prose, and where: code, URLs, secrets and Markdown signs are taken out without moving a character.

Every reader works on `Passage.text`, which is as long as the turn itself, so a span found there is a span of the
user's own words.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from app.domain.entity import Span
from app.domain.secret import find_secrets
from app.memory.learn.reading.stretches import Quotes, find_quotes, split_sentences

OPAQUE = "\ufffc"
"""Stands for each character of inline code, a URL or a secret: a thing in the sentence that nobody may read."""

MAX_READ = 40_000
"""Characters of one turn that are read for facts, so that no paste holds the learner up for more than a second or two.
The rest of a longer one is kept and found like any text, only not learned from."""

Block = Literal["text", "item", "heading"]


@dataclass(frozen=True, slots=True)
class Link:
    """A wikilink `[[name]]` or `[[name|label]]`. `span` covers what the reader sees: the label, else the name."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of `Passage.text` that ends a thought. `heading` is the nearest Markdown heading above it."""

    span: Span
    block: Block = "text"
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A turn made ready for reading. `len(text) == len(source)`.

    `quotes` are the insides of quotation marks (「」『』 “” "" ''); `cut`: the turn was longer than `MAX_READ`.
    """

    source: str
    text: str
    sentences: tuple[Sentence, ...] = ()
    links: tuple[Link, ...] = ()
    quotes: tuple[Span, ...] = ()
    secrets: tuple[Span, ...] = ()
    cut: bool = False

    def words(self, span: Span) -> str:
        """The readable text of a span."""
        return self.text[span.start : span.end]

    def narrowed(self, sentences: tuple[Sentence, ...]) -> "Passage":
        """The same passage with only these sentences to read."""
        return replace(self, sentences=sentences)


_FENCE = re.compile(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*\n(?:.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.M | re.S)
_INLINE = re.compile(r"(?<!`)(`++)([^`\n]{1,400}?)\1(?!`)")
_PLAIN_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9+]+)*[+#]*")
_URL = re.compile(
    r"(?:https?|ftp|file|ssh|git|wss?|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?)://"
    r"[^\s<>「」『』（）、。\"']+|(?<![\w@.])www\.[^\s<>「」『』（）、。\"']+"
)
_MD_LINK = re.compile(r"!?\[([^\[\]\n]{0,400})\]\(([^()\s]{0,2000})(?:\s+\"[^\"\n]*\")?\)")
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]{1,256})(?:\|([^\[\]\n]{1,256}))?\]\]")
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.M)
_STRUCK = re.compile(r"~~[^~\n]{1,400}~~")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")
_EMPHASIS = re.compile(r"(?<!\w)(?:\*{1,3}|_{1,3})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3})(?!\w)")
_TABLE_ROW = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*$", re.M)
_LINE = re.compile(r"[^\n]+")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+(?P<body>.*?)[ \t#]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•・]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<body>.*)$")
_CONTINUES = re.compile(r"[a-z(]")


class _Canvas:
    """The text under preparation: characters are painted over, never moved."""

    def __init__(self, text: str) -> None:
        self._characters = list(text)

    def blank(self, start: int, end: int, ink: str = " ") -> None:
        for at in range(start, end):
            if self._characters[at] != "\n":
                self._characters[at] = ink

    def text(self) -> str:
        return "".join(self._characters)


def parse(source: str) -> Passage:
    """Prepare a turn for reading. Linear in its length; reads at most `MAX_READ` characters."""
    text = source[:MAX_READ]
    canvas = _Canvas(text)
    secrets = find_secrets(source)
    for secret in secrets:
        canvas.blank(secret.start, min(secret.end, len(text)), OPAQUE)
    _paint_code(canvas)
    links = _paint_links(canvas)
    _paint_signs(canvas)
    painted = canvas.text()
    quotes = find_quotes(painted)
    sentences = _sentences(painted, quotes)
    rest = " " * (len(source) - len(text))
    return Passage(source, painted + rest, sentences, links, quotes.spans, secrets, cut=len(source) > len(text))


def _paint_code(canvas: _Canvas) -> None:
    for match in _FENCE.finditer(canvas.text()):
        canvas.blank(*match.span())
    for match in _INLINE.finditer(canvas.text()):
        if _PLAIN_CODE.fullmatch(match[2]):  # a name set in code type: `uv`
            canvas.blank(match.start(), match.start(2))
            canvas.blank(match.end(2), match.end())
        else:
            canvas.blank(*match.span(), OPAQUE)


def _paint_links(canvas: _Canvas) -> tuple[Link, ...]:
    links = []
    for match in _WIKI.finditer(canvas.text()):
        shown = 2 if match[2] else 1
        canvas.blank(match.start(), match.start(shown))
        canvas.blank(match.end(shown), match.end())
        links.append(Link(_trimmed(match[shown], match.start(shown)), match[1].split("#")[0].strip() or match[1]))
    for match in _MD_LINK.finditer(canvas.text()):
        canvas.blank(match.start(), match.start(1))
        canvas.blank(match.end(1), match.end())
    for match in _URL.finditer(canvas.text()):
        canvas.blank(match.start(), match.start() + len(match[0].rstrip(".,;:!?)")), OPAQUE)
    return tuple(links)


def _trimmed(text: str, start: int) -> Span:
    lead = len(text) - len(text.lstrip())
    return Span(start + lead, start + len(text.rstrip()))


def _paint_signs(canvas: _Canvas) -> None:
    text = canvas.text()
    for pattern in (_QUOTED_LINE, _STRUCK, _TABLE_ROW, _TAG):  # not the writer's present words
        for match in pattern.finditer(text):
            canvas.blank(*match.span())
    for match in _EMPHASIS.finditer(canvas.text()):
        canvas.blank(*match.span())


def _sentences(text: str, quotes: Quotes) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    heading = ""
    for span, block in _blocks(text):
        if block == "heading":
            heading = text[span.start : span.end].strip()
        above = "" if block == "heading" else heading
        found += [Sentence(part, block, above) for part in split_sentences(text, span, quotes)]
    return tuple(found)


def _blocks(text: str) -> list[tuple[Span, Block]]:
    """Lines, with the lines that only wrap a paragraph joined to the one before."""
    blocks: list[tuple[Span, Block]] = []
    for match in _LINE.finditer(text):
        line, start = match[0], match.start()
        if not line.strip():
            continue
        if (body := _HEADING.match(line)) is not None:
            blocks.append((Span(start + body.start("body"), start + body.end("body")), "heading"))
        elif (body := _ITEM.match(line)) is not None:
            blocks.append((Span(start + body.start("body"), start + body.end("body")), "item"))
        elif _wraps(text, blocks, match):
            last, kind = blocks[-1]
            blocks[-1] = (Span(last.start, match.end()), kind)
        else:
            blocks.append((Span(start, match.end()), "text"))
    return blocks


def _wraps(text: str, blocks: list[tuple[Span, Block]], line: re.Match[str]) -> bool:
    """Whether the line goes on with the sentence above: the next line, in lower case, after no full stop."""
    if not blocks or blocks[-1][1] == "heading" or line.start() != blocks[-1][0].end + 1:
        return False
    before = text[: blocks[-1][0].end].rstrip()[-1:]
    return before not in ".!?。！？:：" and _CONTINUES.match(line[0].lstrip()) is not None
