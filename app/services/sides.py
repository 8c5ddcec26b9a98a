"""Two entities side by side: what a merge would make of them, and the parts of one that may be two."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from app.domain import clock
from app.domain.category import Category
from app.domain.entity import Alias, Entity
from app.domain.ids import EntityId, FactId
from app.domain.plan import USER, Amend, Plan, Remove
from app.memory.learn.apart import apart_from
from app.memory.revise.merge import merge
from app.memory.revise.reading import entity_of
from app.services import hierarchy
from app.services.covering import covered
from app.services.memories import FactView, MentionView, fact_views
from app.services.workspace import ReadDesk

CONTEXTS = 3
"""Places where a name stands that are shown of one side."""
PARTS = 500
"""Mentions, and facts, that are offered when one is split; the others stay where they are."""


@dataclass(frozen=True, slots=True)
class Side:
    """One entity as somebody needs it who has to tell whether it is another."""

    entity: Entity
    aliases: tuple[Alias, ...]
    facts: tuple[FactView, ...]
    mentions: tuple[MentionView, ...]
    """The latest, as many as were asked for; `entity.mention_count` is how many there are."""
    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would do. Facts are read as they stand now."""

    kept: Side
    gone: Side
    doubled: tuple[FactView, ...]
    """Both sides know them: folded into one."""
    between: tuple[FactView, ...]
    """They relate the two to each other: they go."""
    ended: tuple[FactView, ...]
    """They would end, since another fact of the merged entity excludes them."""
    apart: bool
    """A person said once that the two are not the same."""


def side(desk: ReadDesk, entity: EntityId, mentions: int = CONTEXTS) -> Side:
    """Everything to compare. Raises `BadInput` when it is gone."""
    found = entity_of(desk.view, entity, desk.scope)
    facts = desk.view.facts.of_entities([entity], desk.scope)
    return Side(
        found,
        tuple(desk.view.entities.aliases([entity], desk.scope).get(entity, ())),
        tuple(fact_views(desk, facts, entity, _today())),
        contexts(desk, entity, mentions),
        tuple(hierarchy.of_entity(desk, entity)),
    )


def contexts(desk: ReadDesk, entity: EntityId, limit: int = CONTEXTS) -> tuple[MentionView, ...]:
    """Where it is named, the latest first."""
    mentions = desk.view.entities.mentions_of(entity, desk.scope, limit)
    episodes = desk.view.episodes.get([mention.episode for mention in mentions], desk.scope)
    return tuple(MentionView(one, covered(episodes[one.episode])) for one in mentions if one.episode in episodes)


def merge_preview(desk: ReadDesk, kept: EntityId, gone: EntityId) -> MergePreview:
    """Raises `BadInput` for what cannot be merged."""
    plan = merge(desk.view, kept, gone, desk.scope, USER, keep_name=True)
    one, other = side(desk, kept), side(desk, gone)
    facts = {view.fact.id: view for view in (*one.facts, *other.facts)}
    between = {number for number, view in facts.items() if {view.fact.subject, view.fact.object} == {kept, gone}}
    folded = {step.id for step in plan.steps if isinstance(step, Remove) and step.noun == "fact"} - between
    return MergePreview(
        one,
        other,
        _shown(facts, folded),
        _shown(facts, between),
        _shown(facts, _ended(plan, facts)),
        gone in apart_from(desk.view, kept, desk.scope),
    )


def _ended(plan: Plan, facts: dict[FactId, FactView]) -> set[int]:
    """Facts that hold, or end later, and that the plan gives an end."""
    found = set()
    for step in plan.steps:
        if isinstance(step, Amend) and step.noun == "fact" and step.changes.get("invalid_at") is not None:
            view = facts.get(FactId(step.id))
            if view is not None and view.fact.invalid_at != step.changes["invalid_at"]:
                found.add(step.id)
    return found


def _shown(facts: dict[FactId, FactView], numbers: Collection[int]) -> tuple[FactView, ...]:
    return tuple(view for number, view in facts.items() if number in numbers)


def _today() -> date:
    return clock.now().date()
