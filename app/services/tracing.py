"""How an answer was found, for the inspector under it: numbers kept with it, shown with what they stand for now.

What has been forgotten since has no words here: its row says only that it is gone.
"""

from dataclasses import dataclass

from app.domain.ids import CategoryId, EntityId, EpisodeId, FactId, Ref
from app.domain.question import Candidate, Cut, Intent, Layer, RerankerKind, Route, Sort
from app.domain.secret import mask
from app.domain.usage import ModelUse
from app.memory.recall import reranking, system2, tracing
from app.memory.recall.classify import REASONS
from app.memory.recall.recaller import NO_CATEGORIES, NO_KIND, NO_MODEL
from app.memory.recall.tracing import Traced
from app.services.recalling import UNUSABLE
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


SENTENCES = (
    *REASONS.values(),
    *(NO_MODEL, NO_KIND, NO_CATEGORIES, UNUSABLE),
    *(reranking.FAILED, system2.FAILED, system2.BY_NAME, system2.UNKNOWN),
)
"""All sentences that an inspection may hold."""
_LONGEST = 160


def inspect(desk: ReadDesk, answer: EpisodeId) -> Inspection | None:
    """How the answer was found; None where nothing was kept (older answers, stopped ones)."""
    kept = desk.view.uses.traces([answer], desk.scope).get(answer, ())
    traced = tracing.read(kept[-1].payload) if kept else None
    if traced is None:
        return None
    names = _Names(desk, answer, traced)
    return Inspection(
        answer,
        traced.intent,
        traced.confidence,
        REASONS[traced.reason],
        traced.routes,
        traced.nothing,
        tuple(names.row(one) for one in traced.candidates),
        tuple((CategoryId(id), names.of("category", id)) for at in traced.walk if at.layer for id in at.selected),
        tuple(names.step(layer) for layer in traced.walk),
        traced.reranker,
        traced.characters,
        tuple(desk.view.uses.of_episodes([answer], desk.scope).get(answer, ())),
        traced.notes,
    )


class _Names:
    """What the numbers of a trace stand for now, in batched reads; nothing for what is gone or may not be read."""

    def __init__(self, desk: ReadDesk, answer: EpisodeId, traced: Traced) -> None:
        ids: dict[Sort, set[int]] = {"episode": set(), "fact": set(), "entity": set(), "category": set()}
        for one in traced.candidates:
            ids[one.sort].add(one.id)
        for layer in traced.walk:
            ids["category" if layer.layer else "entity"].update(layer.selected)
        view, scope = desk.view, desk.scope
        episodes = view.episodes.get([EpisodeId(id) for id in ids["episode"]], scope)
        facts = view.facts.get([FactId(id) for id in ids["fact"]], scope)
        entities = view.entities.get([EntityId(id) for id in ids["entity"]], scope)
        categories = view.categories.get([CategoryId(id) for id in ids["category"]], scope)
        self._texts: dict[tuple[Sort, int], str] = {
            **{("episode", id): _line(one.text) for id, one in episodes.items()},
            **{("fact", id): _line(one.fact) for id, one in facts.items()},
            **{("entity", id): one.name for id, one in entities.items()},
            **{("category", id): one.name for id, one in categories.items()},
        }
        cited = view.episodes.citations([answer], scope).get(answer, ())
        self._numbers: dict[tuple[Sort, int], int] = {
            **{("fact", one.fact): one.number for one in cited if one.fact is not None},
            **{("episode", one.episode): one.number for one in cited},
        }

    def of(self, sort: Sort, id: int) -> str:
        return self._texts.get((sort, id), "")

    def row(self, one: Candidate) -> FoundRow:
        """A find with its words as they stand now."""
        ref = str(Ref("ep", one.id)) if one.sort == "episode" else ""
        number, text = self._numbers.get((one.sort, one.id), 0), self.of(one.sort, one.id)
        return FoundRow(one.sort, one.id, text, ref, one.score, one.routes, one.arms, one.cut, number)

    def step(self, layer: Layer) -> Step:
        """A layer with the names of what was chosen."""
        sort: Sort = "category" if layer.layer else "entity"
        selected = tuple(self.of(sort, id) for id in layer.selected)
        return Step(
            layer.layer, layer.shown, selected, tuple(self.of(sort, id) for id in layer.all_children), layer.notes
        )


def _line(text: str) -> str:
    """On one line, secrets covered, cut where it is long."""
    line = " ".join(mask(text).split())
    return line if len(line) <= _LONGEST else line[:_LONGEST].rstrip() + "…"
