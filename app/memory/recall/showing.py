"""How much of a reconstruction is shown: breadth before depth within a budget of characters. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.item import Bounds, Excerpt, Item, Limits, Reconstruction
from app.domain.secret import mask

EXCERPT = 240
"""Characters of a claim's words: fixed, so that a larger budget only adds."""


def shown(
    items: Sequence[Item], episodes: Mapping[EpisodeId, Episode], bounds: Bounds, limits: Limits
) -> Reconstruction:
    """As many items as are wanted and as many words as there is room for: all heads first, then excerpts in turn.

    Pieces are laid out in one fixed order and the first that does not fit ends it, so more room only adds.
    """
    wanted = list(items[: limits.count])
    room = _Room(limits.budget)
    heads = [item for item in wanted if room.take(item.content)]
    told = _excerpts(heads, episodes, room.take)
    cut = len(heads) < len(wanted) or any(item.claims_omitted for item in told)
    return Reconstruction(
        items=tuple(told),
        effective_count=len(items),
        returned_count=len(told),
        bounds=bounds if bounds.omitted or bounds.reached else None,
        count_policy="count limits what is shown, not what is found" if len(items) > limits.count else "",
        budget_policy="heads first, then excerpts in turn; what did not fit is left out" if cut else "",
        shortfall_reason=_shortfall(len(items), len(told), limits),
    )


def _shortfall(found: int, told: int, limits: Limits) -> str:
    if told >= limits.count:
        return ""
    return "budget" if told < min(found, limits.count) else "nothing_found" if not found else "no_more_found"


class _Room:
    """Characters that are left; once something did not fit nothing else does."""

    def __init__(self, budget: int) -> None:
        self._left = budget

    def take(self, text: str) -> bool:
        fits = len(text) <= self._left
        self._left = self._left - len(text) if fits else -1
        return fits


def _excerpts(items: Sequence[Item], episodes: Mapping[EpisodeId, Episode], room: Callable[[str], bool]) -> list[Item]:
    """The second claim of each item before the third of any. A claim without words is counted."""
    waiting = [[claim for claim in item.claims if claim.ref != item.head_ref] for item in items]
    found: list[list[Excerpt]] = [[] for _ in items]
    for depth in range(max(map(len, waiting), default=0)):
        for place, claims in enumerate(waiting):
            if depth < len(claims):
                text = mask(episodes[EpisodeId(claims[depth].ref.id)].text)[:EXCERPT]
                if room(text):
                    found[place].append(Excerpt(claims[depth].ref, text))
    return [
        replace(item, excerpts=tuple(row), claims_omitted=len(claims) - len(row))
        for item, row, claims in zip(items, found, waiting, strict=True)
    ]
