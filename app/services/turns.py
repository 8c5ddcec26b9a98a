"""How a stored episode shows: its words, what was learned from them, and what an answer cites."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain.citation import Citation
from app.domain.entity import ME, Alias, DeclaredBy, Entity, Mention, Span
from app.domain.episode import Episode, LearnState
from app.domain.fact import Anchor, Fact, Object, Value
from app.domain.ids import EntityId, EpisodeId, Ref
from app.domain.secret import mask
from app.domain.suggestion import Drop
from app.domain.text import fold
from app.domain.usage import ModelUse, Usage
from app.services import authorship
from app.services.authorship import Row
from app.services.covering import covered_fact
from app.services.settings import Settings
from app.services.workspace import ReadDesk

ASKED = 100
"""Open questions that turns know of: as many as the page of questions has."""
QUOTE = 240
"""Characters of the words behind a citation."""
_DECLARERS = ("user", "agent")
RECORD = 48
"""Characters of a record that a relation leads to."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing that a turn taught. `ends`: the words end the fact instead of stating it."""

    fact: Fact
    span: Span
    ends: bool = False
    follows: bool = False
    """It ended because something else was stated here, and holds again once that is taken back."""
    agent: str = ""
    """The agent that declared it, by name."""
    subject: str = ""
    object: str = ""
    """What stands at its ends, where no sentence of a text says it by the names of today: a name, a value, or the
    first words of a record."""


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or something that a person or an agent said is named in a turn; `aliases`: names given with it."""

    entity: Entity
    aliases: tuple[str, ...] = ()
    declared_by: DeclaredBy = "user"
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """What models were asked because of one turn. `cents` is None where that costs nothing, or no price is set."""

    usage: Usage
    cents: float | None = None
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnView:
    episode: Episode
    chips: tuple[Chip, ...] = ()
    citations: tuple[Citation, ...] = ()
    drops: tuple[Drop, ...] = ()
    asks: bool = False
    """Whether memory has an open question about these words."""
    quotes: tuple[tuple[int, str], ...] = ()
    """For each number that is cited the very words, cut where they are long."""
    spent: Spent | None = None
    """None where no model had to do with it."""
    named: tuple[Named, ...] = ()


def turn_views(desk: ReadDesk, episodes: Sequence[Episode]) -> list[TurnView]:
    """The same episodes, in order, with all that hangs on them, in batched reads."""
    ids = [episode.id for episode in episodes]
    learned = desk.view.facts.anchored_in(ids, desk.scope)
    cited = desk.view.episodes.citations(ids, desk.scope)
    sources = desk.view.episodes.get({one.episode for row in cited.values() for one in row}, desk.scope)
    asking = {one.episode for one in desk.view.suggestions.open(desk.scope, ASKED)}
    uses = desk.view.uses.of_episodes(ids, desk.scope)
    dropped = desk.view.suggestions.drops(ids, desk.scope)
    named = _declared(desk, ids, learned)
    chips = _chips(desk, learned, {episode.id: episode.said_at for episode in episodes})
    return [
        TurnView(
            episode,
            tuple(chips.get(episode.id, ())),
            tuple(cited.get(episode.id, ())),
            tuple(dropped.get(episode.id, ())),
            episode.id in asking,
            tuple(quotes(cited.get(episode.id, ()), sources)),
            _spent(uses.get(episode.id, ()), desk.settings) if episode.id in uses else None,
            tuple(named.get(episode.id, ())),
        )
        for episode in episodes
    ]


_Taught = Mapping[EpisodeId, Sequence[tuple[Fact, Anchor]]]


def _chips(desk: ReadDesk, learned: _Taught, said: Mapping[EpisodeId, datetime]) -> dict[EpisodeId, list[Chip]]:
    """What each turn taught; of what no text says so, who or what it is about, and of what an agent said, which one.

    Behind a fact what it ended, where it was said for the first time and the turn does not itself tell of that end.
    """
    ended = desk.view.facts.ended_by({fact.id for row in learned.values() for fact, _ in row}, desk.scope)
    facts = {fact.id: fact for row in learned.values() for fact, _ in row}
    facts |= {fact.id: fact for some in ended.values() for fact in some}
    agents = authorship.agents(desk, [("fact", id) for id, fact in facts.items() if fact.declared_by == "agent"])
    names = _names(desk, [end for fact in facts.values() for end in (fact.subject, fact.object)])

    def chip(fact: Fact, anchor: Anchor, ends: bool, follows: bool = False) -> Chip:
        elsewhere = fact.said_at != said[anchor.episode]
        fact = replace(fact, fact="") if elsewhere and _called_otherwise(fact, names) else fact
        near, far = ("" if fact.fact else _shown(end, names) for end in (fact.subject, fact.object))
        return Chip(covered_fact(fact), anchor.span, ends, follows, agents.get(("fact", fact.id), ""), near, far)

    found: dict[EpisodeId, list[Chip]] = {}
    for id, row in learned.items():
        told = {fact.id for fact, anchor in row if anchor.ends}
        for fact, anchor in row:
            found.setdefault(id, []).append(chip(fact, anchor, anchor.ends))
            here = said[id] == fact.said_at and not anchor.ends
            over = [one for one in ended.get(fact.id, ()) if here and one.expired_at is None and one.id not in told]
            found[id] += [chip(one, anchor, ends=True, follows=True) for one in over]
    return found


def _called_otherwise(fact: Fact, names: Mapping[object, str]) -> bool:
    """Whether the sentence, of other words than these, says nothing of what an end is called by now."""
    said = fold(fact.fact)
    now = [fold(names[end]) for end in (fact.subject, fact.object) if isinstance(end, int) and end in names]
    return any(name != fold(ME) and not any(word in said for word in (name, *name.split())) for name in now)


def _names(desk: ReadDesk, ends: Sequence[Object]) -> dict[object, str]:
    """Entities by name, records by their first words."""
    numbers = sorted({end for end in ends if isinstance(end, int)})
    records = sorted({EpisodeId(end.id) for end in ends if isinstance(end, Ref) and end.kind == "ep"})
    names: dict[object, str] = {id: one.name for id, one in desk.view.entities.get(numbers, desk.scope).items()}
    for id, one in desk.view.episodes.get(records, desk.scope).items():
        names[Ref("ep", id)] = cut(" ".join(mask(one.text).split()), RECORD)
    return names


def _shown(end: Object, names: Mapping[object, str]) -> str:
    return mask(end.text) if isinstance(end, Value) else names.get(end, str(end))


def cut(words: str, longest: int) -> str:
    """The beginning of a text that is too long for its place."""
    return words if len(words) <= longest else words[:longest].rstrip() + "…"


def _declared(
    desk: ReadDesk, ids: Sequence[EpisodeId], learned: Mapping[EpisodeId, Sequence[tuple[Fact, Anchor]]]
) -> dict[EpisodeId, list[Named]]:
    """Who was declared to be named in each turn, where no fact of the turn tells of them or a name came with it."""
    mentions = desk.view.entities.mentions_in(ids, desk.scope)
    named = sorted({one.entity for row in mentions.values() for one in row})
    if not named:
        return {}
    given: dict[tuple[EpisodeId, EntityId], list[Alias]] = {}
    for entity, names in desk.view.entities.aliases(named, desk.scope).items():
        for alias in names:
            if alias.episode is not None and alias.declared_by in _DECLARERS:
                given.setdefault((alias.episode, entity), []).append(alias)
    told = {id: {end for fact, _ in row for end in (fact.subject, fact.object)} for id, row in learned.items()}
    shown: dict[EpisodeId, dict[EntityId, Mention]] = {}
    for id, row in mentions.items():
        for one in row:
            plain = one.declared_by in _DECLARERS and one.entity not in told.get(id, ())
            if plain or (id, one.entity) in given:
                shown.setdefault(id, {}).setdefault(one.entity, one)
    return _named(desk, shown, given)


def _named(
    desk: ReadDesk,
    shown: Mapping[EpisodeId, Mapping[EntityId, Mention]],
    given: Mapping[tuple[EpisodeId, EntityId], Sequence[Alias]],
) -> dict[EpisodeId, list[Named]]:
    entities = desk.view.entities.get(sorted({entity for row in shown.values() for entity in row}), desk.scope)
    ones = [one for row in shown.values() for one in row.values() if one.declared_by == "agent"]
    rows: list[Row] = [("mention", one.id) for one in ones]
    rows += [("alias", alias.id) for names in given.values() for alias in names if alias.declared_by == "agent"]
    agents = authorship.agents(desk, rows)
    found: dict[EpisodeId, list[Named]] = {}
    for id, row in shown.items():
        for entity, one in row.items():
            if entity in entities:
                names = given.get((id, entity), ())
                by = one if one.declared_by in _DECLARERS or not names else names[0]
                agent = agents.get(("mention", one.id), "") or next(
                    (agents[("alias", name.id)] for name in names if ("alias", name.id) in agents), ""
                )
                texts = tuple(name.text for name in names)
                found.setdefault(id, []).append(Named(entities[entity], texts, by.declared_by, agent))
    return found


def quotes(citations: Sequence[Citation], sources: Mapping[EpisodeId, Episode]) -> Iterator[tuple[int, str]]:
    """For each number that is cited the very words, secrets covered, cut where they are long."""
    for one in citations:
        if (source := sources.get(one.episode)) is not None:
            shown, span = mask(source.text), one.span or Span(0, len(source.text))
            words = " ".join(shown[span.start : span.end].split())
            yield one.number, cut(words, QUOTE)


def _spent(uses: Sequence[ModelUse], settings: Settings) -> Spent:
    """The sum; words that stayed on this machine cost nothing."""
    usage = sum((Usage(one.calls, one.sent, one.received) for one in uses), Usage())
    away = [one for one in uses if not one.local]
    millionths = sum(one.sent * settings.price_sent + one.received * settings.price_received for one in away)
    models = tuple(dict.fromkeys(one.model for one in uses))
    return Spent(usage, millionths / 1_000_000 if millionths else None, models)


def unlearned(settings: Settings) -> LearnState:
    """The state of new words: in the queue, or (learning switched off) done with; search finds them all the same."""
    return "waiting" if settings.learning else "nothing"
