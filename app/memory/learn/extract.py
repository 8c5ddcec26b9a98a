"""The first step of learning: one turn in, a `Draft` out. The on-device extractor needs no model and no key.

A turn may change its language from one sentence to the next, or inside one. Each sentence goes to the reader of its
language; one that mixes both goes to both, and what they say is merged.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from app.domain.draft import Draft, DraftCorrection, DraftDrop, DraftEnd, DraftEntity, DraftFact, Language, Turn
from app.domain.entity import Span
from app.domain.text import has_cjk, name_key
from app.inference.protocols import NameSpan
from app.memory.learn.plain import plain
from app.memory.learn.reading import english, japanese
from app.memory.learn.reading.markup import Passage, Sentence, parse

Reader = Callable[[Passage, Turn, Sequence[Turn], Sequence[NameSpan]], Draft]
Item = TypeVar("Item", DraftFact, DraftEnd, DraftCorrection, DraftDrop)


class Extractor(Protocol):
    """Reads one turn. `context`: the turns before it, for pronouns only. `names`: the tagger's, may be empty."""

    def extract(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft: ...


_READERS: tuple[tuple[Language, Reader], ...] = (("en", english.read), ("ja", japanese.read))


class OnDeviceExtractor:
    """Rules over clauses, English and Japanese, with the tagger's names as one vote among others."""

    def extract(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
        """Read a turn. The assistant's words are never a source. Linear in the length of the turn."""
        if turn.role == "assistant" or not turn.text.strip():
            return Draft()
        words = plain(turn.text)
        before = [replace(one, text=plain(one.text).text) for one in context]
        return words.as_typed(_read(replace(turn, text=words.text), before, words.names(names)))


def _read(turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
    passage = parse(turn.text)
    drafts = []
    for language, read in _READERS:
        mine = sentences_of(passage, language)
        if mine:
            drafts.append(read(passage.narrowed(mine), turn, context, names))
    return merge(drafts, passage)


_ENGLISH = re.compile(
    r"(?<![A-Za-z])(?:I|I['’](?:m|ve|d|ll)|my|me|we|our|he|she|they|his|her|their|it|the|is|are|was|were|am|has|have|in|"
    r"at|to|from|for|with|and|of|on)(?![A-Za-z])",
    re.I,
)
_LATIN = re.compile(r"[A-Za-z]{2}")


def languages(sentence: str) -> tuple[Language, ...]:
    """Which readers a sentence is for. English names in a Japanese sentence do not make it English."""
    if not has_cjk(sentence):
        return ("en",)
    if _LATIN.search(sentence) is None or _ENGLISH.search(sentence) is None:
        return ("ja",)
    return ("en", "ja")


def merge(drafts: Sequence[Draft], passage: Passage) -> Draft:
    """One draft of several: a name read twice is one entity, a fact read twice is one fact, secrets leave no trace."""
    secrets = [passage.source[span.start : span.end] for span in passage.secrets]
    facts = [fact for draft in drafts for fact in draft.facts if _clean(secrets, fact.subject, fact.object, fact.fact)]
    ends = [end for draft in drafts for end in draft.ends if _clean(secrets, end.subject, end.object, end.fact)]
    entities = [one for draft in drafts for one in draft.entities if _clean(secrets, one.name, one.tag, *one.aliases)]
    entities = _less_of_secrets(entities, [*facts, *ends], passage)
    drops = [drop for draft in drafts for drop in draft.drops if _clean(secrets, drop.what)]
    if passage.secrets:
        drops.append(DraftDrop("", "secret"))
    if passage.cut:
        drops.append(DraftDrop("", "too_long"))
    return Draft(
        entities=_entities(entities),
        facts=_once(facts, lambda one: (name_key(one.subject), one.predicate, name_key(one.object), one.valid_at)),
        ends=_once(ends, lambda one: (name_key(one.subject), one.predicate, name_key(one.object))),
        corrections=_once(
            [one for draft in drafts for one in draft.corrections], lambda one: (name_key(one.wrong), one.right)
        ),
        drops=_once(drops, lambda one: (one.what, one.reason)),
        secrets=passage.secrets,
    )


def _less_of_secrets(
    entities: Sequence[DraftEntity], told: Sequence[DraftFact | DraftEnd], passage: Passage
) -> list[DraftEntity]:
    """Entities less those only named where a secret is told: what a password is for is nothing to learn.

    What a fact or an end is about stays, wherever it stands.
    """
    telling = [one.span for one in passage.sentences if any(_meet(one.span, secret) for secret in passage.secrets)]
    used = {name for one in told for name in (one.subject, one.object)}
    return [
        one
        for one in entities
        if one.name in used or not one.spans or not all(any(_meet(at, span) for span in telling) for at in one.spans)
    ]


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _clean(secrets: Sequence[str], *texts: str) -> bool:
    return not any(secret in text for secret in secrets for text in texts)


def _once(items: Sequence[Item], key: Callable[[Item], object]) -> tuple[Item, ...]:
    kept: dict[object, Item] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return tuple(kept.values())


def _entities(entities: Sequence[DraftEntity]) -> tuple[DraftEntity, ...]:
    kept: dict[tuple[str, str], DraftEntity] = {}
    for one in entities:
        key = (name_key(one.name), one.kind)
        kept[key] = _united(kept[key], one) if key in kept else one
    return tuple(kept.values())


def _united(first: DraftEntity, second: DraftEntity) -> DraftEntity:
    spans = sorted({*first.spans, *second.spans}, key=lambda span: span.start)
    aliases = tuple(dict.fromkeys((*first.aliases, *second.aliases)))
    sure = max(first.confidence, second.confidence)
    return DraftEntity(first.name, first.kind, tuple(spans), aliases, first.tag or second.tag, sure)


def sentences_of(passage: Passage, language: Language) -> tuple[Sentence, ...]:
    """The sentences of a passage that the reader of `language` gets."""
    return tuple(one for one in passage.sentences if language in languages(passage.words(one.span)))
