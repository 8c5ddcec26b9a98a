"""How a note is cut into passages, and which of them an edit replaced. Pure."""

import re
from collections import Counter
from dataclasses import dataclass

_HEADING = re.compile(r"#{1,6}\s")
_FENCE = re.compile(r"(```|~~~)")
MAX_PASSAGE = 2000
"""Characters after which a passage is cut at the next line end: about what one pass of the encoder reads."""


@dataclass(frozen=True, slots=True)
class Edit:
    """`added` passages to learn, `gone` ids whose words no longer stand in the note."""

    added: tuple[str, ...]
    gone: tuple[int, ...]


def passages(text: str) -> list[str]:
    """Blocks parted by blank lines; a heading goes with the block below it, a code fence is never cut by its blanks.

    Lists stay with the heading above them: `## Reading circle` and its bullets are read together.
    """
    blocks: list[list[str]] = []
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line.strip())
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        if not line.strip() and not fence:
            blocks.append([])
        elif blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return [part for block in _under_headings(blocks) for part in _bounded("\n".join(block))]


def _under_headings(blocks: list[list[str]]) -> list[list[str]]:
    """Join a block that is nothing but a heading with the block after it."""
    joined: list[list[str]] = []
    for block in filter(None, blocks):
        if joined and all(_HEADING.match(line) for line in joined[-1]):
            joined[-1] = joined[-1] + block
        else:
            joined.append(block)
    return joined


def _bounded(block: str) -> list[str]:
    parts: list[str] = []
    while len(block) > MAX_PASSAGE:
        cut = block.rfind("\n", MAX_PASSAGE // 2, MAX_PASSAGE)
        cut = MAX_PASSAGE if cut < 0 else cut
        parts.append(block[:cut])
        block = block[cut:].lstrip("\n")
    return [*parts, block] if block.strip() else parts


def edit(old: dict[int, str], text: str) -> Edit:
    """Compare the passages that stand in the store (`id -> words`, in order) with those of the text as it is now."""
    now = passages(text)
    left = Counter(now)
    gone = []
    for key, words in old.items():
        if left[words]:
            left[words] -= 1
        else:
            gone.append(key)
    added = []
    for words in now:
        if left[words]:
            left[words] -= 1
            added.append(words)
    return Edit(tuple(added), tuple(gone))
