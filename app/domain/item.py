"""What reconstruct gives back: stored rows, selected, ordered and labelled. Nothing in it was composed."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from app.domain.entity import Alias, Entity
from app.domain.errors import BadInput
from app.domain.fact import Fact
from app.domain.ids import EntityId, Ref

RoleName = Literal["supports", "supersedes", "corrects", "qualifies", "contradicts", "temporal_predecessor"]
ROLES: frozenset[str] = frozenset(get_args(RoleName))
"""Predicates between two records that say what one is to the other."""

SEED = "seed"


@dataclass(frozen=True, slots=True)
class Role:
    """What a claim is to another record: "this one corrects `of`"."""

    name: RoleName
    of: Ref


@dataclass(frozen=True, slots=True)
class Claim:
    """One record in an item. `as_of`: when it was said.

    `why`: `seed` (recall itself found it), the key that bundled it (`cluster:session`), or `relation:<predicate>`;
    `hops` only where the walk reached it.
    """

    ref: Ref
    as_of: datetime
    why: str
    hops: int | None = None
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The words of one claim, as many as there is room for."""

    ref: Ref
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that memory holds on the question. `content` are the words of its head, the record found best."""

    content: str
    head_ref: Ref
    claims: tuple[Claim, ...]
    """In order of time."""
    independence_reason: str
    """Why these records are one item: the strongest key that holds them together, or `seed` for one alone."""
    conflicts: tuple[tuple[Ref, Ref], ...] = ()
    claims_omitted: int = 0
    excerpts: tuple[Excerpt, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What was cut. `omitted`: records that were reached and not kept; `reached`: names of the limits that were met."""

    omitted: int = 0
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """`effective_count`: items that were found; `returned_count`: those here. The rest where something deviated."""

    items: tuple[Item, ...] = ()
    effective_count: int = 0
    returned_count: int = 0
    bounds: Bounds | None = None
    count_policy: str = ""
    budget_policy: str = ""
    shortfall_reason: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a reconstruction goes. `count` and `budget` (characters) only decide how much of it is shown.

    Raises `BadInput` for what is out of range.
    """

    count: int = 10
    top_k: int = 20
    max_hops: int = 2
    max_evidence: int = 40
    budget: int = 4000

    def __post_init__(self) -> None:
        ranges = {"count": 100, "top_k": 100, "max_hops": 5, "max_evidence": 200, "budget": 100_000}
        for name, most in ranges.items():
            value = getattr(self, name)
            least = 0 if name in ("max_hops", "max_evidence") else 1
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise BadInput(
                    "“{name}” must be a whole number from {least} to {most}.",
                    name=name,
                    least=str(least),
                    most=str(most),
                )


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity near another: how far, its other names, and the records that mention it, as references."""

    entity: Entity
    hops: int
    aliases: tuple[Alias, ...] = ()
    refs: tuple[Ref, ...] = ()
    refs_omitted: int = 0


@dataclass(frozen=True, slots=True)
class Traversal:
    """The neighbourhood of an entity, entities in the order they were reached, those it began at first."""

    starts: tuple[EntityId, ...] = ()
    entities: tuple[Reached, ...] = ()
    relations: tuple[Fact, ...] = ()
    entities_omitted: int = 0
    relations_omitted: int = 0
    notes: tuple[str, ...] = field(default=())
