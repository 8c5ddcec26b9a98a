"""Categories as the window says them."""

from ui.words import tr

_SPEAKER = frozenset({"Speaker", "話し手"})
"""The category of whoever writes, under which memory keeps the user; it is stored by this name."""


def category_words(name: str) -> str:
    """A category's name; the one that holds the user says so."""
    return tr("You (speaker)") if name in _SPEAKER else name
