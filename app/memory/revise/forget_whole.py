"""Forgetting for good: a plan that takes words out of memory with all that rests on them alone, and every copy.

What goes with the words that were named: the answer given to them at once, answers that cite or repeat them, facts and
entities that nothing else supports, names that they gave, questions about them. What stays is brought in line: a fact
that other words state as well takes its sentence from those, titles and summaries that repeat the words are blanked.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.domain.entity import ME, Alias, Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.domain.ids import EntityId, EpisodeId
from app.domain.plan import USER, Amend, Expect, Plan, Remove, Step
from app.domain.scope import Scope
from app.domain.text import fold, name_key
from app.memory.learn.holdings import held
from app.memory.learn.intervals import Held
from app.memory.revise.forget import by_hand, rest_on, strangers_to, words_left
from app.memory.revise.forget_blanks import blanks
from app.memory.revise.forget_words import Finder, Traces
from app.memory.revise.resettle import minting, resettled
from app.storage.textindex import TextIndex
from app.storage.view import View

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Named:
    """What a person named: words, an entity, and steps that remove what holds the words (a conversation, a note)."""

    label: str
    episodes: tuple[Episode, ...] = ()
    entity: Entity | None = None
    owners: tuple[Step, ...] = ()
    texts: tuple[str, ...] = ()
    """More that must not be found afterwards: a title, the text of a note as it stands."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Erasure:
    """The plan, what it takes, and how copies are known."""

    plan: Plan
    traces: Traces
    episodes: tuple[Episode, ...]
    facts: tuple[Fact, ...]
    entities: tuple[Entity, ...]
    aliases: tuple[Alias, ...]
    kept: tuple[Fact, ...]
    """Facts that lose a source and stay."""


def erasure(view: View, index: TextIndex, named: Named, scope: Scope) -> Erasure:
    """Plan to forget what was named. The plan belongs to `Store.erase` with `traces.held_by`."""
    finder = Finder(view, index, scope)
    episodes = _with_replies(view, named, finder, scope)
    traces, echoes = finder.traces(episodes, _names(view, named, (), scope))
    episodes = _distinct([*episodes, *echoes])
    work = _Work(view, scope, named, episodes)
    names = _names(view, named, work.strangers, scope)
    traces = replace(traces, names=frozenset(names), texts="\n".join([traces.texts, *map(fold, named.texts)]))
    steps, expects = work.facts(traces)
    steps = [*blanks(view, episodes, work.strangers, traces, named.owners, scope), *steps, *work.removals(traces)]
    plan = Plan((*steps, *named.owners), USER, named.label, "", tuple(expects), undoable=False)
    return Erasure(
        plan, traces, tuple(episodes), tuple(work.lost), work.strangers, tuple(work.aliases()), tuple(work.kept)
    )


def _distinct(episodes: Iterable[Episode]) -> list[Episode]:
    return list({episode.id: episode for episode in episodes}.values())


def _names(view: View, named: Named, going: Collection[Entity], scope: Scope) -> set[str]:
    """Keys of the names that nobody bears any more when these entities have gone."""
    gone = {one.id: one for one in (*going, *([named.entity] if named.entity else ()))}
    aliases = view.entities.aliases(list(gone), scope)
    keys = {name_key(one.name) for one in gone.values()}
    keys |= {name_key(alias.text) for row in aliases.values() for alias in row}
    bearers = view.entities.by_key(keys, scope)
    return {key for key in keys if all(match.entity.id in gone for match in bearers.get(key, ()))}


def _with_replies(view: View, named: Named, finder: Finder, scope: Scope) -> list[Episode]:
    """The named words; of an entity all that name it; then the answers that were given to them or cite them."""
    episodes = [*named.episodes, *_about(view, named, finder, scope)]
    ids = {episode.id for episode in episodes}
    replies = [reply for episode in episodes if episode.role == "user" for reply in _replies(view, episode, scope)]
    citing = view.episodes.get(view.remarks.citing(ids, scope), scope).values()
    return _distinct([*episodes, *replies, *citing])


def _replies(view: View, episode: Episode, scope: Scope) -> Iterator[Episode]:
    """The assistant's turns between these words and the person's next."""
    near = view.episodes.around([episode.id], scope, reach=8).get(episode.id, [])
    after = [one for one in view.episodes.get(near, scope).values() if one.id > episode.id]
    for turn in sorted(after, key=lambda one: one.id):
        if turn.role != "assistant" or turn.conversation != episode.conversation:
            return
        yield turn


def _about(view: View, named: Named, finder: Finder, scope: Scope) -> list[Episode]:
    """Where the entity is named, stated something of, or given a name; and where a name stands that is its alone."""
    if named.entity is None:
        return []
    entity = named.entity.id
    ids = {mention.episode for mention in view.entities.mentions_of(entity, scope, _ALL)}
    facts = view.facts.of_entities([entity], scope, retracted=True)
    ids |= {anchor.episode for row in view.facts.anchors([fact.id for fact in facts], scope).values() for anchor in row}
    ids |= {alias.episode for alias in view.entities.aliases([entity], scope).get(entity, ()) if alias.episode}
    found = {one.id: one for name in _names(view, named, (), scope) for one in finder.holding(name, _ALL)}
    spelled = [one for one in found.values() if one.id not in ids and _means(view, one, entity, scope)]
    return [*view.episodes.get(ids, scope).values(), *spelled]


def _means(view: View, episode: Episode, entity: EntityId, scope: Scope) -> bool:
    """Whether the name is the entity's own there and no part of a longer one."""
    return any(match.entity.id == entity for match in view.entities.names_in(episode.text, scope))


class _Work:
    """The rows that go with the episodes, and what becomes of the facts that stay."""

    def __init__(self, view: View, scope: Scope, named: Named, episodes: Sequence[Episode]) -> None:
        self._view, self._scope, self._episodes = view, scope, episodes
        self._ids = {episode.id for episode in episodes}
        anchored = view.facts.anchored_in(self._ids, scope)
        facts = {fact.id: fact for row in anchored.values() for fact, _ in row}
        own = view.facts.of_entities([named.entity.id], scope, retracted=True) if named.entity else []
        rows = held(view, list(facts.values()), scope)
        mine = {fact.id for fact in own}
        self.lost = [row.fact for row in rows if rest_on(row, self._ids) and row.fact.id not in mine] + own
        gone = {fact.id for fact in self.lost}
        self._rows = [row for row in rows if row.fact.id not in gone]
        self.kept = [row.fact for row in self._rows]
        numbers = set(strangers_to(view, self._ids, self.lost, scope)) | ({named.entity.id} if named.entity else set())
        self.strangers = tuple(view.entities.get(numbers, scope).values())

    def facts(self, traces: Traces) -> tuple[list[Step], list[Expect]]:
        """Intervals that now follow, and sentences that no longer quote."""
        told = [self._without(row, traces) for row in self._rows if row.fact.expired_at is None]
        current = [fact for fact in self.lost if fact.expired_at is None]
        written, expects = resettled(self._view, self._scope, minting(-1_000_000), told=told, gone=current)
        numbers = {int(fact.id) for fact in self.lost}
        steps = [step for step in written if not (isinstance(step, Amend | Remove) and step.id in numbers)]
        for row in self._rows:
            if row.fact.expired_at is not None and (words := self._without(row, traces).fact.fact) != row.fact.fact:
                steps.insert(0, Amend("fact", row.fact.id, {"fact": words}))
        return steps, [expect for expect in expects if expect.id not in numbers]

    def _without(self, row: Held, traces: Traces) -> Held:
        """The fact as the words that stay leave it: said first by them, in their words, ended by them or not at all."""
        left = tuple(one for one in row.supports if one.anchor.episode not in self._ids)
        first = min(left, key=lambda one: (one.anchor.ends, one.said_at), default=None)
        fact, words = row.fact, row.fact.fact
        if not by_hand(fact) and traces.held_by(words):
            words = words_left(self._view, first, self._scope) if first else ""
        fact = replace(fact, fact=words, said_at=first.said_at if first else fact.said_at)
        unended = any(one.anchor.ends for one in row.supports) and not any(one.anchor.ends for one in left)
        if unended and fact.invalidated_by is None:
            fact = replace(fact, invalid_at=None)
        return Held(fact, left)

    def aliases(self) -> Iterator[Alias]:
        """Names that these words gave, and names of the entities that go."""
        gone = {entity.id for entity in self.strangers}
        touched = self._view.entities.mentions_in(self._ids, self._scope)
        entities = {one.entity for row in touched.values() for one in row} | gone
        for entity, row in self._view.entities.aliases(entities, self._scope).items():
            yield from (alias for alias in row if entity in gone or alias.episode in self._ids)

    def removals(self, traces: Traces) -> Iterator[Step]:
        """Facts, entities and words; what hangs on them goes with their rows. Sessions that are left empty go too."""
        yield from self._renamed(traces)
        yield from (Remove("fact", fact.id) for fact in self.lost)
        yield from (Remove("entity", entity.id) for entity in self.strangers)
        yield from (Remove("episode", number) for number in sorted(self._ids))
        sessions = self._view.episodes.in_sessions({episode.session for episode in self._episodes}, self._scope)
        for session, inside in sessions.items():
            if self._ids.issuperset(inside):
                yield Remove("session", session)

    def _renamed(self, traces: Traces) -> Iterator[Step]:
        """An entity that stays but got its name from these words alone goes by a name that stays."""
        gone = {entity.id for entity in self.strangers}
        touched = self._view.entities.mentions_in(self._ids, self._scope)
        numbers = {one.entity for row in touched.values() for one in row} - gone
        for entity in self._view.entities.get(numbers, self._scope).values():
            given = entity.name != ME and entity.declared_by not in ("user", "agent") and traces.held_by(entity.name)
            if given and (name := self._other_name(entity, traces)):
                yield Amend("entity", entity.id, {"name": name})

    def _other_name(self, entity: Entity, traces: Traces) -> str:
        mentions = self._view.entities.mentions_of(entity.id, self._scope, 200)
        left = [one for one in mentions if one.episode not in self._ids]
        texts = self._view.episodes.get({EpisodeId(one.episode) for one in left}, self._scope)
        for one in left:
            words = texts[one.episode].text[one.span.start : one.span.end] if one.episode in texts else ""
            if name_key(words) and not traces.held_by(words):
                return words
        return ""
