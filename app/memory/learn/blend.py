"""What the device and a model read in one turn, as one draft.

The device's secrets, corrections and endings stand. A fact that both read is one fact: the model gives its words and
the kinds of its ends, the device its times, which are worked out by rule. A fact that only the device read stays,
unless the model contradicts it: another value where only one can be, the opposite, an end, or the same words read with
a longer or shorter name. What the model reads in words that the device knows to be a question or a condition goes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.draft import Draft, DraftCorrection, DraftDrop, DraftEnd, DraftEntity, DraftFact
from app.domain.entity import ME, EntityKind, Span
from app.domain.text import name_key
from app.memory.learn.grounds import deniable, denied_part
from app.memory.learn.places import Places
from app.memory.learn.reading.relations import relations

Claim = DraftFact | DraftEnd
Key = tuple[str, str, str]

UNSAID = frozenset({"hypothetical", "question", "negated"})
"""Reasons of the device for which a model's fact from the same words is left out. "Not" may state a dislike."""


def blend(device: Draft, model: Draft, places: Places) -> Draft:
    """One draft of both. `places`: of the part of the turn that the model saw; the rest is the device's alone."""
    entities = _entities(device.entities, model.entities)
    kinds = {name_key(one.name): one.kind for one in model.entities}
    model = _without_slips(model, device.corrections)
    device = replace(device, ends=tuple(end for end in device.ends if not _misread(end, model, kinds)))
    mine = [_of_kinds(fact, kinds) for fact in device.facts if not _misread(fact, model, kinds)]
    sound, unsaid = _said(model.facts, device.drops, places)
    ended = {_key(end) for end in device.ends}
    told = [fact for fact in sound if not (_key(fact) in ended and fact.valid_at is None)]
    stays = [fact for fact in mine if not _contradicted(fact, told, model.ends)]
    facts = _facts(stays, told)
    ends = (*device.ends, *_new_ends(model.ends, ended, facts))
    return Draft(
        entities=_needed(entities, device.entities, stays, mine),
        facts=facts,
        ends=ends,
        corrections=(*device.corrections, *(one for one in model.corrections if not device.corrections)),
        drops=(*device.drops, *unsaid, *model.drops),
        secrets=device.secrets,
    )


# ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _entities(device: Sequence[DraftEntity], model: Sequence[DraftEntity]) -> list[DraftEntity]:
    """The model's entities with what the device knows of them, and the device's own that no longer name covers."""
    by_name: dict[str, list[DraftEntity]] = {}
    for one in device:
        by_name.setdefault(name_key(one.name), []).append(one)
    found = [_united(one, by_name.get(name_key(one.name), ())) for one in model]
    named = {name_key(one.name) for one in model}
    twins = {key for key, some in by_name.items() if len(some) > 1}
    kinds = {(name_key(one.name), one.kind) for one in model}
    for one in device:
        key = name_key(one.name)
        if (key, one.kind) not in kinds and (key in twins or key not in named) and not _covered(one, model):
            found.append(one)
    return found


def _united(one: DraftEntity, same: Sequence[DraftEntity]) -> DraftEntity:
    spans = {*one.spans, *(span for other in same for span in other.spans)}
    aliases = dict.fromkeys((*one.aliases, *(alias for other in same for alias in other.aliases)))
    tag = one.tag or next((other.tag for other in same if other.tag), "")
    ordered = tuple(sorted(spans, key=lambda span: span.start))
    return replace(one, spans=ordered, aliases=tuple(aliases), tag=tag)


def _covered(one: DraftEntity, model: Sequence[DraftEntity]) -> bool:
    """Whether the model reads a longer name at every place of this one: "Blue" where it reads "Blue Harbor"."""
    longer = [span for other in model for span in other.spans]
    return bool(one.spans) and all(
        any(span.start <= mine.start and mine.end <= span.end and span != mine for span in longer) for mine in one.spans
    )


def _needed(
    entities: Sequence[DraftEntity],
    device: Sequence[DraftEntity],
    stays: Sequence[DraftFact],
    all_: Sequence[DraftFact],
) -> tuple[DraftEntity, ...]:
    """Without those that the device read only as an end of a fact which the model has put right."""
    gone = _ends_of(all_) - _ends_of(stays)
    own = {name_key(one.name) for one in device}
    return tuple(
        one for one in entities if one.by == "model" or name_key(one.name) not in gone or name_key(one.name) not in own
    )


def _ends_of(facts: Iterable[DraftFact]) -> set[str]:
    return {name_key(end) for fact in facts for end in (fact.subject, fact.object) if end != ME}


def _of_kinds(fact: DraftFact, kinds: Mapping[str, EntityKind]) -> DraftFact:
    """The kinds of the model for the ends of a fact, unless the two ends go by one name."""
    if name_key(fact.subject) == name_key(fact.object):
        return fact
    subject = kinds.get(name_key(fact.subject), fact.subject_kind)
    far = kinds.get(name_key(fact.object), fact.object_kind) if fact.object_is == "entity" else fact.object_kind
    return replace(fact, subject_kind=subject, object_kind=far)


def _without_slips(model: Draft, corrections: Sequence[DraftCorrection]) -> Draft:
    """Without what the model says of a name that the turn calls a slip: it never held, so it does not end either."""
    wrong = {name_key(one.wrong) for one in corrections}

    def sound(claim: Claim) -> bool:
        return not wrong & {name_key(claim.subject), name_key(claim.object)}

    return replace(model, facts=tuple(filter(sound, model.facts)), ends=tuple(filter(sound, model.ends)))


def _misread(claim: Claim, model: Draft, kinds: Mapping[str, EntityKind]) -> bool:
    """Whether the model relates the same two otherwise, and takes one for a kind that this relation cannot have.

    "Alex moved from Payments to Risk" is no change of home where these are teams.
    """
    relation, ends = relations().of(claim.predicate), _pair(claim)
    subject, far = kinds.get(name_key(claim.subject)), kinds.get(name_key(claim.object))
    fits = (subject is None or subject in relation.subjects) and (far is None or far in relation.objects)
    claims: tuple[Claim, ...] = (*model.facts, *model.ends)
    others = [one for one in claims if _pair(one) == ends]
    return not fits and bool(others) and all(_key(one) != _key(claim) for one in others)


def _pair(claim: Claim) -> frozenset[str]:
    return frozenset((name_key(claim.subject), name_key(claim.object)))


# ── facts and ends ─────────────────────────────────────────────────────────────────────────────────────────────────


def _key(claim: Claim) -> Key:
    """The same for a fact and its inverse, and for both directions of a symmetric one."""
    subject, predicate, far = name_key(claim.subject), claim.predicate, name_key(claim.object)
    relation = relations().of(predicate)
    if relation.inverse and relation.inverse < predicate:
        return far, relation.inverse, subject
    return (far, predicate, subject) if relation.symmetric and far < subject else (subject, predicate, far)


def _facts(device: Sequence[DraftFact], model: Sequence[DraftFact]) -> tuple[DraftFact, ...]:
    """Each fact once per beginning; what the device dated keeps that date."""
    mine = {_key(fact): fact for fact in device}
    found: dict[tuple[Key, object], DraftFact] = {}
    for fact in model:
        same = mine.get(_key(fact))
        both = _dated(fact, same) if same else fact
        found.setdefault((_key(fact), both.valid_at), both)
    read = {key for key, _ in found}
    for fact in device:
        if _key(fact) not in read:
            found.setdefault((_key(fact), fact.valid_at), fact)
    return tuple(found.values())


def _dated(fact: DraftFact, same: DraftFact) -> DraftFact:
    since, until = same.valid_at or fact.valid_at, same.invalid_at or fact.invalid_at
    if since and until and until.last() < since.first():
        since, until = same.valid_at, same.invalid_at
    sure = max(fact.confidence, same.confidence)
    return replace(fact, valid_at=since, invalid_at=until, span=same.span, confidence=sure)


def _new_ends(ends: Sequence[DraftEnd], known: set[Key], facts: Sequence[DraftFact]) -> list[DraftEnd]:
    """The model's ends that the device has not read; one that names no object only where none of its kind is read."""
    slots = {key[:2] for key in known} | {_key(fact)[:2] for fact in facts if fact.invalid_at is not None}
    return [end for end in ends if _key(end) not in known and (end.object or _key(end)[:2] not in slots)]


@dataclass(frozen=True, slots=True)
class _Words:
    """What a claim is about, for comparing readings."""

    slot: tuple[str, str]
    far: str
    span: Span

    @classmethod
    def of(cls, claim: Claim) -> "_Words":
        subject, predicate, far = name_key(claim.subject), claim.predicate, name_key(claim.object)
        return cls((subject, predicate), far, claim.span)

    def rereads(self, other: "_Words") -> bool:
        """Whether the same words are read with a longer or shorter name."""
        overlap = self.span.start < other.span.end and other.span.start < self.span.end
        return overlap and self.far != other.far and (self.far in other.far or other.far in self.far)


def _contradicted(fact: DraftFact, told: Sequence[DraftFact], ends: Sequence[DraftEnd]) -> bool:
    mine = _Words.of(fact)
    relation = relations().of(fact.predicate)
    if any(_key(fact) == _key(other) for other in told):
        return False
    if any(_key(end) == _key(fact) for end in ends) and fact.valid_at is None:
        return True
    for other in told:
        theirs = _Words.of(other)
        opposed = relation.opposite and theirs.slot == (mine.slot[0], relation.opposite) and theirs.far == mine.far
        one_value = relation.functional and fact.invalid_at is None and other.invalid_at is None
        if opposed or (theirs.slot == mine.slot and (one_value or mine.rereads(theirs))):
            return True
    return False


def _said(
    facts: Sequence[DraftFact], drops: Sequence[DraftDrop], places: Places
) -> tuple[list[DraftFact], list[DraftDrop]]:
    """The facts that are stated, and a note for each that stands in a question or a condition."""
    read = [(span, drop.reason) for drop in drops if drop.reason in UNSAID for span in places.of(drop.what)]
    doubtful = [(denied_part(places.text, span) if why == "negated" else span, why) for span, why in read]
    kept: list[DraftFact] = []
    left: list[DraftDrop] = []
    for fact in facts:
        found = [why for span, why in doubtful if _only_in(fact, span, places)]
        reason = next((why for why in found if why != "negated" or deniable(fact.predicate)), "")
        if reason:
            left.append(DraftDrop(f"{fact.subject} {fact.predicate} {fact.object}", reason))
        else:
            kept.append(fact)
    return kept, left


def _only_in(fact: DraftFact, doubt: Span, places: Places) -> bool:
    """Whether the words of the fact, and every place of its object, lie where nothing is stated."""
    if not (fact.span.start < doubt.end and doubt.start < fact.span.end):
        return False
    found = places.of(fact.object) or places.of(fact.subject)
    return all(doubt.start <= place.start and place.end <= doubt.end for place in found)
