"""What there is to know of somebody, or of a sort of people or things: "tell me about Elin", "who is in my family".

The words of such a question are like those of no single turn. What answers it is read from the graph: facts of whom it
names, of the user's own circle, of a kind of entity, or of what lies under a category that it calls by its name.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.domain.entity import ME
from app.domain.fact import Fact
from app.domain.ids import CategoryId, EntityId
from app.domain.question import Layer, Reason
from app.domain.scope import Scope
from app.domain.text import fold
from app.memory.learn.reading.relations import relations
from app.memory.recall.asking import Kind, asking
from app.memory.recall.classify import Asked
from app.memory.recall.relating import Link, Named
from app.memory.recall.system1 import Ask, Finds
from app.storage.view import View

MOST = 8
"""Facts that are told."""
_STRENGTH = 0.9
_EACH = 40
"""The latest facts read of one entity."""
_MOST_ENTITIES = 24
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Topic:
    """What is asked about as a whole: entities by name, or sorts of things."""

    named: tuple[EntityId, ...] = ()
    kinds: tuple[Kind, ...] = ()


def topic(asked: Asked, named: Named) -> Topic | None:
    """What the question is about as a whole; None where it says anything more, or asks how things were."""
    if asked.period is not None or asked.tense == "past" or asked.changes:
        return None
    cues, rest = asking(), asked.text
    names = [match for match in named.matches if _WORD.search(_bare(fold(match.text)))]
    for match in names:
        rest = rest.replace(fold(match.text), " ")
    about = bool(cues.about.found(asked.text))
    kinds = tuple(kind for kind in cues.kinds.values() if kind.words.found(rest) and (about or kind.alone))
    if _WORD.search(_bare(rest)) or bool(names) == bool(kinds) or (names and not about):
        return None
    return Topic(tuple(dict.fromkeys(match.entity.id for match in names)), kinds)


def _bare(text: str) -> str:
    """A folded text less the names of sorts, and the words that ask for an overview."""
    for kind in asking().kinds.values():
        text = kind.words.without(text)
    return asking().filler.without(text)


def told(view: View, asked: Asked, named: Named, walk: Sequence[Layer], scope: Scope) -> list[Fact]:
    """The facts that answer, in the order to tell them, `MOST` at most; none where no overview is asked for."""
    meant = topic(asked, named)
    me = view.entities.me(scope)
    mine = me.id if me else None
    if meant is None:
        found = _of_branches(view, asked, walk, mine, scope)
    elif meant.named:
        found = _of(view, meant.named, mine, asked, scope)
    else:
        found = [fact for kind in meant.kinds for fact in _of_kind(view, kind, mine, asked, scope)]
    return list({fact.id: fact for fact in found}.values())[:MOST]


def with_overview(finds: Finds, view: View, ask: Ask) -> Finds:
    """The finds of a question for an overview, with the facts that answer it and the episodes that say so."""
    scope = ask.question.scope
    facts = told(view, ask.asked, ask.named, finds.opened.walked.layers, scope)
    if not facts:
        return finds
    known = {fact.id: (fact, _link(fact, place)) for place, fact in enumerate(facts)}
    led = dict(finds.related.episodes)
    for id, anchors in view.facts.anchors(known, scope).items():
        led.update({anchor.episode: known[id][1] for anchor in anchors})
    related = replace(finds.related, facts={**finds.related.facts, **known}, episodes=led)
    return replace(finds, related=related, answering=finds.answering | known.keys())


def _link(fact: Fact, place: int) -> Link:
    strength = _STRENGTH - 0.01 * place
    return Link(strength, Reason("relation", fact.predicate, strength), sure=True)


def _of(
    view: View, ids: Collection[EntityId], mine: EntityId | None, asked: Asked, scope: Scope, most: int = MOST
) -> list[Fact]:
    """What holds of the entities: of each in turn its weightiest, then its next. What is over, where nothing holds."""
    ids = list(ids)
    facts = view.facts.of_entities(ids, scope, limit_each=_EACH)
    current = [fact for fact in facts if fact.holds_on(asked.today)] or facts
    rows = [
        sorted((fact for fact in current if id in _ends(fact)), key=lambda one: _weight(one, id, mine)) for id in ids
    ]
    found = [row[place] for place in range(max(map(len, rows), default=0)) for row in rows if place < len(row)]
    return list({fact.id: fact for fact in found}.values())[:most]


def _weight(fact: Fact, id: EntityId, mine: EntityId | None) -> tuple[bool, bool, bool, int]:
    """First what somebody is to the user, then what each has but one of, then what was said last."""
    return (mine not in _ends(fact), fact.subject != id, not relations().of(fact.predicate).functional, -fact.id)


def _of_kind(view: View, kind: Kind, mine: EntityId | None, asked: Asked, scope: Scope) -> list[Fact]:
    if kind.entities:
        known = view.entities.listed(scope, kind.entities, _MOST_ENTITIES)
        return _of(view, [one.id for one in known if one.name != ME], mine, asked, scope)
    if mine is None:
        return []
    if not kind.predicates:
        return _of(view, [mine], None, asked, scope)
    own = [fact for fact in view.facts.under([mine], kind.predicates, scope, _EACH) if fact.holds_on(asked.today)]
    if not kind.circle or not own:
        return own
    others = list(dict.fromkeys(end for fact in own for end in _ends(fact) if end != mine))[:_MOST_ENTITIES]
    more = _of(view, others, mine, asked, scope, 2 * MOST)
    return [*own, *(fact for fact in more if mine not in _ends(fact))]


def _of_branches(view: View, asked: Asked, walk: Sequence[Layer], mine: EntityId | None, scope: Scope) -> list[Fact]:
    """Of what lies under the categories that the question calls by name; a walk always leads somewhere else too."""
    whole = {CategoryId(id) for layer in walk for id in layer.all_children}
    if not whole or not (asking().about.found(asked.text) or asking().broad.found(asked.text)):
        return []
    held = list(view.categories.descendants(whole, scope).entities)[:_MOST_ENTITIES]
    return _of(view, held, mine, asked, scope) if held else []


def _ends(fact: Fact) -> list[EntityId]:
    return [EntityId(end) for end in (fact.subject, fact.object) if isinstance(end, int)]
