"""The answer that memory gives by itself, with no model: facts and quotations that answer, dated and numbered.

Nothing is made up here: a sentence is a stored fact put in words, or the user's own words in quotation marks. What has
ended is said as ended, what was taken back is not said, and where nothing answers the reply says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.citation import Citation
from app.domain.draft import Language
from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.fact import Anchor, Fact
from app.domain.ids import CitationId, EntityId, EpisodeId, FactId
from app.domain.question import Hit, Recollection
from app.domain.secret import mask
from app.memory.recall.asking import language_of
from app.memory.recall.classify import Asked, classify
from app.memory.recall.evidence import holds
from app.memory.recall.ranker import shipped
from app.memory.recall.snippets import snippet
from app.memory.recall.wording import fact_sentence, quoted, source_label
from app.storage.view import View

MOST_FACTS = 6
MOST_QUOTES = 3
QUOTE = 240
"""Characters of a quotation."""

NOTHING = {
    "en": "Memory holds nothing on this.",
    "ja": "このことについての記憶はありません。",
}
_UNSTORED = EpisodeId(-1)


@dataclass(frozen=True, slots=True)
class Reply:
    """`text` has `[n]` after each sentence; `citations` say what each number stands for."""

    text: str
    citations: tuple[Citation, ...] = ()


def compose(recollection: Recollection, view: View, language: Language | None = None) -> Reply:
    """Answer from what was recalled, in the question's language unless told otherwise."""
    tongue = language or language_of(recollection.question.text)
    if recollection.nothing or not (recollection.episodes or recollection.facts):
        return Reply(NOTHING[tongue])
    asked = classify(recollection.question)
    scope = recollection.question.scope
    quotes = _answering(recollection)
    stated = _facts(recollection, asked, view, [hit.episode.id for hit in quotes])
    anchors = view.facts.anchors([fact.id for fact in stated], scope)
    names = view.entities.get({end for fact in stated for end in _entity_ends(fact)}, scope)
    numbers = _Numbers()
    lines = []
    for fact in stated:
        source = next((anchor for anchor in anchors.get(fact.id, ()) if not anchor.ends), None)
        if source is not None:
            sentence = fact_sentence(fact, names, tongue, asked.today)
            lines.append(f"{sentence} [{numbers.of(source.episode, source.span, fact.id)}]")
    retracted = _retracted(view, quotes, recollection)
    for hit in quotes:
        if hit.episode.id not in retracted:
            lines.append(_quotation(hit.episode, asked, tongue, numbers))
    if not lines:
        return Reply(NOTHING[tongue])
    return Reply("\n".join(lines), tuple(numbers.citations()))


class _Numbers:
    """Gives each source its number, the same one when it is cited again."""

    def __init__(self) -> None:
        self._known: dict[EpisodeId, int] = {}
        self._rows: list[tuple[EpisodeId, Span, FactId | None]] = []

    def of(self, episode: EpisodeId, span: Span, fact: FactId | None = None) -> int:
        if episode not in self._known:
            self._known[episode] = len(self._known) + 1
            self._rows.append((episode, span, fact))
        return self._known[episode]

    def citations(self) -> Iterator[Citation]:
        for number, (episode, span, fact) in enumerate(self._rows, start=1):
            yield Citation(CitationId(-number), _UNSTORED, number, episode, span, fact)


def _answering(recollection: Recollection) -> list[Hit]:
    """The best finds that pass the gate; where only relations do, the very best."""
    threshold = shipped().gate.threshold
    sure = [hit for hit in recollection.episodes if hit.confidence >= threshold]
    best = max((hit.confidence for hit in sure), default=0.0)
    near = [hit for hit in sure[:MOST_QUOTES] if hit.confidence >= best - 0.35]
    return near or list(recollection.episodes[:1])


def _facts(recollection: Recollection, asked: Asked, view: View, best: Sequence[EpisodeId]) -> list[Fact]:
    """Facts to state: those the question's words point to, and those of the episodes that answer.

    Where it is asked how something went over time, all of the slot in order; else what holds then, or if nothing does,
    what held last.
    """
    scope = recollection.question.scope
    in_best = {fact.id for rows in view.facts.anchored_in(best, scope).values() for fact, anchor in rows}
    pointed = [
        hit.fact
        for hit in recollection.facts
        if hit.fact.predicate in asked.predicates and any(reason.arm in ("relation", "hop") for reason in hit.why)
    ]
    others = [hit.fact for hit in recollection.facts if hit.fact.id in in_best]
    found = list({fact.id: fact for fact in [*pointed, *others]}.values())
    current = [fact for fact in found if holds(fact, asked)]
    chosen = found if asked.intent == "temporal" and asked.tense != "present" else current or found
    return (
        sorted(chosen[:MOST_FACTS], key=lambda fact: (fact.since(), fact.id))
        if asked.intent == "temporal"
        else chosen[:MOST_FACTS]
    )


def _entity_ends(fact: Fact) -> Iterator[EntityId]:
    return (EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int))


def _retracted(view: View, quotes: Sequence[Hit], recollection: Recollection) -> set[EpisodeId]:
    """Episodes of which everything they taught was taken back."""
    anchored = view.facts.anchored_in([hit.episode.id for hit in quotes], recollection.question.scope)
    return {id for id, rows in anchored.items() if _all_taken_back(rows)}


def _all_taken_back(rows: Sequence[tuple[Fact, Anchor]]) -> bool:
    return bool(rows) and all(fact.expired_at is not None for fact, _ in rows)


def _quotation(episode: Episode, asked: Asked, language: Language, numbers: _Numbers) -> str:
    shown = snippet(mask(episode.text), asked.terms, QUOTE)
    number = numbers.of(episode.id, shown.span)
    colon = "：" if language == "ja" else ": "
    return f"{source_label(episode, language)}{colon}{quoted(shown.text.strip(), language)} [{number}]"
