"""What memory knows of somebody or something, as a page to read; and the edits a person makes to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from app.domain.category import Category
from app.domain.entity import ME, Alias, Entity, EntityKind, Mention, Span
from app.domain.episode import Episode
from app.domain.errors import BadInput
from app.domain.fact import Fact, Value
from app.domain.ids import AliasId, EntityId, EpisodeId, Ref
from app.domain.secret import mask
from app.domain.text import fold
from app.services import authorship, hierarchy
from app.services.authorship import Row
from app.services.covering import covered, covered_fact
from app.services.turns import RECORD, cut
from app.services.workspace import ReadDesk
from app.storage.entities import Order


@dataclass(frozen=True, slots=True)
class Source:
    """The very words: characters `span` of `episode`. `ends`: they end the fact."""

    episode: Episode
    span: Span
    ends: bool = False


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact as it reads from one entity's page. `other` is the entity at its far end, None for a value."""

    fact: Fact
    subject: str
    object: str
    outgoing: bool
    other: Entity | None
    current: bool
    sources: tuple[Source, ...]
    agent: str = ""
    """The agent that declared it, by name."""


@dataclass(frozen=True, slots=True)
class MentionView:
    mention: Mention
    episode: Episode
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """Who or what it is: what stands above an entity's facts."""

    entity: Entity
    aliases: tuple[Alias, ...]
    categories: tuple[Category, ...] = ()
    agents: Mapping[AliasId, str] = field(default_factory=dict)
    """Which agent declared a name, of those that agents declared."""
    agent: str = ""
    """The agent that declared the entity."""


@dataclass(frozen=True, slots=True)
class EntityPage:
    """All at once, for callers without a screen. `facts`: current ones first, then those that ended, each group by
    predicate and start. A page on screen is read in parts: `biography`."""

    head: Head
    facts: tuple[FactView, ...]
    mentions: tuple[MentionView, ...]

    @property
    def entity(self) -> Entity:
        return self.head.entity

    @property
    def aliases(self) -> tuple[Alias, ...]:
        return self.head.aliases


@dataclass(frozen=True, slots=True)
class Listing:
    """Entities of a list, and how many there are in all."""

    entities: tuple[Entity, ...]
    total: int


MENTIONS_SHOWN = 50
_USER = ("you", "me", "myself", "あなた", "自分", "私", "わたし")
"""What the user may type to find themselves: the window says "You"."""


def listed(
    desk: ReadDesk, text: str = "", kind: EntityKind | None = None, limit: int = 200, order: Order = "mentions"
) -> Listing:
    """Entities whose name or alias starts with or resembles `text`; all, in `order`, when it is empty."""
    if not text.strip():
        found = desk.view.entities.listed(desk.scope, kind=kind, limit=limit, order=order)
        return Listing(tuple(found), desk.view.entities.count(desk.scope))
    matches = desk.view.entities.starting(text, desk.scope, limit)
    user = me(desk) if any(word.startswith(fold(text).strip()) for word in _USER) else None
    near = matches if matches or user else desk.view.entities.similar(text, desk.scope, limit=20)
    found = [*([user] if user else []), *(match.entity for match in near)]
    distinct = {entity.id: entity for entity in found if kind in (None, entity.kind)}
    return Listing(tuple(distinct.values()), len(distinct))


def head(desk: ReadDesk, entity: EntityId) -> Head:
    """Who or what it is. Raises `BadInput` when it is gone."""
    found = desk.view.entities.one(entity, desk.scope)
    if found is None:
        raise BadInput("This entity is gone.")
    aliases = desk.view.entities.aliases([entity], desk.scope).get(entity, ())
    rows: list[Row] = [("alias", one.id) for one in aliases if one.declared_by == "agent"]
    rows += [("entity", entity)] if found.declared_by == "agent" else []
    agents = authorship.agents(desk, rows)
    named = {AliasId(number): name for (noun, number), name in agents.items() if noun == "alias"}
    categories = tuple(hierarchy.of_entity(desk, entity))
    return Head(found, tuple(aliases), categories, named, agents.get(("entity", entity), ""))


def page(desk: ReadDesk, entity: EntityId, today: date) -> EntityPage:
    """Everything about one entity. `today` is the day that "current" means. Raises `BadInput` when it is gone."""
    above = head(desk, entity)
    views = fact_views(desk, desk.view.facts.of_entities([entity], desk.scope), entity, today)
    return EntityPage(
        above, tuple(views), mention_views(desk, desk.view.entities.mentions_of(entity, desk.scope, MENTIONS_SHOWN))
    )


def mention_views(desk: ReadDesk, mentions: Sequence[Mention]) -> tuple[MentionView, ...]:
    """Mentions with the words around them, secrets covered, and the agents that declared them."""
    episodes = desk.view.episodes.get([one.episode for one in mentions], desk.scope)
    agents = authorship.agents(desk, [("mention", one.id) for one in mentions if one.declared_by == "agent"])
    return tuple(
        MentionView(one, covered(episodes[one.episode]), agents.get(("mention", one.id), ""))
        for one in mentions
        if one.episode in episodes
    )


def fact_views(desk: ReadDesk, facts: list[Fact], entity: EntityId | None, today: date) -> list[FactView]:
    """Facts with their names and sources, current ones first; secrets in them are covered."""
    names, records = _names(desk, facts), _records(desk, facts)
    anchors = desk.view.facts.anchors([fact.id for fact in facts], desk.scope)
    wanted = {anchor.episode for row in anchors.values() for anchor in row}
    episodes = desk.view.episodes.get(sorted(wanted), desk.scope)
    agents = authorship.agents(desk, [("fact", fact.id) for fact in facts if fact.declared_by == "agent"])
    views = []
    for fact in facts:
        outgoing = fact.subject == entity or entity is None
        far = fact.object if outgoing else fact.subject
        sources = [
            Source(covered(episodes[anchor.episode]), anchor.span, anchor.ends)
            for anchor in anchors.get(fact.id, ())
            if anchor.episode in episodes
        ]
        views.append(
            FactView(
                covered_fact(fact),
                _shown(fact.subject, names, records),
                _shown(fact.object, names, records),
                outgoing,
                names.get(EntityId(far)) if isinstance(far, int) else None,
                fact.holds_on(today),
                tuple(sources),
                agents.get(("fact", fact.id), ""),
            )
        )
    return sorted(views, key=lambda view: (not view.current, view.fact.predicate, view.fact.since(), view.fact.id))


def _names(desk: ReadDesk, facts: list[Fact]) -> dict[EntityId, Entity]:
    ends = {end for fact in facts for end in (fact.subject, fact.object) if isinstance(end, int)}
    return desk.view.entities.get(sorted(ends), desk.scope)


def _records(desk: ReadDesk, facts: list[Fact]) -> dict[Ref, str]:
    """The first words of records that stand at an end, secrets covered."""
    refs = {end for fact in facts for end in (fact.subject, fact.object) if isinstance(end, Ref) and end.kind == "ep"}
    found = desk.view.episodes.get(sorted({EpisodeId(ref.id) for ref in refs}), desk.scope)
    return {Ref("ep", id): cut(" ".join(mask(one.text).split()), RECORD) for id, one in found.items()}


def _shown(end: object, names: dict[EntityId, Entity], records: Mapping[Ref, str]) -> str:
    if isinstance(end, Value):
        return mask(end.text)
    if isinstance(end, int):
        known = names.get(EntityId(end))
        return known.name if known else ""
    return records.get(end, str(end)) if isinstance(end, Ref) else str(end)


def learned_from(desk: ReadDesk, episode: EpisodeId, today: date) -> list[FactView]:
    """What one turn or passage taught."""
    anchored = desk.view.facts.anchored_in([episode], desk.scope).get(episode, [])
    return fact_views(desk, [fact for fact, _ in anchored], None, today)


def me(desk: ReadDesk) -> Entity | None:
    """The entity of the user, once something was learned about them."""
    found = desk.view.entities.me(desk.scope)
    return found if found and found.name == ME else None
