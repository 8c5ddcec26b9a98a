"""From a checked draft to a plan: who is who, what is said of them, what that ends. Reads memory, writes nothing.

The learner weaves in what it read; an answer to "which one do you mean?" weaves in what had to wait for it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any

from app.domain.draft import Draft, DraftDrop, DraftEnd, DraftEntity, DraftFact
from app.domain.entity import ME, Mention, Span
from app.domain.episode import Episode, LearnState
from app.domain.ids import DropId, EntityId, MentionId
from app.domain.plan import EXTRACTOR, Add, Amend, Plan, Step
from app.domain.suggestion import Drop
from app.domain.text import name_key
from app.memory.learn.apart import name_refused
from app.memory.learn.cast import NOBODY, SEVERAL, Cast, Chosen, Loom, Named, cast_of, suggest
from app.memory.learn.contradict import Judge, judged
from app.memory.learn.corrections import Slips, corrections
from app.memory.learn.draftjson import draft_to_json
from app.memory.learn.holdings import beside, misread_here, retracted_here
from app.memory.learn.intervals import Held
from app.memory.learn.reading.relations import relations
from app.memory.learn.reconcile import expectations, reconcile, steps
from app.memory.learn.settle import Settled, settled
from app.memory.learn.slots import identity
from app.memory.learn.statements import ended, stated
from app.storage.namespotting import longest_first, stretches
from app.storage.view import View


def weave(loom: Loom, draft: Draft, recent: Sequence[Episode] = (), least: float = 0.0) -> Plan:
    """What to write so that memory knows what the episode says. Twice the same episode: nothing the second time.

    `recent` are the turns before it, which its corrections may be about. A turn that matters less than `least` stays in
    the transcript: nothing is learned from it.
    """
    weight = _weighed(loom, draft, least)
    if weight.importance < least:
        return Plan((*_drops(loom, _left_out(draft)), *_mark(loom, weight, "nothing")), EXTRACTOR, "learn")
    slips = corrections(loom, draft, recent)
    woven = _woven(loom, replace(draft, entities=(*draft.entities, *slips.entities)), NOBODY, slips)
    written = [*woven.steps, *_known_names(loom, woven), *_drops(loom, draft)]
    written += _mark(loom, weight, "learned" if woven.said else "nothing")
    return Plan(tuple(written), EXTRACTOR, "learn", expects=tuple(woven.expects))


def loom_of(view: View, episode: Episode, at: datetime, judge: Judge | None = None, unread: str = "") -> Loom:
    """`at` is the moment of learning."""
    placeholders = count(-1, -1)
    return Loom(view, episode, at, lambda: next(placeholders), judge, unread)


@dataclass(slots=True)
class Woven:
    """What came of a draft: the steps and expectations so far, who is who, and whether anything was said."""

    cast: Cast
    steps: list[Step]
    expects: list[Any]
    said: bool


def _woven(loom: Loom, draft: Draft, chosen: Chosen, slips: Slips) -> Woven:
    claims: list[DraftFact | DraftEnd] = [*draft.facts, *draft.ends]
    speaks = any(ME in (claim.subject, claim.object) for claim in claims)
    cast = cast_of(loom, draft.entities, speaks, chosen)
    told = _told(loom, draft, cast) + slips.told(loom, cast)
    wrong, misread = slips.retracted(), misread_here(loom.view, loom.episode, told) if _owed(loom) else []
    before = beside(loom.view, [row.fact for row in (*told, *wrong, *misread)], loom.episode.scope)
    after = reconcile(before, told, loom.mint, [*wrong, *misread])
    ruled = judged(loom.view, loom.judge, before, after, told)
    written = steps(ruled.before, [*ruled.after, *wrong])
    written += [Amend("fact", row.fact.id, {"expired_at": loom.at}) for row in wrong]
    asked = _questions(loom, draft, cast)
    expects = [*cast.expects, *expectations(ruled.before, written)]
    return Woven(cast, [*cast.steps, *written, *asked], expects, bool(told or wrong or asked))


def _owed(loom: Loom) -> bool:
    """Whether a model now reads what the device had to read alone."""
    return loom.episode.learned_at is not None and loom.episode.learn_error != "" and not loom.unread


def _told(loom: Loom, draft: Draft, cast: Cast) -> list[Held]:
    """Ends before facts of the same day do not matter: reconcile orders them by the time of the world."""
    taken_back = retracted_here(loom.view, loom.episode.id, loom.episode.scope)
    rows = [stated(loom, cast, claim) for claim in draft.facts] + [ended(loom, cast, claim) for claim in draft.ends]
    return [row for row in rows if row is not None and identity(row.fact) not in taken_back]


def _questions(loom: Loom, draft: Draft, cast: Cast) -> list[Step]:
    """For each name that several go by: who is meant, and what waits for the answer."""
    found: list[Step] = []
    for named, decision in cast.undecided.items():
        waiting = _about(draft, cast, named)
        name, candidates = waiting.entities[0].name, list(decision.candidates)
        if not (waiting.facts or waiting.ends) and _asked(loom, name, candidates):
            continue
        if name_refused(loom.view, name, candidates, loom.episode.scope):
            continue
        payload = {"name": name, "kind": named[1], "candidates": candidates, "draft": draft_to_json(waiting)}
        found += suggest(loom, "which_entity", SEVERAL, payload)
    return found


_OPEN = 200


def _asked(loom: Loom, name: str, candidates: list[EntityId]) -> bool:
    """Whether the same question is open already: a mere mention of the name is no reason to ask again."""
    for one in loom.view.suggestions.open(loom.episode.scope, _OPEN):
        payload = json.loads(one.payload) if one.kind == "which_entity" else {}
        if (payload.get("name"), payload.get("candidates")) == (name, candidates):
            return True
    return False


def _about(draft: Draft, cast: Cast, named: Named) -> Draft:
    """The part of a draft that names one undecided entity, with the other entities of those claims."""

    def concerns(claim: DraftFact | DraftEnd) -> bool:
        relation = relations().of(claim.predicate)
        ends = [(claim.subject, claim.subject_kind, relation.subjects)]
        if claim.object_is == "entity":
            ends.append((claim.object, claim.object_kind, relation.objects))
        return any(cast.key(*end) == named for end in ends)

    facts = tuple(claim for claim in draft.facts if concerns(claim))
    ends = tuple(claim for claim in draft.ends if concerns(claim))
    claims: list[DraftFact | DraftEnd] = [*facts, *ends]
    names = {name_key(end) for claim in claims for end in (claim.subject, claim.object)}
    mine = [one for one in draft.entities if (name_key(one.name), one.kind) == named] or [DraftEntity(*named)]
    others = [one for one in draft.entities if one not in mine and name_key(one.name) in names]
    return Draft((*mine, *others), facts, ends)


def answered(view: View, episode: Episode, draft: Draft, chosen: Chosen, at: datetime) -> tuple[list[Step], list[Any]]:
    """What a question kept waiting, woven in with the user's answer: steps and expectations."""
    woven = _woven(loom_of(view, episode, at), draft, chosen, Slips())
    return woven.steps, woven.expects


def _known_names(loom: Loom, woven: Woven) -> list[Step]:
    """Mentions of names that memory knows, or now learns, and the readers passed over; where only one goes by it."""
    if loom.episode.learned_at is not None and not loom.episode.learn_error:
        return []
    text = loom.episode.text
    found: dict[Span, set[EntityId]] = {}
    for match in loom.view.entities.names_in(text, loom.episode.scope):
        if match.span is not None and match.entity.name != ME:
            found.setdefault(match.span, set()).add(match.entity.id)
    for place in stretches(text) if woven.cast.new else ():
        for entity in woven.cast.called(place.key):
            found.setdefault(place.span, set()).add(entity)
    taken = [step.row.span for step in woven.steps if isinstance(step, Add) and isinstance(step.row, Mention)]
    undecided = {key for key, _ in woven.cast.undecided}
    return [
        Add(Mention(MentionId(loom.mint()), next(iter(found[span])), loom.episode.id, span, "extractor"))
        for span in longest_first(found)
        if len(found[span]) == 1
        and not any(one.start < span.end and span.start < one.end for one in taken)
        and name_key(text[span.start : span.end]) not in undecided
    ]


def _drops(loom: Loom, draft: Draft) -> list[Step]:
    """Notes of what was left out that are not there yet."""
    known = loom.view.suggestions.drops([loom.episode.id], loom.episode.scope).get(loom.episode.id, [])
    standing = {(drop.what, drop.reason) for drop in known}
    new = [drop for drop in draft.drops if (drop.what, drop.reason) not in standing]
    return [Add(Drop(DropId(loom.mint()), loom.episode.id, drop.what, drop.reason)) for drop in new]


def _weighed(loom: Loom, draft: Draft, least: float) -> Settled:
    """How much the turn matters. One that seems small talk is asked whether it names anybody whom memory knows."""
    episode = loom.episode
    weight = settled(episode.text, episode.role, draft)
    if weight.importance >= least:
        return weight
    found = loom.view.entities.names_in(episode.text, episode.scope)
    return settled(episode.text, episode.role, draft, named=any(match.entity.name != ME for match in found))


def _left_out(draft: Draft) -> Draft:
    """What was read in a turn that does not matter enough, as notes for the person."""
    claims: list[DraftFact | DraftEnd] = [*draft.facts, *draft.ends]
    return replace(draft, drops=(*draft.drops, *(DraftDrop(claim.fact, "unimportant") for claim in claims)))


def _mark(loom: Loom, weight: Settled, state: LearnState) -> list[Step]:
    """The episode is learned, or held nothing; one that already is stays as it is, unless a model still owed it."""
    episode = loom.episode
    changes: dict[str, Any] = {"state": state, "learned_at": loom.at, "learn_error": loom.unread}
    if loom.unread:
        changes["attempts"] = episode.attempts + 1
    if episode.learned_at is None or episode.state not in ("learned", "nothing"):
        changes |= {"importance": weight.importance, "tier": weight.tier}
    elif not episode.learn_error and not loom.unread:
        return []
    elif episode.state == "learned":
        changes["state"] = "learned"
    return [Amend("episode", episode.id, changes)]
