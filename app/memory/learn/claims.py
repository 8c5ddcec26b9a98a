"""What only the assistant said is never a fact: at most it is put to the user as a suggestion (design §4.2)."""

from datetime import datetime

from app.domain.draft import Draft
from app.domain.episode import Episode
from app.domain.plan import EXTRACTOR, Plan, Step
from app.memory.learn.apart import claim_refused
from app.memory.learn.cast import suggest
from app.memory.learn.draftjson import draft_to_json
from app.memory.learn.weave import loom_of
from app.storage.view import View

CLAIMED = "Only the assistant said this."
MOST = 3
"""Claims of one answer that are put to the user; more would be noise."""


def claimed(view: View, episode: Episode, draft: Draft, at: datetime) -> Plan:
    """Suggestions for the first claims of an assistant's turn that were not made before."""
    loom = loom_of(view, episode, at)
    steps: list[Step] = []
    for fact in draft.facts[:MOST]:
        if claim_refused(view, fact, episode.scope):
            continue
        names = (fact.subject, fact.object)
        one = Draft(tuple(entity for entity in draft.entities if entity.name in names), (fact,))
        payload = {"name": fact.subject, "draft": draft_to_json(one)}
        steps += suggest(loom, "assistant_claim", CLAIMED, payload)
    return Plan(tuple(steps), EXTRACTOR, "claims")
