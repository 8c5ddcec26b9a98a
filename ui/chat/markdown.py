"""An answer's Markdown as tokens, and the part of a growing answer that will not change any more.

Raw HTML is text, images are never images: nothing in a message can make the window fetch something.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block. `start` and `end` are lines of the text that was parsed; `tokens` are its own."""

    tokens: Sequence[Token]
    start: int
    end: int


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
