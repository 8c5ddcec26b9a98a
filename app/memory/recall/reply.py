"""The answer that memory gives by itself, with no model: facts and quotations that answer, dated and numbered.

Nothing is made up here: a sentence is a stored fact put in words, or the user's own words in quotation marks. What has
ended is said as ended, what was taken back is not said, and where nothing answers the reply says so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.citation import Citation
from app.domain.draft import Language
from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.fact import Anchor, Fact
from app.domain.ids import CitationId, EpisodeId, FactId
from app.domain.question import FactHit, Hit, Recollection
from app.domain.secret import mask
from app.domain.text import fold, tokens
from app.memory.recall import overview
from app.memory.recall.asking import language_of
from app.memory.recall.changes import changed
from app.memory.recall.classify import Asked, classify
from app.memory.recall.dates import interval
from app.memory.recall.evidence import ASKED, holds
from app.memory.recall.ranker import shipped
from app.memory.recall.relating import names_in
from app.memory.recall.snippets import snippet
from app.memory.recall.whom import Whom, ends, only_wishes, speaks_of_others
from app.memory.recall.wording import as_of, fact_sentence, quoted, source_label
from app.storage.view import View
from app.storage.wording import stem

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
_KANA = re.compile("[\u3040-\u309f]")
"""Pairs of letters with kana in them are seldom words."""
_LONGEST = 4000


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
    asked = classify(recollection.question)
    made = _Reply(recollection, asked, view, tongue)
    lines = made.lines()
    return Reply("\n".join(lines), tuple(made.numbers.citations())) if lines else Reply(NOTHING[tongue])


class _Reply:
    """One answer in the making: what the question means, and the numbers given so far."""

    def __init__(self, recollection: Recollection, asked: Asked, view: View, language: Language) -> None:
        self._found = recollection
        self._asked = asked
        self._view = view
        self._language = language
        self._scope = recollection.question.scope
        self._named = names_in(view, recollection.question.text, self._scope)
        self._whom = Whom.of(view, asked, self._named, self._scope)
        self.numbers = _Numbers()

    def lines(self) -> list[str]:
        """Facts, then the words that say more than those."""
        asked = self._asked
        stated = self._facts()
        lines = list(dict.fromkeys(self._statements(stated)))
        quotes = _answering(self._found, asked, self._view)
        if lines and asked.tense != "past" and asked.period is None:
            quotes = _less_what_is_over(quotes, self._found, asked, self._view)
        if asked.changes:
            quotes = [] if lines else sorted(quotes, key=lambda hit: hit.episode.said_at)
        facts = tuple(lines)
        for place, hit in enumerate(self._to_the_point(quotes, stated)):
            cited = self.numbers.has(hit.episode.id)
            if not cited or (place == 0 and _adds(hit.episode, facts, asked)):
                lines.append(_quotation(hit.episode, asked, self._language, self.numbers))
        return lines

    def _statements(self, stated: Sequence[Fact]) -> Iterator[str]:
        """The facts that answer as sentences, each with the number of the words that state it."""
        anchors = self._view.facts.anchors([fact.id for fact in stated], self._scope)
        names = self._view.entities.get({end for fact in stated for end in ends(fact)}, self._scope)
        for fact in stated:
            source = _source(fact, anchors.get(fact.id, ()))
            if source is not None:
                sentence = fact_sentence(fact, names, self._language, self._asked.today)
                if self._asked.changes and not interval(fact, self._language):
                    sentence = as_of(sentence, fact.said_at.date(), self._language)
                yield f"{sentence} [{self.numbers.of(source.episode, source.span, fact.id)}]"

    def _facts(self) -> list[Fact]:
        """Facts that the question's words point to, of whom it names, or of the user where it names nobody.

        Where it is asked what changed, or how something was, all of that in order of time; else what holds, or if
        nothing does, what did. Of what there is to know of somebody, the weightiest.
        """
        hits, asked = self._found.facts, self._asked
        wanted = [hit.fact for hit in hits if _asked_for(hit)]
        if asked.changes:
            return changed(wanted, asked)[-MOST_CHANGES:]
        told = overview.told(self._view, asked, self._named, self._found.walk, self._scope)
        if told:
            kept = {hit.fact.id for hit in hits}
            return [fact for fact in told if fact.id in kept]
        wanted = self._whom.own(wanted)
        if not wanted and asked.about_me:
            wanted = self._whom.own([hit.fact for hit in hits if hit.fact.predicate in asked.predicates])
        found = wanted[:MOST_FACTS]
        if asked.intent == "temporal" and asked.tense != "present" and asked.period is None:
            return sorted(found, key=lambda fact: (fact.since(), fact.id))
        between = [fact for fact in wanted if self._whom.joins(fact)][:MOST_FACTS]
        if between:
            return [*between, *self._beside(between, found)]
        return [fact for fact in found if holds(fact, asked)] or found

    def _beside(self, between: Sequence[Fact], found: Sequence[Fact]) -> list[Fact]:
        """What holds besides what is between two that the question names; of the same kind where that is over."""
        settled = {fact.predicate for fact in between if holds(fact, self._asked)}
        rest = [fact for fact in found if fact not in between and holds(fact, self._asked)]
        return [fact for fact in rest if fact.predicate not in settled]

    def _to_the_point(self, hits: Sequence[Hit], stated: Sequence[Fact]) -> list[Hit]:
        """Less the words about others, those of a wish, and, beside an overview of many, all."""
        meant = overview.topic(self._asked, self._named)
        if stated and meant is not None and not meant.named:
            return []
        led = frozenset(end for fact in stated for end in ends(fact))
        whom = Whom(self._whom.ids | led, self._whom.names) if self._whom.ids else self._whom
        anchored = self._view.facts.anchored_in([hit.episode.id for hit in hits], self._scope)
        return [
            hit
            for hit in hits
            if not speaks_of_others(hit.episode.text, anchored.get(hit.episode.id, ()), self._asked, whom)
            and not only_wishes(hit.episode.text, self._asked)
        ]


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


def _asked_for(hit: FactHit) -> bool:
    return any(reason.arm == ASKED for reason in hit.why)


def _adds(episode: Episode, facts: Sequence[str], asked: Asked) -> bool:
    """Whether its words say more of what is asked than the facts read from them do."""
    if not facts:
        return True
    told = _stems(" ".join(facts))
    wanted = {stem(term) for term in asked.terms if not _KANA.search(term)}
    return bool((wanted & _stems(episode.text[:_LONGEST])) - told)


def _stems(text: str) -> set[str]:
    return {stem(token.removesuffix("'s")) for token in tokens(fold(text))}


def _all_taken_back(rows: Sequence[tuple[Fact, Anchor]]) -> bool:
    """Whether everything that an episode taught was taken back by a person."""
    return bool(rows) and all(fact.expired_at is not None for fact, _ in rows)


def _quotation(episode: Episode, asked: Asked, language: Language, numbers: _Numbers) -> str:
    shown = snippet(mask(episode.text), asked.terms, QUOTE)
    number = numbers.of(episode.id, shown.span)
    colon = "：" if language == "ja" else ": "
    return f"{source_label(episode, language)}{colon}{quoted(shown.text.strip(), language)} [{number}]"
