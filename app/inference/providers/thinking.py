"""Some models think aloud between `<think>` and `</think>`: that is neither for the reader nor for memory.

Pieces of a stream may cut a tag anywhere, so what could become one is held back until it is known.
"""

import re

_OPENS = re.compile(r"(?<!`)<think(?:ing)?>", re.IGNORECASE)
_CLOSES = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_TAGS = ("<think>", "<thinking>")
_LONGEST = len("</thinking>")


class Thinking:
    """Takes the pieces of an answer and gives it back without its thoughts; a tag in code type is text like any other.

    White space between a thought and what follows it goes too.
    """

    def __init__(self) -> None:
        self._held = ""
        self._inside = False
        self._after = False

    def said(self, piece: str) -> str:
        """What of the answer is certain after one more piece; may be empty."""
        self._add(piece)
        shown = ""
        while (tag := (_CLOSES if self._inside else _OPENS).search(self._held)) is not None:
            shown += "" if self._inside else self._held[: tag.start()]
            self._after, self._inside = self._inside, not self._inside
            rest, self._held = self._held[tag.end() :], ""
            self._add(rest)
        if self._inside:
            self._held = self._held[-_LONGEST:]
            return shown
        certain = self._certain()
        shown, self._held = shown + self._held[:certain], self._held[certain:]
        return shown

    def _add(self, piece: str) -> None:
        if self._after:
            piece = piece.lstrip()
            self._after = not piece
        self._held += piece

    def rest(self) -> str:
        """What was held back when the answer ends: no tag after all; nothing of a thought that was cut off."""
        return "" if self._inside else self._held

    def _certain(self) -> int:
        """Up to where no tag can have begun; a back quote stays with what may follow it."""
        at = self._held.rfind("<", -_LONGEST)
        if at < 0:
            return len(self._held) - self._held.endswith("`")
        begun = self._held[at:].lower()
        if not any(tag.startswith(begun) for tag in _TAGS):
            return len(self._held) - self._held.endswith("`")
        return at - (at > 0 and self._held[at - 1] == "`")
