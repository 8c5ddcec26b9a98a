"""Questions as sentences."""

from typing import TYPE_CHECKING, Literal

from app.domain.entity import Entity
from app.domain.secret import mask
from app.services import vocabulary
from ui.saying import entity_name, value_words
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.suggestions import Asked

Sort = Literal["which_entity", "same_entity", "conflict", "assistant_claim", "follows", "category"]
SORTS: tuple[Sort, ...] = ("which_entity", "same_entity", "conflict", "assistant_claim", "follows", "category")
"""In the order of the list: what holds up learning comes first."""
EXCERPT = 160
_SHORT = 48
"""Characters of a fact on a button."""


def sort_of(asked: "Asked") -> Sort:
    """Under which heading a question stands: what follows from two facts is no word of the assistant's."""
    kind = asked.suggestion.kind
    return "follows" if kind == "assistant_claim" and asked.facts else kind


def sort_words(sort: Sort) -> str:
    """The heading over questions of a sort."""
    return {
        "which_entity": tr("Who is meant"),
        "same_entity": tr("One or two"),
        "conflict": tr("What holds"),
        "assistant_claim": tr("Only the assistant said so"),
        "follows": tr("What would follow"),
        "category": tr("Categories to tidy"),
    }[sort]


def question(asked: "Asked") -> str:
    """What is asked, as a sentence."""
    kind = sort_of(asked)
    if kind == "same_entity" and len(asked.candidates) == 1:
        return tr("Is “{name}” the same as “{other}”?", name=asked.name, other=entity_name(asked.candidates[0]))
    if kind == "same_entity":
        return tr("Is “{name}” the same as one of these?", name=asked.name)
    if kind == "which_entity":
        return tr("Which “{name}” is meant?", name=asked.name)
    if kind == "assistant_claim":
        return tr("Only the assistant said this. Shall it be kept?")
    if kind == "follows":
        return tr("Nobody said this. Is it so?")
    if kind == "category" and len(asked.categories) > 1:
        kept, gone = (one.name for one in asked.categories)
        return tr("Shall “{gone}” and “{kept}” become one category, “{kept}”?", gone=gone, kept=kept)
    if kind == "conflict":
        return tr("Two things about “{name}” cannot both hold. Which one does?", name=asked.name)
    return asked.name


def short(asked: "Asked") -> str:
    """The question as a line of the list: a claim is told by what it says."""
    return claim_words(asked) or question(asked)


def claim_words(asked: "Asked") -> str:
    """What only the assistant said, in the relation's own words."""
    claim = asked.claim
    if claim is None or not claim.subject:
        return ""
    return vocabulary.sentence(claim.predicate, mask(claim.subject), value_words(mask(claim.object)), spoken())


def excerpt(asked: "Asked") -> str:
    """The words that the question came from, cut and with secrets covered."""
    if asked.episode is None:
        return ""
    return " ".join(mask(asked.episode.text[: EXCERPT * 2]).split())[:EXCERPT]


def described(entity: Entity) -> str:
    """A name with what tells it apart."""
    return f"{entity_name(entity)} · {entity.tag}" if entity.tag else entity_name(entity)


def short_words(words: str) -> str:
    """A fact, cut at a word to fit on a button."""
    if len(words) <= _SHORT:
        return words
    head = words[:_SHORT]
    return (head.rsplit(" ", 1)[0] if " " in head[_SHORT // 2 :] else head).rstrip() + "…"
