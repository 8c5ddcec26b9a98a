"""What one message taught is forgotten: facts, names and mentions that rest on it alone. The message itself stays."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from app.domain.entity import ME, Alias, Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId, FactId
from app.domain.plan import Amend, Author, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.secret import mask
from app.memory.learn.holdings import held
from app.memory.learn.intervals import Held, Support
from app.memory.learn.reconcile import Mint
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View


def lesson(view: View, episode: Episode, author: Author) -> Plan:
    """Facts that other words support as well stay, less this source; an end that only this message told is undone."""
    scope = episode.scope
    anchored = view.facts.anchored_in([episode.id], scope).get(episode.id, [])
    facts = list({fact.id: fact for fact, _ in anchored}.values())
    rows = held(view, facts, scope)
    lost = [row for row in rows if _rests_on(row, episode)]
    written, expects = _facts(view, rows, lost, episode)
    spared = _ids(lost) | {row.fact.id for row in rows if by_hand(row.fact) and not _others(row, episode)}
    steps: list[Step] = [Remove("anchor", anchor.id) for fact, anchor in anchored if fact.id not in spared]
    steps = [*written, *steps, *(Remove("fact", row.fact.id) for row in lost)]
    steps += _names(view, episode, _ids(lost), scope)
    steps += _notes(view, episode)
    if episode.state == "learned":
        steps.append(Amend("episode", episode.id, {"state": "nothing"}))
    return Plan(tuple(steps), author, "forget_lesson", mask(episode.text)[:60], tuple(expects))


def going(view: View, episodes: Sequence[Episode], scope: Scope) -> tuple[list[Step], list[Expect]]:
    """What has to go before the episodes themselves are deleted: facts and entities that rest on them alone.

    Facts that theirs had ended hold again. Anchors, mentions and the like go with the episodes' rows.
    """
    ids = {episode.id for episode in episodes}
    anchored = view.facts.anchored_in(ids, scope)
    facts = {fact.id: fact for row in anchored.values() for fact, _ in row}
    lost = [row.fact for row in held(view, list(facts.values()), scope) if rest_on(row, ids)]
    numbers = {fact.id for fact in lost}
    current = [fact for fact in lost if fact.expired_at is None]
    written, expects = resettled(view, scope, minting(-1_000_000), gone=current)
    steps: list[Step] = [step for step in written if not (isinstance(step, Amend) and step.id in numbers)]
    steps += [Remove("fact", number) for number in sorted(numbers)]
    return steps + [Remove("entity", number) for number in strangers_to(view, ids, lost, scope)], expects


def rest_on(row: Held, ids: Collection[EpisodeId]) -> bool:
    """Whether no other words state the fact, and nobody declared it."""
    others = [one for one in row.supports if one.anchor.episode not in ids]
    return not by_hand(row.fact) and not [one for one in others if row.only_ended() or not one.anchor.ends]


def strangers_to(view: View, ids: Collection[EpisodeId], lost: Sequence[Fact], scope: Scope) -> list[EntityId]:
    """Entities that nobody made by hand and nothing knows of but these episodes and the facts that are lost."""
    counted = Counter(one.entity for row in view.entities.mentions_in(ids, scope).values() for one in row)
    ends = {EntityId(end) for fact in lost for end in (fact.subject, fact.object) if isinstance(end, int)}
    rows = view.entities.get({*counted, *ends}, scope)
    alone = {
        number
        for number, entity in rows.items()
        if entity.name != ME and entity.declared_by not in ("user", "agent") and entity.mention_count <= counted[number]
    }
    named = {
        number for number, row in view.entities.aliases(alone, scope).items() if any(_told(one, ids) for one in row)
    }
    numbers = {fact.id for fact in lost}
    kept = [fact for fact in view.facts.of_entities(alone, scope, retracted=True) if fact.id not in numbers]
    linked = {end for fact in kept for end in (fact.subject, fact.object)}
    return sorted(alone - named - linked)


def _told(alias: Alias, ids: Collection[EpisodeId]) -> bool:
    """Whether others than these episodes gave the alias."""
    return alias.episode not in ids


def only_here(view: View, episode: Episode) -> list[Fact]:
    """The facts that would go: nothing but this message states them."""
    anchored = view.facts.anchored_in([episode.id], episode.scope).get(episode.id, [])
    facts = list({fact.id: fact for fact, _ in anchored}.values())
    return [row.fact for row in held(view, facts, episode.scope) if _rests_on(row, episode)]


def _ids(rows: list[Held]) -> set[FactId]:
    return {row.fact.id for row in rows}


def by_hand(fact: Fact) -> bool:
    """A fact that the user made does not rest on words: it stays, and so does its last source."""
    return fact.declared_by == "user"


def _others(row: Held, episode: Episode) -> list[Support]:
    """What else supports the fact; a statement must be among it, unless there never was one."""
    others = [one for one in row.supports if one.anchor.episode != episode.id]
    return others if row.only_ended() else [one for one in others if not one.anchor.ends]


def _rests_on(row: Held, episode: Episode) -> bool:
    return not by_hand(row.fact) and not _others(row, episode)


def _facts(view: View, rows: list[Held], lost: list[Held], episode: Episode) -> tuple[list[Step], list[Expect]]:
    kept = [_without(view, row, episode) for row in rows if row not in lost and row.fact.expired_at is None]
    gone = [row.fact for row in lost if row.fact.expired_at is None]
    written, expects = resettled(view, episode.scope, _placeholders(episode), told=kept, gone=gone)
    going = {int(row.fact.id) for row in lost}
    return [step for step in written if not (isinstance(step, Amend) and step.id in going)], expects


def _placeholders(episode: Episode) -> Mint:
    """Placeholders of their own for each episode, so that the lessons of several can be forgotten in one plan."""
    return minting(-1_000_000 - 1_000 * episode.id)


def _without(view: View, row: Held, episode: Episode) -> Held:
    """The fact as the other words leave it: said first by them, and not ended by words that are gone."""
    left = tuple(one for one in row.supports if one.anchor.episode != episode.id)
    if not left:
        return row
    first = min(left, key=lambda one: (one.anchor.ends, one.said_at))
    words = row.fact.fact
    if words and words in episode.text:
        words = words_left(view, first, episode.scope)
    fact = replace(row.fact, said_at=first.said_at, fact=words)
    unended = any(one.anchor.ends for one in row.supports) and not any(one.anchor.ends for one in left)
    if unended and fact.invalidated_by is None:
        fact = replace(fact, invalid_at=None)
    return Held(fact, left)


def words_left(view: View, support: Support, scope: Scope) -> str:
    """The sentence of a fact, taken from another of its sources."""
    source = view.episodes.one(support.anchor.episode, scope)
    return mask(source.text)[support.anchor.span.start : support.anchor.span.end] if source else ""


def _names(view: View, episode: Episode, lost: set[FactId], scope: Scope) -> list[Step]:
    """Mentions, the aliases that it declared, and entities that nothing else knows of."""
    mentions = view.entities.mentions_in([episode.id], scope).get(episode.id, [])
    entities = sorted({mention.entity for mention in mentions})
    aliases = view.entities.aliases(entities, scope)
    steps: list[Step] = [Remove("mention", mention.id) for mention in mentions]
    steps += [Remove("alias", one.id) for row in aliases.values() for one in row if one.episode == episode.id]
    for number, entity in view.entities.get(entities, scope).items():
        if _unknown(view, entity, episode, lost) and all(one.episode == episode.id for one in aliases.get(number, ())):
            steps.append(Remove("entity", number))
    return steps


def _unknown(view: View, entity: Entity, episode: Episode, lost: set[FactId]) -> bool:
    """Whether nothing but the episode speaks of an entity that nobody made by hand."""
    number = EntityId(entity.id)
    if entity.declared_by in ("user", "agent"):
        return False
    elsewhere = view.entities.mentions_of(number, episode.scope, 50)
    facts = view.facts.of_entities([number], episode.scope, retracted=True)
    return all(one.episode == episode.id for one in elsewhere) and all(fact.id in lost for fact in facts)


def _notes(view: View, episode: Episode) -> list[Step]:
    """Open questions and notes of what was left out."""
    questions = view.suggestions.of_episode(episode.id, episode.scope)
    drops = view.suggestions.drops([episode.id], episode.scope).get(episode.id, [])
    steps: list[Step] = [Remove("suggestion", one.id) for one in questions if one.state == "open"]
    return steps + [Remove("drop", one.id) for one in drops]
