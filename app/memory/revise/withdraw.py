"""Taking back what was declared: relations, mentions, aliases, entities, in one plan, refused item by item."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from app.domain import clock
from app.domain.association import NOT_AN_OBJECT, Dropped, listed, unknown
from app.domain.entity import ME
from app.domain.errors import BadReference
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId, Ref
from app.domain.plan import Amend, Author, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View

MOST = 256
"""Things of one sort that are taken back at once."""
_GONE = "There is no such {what}."


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What to write, how much of each sort, and what was left out and why."""

    plan: Plan
    taken: Mapping[str, int]
    dropped: tuple[Dropped, ...]


def withdraw(view: View, given: object, scope: Scope, author: Author) -> Withdrawal:
    """Read `{relations: [id], mentions: [{entity, ref}], aliases: [{entity, alias}], entities: [id]}`. Never raises.

    Entities are given by number or by name. A relation taken back was never true: what it had ended holds again. An
    entity goes with its names, mentions and relations.
    """
    desk = _Withdrawing(view, scope)
    if not isinstance(given, Mapping):
        desk.dropped.append(Dropped("retract", NOT_AN_OBJECT))
        given = {}
    desk.dropped += unknown("", given, ("relations", "mentions", "aliases", "entities"))
    entities = desk.entities(listed(given, "entities", MOST, desk.dropped))
    facts = desk.relations(listed(given, "relations", MOST, desk.dropped))
    going = view.facts.of_entities(entities, scope) if entities else []
    gone = list({fact.id: fact for fact in (*facts, *going)}.values())
    steps, expects = resettled(view, scope, minting(), gone=gone)
    steps += [Amend("fact", fact.id, {"expired_at": clock.now()}) for fact in facts if fact not in going]
    aliases = desk.aliases(listed(given, "aliases", MOST, desk.dropped))
    mentions = desk.mentions(listed(given, "mentions", MOST, desk.dropped))
    steps += [*aliases, *chain.from_iterable(mentions), *(Remove("entity", number) for number in entities)]
    counts: dict[str, Sequence[object]] = {
        "relations": facts,
        "mentions": mentions,
        "aliases": aliases,
        "entities": entities,
    }
    taken = {sort: len(rows) for sort, rows in counts.items() if rows}
    subject = ", ".join(f"{number} {sort}" for sort, number in taken.items())
    return Withdrawal(Plan(tuple(steps), author, "withdraw", subject, tuple(expects)), taken, tuple(desk.dropped))


@dataclass(slots=True)
class _Withdrawing:
    view: View
    scope: Scope
    dropped: list[Dropped] = field(default_factory=list)

    def relations(self, rows: Iterable[tuple[str, Any]]) -> list[Fact]:
        found: dict[FactId, Fact] = {}
        for item, given in rows:
            fact = self.view.facts.one(FactId(given), self.scope) if _is_number(given) else None
            if fact is None or fact.expired_at is not None:
                self._drop(item, "relation")
            else:
                found[fact.id] = fact
        return list(found.values())

    def entities(self, rows: Iterable[tuple[str, Any]]) -> list[EntityId]:
        found: dict[EntityId, None] = {}
        for item, given in rows:
            number = self._entity(item, given)
            if number is not None and number == getattr(self.view.entities.me(self.scope), "id", None):
                self.dropped.append(Dropped(item, f"“{ME}” stands for the user and stays."))
            elif number is not None:
                found[number] = None
        return list(found)

    def aliases(self, rows: Iterable[tuple[str, Any]]) -> list[Step]:
        found: dict[int, Step] = {}
        for item, given in rows:
            owner = self._owner(item, given)
            if owner is None:
                continue
            text = given.get("alias")
            own = self.view.entities.aliases([owner], self.scope).get(owner, []) if isinstance(text, str) else []
            mine = [alias for alias in own if name_key(alias.text) == name_key(text)]
            if not mine:
                self._drop(item, "alias")
            found.update((alias.id, Remove("alias", alias.id)) for alias in mine)
        return list(found.values())

    def mentions(self, rows: Iterable[tuple[str, Any]]) -> list[list[Step]]:
        """Of each pair of an entity and a record all its places there."""
        found: dict[tuple[EntityId, EpisodeId | None], list[Step]] = {}
        for item, given in rows:
            owner = self._owner(item, given)
            if owner is None:
                continue
            episode = _episode(given.get("ref"))
            there = self.view.entities.mentions_in([episode], self.scope).get(episode, []) if episode else []
            mine = [mention for mention in there if mention.entity == owner]
            if not mine:
                self._drop(item, "mention")
                continue
            found[owner, episode] = [Remove("mention", mention.id) for mention in mine]
        return list(found.values())

    def _owner(self, item: str, given: Any) -> EntityId | None:
        """The entity that an object names; None, with a reason noted, where there is none."""
        if isinstance(given, Mapping):
            return self._entity(item, given.get("entity"))
        self.dropped.append(Dropped(item, NOT_AN_OBJECT))
        return None

    def _entity(self, item: str, given: object) -> EntityId | None:
        """By number, or by a name that only one goes by. `true` is no number."""
        found: list[EntityId] = []
        if _is_number(given):
            found = list(self.view.entities.get([EntityId(given)], self.scope))  # type: ignore[arg-type]
        elif isinstance(given, str) and name_key(given):
            matches = self.view.entities.by_key([name_key(given)], self.scope).get(name_key(given), [])
            found = list(dict.fromkeys(match.entity.id for match in matches))
        if len(found) == 1:
            return found[0]
        self.dropped.append(Dropped(item, "Several go by this name." if found else _GONE.format(what="entity")))
        return None

    def _drop(self, item: str, what: str) -> None:
        self.dropped.append(Dropped(item, _GONE.format(what=what)))


def _is_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 < given < 2**63


def _episode(given: object) -> EpisodeId | None:
    try:
        ref = Ref.parse(given) if isinstance(given, str) else None
    except BadReference:
        return None
    return EpisodeId(ref.id) if ref is not None and ref.kind == "ep" else None
