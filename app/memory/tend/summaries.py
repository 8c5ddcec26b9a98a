"""What a category says of itself: its first members, and a few facts about them, in the user's language."""

from collections.abc import Iterable, Mapping, Sequence

from app.domain.draft import Language
from app.domain.entity import ME, Entity, EntityKind
from app.domain.ids import CategoryId, EntityId
from app.domain.text import has_cjk
from app.memory.learn.categorise import Sortable
from app.memory.tend.naming import brief
from app.memory.tend.sorting import MOST_SUMMARY
from app.memory.tend.standing import Node, Standing
from app.storage.view import View

FIRST = 8
"""Members that a summary names: those that came first, so that a category that grows further keeps its summary."""
_MOST_FACTS = 3
_MOST_FACT = 100
_STOPS = ".!?…。！？"
_YOU: Mapping[Language, str] = {"en": "You", "ja": "あなた"}


def summarise(standing: Standing, view: View, things: Sequence[Sortable]) -> None:
    """New summaries for what changed. Those that a person or a model wrote stay."""
    fresh = {EntityId(thing.id): thing for thing in things}
    changed = [node for node in standing.touched() if node.layer == 1 and _ours(node)]
    stored = view.categories.first_entities([node.id for node in changed if node.id > 0], standing.scope, FIRST)
    for node in changed:
        added = [fresh[one] for one in sorted(node.added) if one in fresh]
        node.summary = _of_members(stored.get(node.id, []), added, standing.language)
    for layer in range(2, standing.highest() + 1):
        for node in standing.at(layer):
            if _ours(node):
                node.summary = _of_categories(node, standing)


def _ours(node: Node) -> bool:
    return not node.by_hand and not (node.by == "model" and node.summary and not node.lone)


def _of_members(stored: Sequence[Entity], added: Sequence[Sortable], language: Language) -> str:
    named = [(one.name, one.tag) for one in stored] + [(one.name, one.tag) for one in added]
    facts = [tie.fact for one in added[: max(0, FIRST - len(stored))] for tie in one.ties[:1]]
    words = [brief(one, MOST_SUMMARY) for one in (_with_tag(*pair, language) for pair in named[:FIRST])]
    told = [brief(one, _MOST_FACT) for one in dict.fromkeys(facts)] if len(stored) < FIRST else []
    return brief(_sentences([_line(words), *[one for one in told if one][:_MOST_FACTS]]), MOST_SUMMARY)


def _with_tag(name: str, tag: str, language: Language) -> str:
    if name == ME:
        name = _YOU[language]
    if not tag:
        return name
    return f"{name}（{tag}）" if has_cjk(name + tag) else f"{name} ({tag})"


def _line(words: Iterable[str]) -> str:
    kept = [word for word in words if word]
    return ("、" if any(has_cjk(word) for word in kept) else ", ").join(kept)


def _sentences(parts: Sequence[str]) -> str:
    """One after another, each with its full stop; a single one is a label and has none."""
    if len(parts) < 2:
        return "".join(parts)
    ended = [part if part[-1:] in _STOPS else part + ("。" if has_cjk(part) else ".") for part in parts if part]
    return "".join(part if part.endswith("。") else part + " " for part in ended).rstrip()


def _of_categories(node: Node, standing: Standing) -> str:
    children = [standing.nodes[child] for child in sorted(node.children, key=_order)]
    if node.lone:
        return children[0].summary
    return brief(_line(child.name for child in children[:FIRST]), MOST_SUMMARY)


def _order(number: CategoryId) -> tuple[bool, int]:
    """Stored ones in the order they were made, then those of this plan."""
    return number < 0, abs(number)


def kinds_of(things: Iterable[Sortable]) -> tuple[EntityKind, ...]:
    """Kinds of some entities, the most frequent first."""
    counts: dict[EntityKind, int] = {}
    for thing in things:
        if thing.kind:
            counts[thing.kind] = counts.get(thing.kind, 0) + 1
    return tuple(sorted(counts, key=lambda kind: -counts[kind]))


def language_of(setting: str, spoken: Sequence[str]) -> Language:
    """The language of names: as set, else the one that more of a person's latest words are in."""
    if setting in ("en", "ja"):
        return "ja" if setting == "ja" else "en"
    japanese = sum(has_cjk(text) for text in spoken)
    return "ja" if spoken and japanese * 2 > len(spoken) else "en"


Kinds = Mapping[CategoryId, tuple[EntityKind, ...]]
