"""Whom a question is about, and what therefore is no answer to it: facts of others, and what is only wished for.

"Where do I live" is not answered by where Tom lives, however alike the words; nor by "I wish I lived in Lisbon".
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.domain.fact import Anchor, Fact
from app.domain.ids import EntityId
from app.domain.scope import Scope
from app.domain.text import fold
from app.memory.recall.asking import asking
from app.memory.recall.classify import Asked
from app.memory.recall.relating import Named
from app.storage.view import View

_SENTENCE = re.compile(r"[^.!?。\n]+[.!?。\n]*")
_LONGEST = 4000
"""Characters of a text that are looked at."""
_OPEN = frozenset({"plans_to", "likes", "dislikes"})
"""Relations whose answer may well be a wish."""


@dataclass(frozen=True, slots=True)
class Whom:
    """`ids`: those meant, none where a question means nobody in particular. `names`: folded, of those it names."""

    ids: frozenset[EntityId] = frozenset()
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, view: View, asked: Asked, named: Named, scope: Scope) -> "Whom":
        """Whom the question names, and the user where it speaks of them."""
        me = view.entities.me(scope)
        mine = asked.about_me or (asked.unsaid and not named.entities)
        names = [name for match in named.matches for name in (match.text, match.entity.name)]
        names += [name for row in named.other_names.values() for name in row]
        ids = {*named.entities, *([me.id] if me and mine else [])}
        return cls(frozenset(ids), tuple(dict.fromkeys(fold(name) for name in names)))

    def own(self, facts: Sequence[Fact]) -> list[Fact]:
        """Those of whom it is about, and of whom those lead to under another relation ("my sister's flat")."""
        if not self.ids:
            return list(facts)
        first = [fact for fact in facts if self.touches(fact)]
        steps = {(end, fact.predicate) for fact in first for end in ends(fact) if end not in self.ids}
        return [fact for fact in facts if self.touches(fact) or _led_to(fact, steps)]

    def touches(self, fact: Fact) -> bool:
        """Whether it is about any of them."""
        return not self.ids.isdisjoint(ends(fact))

    def joins(self, fact: Fact) -> bool:
        """Whether both of its ends are meant: "did Ann work at Acme" asks for what is between the two."""
        both = ends(fact)
        return len(set(both)) == 2 and self.ids.issuperset(both)


def _led_to(fact: Fact, steps: Collection[tuple[EntityId, str]]) -> bool:
    return any(end in ends(fact) and predicate != fact.predicate for end, predicate in steps)


def ends(fact: Fact) -> list[EntityId]:
    """Its ends that are entities."""
    return [EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int)]


def speaks_of_others(text: str, rows: Iterable[tuple[Fact, Anchor]], asked: Asked, whom: Whom) -> bool:
    """Whether all that a text states under the relations asked about is of others than those meant."""
    stated = [fact for fact, _ in rows if fact.predicate in asked.predicates]
    if not whom.ids or not stated or any(whom.touches(fact) for fact in stated):
        return False
    if whom.names:
        return not any(name in fold(text[:_LONGEST]) for name in whom.names)
    return not any(asking().me.found(sentence) for sentence in _to_the_point(text, asked))


def only_wishes(text: str, asked: Asked) -> bool:
    """Whether what a text says under the relations asked about is only wished for, or imagined."""
    wish = asking().wish
    if asked.predicates & _OPEN or wish.found(asked.text):
        return False
    sentences = _to_the_point(text, asked)
    return bool(sentences) and all(wish.found(sentence) for sentence in sentences)


def _to_the_point(text: str, asked: Asked) -> list[str]:
    """The folded sentences that say any word for the relations asked about."""
    cues = [asking().relations[name] for name in asked.predicates if name in asking().relations]
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(fold(text[:_LONGEST]))]
    return [sentence for sentence in sentences if any(cue.found(sentence) for cue in cues)]
