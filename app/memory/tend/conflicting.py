"""Facts that exclude each other and begin on one day: a rule let the later words win, and nothing else spoke for it."""

from collections.abc import Iterator, Mapping, Sequence

from app.domain.fact import Anchor, Fact
from app.domain.ids import EpisodeId, FactId
from app.domain.scope import EVERYONE
from app.memory.tend.question import Question
from app.storage.view import View

CLASH = "Both were said of the same day."
_LATEST = 2_000
"""Pairs that are looked at, those learned last: what stood for so long is not asked about any more."""


def conflicts(view: View) -> Iterator[Question]:
    """One question a pair, the one learned last first. What one turn says and takes back is no conflict."""
    older = view.doubts.overruled(EVERYONE, _LATEST)
    newer = view.facts.get({fact.invalidated_by for fact in older if fact.invalidated_by is not None}, EVERYONE)
    pairs = [(newer[end], fact) for fact in older if (end := fact.invalidated_by) in newer and _clash(newer[end], fact)]
    anchors = view.facts.anchors([fact.id for pair in pairs for fact in pair], EVERYONE)
    names = view.entities.get({end for one, _ in pairs for end in (one.subject,) if isinstance(end, int)}, EVERYONE)
    for one, other in pairs:
        said, before = _said(anchors, one.id), _said(anchors, other.id)
        if isinstance(one.subject, int) and one.subject in names and not said & before:
            payload = {"name": names[one.subject].name, "facts": [one.id, other.id]}
            yield Question("conflict", CLASH, payload, one.scope, max(said, default=None))


def _clash(one: Fact, other: Fact) -> bool:
    """Both dated to one day, or neither dated and both said on it; of one scope, so that nobody reads what is not
    theirs."""
    dated = one.valid_at is not None, other.valid_at is not None
    return dated[0] == dated[1] and one.since() == other.since() and one.scope == other.scope


def _said(anchors: Mapping[FactId, Sequence[Anchor]], fact: FactId) -> set[EpisodeId]:
    return {anchor.episode for anchor in anchors.get(fact, ()) if not anchor.ends}
