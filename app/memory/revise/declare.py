"""Associations declared from outside: kept verbatim with who declared them, refused item by item, one plan for all.

Nothing is inferred. A name is an entity that is known by it or a new one; an alias that already names another in scope
is refused; a relation may join entities, records, or one of each. Declaring the same again refreshes it.
"""

from dataclasses import dataclass, replace

from app.domain import clock
from app.domain.association import Associations, DeclaredEntity, DeclaredRelation, Dropped, like_a_reference
from app.domain.entity import EntityKind, Mention, Span
from app.domain.episode import Episode
from app.domain.errors import BadReference
from app.domain.fact import Anchor, Fact, Object, Value
from app.domain.ids import AnchorId, EntityId, EpisodeId, FactId, MentionId, Ref, SessionId
from app.domain.plan import Add, Amend, Author, Expect, Plan, Step
from app.domain.scope import Scope
from app.domain.text import fold, name_key
from app.memory.learn.holdings import beside
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reading.relations import relations
from app.memory.learn.reconcile import Mint
from app.memory.learn.slots import identity
from app.memory.revise.calling import Calling
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View


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
    desk = _Declaring(view, given, scope, author, anchor)
    for entity in given.entities:
        desk.entity(entity)
    told = [row for relation in given.relations if (row := desk.relation(relation)) is not None]
    settled, expects = _settled(desk, told)
    steps = (*desk.calling.steps(), *map(Add, desk.mentions.values()), *settled)
    plan = Plan(steps, author, "declare", _subject(given), (*desk.calling.expects(), *expects))
    return Declaration(plan, tuple(desk.dropped), desk.named, desk.facts, desk.known)


def _subject(given: Associations) -> str:
    names = [one.name for one in given.entities]
    names += [f"{one.subject} {one.predicate} {one.object}" for one in given.relations]
    return ", ".join(names[:3]) + ("…" if len(names) > 3 else "")


def _settled(desk: "_Declaring", told: list[Held]) -> tuple[list[Step], list[Expect]]:
    """New facts with the intervals that follow; facts that stood already get the new date and source instead."""
    steps, expects = resettled(desk.view, desk.scope, desk.mint, told=told)
    added = [step.row for step in steps if isinstance(step, Add) and isinstance(step.row, Fact)]
    facts = {row.fact.id: row.fact for row in told}
    standing = [row.fact for row in beside(desk.view, facts.values(), desk.scope)]
    for item, number in desk.facts.items():
        same = [row.id for row in (*standing, *added) if identity(row) == identity(facts[number])]
        desk.facts[item] = number if number in same else same[-1]
        if desk.facts[item] >= 0:
            desk.known[item] = desk.facts[item]
    steps += [Amend("fact", number, {"declared_at": desk.at}) for number in dict.fromkeys(desk.known.values())]
    return steps, expects


class _Declaring:
    """A declaration at work: who is named so far, what has to be written, what fell out."""

    def __init__(
        self, view: View, given: Associations, scope: Scope, author: Author, anchor: Episode | None = None
    ) -> None:
        self.view = view
        self.scope = Scope(scope.agent, scope.project, scope.channel)  # rows live in a project, never in "everything"
        self.author = author
        self.anchor = anchor
        self.at = clock.now()
        self.dropped = list(given.dropped)
        self.mint: Mint = minting()
        self.calling = Calling(view, self.scope, author, self.at, self.mint)
        self.mentions: dict[EntityId, Mention] = {}
        self.named: dict[str, EntityId] = {}
        self.facts: dict[str, FactId] = {}
        self.known: dict[str, FactId] = {}

    def entity(self, one: DeclaredEntity) -> None:
        number = self.calling.take(one.name, one.kind)
        if number is None:
            self._several(one.item, one.name)
            return
        self.named[one.item] = number
        self._mention(number, one.name)
        for item, alias in one.aliases:
            if len(name_key(alias)) == 1 and self.author.kind != "user":
                self._drop(item, "A name of one character can only be given by the user.")
            elif not self.calling.name(number, alias, self.anchor.id if self.anchor else None):
                self._drop(item, f"“{alias}” already names another entity.")

    def relation(self, one: DeclaredRelation) -> Held | None:
        """The relation as a fact with its anchor; None, with a reason noted, when an end cannot be used.

        Both ends are looked at before either is made, so that a refused relation leaves nobody behind.
        """
        kinds = relations().of(fold(one.predicate))
        subject = self._end(f"{one.item}.subject", one.subject, kinds.subjects)
        where = f"{one.item}.object"
        far = (
            self._value(where, one.object)
            if kinds.object_is == "value"
            else self._end(where, one.object, kinds.objects)
        )
        if subject is None or far is None:
            return None
        if self._looked_up(subject) == self._looked_up(far):
            self._drop(one.item, "Nothing is related to itself.")
            return None
        return self._fact(one, self._taken(subject), self._taken(far))

    def _fact(self, one: DeclaredRelation, subject: Object, far: Object) -> Held:
        assert not isinstance(subject, Value)
        self.facts[one.item] = number = FactId(self.mint())
        said = self.anchor.said_at if self.anchor is not None else self.at
        fact = Fact(number, subject, one.predicate, far, "", said, self.at, declared_by=self.author.kind)
        return Held(replace(fact, declared_at=self.at, scope=self.scope), self._supports(number))

    def _supports(self, fact: FactId) -> tuple[Support, ...]:
        if self.anchor is None:
            return ()
        span = Span(0, len(self.anchor.text))
        return (Support(Anchor(AnchorId(self.mint()), fact, self.anchor.id, span), self.anchor.said_at),)

    # ── ends ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _end(self, item: str, text: str, kinds: frozenset[EntityKind]) -> "Ref | _Name | None":
        if not like_a_reference(text):
            if len(self.calling.called(text, None, kinds)) <= 1:
                return _Name(text, kinds)
            self._several(item, text)
            return None
        ref = _reference(text)
        if ref is not None and self._readable(ref):
            return ref
        self._drop(item, f"There is no record {ref or text}.")
        return None

    def _value(self, item: str, text: str) -> Value | None:
        if like_a_reference(text):
            self._drop(item, "This relation takes a text, not a record.")
            return None
        return Value(text)

    def _readable(self, ref: Ref) -> bool:
        if ref.kind == "ses":
            return bool(self.view.episodes.sessions([SessionId(ref.id)], self.scope))
        episode = self.view.episodes.one(EpisodeId(ref.id), self.scope)
        return episode is not None and episode.state != "off_record"

    def _looked_up(self, end: "Ref | Value | _Name") -> object:
        """What is equal where two ends are one thing, somebody new among them."""
        if not isinstance(end, _Name):
            return end
        return next(iter(self.calling.called(end.text, None, end.kinds)), name_key(end.text))

    def _taken(self, end: "Ref | Value | _Name") -> Object:
        if not isinstance(end, _Name):
            return end
        number = self.calling.take(end.text, None, end.kinds)
        assert number is not None
        return self._mention(number, end.text)

    def _mention(self, entity: EntityId, name: str) -> EntityId:
        """The anchoring record names the entity: at its words where they stand there, else as a whole."""
        if self.anchor is not None and entity not in self.mentions:
            at = self.anchor.text.find(name)
            span = Span(at, at + len(name)) if at >= 0 else Span(0, len(self.anchor.text))
            row = Mention(MentionId(self.mint()), entity, self.anchor.id, span, self.author.kind)
            self.mentions[entity] = row
        return entity

    # ── what fell out ──────────────────────────────────────────────────────────────────────────────────────────────

    def _several(self, item: str, name: str) -> None:
        self._drop(item, f"Several go by “{name}”. Give its type, or another of its names.")

    def _drop(self, item: str, reason: str) -> None:
        self.dropped.append(Dropped(item, reason))


@dataclass(frozen=True, slots=True)
class _Name:
    """A name at the end of a relation that means one entity, known or yet to be made."""

    text: str
    kinds: frozenset[EntityKind]


def _reference(text: str) -> Ref | None:
    try:
        return Ref.parse(text)
    except BadReference:
        return None
