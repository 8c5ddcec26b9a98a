"""Filters in words: what is switched off, one chip for each, and the filters without it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from app.domain.entity import ENTITY_KINDS, DeclaredBy
from app.domain.graph import EdgeSource, EdgeState
from app.domain.ids import CategoryId
from app.domain.lens import Filters
from app.services import vocabulary
from ui.saying import kind_word
from ui.when import date_text
from ui.words import spoken, tr

NONE = Filters()
STATES: tuple[EdgeState, ...] = ("current", "ended", "suggested", "retracted")
SOURCES: tuple[EdgeSource, ...] = ("chat", "note", "agent", "hand")
DECLARERS: tuple[DeclaredBy, ...] = ("extractor", "model", "agent", "user")
_NAMED = 2
"""Values of one field that a chip names; of more it says how many."""


@dataclass(frozen=True, slots=True)
class Chip:
    """`without`: the filters once this is taken out."""

    words: str
    without: Filters


def chips(filters: Filters, names: Mapping[CategoryId, str]) -> list[Chip]:
    """What differs from a fresh picture, in the order of the panel that sets it."""
    return list(_chips(filters, names))


def _chips(filters: Filters, names: Mapping[CategoryId, str]) -> Iterator[Chip]:
    if filters.kinds:
        words = [kind_word(kind) for kind in ENTITY_KINDS if kind in filters.kinds]
        yield Chip(_without(words), replace(filters, kinds=NONE.kinds))
    if gone := filters.states - NONE.states:
        kept = replace(filters, states=filters.states & NONE.states)
        yield Chip(_without([_facts_word(state) for state in STATES if state in gone]), kept)
    if NONE.states - filters.states:
        yield Chip(tr("with what was taken back"), replace(filters, states=filters.states | NONE.states))
    if filters.predicates:
        words = [vocabulary.label(predicate, spoken()) for predicate in sorted(filters.predicates)]
        yield Chip(_without(words), replace(filters, predicates=NONE.predicates))
    if filters.sources:
        words = [source_word(source) for source in SOURCES if source in filters.sources]
        yield Chip(_without(words), replace(filters, sources=NONE.sources))
    if filters.declared_by:
        words = [declarer_word(who) for who in DECLARERS if who in filters.declared_by]
        yield Chip(_without(words), replace(filters, declared_by=NONE.declared_by))
    if filters.categories:
        words = [names.get(category, "") or tr("a category") for category in sorted(filters.categories)]
        yield Chip(tr("only {what}", what=_some(words)), replace(filters, categories=NONE.categories))
    yield from _measured(filters)


def _measured(filters: Filters) -> Iterator[Chip]:
    if filters.least_confidence > 0:
        share = round(filters.least_confidence * 100)
        yield Chip(tr("at least {share} % sure", share=share), replace(filters, least_confidence=0.0))
    if filters.since or filters.until:
        yield Chip(span_words(filters.since, filters.until), replace(filters, since=None, until=None))


def span_words(since: date | None, until: date | None) -> str:
    """`held 1 March – 7 March`; one side may be open."""
    if since and until:
        return tr("held between {since} and {until}", since=date_text(since), until=date_text(until))
    if since:
        return tr("held on or after {since}", since=date_text(since))
    return tr("held on or before {until}", until=date_text(until)) if until else ""


def _without(words: Collection[str]) -> str:
    return tr("without {what}", what=_some(words))


def _some(words: Collection[str]) -> str:
    named = list(words)[:_NAMED]
    more = len(words) - len(named)
    said = tr("{one}, {other}", one=named[0], other=named[1]) if len(named) > 1 else "".join(named)
    return tr("{names} and {count} more", names=said, count=more) if more > 0 else said


def state_word(state: EdgeState) -> str:
    """What a state of facts is called."""
    return {
        "current": tr("holds now"),
        "ended": tr("ended"),
        "retracted": tr("taken back"),
        "suggested": tr("suggested"),
    }[state]


def _facts_word(state: EdgeState) -> str:
    """Facts of a state, after "without"."""
    return {
        "current": tr("what holds now"),
        "ended": tr("what has ended"),
        "retracted": tr("what was taken back"),
        "suggested": tr("suggestions"),
    }[state]


def source_word(source: EdgeSource) -> str:
    """Where facts come from."""
    return {"chat": tr("chats"), "note": tr("notes"), "agent": tr("other programs"), "hand": tr("my own hand")}[source]


def declarer_word(who: DeclaredBy) -> str:
    """On whose word facts stand."""
    return {
        "extractor": tr("read on this device"),
        "model": tr("read by the model"),
        "agent": tr("declared by an agent"),
        "user": tr("added by me"),
    }[who]
