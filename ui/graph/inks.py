"""Which colour a node has: that of its type, or that of a category it is in. The shape always tells the type."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from app.domain.entity import ENTITY_KINDS, EntityKind
from app.domain.ids import CategoryId
from ui import theme
from ui.graph.picture import Picture
from ui.graph.sifting import Mask, Numbers

ColourBy = Literal["kind", "category"]
Key = EntityKind | CategoryId | None
HUES = (*ENTITY_KINDS, "accent")
"""Names of the theme's colours that tell categories apart; with more, nobody could."""
REST = "faint"
"""The colour of what is in none of the categories that have a hue."""


class Inks:
    """`names[codes[n]]` is the theme's name of node n's colour."""

    def __init__(self, picture: Picture, by: ColourBy = "kind") -> None:
        self.keys: list[Key]
        if by == "kind":
            words = picture.columns.kinds.words
            self.codes: NDArray[np.int64] = picture.columns.kinds.codes
            self.keys = list(words)
            self.names = [str(kind) for kind in words]
        else:
            chosen = telling_categories(picture)
            self.codes = np.full(len(picture.nodes), len(chosen), dtype=np.int64)
            for code in reversed(range(len(chosen))):
                self.codes[picture.columns.categories[chosen[code]]] = code
            self.keys = [*chosen, None]
            self.names = [*HUES[: len(chosen)], REST]

    def colours(self, shown: Mask) -> list[tuple[Key, QColor]]:
        """For a legend: what each colour stands for, the commonest first; what is in no category last, as None."""
        found = np.bincount(self.codes[shown], minlength=len(self.keys))
        order = sorted(range(len(self.keys)), key=lambda code: (self.keys[code] is None, -found[code]))
        return [(self.keys[code], theme.color(self.names[code])) for code in order if found[code]]


def telling_categories(picture: Picture) -> list[CategoryId]:
    """The categories that part the picture best: time and again the one with most nodes that have no colour yet.

    One that holds nearly everything tells nothing, so it comes only where there is no other.
    """
    members: dict[CategoryId, Numbers] = picture.columns.categories
    inside = np.zeros(len(picture.nodes), dtype=bool)
    for numbers in members.values():
        inside[numbers] = True
    most = max(2.0, 0.6 * float(inside.sum()))
    narrow = {category: numbers for category, numbers in members.items() if len(numbers) <= most} or dict(members)
    free, chosen = inside.copy(), list[CategoryId]()
    while narrow and len(chosen) < len(HUES):
        best = max(narrow, key=lambda category: int(free[narrow[category]].sum()))
        numbers = narrow.pop(best)
        if not free[numbers].any():
            break
        free[numbers] = False
        chosen.append(best)
    return chosen
