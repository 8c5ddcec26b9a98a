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
from app.domain.question import FactHit, Hit, Recollection
from app.domain.secret import mask
from app.memory.recall.asking import language_of
from app.memory.recall.changes import changed
from app.memory.recall.classify import Asked, classify
from app.memory.recall.dates import interval
from app.memory.recall.evidence import ASKED, holds
from app.memory.recall.ranker import shipped
from app.memory.recall.snippets import snippet
from app.memory.recall.wording import as_of, fact_sentence, quoted, source_label
from app.storage.view import View

MOST_FACTS = 6
MOST_CHANGES = 12
MOST_QUOTES = 3
MOST_QUOTES_OF_MANY = 6
"""Where the answer is spread over several turns."""
_NEAR = 2.0
"""Log odds below the best find within which another is quoted beside it."""
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
    if recollection.nothing:
        return Reply(NOTHING[tongue])
    asked, numbers = classify(recollection.question), _Numbers()
    lines = list(dict.fromkeys(_statements(recollection, asked, view, tongue, numbers)))
    quotes = _answering(recollection, asked, view)
    if lines and asked.tense != "past" and asked.period is None:
        quotes = _less_what_is_over(quotes, recollection, asked, view)
    if asked.changes:
        quotes = [] if lines else sorted(quotes, key=lambda hit: hit.episode.said_at)
    for place, hit in enumerate(quotes):
        if place == 0 or not numbers.has(hit.episode.id):
            lines.append(_quotation(hit.episode, asked, tongue, numbers))
    return Reply("\n".join(lines), tuple(numbers.citations())) if lines else Reply(NOTHING[tongue])


def _statements(
    recollection: Recollection, asked: Asked, view: View, language: Language, numbers: "_Numbers"
) -> Iterator[str]:
    """The facts that answer as sentences, each with the number of the words that state it."""
    stated, scope = _facts(recollection, asked), recollection.question.scope
    anchors = view.facts.anchors([fact.id for fact in stated], scope)
    names = view.entities.get({end for fact in stated for end in _entity_ends(fact)}, scope)
    for fact in stated:
        source = _source(fact, anchors.get(fact.id, ()))
        if source is not None:
            sentence = fact_sentence(fact, names, language, asked.today)
            if asked.changes and not interval(fact, language):
                sentence = as_of(sentence, fact.said_at.date(), language)
            yield f"{sentence} [{numbers.of(source.episode, source.span, fact.id)}]"


def _source(fact: Fact, anchors: Sequence[Anchor]) -> Anchor | None:
    """The words that state it; of what has ended those that say so, where no others do ("moved from Malmö")."""
    stating = [anchor for anchor in anchors if not anchor.ends]
    return next(iter(stating or (anchors if fact.invalid_at else ())), None)


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

    def has(self, episode: EpisodeId) -> bool:
        return episode in self._known

    def citations(self) -> Iterator[Citation]:
        for number, (episode, span, fact) in enumerate(self._rows, start=1):
            yield Citation(CitationId(-number), _UNSTORED, number, episode, span, fact)


def _answering(recollection: Recollection, asked: Asked, view: View) -> list[Hit]:
    """The best finds that pass the gate and come near the best of all, less those that were taken back.

    For a question about now the best alone: beside it an older word on the same thing would only mislead.
    """
    threshold, hits = shipped().gate.threshold, recollection.episodes
    sure = [hit for hit in hits if hit.confidence >= threshold and hit.score >= hits[0].score - _NEAR]
    anchored = view.facts.anchored_in([hit.episode.id for hit in sure], recollection.question.scope)
    return [hit for hit in sure if not _all_taken_back(anchored.get(hit.episode.id, ()))][
        : 1 if asked.tense == "present" else MOST_QUOTES_OF_MANY if asked.intent == "complex" else MOST_QUOTES
    ]


def _less_what_is_over(hits: list[Hit], recollection: Recollection, asked: Asked, view: View) -> list[Hit]:
    """Beside the fact that holds now, the words of one that it ended would only mislead."""
    anchored = view.facts.anchored_in([hit.episode.id for hit in hits], recollection.question.scope)
    kept = []
    for hit in hits:
        facts = [fact for fact, _ in anchored.get(hit.episode.id, ()) if fact.predicate in asked.predicates]
        if not facts or any(holds(fact, asked) for fact in facts):
            kept.append(hit)
    return kept


def _facts(recollection: Recollection, asked: Asked) -> list[Fact]:
    """Facts that the question's words point to, of whom it names, or of the user where it names nobody.

    Where it is asked what changed, or how something was, all of that in order of time; else what holds, or if nothing
    does, what did.
    """
    if asked.changes:
        return changed([hit.fact for hit in recollection.facts if _asked_for(hit)], asked)[-MOST_CHANGES:]
    wanted = [hit for hit in recollection.facts if _asked_for(hit)]
    if not wanted and asked.about_me:
        wanted = [hit for hit in recollection.facts if hit.fact.predicate in asked.predicates]
    found = [hit.fact for hit in wanted][:MOST_FACTS]
    if asked.intent == "temporal" and asked.tense != "present" and asked.period is None:
        return sorted(found, key=lambda fact: (fact.since(), fact.id))
    return [fact for fact in found if holds(fact, asked)] or found


def _asked_for(hit: FactHit) -> bool:
    return any(reason.arm == ASKED for reason in hit.why)


def _entity_ends(fact: Fact) -> Iterator[EntityId]:
    return (EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int))


def _all_taken_back(rows: Sequence[tuple[Fact, Anchor]]) -> bool:
    """Whether everything that an episode taught was taken back by a person."""
    return bool(rows) and all(fact.expired_at is not None for fact, _ in rows)


def _quotation(episode: Episode, asked: Asked, language: Language, numbers: _Numbers) -> str:
    shown = snippet(mask(episode.text), asked.terms, QUOTE)
    number = numbers.of(episode.id, shown.span)
    colon = "：" if language == "ja" else ": "
    return f"{source_label(episode, language)}{colon}{quoted(shown.text.strip(), language)} [{number}]"
