"""The claims of a draft as facts with their supports, ready for `reconcile`."""

from dataclasses import replace

from app.domain.clock import WorldTime
from app.domain.draft import DraftEnd, DraftFact
from app.domain.entity import EntityKind, Span
from app.domain.fact import Anchor, Fact, Object, Value
from app.domain.ids import AnchorId, EntityId, FactId
from app.domain.text import name_key
from app.memory.learn.cast import Cast, Loom
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reading.relations import relations


def stated(loom: Loom, cast: Cast, claim: DraftFact) -> Held | None:
    """A claim as a fact. None when one of its ends is undecided.

    "I used to live in Rye until 2020" tells no start: such a fact is supported by words that end it.
    """
    ends = _ends(cast, claim)
    if ends is None:
        return None
    until = claim.invalid_at
    if until and claim.valid_at and until.first() < claim.valid_at.first():
        until = None
    over = until is not None and claim.valid_at is None and until.first() <= loom.episode.said_at.date()
    plain = _fact(loom, claim, ends)
    fact = replace(plain, valid_at=claim.valid_at, invalid_at=until, confidence=claim.confidence)
    return Held(fact, (support(loom, fact.id, claim.span, ends=over),), cast.perhaps(*ends))


def ended(loom: Loom, cast: Cast, claim: DraftEnd) -> Held | None:
    """An end as a fact of unknown start, which `reconcile` joins to the fact that it ends."""
    ends = _ends(cast, claim) or _what_holds(loom, cast, claim)
    if ends is None:
        return None
    fact = replace(_fact(loom, claim, ends), invalid_at=_day(loom, claim))
    return Held(fact, (support(loom, fact.id, claim.span, ends=True),))


def support(loom: Loom, fact: FactId, span: Span, ends: bool = False) -> Support:
    """These words of the episode as an anchor of the fact."""
    return Support(Anchor(AnchorId(loom.mint()), fact, loom.episode.id, span, ends), loom.episode.said_at)


def _day(loom: Loom, claim: DraftEnd) -> WorldTime:
    return claim.ended_at or WorldTime.of(loom.episode.said_at.date())


def _fact(loom: Loom, claim: DraftFact | DraftEnd, ends: tuple[EntityId, Object]) -> Fact:
    number, said_at, scope = FactId(loom.mint()), loom.episode.said_at, loom.episode.scope
    plain = Fact(number, ends[0], claim.predicate, ends[1], claim.fact, said_at, loom.at, scope=scope)
    return replace(plain, declared_by=claim.by)


def _ends(cast: Cast, claim: DraftFact | DraftEnd) -> tuple[EntityId, Object] | None:
    relation = relations().of(claim.predicate)
    subject = cast.find(claim.subject, claim.subject_kind, relation.subjects)
    far: Object | None
    if claim.object_is == "value":
        far = Value(claim.object) if claim.object else None
    else:
        far = cast.find(claim.object, claim.object_kind, _other_kinds(claim, relation.objects))
    return None if subject is None or far is None or far == subject else (subject, far)


def _other_kinds(claim: DraftFact | DraftEnd, kinds: frozenset[EntityKind]) -> frozenset[EntityKind]:
    """Of two entities of one name in one turn ("Ford starts at Ford") the object is not the subject."""
    twins = name_key(claim.subject) == name_key(claim.object)
    return kinds - {claim.subject_kind or "person"} if twins else kinds


def _what_holds(loom: Loom, cast: Cast, claim: DraftEnd) -> tuple[EntityId, Object] | None:
    """The one fact that the end can mean, when it names no object ("I quit"). None when there are none or several."""
    subject = cast.find(claim.subject, claim.subject_kind, relations().of(claim.predicate).subjects)
    if subject is None or subject < 0 or claim.object:
        return None
    facts = loom.view.facts.about(subject, [claim.predicate], loom.episode.scope)
    day = min(_day(loom, claim).last(), loom.episode.said_at.date())
    held = [fact for fact in facts if fact.since() <= day and fact.invalid_at is None]
    return (subject, held[0].object) if len(held) == 1 else None
