"""The known entities that the names of one draft may mean, read in a few look-ups for all of them together."""

from collections.abc import Sequence

from app.domain.draft import DraftEntity
from app.domain.entity import UNSAID, Entity, EntityKind
from app.domain.ids import EntityId
from app.domain.scope import Scope
from app.domain.text import has_cjk, name_key
from app.memory.learn.abroad import elsewhere
from app.memory.learn.kana import is_katakana, kana_beginnings, latin_beginnings
from app.memory.learn.naming import form, singular
from app.memory.learn.resolve import Known
from app.storage.sounding import sounds, spellings
from app.storage.view import View

Name = tuple[str, EntityKind]
_STARTING = 40
"""Names looked at per beginning, when a katakana name is compared with Latin ones."""
_HEARD = 3
"""Letters of a reading that a name in letters surely begins with: "Shinichi" may be written Shin'ichi."""


def candidates(view: View, names: Sequence[DraftEntity], scope: Scope, scripts: bool) -> dict[Name, list[Known]]:
    """Per name and kind those that may be meant, with all their aliases. An exact find spares the wider search.

    `scripts`: also look for the same name in the other script, Latin or katakana; turns without Japanese need it not.
    What a name in letters may be in kanji is looked for in every turn: whoever writes both does not mix them in one.
    """
    keys = {(one.name, one.kind): _keys(one) for one in names}
    exact = view.entities.by_key({key for some in keys.values() for key in some}, scope)
    found: dict[Name, dict[EntityId, Entity]] = {}
    for name, some in keys.items():
        mine = {match.entity.id: match.entity for key in some for match in exact.get(key, ())}
        if not any(_is(name, entity) for entity in mine.values()):
            mine |= _wider(view, name, scope, scripts)
        found[name] = mine
    aliases = view.entities.aliases({number for mine in found.values() for number in mine}, scope)
    return {
        name: [_known(entity, tuple(alias.text for alias in aliases.get(entity.id, ()))) for entity in mine.values()]
        for name, mine in found.items()
    }


def _known(entity: Entity, aliases: tuple[str, ...]) -> Known:
    untyped = entity.declared_by == "agent" and entity.kind == UNSAID
    return Known(entity.id, entity.name, entity.kind, aliases, untyped)


def _is(name: Name, entity: Entity) -> bool:
    return entity.kind == name[1] and name_key(entity.name) == name_key(name[0])


def _keys(one: DraftEntity) -> set[str]:
    """Keys under which the entity may stand: as written, without its title or legal form, its product, its singular."""
    taken = form(one.name, one.kind)
    keys = {taken.key, taken.bare, taken.product, singular(taken.bare)} | {name_key(alias) for alias in one.aliases}
    return keys - {""}


def _wider(view: View, name: Name, scope: Scope, scripts: bool) -> dict[EntityId, Entity]:
    """Names spelled alike, full names that begin so, and across the scripts those that begin with the same sound."""
    text, kind = name
    bare = form(text, kind).bare
    matches = view.entities.similar(bare, scope)
    written = view.entities.by_key([*map(name_key, spellings(bare)), *elsewhere(bare)], scope)
    matches += [match for some in written.values() for match in some]
    beginnings = [bare] if kind == "person" else []
    for beginning in beginnings + (_beginnings(text) if scripts else []):
        matches += view.entities.starting(beginning, scope, _STARTING, most=_STARTING)
    return {match.entity.id: match.entity for match in matches}


def _beginnings(text: str) -> list[str]:
    heard = [part for whole in sounds(text) for part in (whole, whole[:_HEARD])]
    if is_katakana(text):
        return [*latin_beginnings(text), *heard]
    return heard if has_cjk(text) or " " in text.strip() else kana_beginnings(text)
