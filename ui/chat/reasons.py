"""Why a record is among the sources of an answer, in words."""

from typing import TYPE_CHECKING

from app.domain.item import RoleName
from ui.words import spoken, tr, trn

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.evidence import ClaimView, ItemView


def why_words(claim: "ClaimView") -> str:
    """`found by your question`, `same conversation`, `related: works at, 2 steps`."""
    sort, _, detail = claim.why.partition(":")
    if sort == "relation":
        return _related(detail, claim.hops)
    plain = {
        "msg_id": tr("the same words"),
        "session": tr("same note") if claim.is_note else tr("same conversation"),
        "adjacent": tr("other version of the note") if claim.is_note else tr("taken up again soon"),
    }
    return plain.get(detail, tr("found by your question"))


def _related(predicate: str, hops: int | None) -> str:
    from app.services import vocabulary  # not before the window is shown

    words = vocabulary.label(predicate, spoken()) if predicate else ""
    related = tr("related: {relation}", relation=words) if words else tr("related")
    if hops is None:
        return related
    return tr("{related}, {steps}", related=related, steps=trn("{count} step", "{count} steps", hops))


def role_words(name: RoleName, of: str) -> str:
    """What a record is to another one: `corrects “…”`."""
    words = {
        "supports": tr("supports {words}", words=of),
        "supersedes": tr("replaces {words}", words=of),
        "corrects": tr("corrects {words}", words=of),
        "qualifies": tr("qualifies {words}", words=of),
        "contradicts": tr("contradicts {words}", words=of),
        "temporal_predecessor": tr("comes before {words}", words=of),
    }
    return words[name]


def reason_line(claim: "ClaimView") -> str:
    """All reasons of one record, with the number that the answer gives it."""
    number = [f"[{claim.number}]"] if claim.number else []
    roles = [role_words(name, tr("“{words}”", words=of) if of else tr("other words")) for name, of in claim.roles]
    return " · ".join([*number, why_words(claim), *roles])


def held_together(item: "ItemView") -> str:
    """How many records an item has, and what makes them one."""
    count = trn("{count} record", "{count} records", len(item.claims))
    together = {
        "cluster:msg_id": tr("the same words"),
        "cluster:session": tr("same note") if item.head.is_note else tr("same conversation"),
        "cluster:adjacent": tr("other version of the note") if item.head.is_note else tr("taken up again soon"),
        "cluster:relation": tr("related to each other"),
    }.get(item.key, "")
    return " · ".join(filter(None, (count, together))) if len(item.claims) > 1 else ""
