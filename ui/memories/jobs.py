"""What the memory panel has done on the lanes, which import the services: the window does not wait for them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.domain import clock
from app.domain.category import Category
from app.domain.clock import WorldTime
from app.domain.entity import Entity, EntityKind
from app.domain.fact import Value
from app.domain.ids import AliasId, CategoryId, EntityId, EpisodeId, FactId

if TYPE_CHECKING:
    from app.services.edits import Split
    from app.services.memories import FactView, Head, Listing
    from app.services.sides import MergePreview, Side
    from app.services.workspace import ReadDesk, WriteDesk


@dataclass(frozen=True, slots=True)
class NewName:
    """A name typed in full: the entity of that name and type, known or not."""

    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Said:
    """A fact said otherwise: the relation, the end that is not the page's entity, the dates, and the sentence."""

    predicate: str
    far: EntityId | Value | NewName
    since: WorldTime | None
    until: WorldTime | None
    sentence: str


def read_list(text: str, newest: bool, desk: "ReadDesk") -> "Listing":
    """Entities that a search finds; without one all, the most named or the newest first."""
    from app.services import memories

    return memories.listed(desk, text, order="recent" if newest else "mentions")


def read_head(entity: EntityId, desk: "ReadDesk") -> "Head":
    """What stands above an entity's facts. Raises `BadInput` when it is gone."""
    from app.services import memories

    return memories.head(desk, entity)


def read_category(category: CategoryId, desk: "ReadDesk") -> tuple[Category, list[Entity]]:
    """A category and who is in it. Raises `BadInput` when it is gone."""
    from app.services import hierarchy

    return hierarchy.one(desk, category)


def read_lesson(episode: EpisodeId, desk: "ReadDesk") -> "list[FactView]":
    """What one turn taught."""
    from app.services import memories

    return memories.learned_from(desk, episode, clock.now().date())


def read_starting(text: str, desk: "ReadDesk") -> tuple[list[Entity], list[Entity]]:
    """Completions of a name, and those that go by exactly it."""
    from app.services import explorer

    return explorer.starting(desk, text), explorer.called(desk, text)


def rename(entity: EntityId, name: str, desk: "WriteDesk") -> object:
    """Give an entity another name."""
    from app.services import edits

    return edits.rename(desk, entity, name)


def retype(entity: EntityId, kind: EntityKind, desk: "WriteDesk") -> object:
    """Make an entity one of another type."""
    from app.services import edits

    return edits.retype(desk, entity, kind)


def read_merge(kept: EntityId, gone: EntityId, desk: "ReadDesk") -> "MergePreview":
    """Both sides, and what a merge would do. Raises `BadInput` for what cannot be merged."""
    from app.services import edits

    return edits.merge_preview(desk, kept, gone)


def read_parts(entity: EntityId, desk: "ReadDesk") -> "Side":
    """All parts of one that may be two."""
    from app.services import sides

    return sides.side(desk, entity, sides.PARTS)


def split(entity: EntityId, chosen: "Split", desk: "WriteDesk") -> EntityId:
    """Make one two; gives the new one."""
    from app.services import edits

    return EntityId(edits.split(desk, entity, chosen).ids[edits.NEW])


def keep_apart(one: EntityId, other: EntityId, desk: "WriteDesk") -> object:
    """Say that two are not the same."""
    from app.services import edits

    return edits.keep_apart(desk, one, other)


def merge(kept: EntityId, gone: EntityId, desk: "WriteDesk") -> object:
    """Make two entities one."""
    from app.services import edits

    return edits.merge(desk, kept, gone)


def delete(entity: EntityId, desk: "WriteDesk") -> object:
    """Remove an entity with what hangs on it; undoable."""
    from app.services import edits

    return edits.delete_entity(desk, entity)


def add_alias(entity: EntityId, text: str, desk: "WriteDesk") -> object:
    """Add another name. Raises `BadInput` when it stands for somebody else."""
    from app.services import edits

    return edits.add_alias(desk, entity, text)


def remove_alias(alias: AliasId, desk: "WriteDesk") -> object:
    """Remove another name."""
    from app.services import edits

    return edits.remove_alias(desk, alias)


def relate(
    subject: EntityId, predicate: str, far: EntityId | Value | NewName, since: WorldTime | None, desk: "WriteDesk"
) -> object:
    """Add a relation; the entity at its far end is made if it is new. Raises `BadInput`."""
    from app.services import edits

    end = edits.NewEntity(far.name, far.kind) if isinstance(far, NewName) else far
    return edits.add_fact(desk, edits.NewFact(subject, predicate, end, since))


def end(fact: FactId, when: WorldTime, desk: "WriteDesk") -> object:
    """Say when a fact ended in the world."""
    from app.services import edits

    return edits.end_fact(desk, fact, when)


def redate(fact: FactId, since: WorldTime | None, until: WorldTime | None, desk: "WriteDesk") -> object:
    """Set a fact's dates."""
    from app.services import edits

    return edits.redate_fact(desk, fact, since, until)


def retract(fact: FactId, desk: "WriteDesk") -> object:
    """Take a fact back: it was never true."""
    from app.services import edits

    return edits.retract_fact(desk, fact)


def restate(fact: FactId, page: EntityId, said: Said, desk: "WriteDesk") -> object:
    """Say a fact otherwise; the entity at its far end is made if it is new. Raises `BadInput`."""
    from app.services import corrections, edits

    far = edits.NewEntity(said.far.name, said.far.kind) if isinstance(said.far, NewName) else said.far
    new = corrections.Restated(said.predicate, far, said.since, said.until, said.sentence)
    return corrections.restate(desk, fact, page, new)


def describe(entity: EntityId, summary: str, desk: "WriteDesk") -> object:
    """Write or take away a summary."""
    from app.services import corrections

    return corrections.describe(desk, entity, summary)


def detail(entity: EntityId, tag: str, desk: "WriteDesk") -> object:
    """Write or take away the few words beside a name."""
    from app.services import corrections

    return corrections.detail(desk, entity, tag)


def forget_lesson(episode: EpisodeId, desk: "WriteDesk") -> object:
    """Take back all that one turn taught."""
    from app.services import edits

    return edits.forget_lesson(desk, episode)
