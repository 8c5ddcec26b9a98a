"""The name arm and one hop: entities that a question names, what is related to them, and the episodes that say so.

A relation that the question's own words point to ("wife", "上司") counts fully; of the others an entity has too many
for each to count much, so their share falls with their number. All reads are batched, however much is found.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import sqrt

from app.domain.entity import ME, Entity, Span
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.question import Reason
from app.domain.scope import Scope
from app.domain.text import name_key, tokens
from app.memory.learn.reading.relations import relations
from app.memory.recall.asking import asking
from app.memory.recall.classify import Asked
from app.storage.entities import NameMatch
from app.storage.view import View

_MOST_NAMED = 12
_MOST_REACHED = 8
_MOST_ASKED = 30
_LATEST = 24
_LATEST_FAR = 4
"""Facts read of an entity: those the question points to, the latest where it starts, the latest one hop away."""
_HUB = 200
"""Mentions from which an entity is no stepping stone."""
_EACH = 12
"""Episodes read of one entity, the newest."""
_MOST_WORDS = 12
"""Words of a question that may be a first name."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_POSSESSIVE = re.compile(r"^(?:['’]s?\b|さん|くん|ちゃん)")
_UNCUED = 0.7
_SECOND_HOP = 0.9
_MENTION = 0.5
_NEAR_MENTION = 0.25


@dataclass(frozen=True, slots=True)
class Link:
    """Why the graph led to an episode or fact, and how strongly, 0..1. `sure`: it is what the question asks for."""

    strength: float
    reason: Reason
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """What the question names. `other_names`: the names and aliases that it does not use itself, by entity."""

    matches: tuple[NameMatch, ...] = ()
    other_names: Mapping[EntityId, tuple[str, ...]] = field(default_factory=dict)

    @property
    def entities(self) -> dict[EntityId, Entity]:
        return {match.entity.id: match.entity for match in self.matches}

    def terms(self) -> tuple[str, ...]:
        """Tokens of the other names, for the words arm."""
        names = [name for row in self.other_names.values() for name in row]
        return tuple(dict.fromkeys(token for name in names for token in tokens(name)))


@dataclass(frozen=True, slots=True)
class Related:
    """What the graph led to. `sources`: the episodes that state or end those facts."""

    facts: Mapping[FactId, tuple[Fact, Link]] = field(default_factory=dict)
    reached: Mapping[EntityId, float] = field(default_factory=dict)
    episodes: Mapping[EpisodeId, Link] = field(default_factory=dict)
    sources: frozenset[EpisodeId] = frozenset()


def names_in(view: View, text: str, scope: Scope) -> Named:
    """Entities whose name or alias stands in the question, and by what else they go."""
    whole = [match for match in view.entities.names_in(text, scope) if match.entity.name != ME]
    matches = [*whole, *_by_first_name(view, text, whole, scope)][:_MOST_NAMED]
    aliases = view.entities.aliases({match.entity.id for match in matches}, scope)
    others: dict[EntityId, tuple[str, ...]] = {}
    for match in matches:
        known = [match.entity.name, *(alias.text for alias in aliases.get(match.entity.id, ()))]
        said = name_key(match.text)
        others[match.entity.id] = tuple(name for name in known if name_key(name) != said)
    return Named(tuple(matches), others)


def _by_first_name(view: View, text: str, known: Sequence[NameMatch], scope: Scope) -> Iterator[NameMatch]:
    """People meant by the first word of their name, where only one of that first name is known: "Priya" alone."""
    taken = [match.span for match in known if match.span is not None]
    for word in islice(_WORD.finditer(text), _MOST_WORDS):
        if any(span.start < word.end() and word.start() < span.end for span in taken):
            continue
        if (person := view.entities.of_first_name(word[0], scope)) is not None:
            yield replace(person, how="alias", text=word[0], span=Span(word.start(), word.end()))


def respelled(text: str, named: Named) -> str:
    """The question with each alias replaced by the entity's own name; the same text when it uses none.

    Words that were written under the name then match a question that asks under the alias.
    """
    changed = text
    for match in sorted(named.matches, key=lambda one: -(one.span.start if one.span else 0)):
        if match.how == "alias" and match.span is not None:
            changed = f"{changed[: match.span.start]}{match.entity.name}{changed[match.span.end :]}"
    return changed


def nameless(text: str, named: Named) -> str:
    """The question without the people it names: what it wants to know of them is what leads through the categories."""
    changed = text
    for match in sorted(named.matches, key=lambda one: -(one.span.start if one.span else 0)):
        if match.span is not None and match.entity.kind == "person":
            rest = changed[match.span.end :]
            changed = f"{changed[: match.span.start]} {_POSSESSIVE.sub('', rest)}"
    return " ".join(changed.split())


def relate(view: View, asked: Asked, named: Named, scope: Scope) -> Related:
    """One hop from what is named, one more from what that leads to, and the episodes of both.

    A question about oneself starts from the user too, by the relations that its words point to; but half of all facts
    are the user's, so that such a lead is sure only where it can hardly mean another (`_surely_mine`).
    """
    starts = {id: _Start(1.0, asked.predicates) for id in named.entities}
    near = _facts_of(view, starts, asked.predicates, scope, _LATEST)
    first = _graded(near, starts, asked.predicates)
    me = view.entities.me(scope)
    if me is not None and (asked.about_me or (asked.unsaid and not named.entities)):
        mine = view.facts.under([me.id], asked.predicates, scope, most=_MOST_ASKED)
        first = {**_graded(mine, {me.id: _Start(1.0, _surely_mine(asked))}, asked.predicates), **first}
    reached = _reached(first, {*starts, *([me.id] if me else [])}, asked.predicates)
    reached = _without_hubs(view, reached, scope)
    far = _facts_of(view, reached, asked.predicates, scope, _LATEST_FAR)
    further = [fact for fact in far if fact.id not in first]
    facts = {**_graded(further, reached, asked.predicates), **first}
    shares = {id: start.strength for id, start in reached.items()}
    anchored = _anchored(view, facts, scope)
    return Related(facts, shares, _episodes(view, anchored, starts, shares, scope), frozenset(anchored))


def _facts_of(view: View, ids: Iterable[EntityId], predicates: frozenset[str], scope: Scope, latest: int) -> list[Fact]:
    """The latest facts of each, and the latest of those that the question points to."""
    ids = list(ids)
    asked_for = view.facts.under(ids, predicates, scope, most=_MOST_ASKED)
    found = [*view.facts.of_entities(ids, scope, limit_each=latest), *asked_for]
    return sorted({fact.id: fact for fact in found}.values(), key=lambda fact: fact.id)


def _without_hubs(view: View, reached: Mapping[EntityId, "_Start"], scope: Scope) -> dict[EntityId, "_Start"]:
    """What half the memory is about leads everywhere, which is nowhere: no second hop starts from it."""
    known = view.entities.get(reached, scope)
    return {id: start for id, start in reached.items() if id in known and known[id].mention_count <= _HUB}


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a hop starts from. `sure`: predicates which, from here, are what the question asks for."""

    strength: float
    sure: frozenset[str]


def _surely_mine(asked: Asked) -> frozenset[str]:
    """Whoever is spoken of as one's own ("my sister's flat"), else what one has but one of ("where do I work").

    Of how things were only what has ended tells, which is little: all that the question points to is sure then.
    """
    if asked.tense == "past":
        return asked.predicates
    own = asked.predicates & asking().personal
    return own or frozenset(name for name in asked.predicates if relations().of(name).functional)


def _graded(
    facts: Sequence[Fact], ends: Mapping[EntityId, _Start], cued: frozenset[str]
) -> dict[FactId, tuple[Fact, Link]]:
    """Facts with the strength that the end they were reached from gives them."""
    sizes: Counter[tuple[EntityId, bool]] = Counter()
    for fact in facts:
        sizes.update((end, _cued(fact, cued)) for end in _ends(fact) if end in ends)
    graded: dict[FactId, tuple[Fact, Link]] = {}
    for fact in facts:
        pointed, from_ends = _cued(fact, cued), [end for end in _ends(fact) if end in ends]
        share = max((ends[end].strength / sqrt(sizes[end, pointed]) for end in from_ends), default=0.0)
        strength = share * (1.0 if pointed else _UNCUED)
        sure = any(_cued(fact, ends[end].sure) for end in from_ends)
        graded[fact.id] = (fact, Link(strength, Reason("relation", fact.predicate, strength), sure))
    return graded


def _cued(fact: Fact, cued: frozenset[str]) -> bool:
    return fact.predicate in cued or ("favorite_*" in cued and fact.predicate.startswith("favorite_"))


def _ends(fact: Fact) -> list[EntityId]:
    return [EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int)]


def _reached(
    facts: Mapping[FactId, tuple[Fact, Link]], without: Iterable[EntityId], cued: frozenset[str]
) -> dict[EntityId, _Start]:
    """The far ends of the strongest facts."""
    known, found = set(without), dict[EntityId, _Start]()
    for fact, link in sorted(facts.values(), key=lambda one: (-one[1].strength, one[0].id)):
        for end in _ends(fact):
            if end not in known and len(found) < _MOST_REACHED:
                found.setdefault(end, _Start(_SECOND_HOP * link.strength, cued if _cued(fact, cued) else frozenset()))
    return found


def _anchored(view: View, facts: Mapping[FactId, tuple[Fact, Link]], scope: Scope) -> dict[EpisodeId, Link]:
    """The episodes whose words the facts rest on."""
    found = dict[EpisodeId, Link]()
    for fact_id, anchors in view.facts.anchors(facts, scope).items():
        for anchor in anchors:
            _keep_stronger(found, anchor.episode, facts[fact_id][1])
    return found


def _episodes(
    view: View,
    anchored: Mapping[EpisodeId, Link],
    starts: Iterable[EntityId],
    reached: Mapping[EntityId, float],
    scope: Scope,
) -> dict[EpisodeId, Link]:
    found, starts = dict(anchored), set(starts)
    mentioning = view.episodes.of_entities([*starts, *reached], scope, _EACH)
    for entity, episodes in mentioning.items():
        share = _MENTION if entity in starts else _NEAR_MENTION * reached[entity]
        link = Link(share / sqrt(len(episodes)), Reason("name" if entity in starts else "relation", score=share))
        for episode in episodes:
            _keep_stronger(found, episode, link)
    return found


def _keep_stronger(found: dict[EpisodeId, Link], episode: EpisodeId, link: Link) -> None:
    if episode not in found or found[episode].strength < link.strength:
        found[episode] = link
