"""A turn's Markdown as tokens, and the part of a growing answer that will not change any more.

Raw HTML is text, images are never images: nothing in a message can make the window fetch something.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])

_MAY_BE = re.compile(r"[*_`#>|~\[]|^\s*(?:[-+]|\d{1,9}[.)])\s", re.MULTILINE)
"""Without one of these there is nothing to parse: most of what people write is plain."""
_MARKUP = frozenset(
    {"fence", "bullet_list_open", "ordered_list_open", "table_open", "heading_open", "blockquote_open"}
    | {"strong_open", "em_open", "s_open", "code_inline", "link_open"}
)


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block. `start` and `end` are lines of the text that was parsed; `tokens` are its own."""

    tokens: Sequence[Token]
    start: int
    end: int


def is_markup(text: str) -> bool:
    """Whether a person's words hold Markdown that shows. All others are shown just as they were written, with their
    indents and empty lines."""
    if _MAY_BE.search(text) is None:
        return False
    return any(one.type in _MARKUP for token in _PARSER.parse(text) for one in (token, *(token.children or ())))


def blocks(text: str) -> list[Block]:
    """Top-level blocks, in order."""
    found: list[Block] = []
    run: list[Token] = []
    for token in _PARSER.parse(text):
        run.append(token)
        if token.level == 0 and token.nesting <= 0:
            start, end = run[0].map or (0, 0)
            found.append(Block(tuple(run), start, end))
            run = []
    return found


def settled_lines(text: str, parsed: Sequence[Block]) -> int:
    """Lines at the top that no further text can change: all before the last block that has a whole first line.

    Until then what looks like a new block may still join the one above (`2` becomes `2.`, the next item of a list).
    """
    whole = [block.start for block in parsed if block.start < text.count("\n")]
    return whole[-1] if whole else 0
