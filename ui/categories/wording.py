"""Categories as the window says them."""

import re

from ui.words import tr

_SPEAKER = frozenset({"Speaker", "話し手"})
"""The category of whoever writes, under which memory keeps the user; it is stored by this name."""
_BETWEEN = re.compile(r"(, |、)")


def category_words(name: str) -> str:
    """A category's name; the one that holds the user says so."""
    return tr("You (speaker)") if name in _SPEAKER else name


def summary_words(summary: str) -> str:
    """A summary that is made of the names of categories, each in words; any other is left as it is."""
    return "".join(map(category_words, _BETWEEN.split(summary)))
