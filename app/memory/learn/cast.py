"""Who is who in one turn: every name of a draft is a known entity, a new one, or a question.

Reads the candidates of all names in a few look-ups, lets `resolve` decide, and says what has to be written: entities,
aliases that the text declares, mentions, and suggestions where it is not sure.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.domain.draft import DraftEntity
from app.domain.entity import ME, Alias, Entity, EntityKind, Mention, Span
from app.domain.episode import Episode
from app.domain.ids import AliasId, EntityId, MentionId, SuggestionId
from app.domain.plan import Add, Amend, Expect, ExpectNoName, Step
from app.domain.suggestion import Suggestion, SuggestionKind
from app.domain.text import has_cjk, name_key
from app.memory.learn.apart import apart_from, standing
from app.memory.learn.candidates import candidates
from app.memory.learn.contradict import Judge
from app.memory.learn.naming import title_after
from app.memory.learn.reconcile import Mint
from app.memory.learn.resolve import Decision, Incoming, Known, resolve
from app.storage.view import View

Named = tuple[str, EntityKind]
"""Key and kind of a name."""
Chosen = Mapping[str, EntityId]
"""Answers of the user to "which one?", by the key of the name."""
NOBODY: Chosen = {}


@dataclass(frozen=True, slots=True)
class Loom:
    """What every step of weaving needs: where to read, what is woven in, when, and new placeholders.

    `judge` decides where rules do not; `unread` is why a model that was to read the turn could not, if so.
    """

    view: View
    episode: Episode
    at: datetime
    mint: Mint
    judge: Judge | None = None
    unread: str = ""


@dataclass(slots=True)
class Cast:
    """A name in `undecided` has no entity yet; the question that goes to the user holds what was said of it."""

    me: EntityId | None = None
    who: dict[Named, EntityId] = field(default_factory=dict)
    undecided: dict[Named, Decision] = field(default_factory=dict)
    new: dict[str, set[EntityId]] = field(default_factory=dict)
    """Who is added, or gets another name, by the key of that name."""
    doubted: dict[EntityId, frozenset[EntityId]] = field(default_factory=dict)
    """Whom somebody new may be, as the user is asked."""
    steps: list[Step] = field(default_factory=list)
    expects: list[Expect | ExpectNoName] = field(default_factory=list)

    def perhaps(self, *ends: object) -> frozenset[EntityId]:
        """Whom one of the ends of a claim may be."""
        return frozenset().union(*(others for one, others in self.doubted.items() if one in ends))

    def find(self, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind]) -> EntityId | None:
        """The entity meant by an end of a claim; None when it is undecided."""
        if name == ME:
            return self.me
        key = self.key(name, kind, fitting)
        return self.who.get(key) if key else None

    def called(self, key: str) -> set[EntityId]:
        """New bearers of a name, the user's own entity left out."""
        return self.new.get(key, set()) - {self.me}

    def key(self, name: str, kind: EntityKind | None, fitting: frozenset[EntityKind]) -> Named | None:
        """The entry of that name: of the kind given, else of one that fits the relation, else any."""
        wanted = name_key(name)
        found = [key for key in (*self.who, *self.undecided) if key[0] == wanted]
        ranked = sorted(found, key=lambda key: (key[1] != kind, key[1] not in fitting))
        return ranked[0] if ranked else None


def cast_of(loom: Loom, entities: Sequence[DraftEntity], speaks: bool, chosen: Chosen) -> Cast:
    """Resolve all names of a draft. `speaks`: something is said about whoever speaks."""
    cast = Cast()
    named = list(entities)
    speaker = loom.episode.speaker
    if speaker and not any(name_key(one.name) == name_key(speaker) for one in named):
        named += [DraftEntity(speaker, "person")] if speaks else []
    known = candidates(loom.view, named, loom.episode.scope, has_cjk(loom.episode.text))
    batch: list[Known] = []
    for one in sorted(named, key=lambda one: -len(one.name)):
        decision = _decide(loom, one, known[one.name, one.kind], chosen)
        if decision.answer == "new":
            decision = _within(one, batch)
        _place(loom, cast, one, decision)
        if decision.answer == "new":
            batch.append(Known(cast.who[name_key(one.name), one.kind], one.name, one.kind, one.aliases))
    if speaks:
        cast.me = cast.who.get((name_key(speaker), "person")) if speaker else _me(loom, cast)
    return cast


def _me(loom: Loom, cast: Cast) -> EntityId:
    found = loom.view.entities.me(loom.episode.scope)
    return found.id if found else _add(loom, cast, DraftEntity(ME, "person"))


def _decide(loom: Loom, one: DraftEntity, known: Sequence[Known], chosen: Chosen) -> Decision:
    if name_key(one.name) in chosen:
        return Decision("same", "chosen", 1.0, chosen[name_key(one.name)])
    known_here = standing(loom.view, loom.episode, one)
    if known_here is not None:
        return Decision("same", "words", 1.0, known_here)
    after = loom.episode.text[one.spans[0].end :] if one.spans else ""
    return resolve(Incoming(one.name, one.kind, one.aliases, title_after(after)), known)


def _within(one: DraftEntity, batch: Sequence[Known]) -> Decision:
    """A new name against the other new names of the turn: "Rosalind" after "Rosalind Okafor" is she."""
    decision = resolve(Incoming(one.name, one.kind, one.aliases), batch)
    return decision if decision.answer == "same" else Decision("new")


def _place(loom: Loom, cast: Cast, one: DraftEntity, decision: Decision) -> None:
    key = (name_key(one.name), one.kind)
    if decision.answer == "ask" and not decision.apart:
        cast.undecided[key] = decision
        return
    if decision.entity is not None:
        cast.who[key] = decision.entity
        if decision.entity >= 0:
            cast.expects.append(Expect("entity", decision.entity, {}))
        _tag(loom, cast, one, decision.entity)
    else:
        cast.who[key] = _add(loom, cast, one)
        if decision.answer == "ask":
            _doubt(loom, cast, cast.who[key], one, decision)
    _aliases(loom, cast, one, decision)
    cast.steps += mentions(loom, cast.who[key], one)


def _add(loom: Loom, cast: Cast, one: DraftEntity) -> EntityId:
    """A new entity; a text that names one twice in two kinds adds two."""
    number = EntityId(loom.mint())
    scope = loom.episode.scope
    cast.steps.append(Add(Entity(number, one.name, one.kind, loom.at, one.tag, declared_by=one.by, scope=scope)))
    cast.expects.append(ExpectNoName(name_key(one.name), one.kind, scope))
    _call(cast, one.name, number)
    return number


def _call(cast: Cast, name: str, entity: EntityId) -> None:
    cast.new.setdefault(name_key(name), set()).add(entity)


def _tag(loom: Loom, cast: Cast, one: DraftEntity, entity: EntityId) -> None:
    """A few words of detail, where memory had none."""
    known = loom.view.entities.one(entity, loom.episode.scope) if one.tag and entity >= 0 else None
    if known is not None and not known.tag and known.declared_by in ("extractor", "model"):
        cast.steps.append(Amend("entity", entity, {"tag": one.tag}))


def _aliases(loom: Loom, cast: Cast, one: DraftEntity, decision: Decision) -> None:
    """Only what the text or a list of places declares becomes an alias, and never the name of somebody else."""
    entity = cast.who[name_key(one.name), one.kind]
    texts = [*one.aliases, one.name] if decision.how in ("own alias", "known place") else list(one.aliases)
    taken = loom.view.entities.by_key([name_key(text) for text in texts], loom.episode.scope)
    for text in texts:
        others = {match.entity.id for match in taken.get(name_key(text), ()) if match.entity.kind == one.kind}
        if not others:
            number, source = AliasId(loom.mint()), loom.episode.id
            cast.steps.append(Add(Alias(number, entity, text, one.by, loom.at, source)))
            _call(cast, text, entity)
        elif entity not in others:
            doubt = Decision("ask", "alias of another", candidates=tuple(sorted(others)), apart=True)
            _doubt(loom, cast, entity, one, doubt)


def mentions(loom: Loom, entity: EntityId, one: DraftEntity) -> list[Step]:
    """Where the name stands in the turn; every place of it when the reader gave none."""
    spans = one.spans or tuple(_places(loom.episode.text, one.name))
    return [Add(Mention(MentionId(loom.mint()), entity, loom.episode.id, span, one.by)) for span in spans]


def _places(text: str, name: str) -> list[Span]:
    places, start = [], text.find(name)
    while name and start >= 0:
        places.append(Span(start, start + len(name)))
        start = text.find(name, start + len(name))
    return places


REASONS = {
    "kind": "The name is known for something of another kind.",
    "old kanji": "The names differ only in old and new forms of a character.",
    "script": "One may be the other, written in katakana.",
    "reading": "One may be how the other is read.",
    "initials": "One may be the initials of the other.",
    "spelling": "The names differ in one letter.",
    "plural": "One may be the plural of the other.",
    "short form": "One may be a short form of the other.",
    "alias of another": "The text gives one the name of the other.",
}
"""One sentence for the user per kind of doubt; windows translate it."""
ALIKE = "The names are alike."
SEVERAL = "Several go by this name."


def _doubt(loom: Loom, cast: Cast, entity: EntityId, one: DraftEntity, decision: Decision) -> None:
    """Ask whether they are one, unless a person has said that they are not."""
    apart = apart_from(loom.view, entity, loom.episode.scope)
    candidates = [other for other in decision.candidates if other not in apart]
    if not candidates:
        return
    payload = {"name": one.name, "entity": entity, "candidates": candidates, "how": decision.how}
    cast.steps += suggest(loom, "same_entity", REASONS.get(decision.how, ALIKE), payload)
    cast.doubted[entity] = cast.doubted.get(entity, frozenset()) | frozenset(candidates)


def suggest(loom: Loom, kind: SuggestionKind, reason: str, payload: Mapping[str, object]) -> list[Step]:
    """A suggestion that comes from this episode, unless the very same was made, answered or waved away before."""
    text = json.dumps(payload, ensure_ascii=False)
    scope = loom.episode.scope
    if loom.view.suggestions.alike(kind, text, scope):
        return []
    return [Add(Suggestion(SuggestionId(loom.mint()), kind, reason, text, loom.at, loom.episode.id, scope=scope))]
