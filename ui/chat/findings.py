"""How an answer was found, in words: what kind of question it was, the ways that were gone, what each find rests on."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from app.domain.question import Cut, Intent, RerankerKind, Route, Sort
from app.domain.usage import Usage
from ui.categories.wording import category_words
from ui.saying import named
from ui.widgets.labels import as_tip
from ui.words import spoken, tr, trn

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.tracing import FoundRow, Inspection, Step


_ARMS = 2
"""Reasons of one find that are named in its line."""


def intent_word(intent: Intent) -> str:
    """What kind of question it was taken for."""
    return {
        "simple": tr("a plain question"),
        "complex": tr("a question about many things"),
        "temporal": tr("a question about time"),
    }[intent]


def route_word(route: Route) -> str:
    """A way through memory."""
    return {"system1": tr("search"), "system2": tr("categories")}[route]


def sort_word(sort: Sort) -> str:
    """What kind of row was found."""
    return {"episode": tr("words"), "fact": tr("fact"), "entity": tr("entity"), "category": tr("category")}[sort]


def cut_word(cut: Cut) -> str:
    """Why a find went no further; empty where it did not stop."""
    return {
        "": "",
        "budget": tr("no room"),
        "gate": tr("unlike"),
        "scope": tr("other chat"),
        "tier": tr("archived"),
        "relevance": tr("off the point"),
    }[cut]


def arm_word(arm: str) -> str:
    """What spoke for a find."""
    arms = {
        "words": tr("same words"),
        "name": tr("name"),
        "alias": tr("other name"),
        "vector": tr("meaning"),
        "tokens": tr("word meanings"),
        "relation": tr("relation"),
        "neighbour": tr("said beside it"),
        "session": tr("same conversation"),
        "speaker": tr("who said it"),
        "category": tr("category"),
        "asked": tr("asked for"),
    }
    return arms.get(arm, arm.replace("_", " "))


def reranker_words(kind: RerankerKind) -> str:
    """What put the finds in order in the end."""
    return {
        "device": tr("Put in order on this device."),
        "cross": tr("Put in order by the ranking model."),
        "model": tr("Put in order by the model."),
    }[kind]


def head_lines(found: "Inspection") -> list[str]:
    """What it was taken for and why, which ways were gone, what ordered the finds."""
    sure = round(found.confidence * 100)
    taken = tr("Taken for {what}, {sure} % sure.", what=intent_word(found.intent), sure=sure)
    why = tr(found.reasoning) if found.reasoning else ""
    routes = tr("Looked for by {routes}.", routes=tr(" and ").join(route_word(route) for route in found.routes))
    between = "" if spoken() == "ja" else " "
    lines = [between.join(filter(None, (taken, why))), between.join((routes, reranker_words(found.reranker)))]
    if found.nothing:
        lines.append(tr("Nothing was near enough to answer from."))
    return lines


def found_text(row: "FoundRow") -> str:
    """The find's own words, with the number it has in the answer."""
    name = {"entity": named, "category": category_words}.get(row.kind, str)(row.text)
    words = name or tr("(forgotten since)")
    return f"[{row.number}] {words}" if row.number else words


def ways_text(row: "FoundRow") -> str:
    """The way it was found by."""
    if len(row.routes) > 1:
        return tr("both")
    return tr("tree") if row.routes == ("system2",) else tr("search")


def common_arms(rows: "Sequence[FoundRow]") -> frozenset[str]:
    """What spoke for all words that were found, and so tells none of them from another."""
    arms = [{arm for arm, _ in row.arms} for row in rows if row.kind == "episode"]
    return frozenset(set.intersection(*arms)) if len(arms) > 1 else frozenset()


def arms_text(row: "FoundRow", common: Collection[str] = ()) -> str:
    """What spoke for it most, what speaks for all (`common`) last; the tool tip has the rest."""
    arms = sorted((arm for arm, _ in row.arms), key=lambda arm: arm in common)
    return tr(", ").join(dict.fromkeys(_arm_of(row, arm) for arm in arms[:_ARMS]))


def _arm_of(row: "FoundRow", arm: str) -> str:
    """A reason of one find. Somebody is found by words that name them, not by words that they share."""
    return tr("named in what was found") if row.kind == "entity" and arm == "words" else arm_word(arm)


def row_tip(row: "FoundRow") -> str:
    """The whole of a find, each reason with its share."""
    arms = [f"{_arm_of(row, arm)}  {share:.2f}" for arm, share in row.arms]
    return as_tip("\n".join([found_text(row), *arms]))


def step_line(step: "Step") -> str:
    """One layer of the walk: how many were looked at, and which of them were gone into, or taken whole."""
    chosen = [_chosen(name, step) for name in step.selected if name not in step.all_children]
    whole = [tr("{name} with everything in it", name=_chosen(name, step)) for name in step.all_children]
    names = _listed([*chosen, *whole])
    if not step.layer:
        looked = trn("Of people and things: looked at {count}", "Of people and things: looked at {count}", step.shown)
    else:
        looked = trn("In the tree: looked at {count}", "In the tree: looked at {count}", step.shown)
    if not names:
        return tr("{looked}, chose none", looked=looked)
    return tr("{looked}, chose {names}", looked=looked, names=names)


def _chosen(name: str, step: "Step") -> str:
    return (category_words(name) if step.layer else named(name)) or tr("(forgotten since)")


def _listed(names: Sequence[str]) -> str:
    """`Speaker, Family and Work`."""
    head, last = names[:-1], names[-1:]
    return tr(" and ").join(filter(None, (tr(", ").join(head), *last)))


def sent_line(found: "Inspection") -> str:
    """What went to models, and to which; empty where none was asked."""
    parts = []
    if found.characters:
        parts.append(trn("{count} character of memory", "{count} characters of memory", found.characters))
    usage = sum((Usage(use.calls, use.sent, use.received) for use in found.uses), Usage())
    if usage.calls:
        parts.append(trn("{count} call", "{count} calls", usage.calls))
        parts.append(trn("{count} token sent", "{count} tokens sent", usage.sent))
        parts.append(trn("{count} received", "{count} received", usage.received))
        parts.append(tr(", ").join(dict.fromkeys(use.model for use in found.uses)))
    return " · ".join(parts)
