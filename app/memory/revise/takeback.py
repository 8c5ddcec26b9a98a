"""Taking back what a program stored or declared after memory has gone on from there: learned from it, mentioned it.

The plain undo, row by row, is refused then. This one takes back the act with all that rests on it alone, and leaves
what rests on other words too.
"""

from collections.abc import Sequence

from app.domain.change import Touched
from app.domain.fact import Fact
from app.domain.ids import ConversationId, EntityId, EpisodeId, FactId, SessionId
from app.domain.plan import Amend, Author, Noun, Plan, Remove, Step
from app.domain.scope import Scope
from app.memory.revise.forget import going
from app.memory.revise.resettle import minting, resettled
from app.storage.view import View

LABELS = frozenset({"store", "declare"})
"""Acts that are taken back so."""
_ROWS: tuple[Noun, ...] = ("fact", "anchor", "alias", "mention")
_PLACEHOLDERS = -2_000_000


def take_back(view: View, touched: Sequence[Touched], scope: Scope, author: Author) -> Plan:
    """Plan to undo an act that touched these rows: what it added goes, and what it ended holds again."""
    desk = _TakingBack(view, touched, scope)
    episodes = list(view.episodes.get(desk.episodes, scope).values())
    steps, expects = going(view, episodes, scope) if episodes else ([], [])
    written, more = resettled(view, scope, minting(_PLACEHOLDERS), gone=desk.standing())
    steps += [step for step in written if not (isinstance(step, Amend) and step.id in desk.facts)]
    for noun in _ROWS:
        steps += [Remove(noun, number) for number in sorted(desk.added(noun))]
    steps += [*desk.entities(), *(Remove("episode", number) for number in sorted(desk.episodes)), *desk.emptied()]
    return Plan(tuple(steps), author, "take_back", "", (*expects, *more))


class _TakingBack:
    def __init__(self, view: View, touched: Sequence[Touched], scope: Scope) -> None:
        self._view, self._touched, self._scope = view, touched, scope
        self.episodes = {EpisodeId(number) for number in self.added("episode")}
        self.facts = {FactId(number) for number in self.added("fact")}

    def added(self, noun: Noun) -> set[int]:
        return {one.id for one in self._touched if one.noun == noun and one.act == "add"}

    def standing(self) -> list[Fact]:
        rows = self._view.facts.get(self.facts, self._scope).values()
        return [fact for fact in rows if fact.expired_at is None]

    def entities(self) -> list[Step]:
        """They go, but for those that other words speak of: these stay as if learned."""
        there = self._view.entities.get([EntityId(number) for number in self.added("entity")], self._scope)
        return [
            Amend("entity", number, {"declared_by": "extractor"})
            if self._is_known(number)
            else Remove("entity", number)
            for number in sorted(there)
        ]

    def _is_known(self, entity: EntityId) -> bool:
        facts = self._view.facts.of_entities([entity], self._scope, retracted=True)
        mentions = self._view.entities.mentions_of(entity, self._scope, len(self.added("mention")) + 1)
        aliases = self._view.entities.aliases([entity], self._scope).get(entity, [])
        return (
            any(fact.id not in self.facts for fact in facts)
            or any(one.id not in self.added("mention") for one in mentions)
            or any(one.id not in self.added("alias") for one in aliases)
        )

    def emptied(self) -> list[Step]:
        """The session and the conversation that were begun for the record, where nothing else is in them."""
        steps: list[Step] = []
        for number in self.added("session"):
            inside = self._view.episodes.in_sessions([SessionId(number)], self._scope).get(SessionId(number), [])
            if self.episodes.issuperset(inside):
                steps.append(Remove("session", number))
        for number in self.added("conversation"):
            last = self._view.episodes.of_conversation(ConversationId(number), self._scope, len(self.episodes) + 1)
            if self.episodes.issuperset(episode.id for episode in last):
                steps.append(Remove("conversation", number))
        return steps
