"""What goes in and out of the MCP tools, as schemas that a client is shown.

Declarations are described with their bounds but taken as they come: a record must never be lost because one of its
associations is not as it should be. The services read them item by item and report what was dropped.
"""

from typing import Annotated, Any, NotRequired

from pydantic import Field, WithJsonSchema
from typing_extensions import TypedDict  # pydantic reads those of the standard library from Python 3.12 on only

from app.domain.association import MOST_ALIASES, MOST_ENTITIES, MOST_RELATIONS
from app.domain.entity import ENTITY_KINDS, MAX_NAME

MOST_RETRACTED = 256
MOST_REFS = 200
_REF = r"^\s*(ep|ses):\d+\s*$"

Schema = dict[str, Any]


def _text(words: str) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "description": words}


def _rows(items: Schema, most: int, words: str) -> Schema:
    return {"type": "array", "items": items, "maxItems": most, "description": words}


def _object(required: tuple[str, ...], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required)}


_ENTITY = _object(
    ("name",),
    name=_text("The name it goes by."),
    aliases=_rows(_text("Another name of the same."), MOST_ALIASES, "Its other names."),
    type={"type": "string", "enum": list(ENTITY_KINDS), "description": "What it is; guessed when left out."},
)
_RELATION = _object(
    ("subject", "predicate", "object"),
    subject=_text("A name, or a reference such as ep:12 or ses:3."),
    predicate=_text("What holds between them, for example works_at, supersedes, supports."),
    object=_text("A name, or a reference."),
)
_ENTITY_ROWS = _rows(_ENTITY, MOST_ENTITIES, "Who or what, with other names.")
_RELATION_ROWS = _rows(_RELATION, MOST_RELATIONS, "What holds between two of them, or between records.")
_OWNER: Schema = {
    "anyOf": [{"type": "integer", "minimum": 1}, _text("A name that only one goes by.")],
    "description": "An entity, by its id or by a name.",
}


def _without_default(schema: Schema) -> None:
    """Left out is left out: `null` would not fit the type."""
    schema.pop("default", None)


_OPTIONAL = Field(json_schema_extra=_without_default)

Entities = Annotated[Any, WithJsonSchema(_ENTITY_ROWS), _OPTIONAL]
Relations = Annotated[Any, WithJsonSchema(_RELATION_ROWS), _OPTIONAL]
_ABOUT = _object((), entities=_ENTITY_ROWS, relations=_RELATION_ROWS) | {
    "description": "What the text is about. What cannot be taken is reported; the text is kept all the same."
}
Associations = Annotated[Any, WithJsonSchema(_ABOUT), _OPTIONAL]

_GONE_RELATIONS = _rows({"type": "integer", "minimum": 1}, MOST_RETRACTED, "Ids of relations that never held.")
_GONE_MENTIONS = _rows(
    _object(("entity", "ref"), entity=_OWNER, ref={"type": "string", "pattern": _REF}),
    MOST_RETRACTED,
    "Records that do not mention an entity after all.",
)
_GONE_ALIASES = _rows(
    _object(("entity", "alias"), entity=_OWNER, alias=_text("The name to take away.")),
    MOST_RETRACTED,
    "Names that an entity does not go by.",
)
_GONE_ENTITIES = _rows(_OWNER, MOST_RETRACTED, "Entities to delete with names, mentions and relations.")
GoneRelations = Annotated[Any, WithJsonSchema(_GONE_RELATIONS), _OPTIONAL]
GoneMentions = Annotated[Any, WithJsonSchema(_GONE_MENTIONS), _OPTIONAL]
GoneAliases = Annotated[Any, WithJsonSchema(_GONE_ALIASES), _OPTIONAL]
GoneEntities = Annotated[Any, WithJsonSchema(_GONE_ENTITIES), _OPTIONAL]

Query = Annotated[str, Field(min_length=1, max_length=10_000, description="A question or some words, in any language.")]
Refs = Annotated[
    list[Annotated[str, Field(max_length=MAX_NAME)]],
    Field(min_length=1, max_length=MOST_REFS, description="References such as ep:12 (a record) or ses:3 (a session)."),
]


def whole(least: int, most: int, words: str) -> Any:
    """A whole number within bounds."""
    return Field(ge=least, le=most, description=words)


# ── out ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Dropped(TypedDict):
    item: str
    reason: str


class Declared(TypedDict):
    entities: list[int]
    relations: list[int]
    refreshed: list[int]
    dropped: list[Dropped]


class Stored(TypedDict):
    ref: str
    associations: NotRequired[Declared]


class Retracted(TypedDict):
    retracted: dict[str, int]
    dropped: list[Dropped]


class Record(TypedDict):
    ref: str
    said_at: str
    by: str
    text: str
    score: NotRequired[float]


class Entity(TypedDict):
    id: int
    name: str
    type: str
    tag: str
    mentions: int
    declared_by: str | None


class Relation(TypedDict):
    id: int
    subject: str
    predicate: str
    object: str
    fact: str
    valid_at: str | None
    invalid_at: str | None
    declared_by: str | None


class Recollection(TypedDict):
    nothing: bool
    intent: str
    records: list[Record]
    facts: list[Relation]
    entities: list[Entity]


class Role(TypedDict):
    role: str
    of: str


class Claim(TypedDict):
    ref: str
    as_of: str
    why: str
    hops: NotRequired[int]
    roles: NotRequired[list[Role]]


class Excerpt(TypedDict):
    ref: str
    text: str


class Item(TypedDict):
    content: str
    head_ref: str
    claims: list[Claim]
    independence_reason: str
    conflicts: NotRequired[list[list[str]]]
    claims_omitted: NotRequired[int]
    excerpts: NotRequired[list[Excerpt]]


class Bounds(TypedDict):
    omitted: int
    reached: list[str]


class Reconstruction(TypedDict):
    items: list[Item]
    effective_count: int
    returned_count: int
    bounds: NotRequired[Bounds]
    count_policy: NotRequired[str]
    budget_policy: NotRequired[str]
    shortfall_reason: NotRequired[str]


class Alias(TypedDict):
    alias: str
    declared_by: str | None


class Reached(Entity):
    hops: int
    aliases: list[Alias]
    refs: list[str]
    refs_omitted: int


class Traversal(TypedDict):
    starts: list[int]
    entities: list[Reached]
    relations: list[Relation]
    entities_omitted: int
    relations_omitted: int


class Contents(TypedDict):
    records: list[Record]
    dropped: list[Dropped]


class EntityList(TypedDict):
    entities: list[Entity]
