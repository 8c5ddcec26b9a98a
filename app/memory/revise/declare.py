"""Associations declared from outside: kept verbatim with who declared them, refused item by item, one plan for all.

Nothing is inferred. A name is an entity that is known by it or a new one; an alias that already names another in scope
is refused; a relation may join entities, records, or one of each. Declaring the same again refreshes it.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime

from app.domain import clock
from app.domain.association import Associations, DeclaredEntity, DeclaredRelation, Dropped
from app.domain.entity import Alias, Entity, EntityKind, Mention, Span
from app.domain.episode import Episode
from app.domain.errors import BadReference
from app.domain.fact import Anchor, Fact, Node
from app.domain.ids import AliasId, AnchorId, EntityId, EpisodeId, FactId, MentionId, Ref, SessionId
from app.domain.plan import Add, Amend, Author, Expect, ExpectNoName, Plan, Step
from app.domain.scope import Scope
from app.domain.text import name_key
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reading.relations import relations
from app.memory.learn.reconcile import Mint
from app.memory.learn.slots import identity
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View

ANY: EntityKind = "concept"
"""Kind of a new entity whose kind nobody gave and no relation tells."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What to write, and what was left out and why. `entities`: number or placeholder by the place in the declaration;
    `facts`: likewise for relations. `known`: relations that stood already and are refreshed."""

    plan: Plan
    dropped: tuple[Dropped, ...]
    entities: dict[str, EntityId]
    facts: dict[str, FactId]
    known: dict[str, FactId]


def declare(
    view: View, given: Associations, scope: Scope, author: Author, anchor: Episode | None = None
) -> Declaration:
    """Plan one declaration. `anchor`: the record that it rests on, which then mentions each entity named in it."""
    desk = _Declaring(view, _written_in(scope), author, anchor, clock.now(), list(given.dropped))
    for entity in given.entities:
        desk.entity(entity)
    told = [row for relation in given.relations if (row := desk.relation(relation)) is not None]
    steps, expects = _settled(desk, told)
    plan = Plan((*desk.steps, *steps), author, "declare", _subject(given), (*desk.expects, *expects))
    return Declaration(plan, tuple(desk.dropped), desk.named, desk.facts, desk.known)


def _subject(given: Associations) -> str:
    names = [one.name for one in given.entities]
    names += [f"{one.subject} {one.predicate} {one.object}" for one in given.relations]
    return ", ".join(names[:3]) + ("…" if len(names) > 3 else "")


def _written_in(scope: Scope) -> Scope:
    """Rows live in a project and channel, never in "everything"."""
    return Scope(scope.agent, scope.project, scope.channel)


def _settled(desk: "_Declaring", told: list[Held]) -> tuple[list[Step], list[Expect]]:
    """New facts with the intervals that follow; facts that stood already get the new date and source instead."""
    steps, expects = resettled(desk.view, desk.scope, desk.mint, told=told)
    added = {step.row.id for step in steps if isinstance(step, Add)}
    for row in told:
        if row.fact.id not in added:
            item = next(item for item, number in desk.facts.items() if number == row.fact.id)
            known = desk.standing(row.fact)
            if known is not None:
                desk.known[item] = desk.facts[item] = known.id
                steps.append(Amend("fact", known.id, {"declared_at": desk.at}))
    return steps, expects


@dataclass(slots=True)
class _Declaring:
    """A declaration at work: who is named so far, what has to be written, what fell out."""

    view: View
    scope: Scope
    author: Author
    anchor: Episode | None
    at: datetime
    dropped: list[Dropped]
    mint: Mint = field(default_factory=minting)
    steps: list[Step] = field(default_factory=list)
    expects: list[Expect | ExpectNoName] = field(default_factory=list)
    named: dict[str, EntityId] = field(default_factory=dict)
    facts: dict[str, FactId] = field(default_factory=dict)
    known: dict[str, FactId] = field(default_factory=dict)
    new: dict[str, dict[EntityId, EntityKind]] = field(default_factory=dict)
    """Who is added, or gets another name, by the key of that name, with their kinds."""
    mentioned: set[EntityId] = field(default_factory=set)

    # ── entities ───────────────────────────────────────────────────────────────────────────────────────────────────

    def entity(self, one: DeclaredEntity) -> None:
        number = self._called(one.item, one.name, one.kind, frozenset())
        if number is None:
            return
        self.named[one.item] = number
        for item, alias in one.aliases:
            self._alias(item, alias, number)

    def _called(self, item: str, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind]) -> EntityId | None:
        """The entity of that name, known or made now; None, with a reason noted, when it could be several."""
        key = name_key(name)
        made = [number for number, known in self.new.get(key, {}).items() if kind in (None, known)]
        if len(made) == 1:
            return self._mention(made[0], name)
        matches = self.view.entities.by_key([key], self.scope).get(key, [])
        found = {match.entity.id: match.entity for match in matches if kind in (None, match.entity.kind)}
        if len(found) > 1:
            found = {number: entity for number, entity in found.items() if entity.kind in fitting}
        if len(found) > 1 or (matches and not found and kind is None):
            self.dropped.append(Dropped(item, f"Several go by “{name}”. Give its type, or another of its names."))
            return None
        return self._mention(next(iter(found)) if found else self._add(name, kind, fitting), name)

    def _add(self, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind]) -> EntityId:
        likeliest = next(iter(sorted(fitting)), ANY) if len(fitting) == 1 else ANY
        number, key = EntityId(self.mint()), name_key(name)
        row = Entity(number, name, kind or likeliest, self.at, declared_by=self.author.kind, scope=self.scope)
        self.steps.append(Add(row))
        self.expects.append(ExpectNoName(key, row.kind, self.scope))
        self.new.setdefault(key, {})[number] = row.kind
        return number

    def _mention(self, entity: EntityId, name: str) -> EntityId:
        """The anchoring record names the entity: at its words where they stand there, else as a whole."""
        if self.anchor is not None and entity not in self.mentioned:
            self.mentioned.add(entity)
            at = self.anchor.text.find(name)
            span = Span(at, at + len(name)) if at >= 0 else Span(0, len(self.anchor.text))
            self.steps.append(Add(Mention(MentionId(self.mint()), entity, self.anchor.id, span, self.author.kind)))
        return entity

    def _alias(self, item: str, text: str, owner: EntityId) -> None:
        key = name_key(text)
        if len(text) == 1 and self.author.kind != "user":
            self.dropped.append(Dropped(item, "A name of one character can only be given by the user."))
            return
        bearers = {match.entity.id for match in self.view.entities.by_key([key], self.scope).get(key, [])}
        bearers |= set(self.new.get(key, {}))
        if bearers - {owner}:
            self.dropped.append(Dropped(item, f"“{text}” already names another entity."))
        elif not bearers:
            episode = self.anchor.id if self.anchor is not None else None
            row = Alias(AliasId(self.mint()), owner, text, self.author.kind, self.at, episode)
            self.steps.append(Add(row))
            self.new.setdefault(key, {})[owner] = self._kind(owner)

    def _kind(self, entity: EntityId) -> EntityKind:
        made = [known[entity] for known in self.new.values() if entity in known]
        return made[0] if made else self.view.entities.get([entity], self.scope)[entity].kind

    # ── relations ──────────────────────────────────────────────────────────────────────────────────────────────────

    def relation(self, one: DeclaredRelation) -> Held | None:
        """The relation as a fact with its anchor; None, with a reason noted, when an end cannot be used."""
        kinds = relations().of(one.predicate)
        if kinds.object_is == "value":
            self.dropped.append(Dropped(f"{one.item}.predicate", "This relation takes a text, not an entity."))
            return None
        subject = self._end(f"{one.item}.subject", one.subject, kinds.subjects)
        far = self._end(f"{one.item}.object", one.object, kinds.objects) if subject is not None else None
        if subject is None or far is None:
            return None
        if subject == far:
            self.dropped.append(Dropped(one.item, "Nothing is related to itself."))
            return None
        self.facts[one.item] = number = FactId(self.mint())
        said = self.anchor.said_at if self.anchor is not None else self.at
        fact = Fact(number, subject, one.predicate, far, "", said, self.at, declared_by=self.author.kind)
        return Held(replace(fact, declared_at=self.at, scope=self.scope), self._supports(number))

    def _supports(self, fact: FactId) -> tuple[Support, ...]:
        if self.anchor is None:
            return ()
        span = Span(0, len(self.anchor.text))
        return (Support(Anchor(AnchorId(self.mint()), fact, self.anchor.id, span), self.anchor.said_at),)

    def _end(self, item: str, text: str, kinds: frozenset[EntityKind]) -> EntityId | Ref | None:
        try:
            ref = Ref.parse(text)
        except BadReference:
            return self._called(item, text, None, kinds)
        if self._readable(ref):
            return ref
        self.dropped.append(Dropped(item, f"There is no record {ref}."))
        return None

    def _readable(self, ref: Ref) -> bool:
        if ref.kind == "ep":
            return bool(self.view.episodes.readable([EpisodeId(ref.id)], self.scope))
        return bool(self.view.episodes.sessions([SessionId(ref.id)], self.scope))

    def standing(self, fact: Fact) -> Fact | None:
        """The same fact as memory holds it, the latest stretch of it."""
        near = self.view.facts.about(fact.subject, [fact.predicate], self.scope) if _is_known(fact.subject) else []
        return next((row for row in reversed(near) if identity(row) == identity(fact)), None)


def _is_known(end: Node) -> bool:
    return isinstance(end, Ref) or end >= 0
