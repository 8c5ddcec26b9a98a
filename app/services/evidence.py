"""What an answer rests on, put together into items: made of the same finds, kept with it as numbers, told on demand."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain.episode import Episode
from app.domain.ids import EpisodeId, Ref
from app.domain.item import Item, Limits, Reconstruction, RoleName
from app.domain.question import Question, Recollection
from app.domain.scope import Scope
from app.domain.secret import mask
from app.memory.recall import tracing
from app.memory.recall.context import Reached
from app.memory.recall.reconstruct import reconstruct as put_together
from app.memory.recall.tracing import TracedClaim, TracedItem
from app.memory.recall.web import Told, gather
from app.services.workspace import ReadDesk

QUOTE = 280
"""Characters of a claim's words."""


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One record in an item, as it stands now. `text` is empty when it is gone or may not be read.

    `why`: `seed`, a `cluster:` key or `relation:<predicate>`, as in `domain.item.Claim`; `number`: its `[n]` in the
    answer, 0 for none. `roles`: what it is to another record, with the first words of that.
    """

    episode: EpisodeId
    text: str
    said_at: datetime | None
    why: str
    hops: int | None = None
    roles: tuple[tuple[RoleName, str], ...] = ()
    number: int = 0
    role: str = "user"
    speaker: str = ""
    is_note: bool = False
    disputed: bool = False
    """Whether another claim of the item contradicts it, or it contradicts one."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """One thing that the answer rests on: its head, a cited claim where there is one; its claims in order of time."""

    head: ClaimView
    claims: tuple[ClaimView, ...]
    key: str
    conflicts: int = 0


def of_recollection(desk: ReadDesk, found: Recollection) -> Reconstruction:
    """The items of what was found already: nothing is looked for again. What was said later is no evidence."""
    asked = found.question
    pool = [] if found.nothing else [hit.episode for hit in found.episodes]
    if not pool:
        return Reconstruction()
    limits = _limits(pool, 2)
    web = gather(desk.view, pool, limits, asked.scope)
    found_ids = {one.id for one in pool}

    def told(ids: Collection[EpisodeId]) -> Told:
        every = web.told(ids)
        fit = {id: one for id, one in every.episodes.items() if id in found_ids or _may_speak(one, asked)}
        return replace(every, episodes=fit)

    return put_together(pool, replace(web, told=told), limits)


def _limits(pool: list[Episode], hops: int) -> Limits:
    """All that was found, as items."""
    most = min(len(pool), 100)
    return Limits(count=most, top_k=most, max_hops=hops, budget=100_000)


def _may_speak(one: Episode, asked: Question) -> bool:
    """What the walk may bring: words of the person, as they stand, said before the question, and not archived."""
    fresh = one.replaced_at is None and one.said_at < asked.asked_at
    return fresh and one.role != "assistant" and (asked.everywhere or one.tier != "archive")


def reached(desk: ReadDesk, items: Collection[Item], scope: Scope) -> list[Reached]:
    """What only the walk led to, nearest first: records that may stand behind the finds before a model."""
    claims = sorted(
        (claim for item in items for claim in item.claims if claim.hops is not None), key=lambda one: one.hops or 0
    )
    known = desk.view.episodes.get([EpisodeId(claim.ref.id) for claim in claims], scope)
    found = ((known.get(EpisodeId(claim.ref.id)), claim) for claim in claims)
    return [Reached(one, claim.why.partition(":")[2], claim.hops or 1) for one, claim in found if one is not None]


def home_of(desk: ReadDesk, conversation: Scope, found: Recollection, items: Collection[Item]) -> Scope:
    """Where an answer lives: in its conversation, unless it rests on words that are not to be read there.

    Then it lives where the best of those do, so that no project's words come to another by way of an answer.
    """
    if found.nothing:
        return conversation
    ids = [EpisodeId(claim.ref.id) for item in items for claim in item.claims]
    known = desk.view.episodes.get(ids, found.question.scope)
    scopes = [known[id].scope for id in ids if id in known] + [hit.fact.scope for hit in found.facts]
    return next((one for one in scopes if not conversation.reads(one)), conversation)


def sources(desk: ReadDesk, answer: EpisodeId) -> list[ItemView]:
    """The items that an answer cites, in the words of now; of a model's answer that cites nothing, all it was shown.

    What is gone stays among them, without words: it may have been cited. Of an answer from before items were kept,
    they are put together from its finds. Empty where nothing was found, or nothing was kept of how it was found.
    """
    kept = desk.view.uses.traces([answer], desk.scope).get(answer, ())
    traced = tracing.read(kept[-1].payload) if kept else None
    if traced is None or traced.nothing:
        return []
    items = traced.items
    if items is None:
        ids = [EpisodeId(one.id) for one in traced.candidates if one.sort == "episode" and not one.cut]
        known = desk.view.episodes.get(ids, desk.scope)
        items = _bundled(desk, [known[id] for id in ids if id in known])
    views = _ItemViews(desk, answer, items)
    shown = [views.view(item) for item in items]
    cited = [one for one in shown if any(claim.number or not claim.text for claim in one.claims)]
    return cited if cited or not traced.characters else shown


def _bundled(desk: ReadDesk, pool: list[Episode]) -> tuple[TracedItem, ...]:
    """Finds of an answer from before items were kept: what is one thing, without a walk."""
    if not pool:
        return ()
    limits = _limits(pool, 0)
    made = put_together(pool, gather(desk.view, pool, limits, desk.scope), limits)
    return tracing.kept_items(made.items)


class _ItemViews:
    """Items with the words of their records, in batched reads."""

    def __init__(self, desk: ReadDesk, answer: EpisodeId, items: Collection[TracedItem]) -> None:
        wanted = {claim.episode for item in items for claim in item.claims}
        wanted |= {ref.id for item in items for claim in item.claims for _, ref in claim.roles if ref.kind == "ep"}
        self._episodes: Mapping[EpisodeId, Episode] = desk.view.episodes.get(list(map(EpisodeId, wanted)), desk.scope)
        cited = desk.view.episodes.citations([answer], desk.scope).get(answer, ())
        self._numbers = {one.episode: one.number for one in reversed(cited)}

    def view(self, item: TracedItem) -> ItemView:
        """An item as it stands now."""
        disputed = {ref for pair in item.conflicts for ref in pair}
        claims = tuple(self._claim(claim, disputed) for claim in item.claims)
        head = next((one for one in claims if one.episode == item.head), claims[0])
        if not head.number:
            head = next((one for one in claims if one.number), head)
        return ItemView(head, claims, item.key, len(item.conflicts))

    def _claim(self, claim: TracedClaim, disputed: Collection[Ref]) -> ClaimView:
        id = EpisodeId(claim.episode)
        row = self._episodes.get(id)
        if row is None:
            return ClaimView(id, "", None, claim.why, claim.hops)
        in_dispute = Ref("ep", id) in disputed or Ref("ses", row.session) in disputed
        return ClaimView(
            id,
            _line(row.text, QUOTE),
            row.said_at,
            claim.why,
            claim.hops,
            tuple((name, self._of(ref)) for name, ref in claim.roles),
            self._numbers.get(id, 0),
            row.role,
            row.speaker,
            row.note is not None,
            in_dispute,
        )

    def _of(self, ref: Ref) -> str:
        row = self._episodes.get(EpisodeId(ref.id)) if ref.kind == "ep" else None
        return _line(row.text, 48) if row is not None else ""


def _line(text: str, longest: int) -> str:
    """On one line, secrets covered, cut where it is long."""
    line = " ".join(mask(text).split()).lstrip("#>-*+ ")
    return line if len(line) <= longest else line[:longest].rstrip() + "…"
