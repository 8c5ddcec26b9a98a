"""How an answer was found, for the inspector under it: numbers kept with it, shown with what they stand for now.

What has been forgotten since has no words here: its row says only that it is gone.
"""

from dataclasses import dataclass

from app.domain.ids import CategoryId, EpisodeId
from app.domain.question import Cut, Intent, RerankerKind, Route, Sort
from app.domain.usage import ModelUse
from app.services.workspace import ReadDesk


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One find. `text`: its words or name as they stand now, one line, masked; empty when it is gone.

    `ref`: `ep:12` for an episode, else empty. `score` orders within a kind; `arms` are (arm, share), heaviest first.
    `number`: the `[n]` it has in the answer, 0 for none.
    """

    kind: Sort
    id: int
    text: str
    ref: str = ""
    score: float = 0.0
    routes: tuple[Route, ...] = ()
    arms: tuple[tuple[str, float], ...] = ()
    cut: Cut = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One layer of the walk down the categories; layer 0 are the entities.

    `selected` and `all_children` are names as they stand now (empty: gone). `notes`: English sentences, keys of tr().
    """

    layer: int
    shown: int
    selected: tuple[str, ...] = ()
    all_children: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """All that the inspector shows. `reasoning` and `notes` are English sentences, keys of tr().

    `reranker` is `device`, `cross` or `model`, whichever ordered the finds in the end.
    `characters`: of memory that went to the chat model, 0 where memory answered by itself.
    """

    answer: EpisodeId
    intent: Intent
    confidence: float
    reasoning: str
    routes: tuple[Route, ...]
    nothing: bool
    found: tuple[FoundRow, ...] = ()
    categories: tuple[tuple[CategoryId, str], ...] = ()
    walk: tuple[Step, ...] = ()
    reranker: RerankerKind = "device"
    characters: int = 0
    uses: tuple[ModelUse, ...] = ()
    notes: tuple[str, ...] = ()


def inspect(desk: ReadDesk, answer: EpisodeId) -> Inspection | None:
    """How the answer was found; None where nothing was kept (older answers, statements without an answer)."""
    return None
