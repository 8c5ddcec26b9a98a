"""A dialogue file's own observations, put into memory as if a model had extracted them from the turns they name.

An observation is a sentence on a speaker with the turn that supports it. Its nouns and gerunds become entities by plain
rules, crude as they are: what is measured is what recall makes of facts, not how well they were read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from app.domain import clock
from app.domain.entity import MAX_NAME, Entity, EntityKind, Mention, Span
from app.domain.episode import Episode
from app.domain.fact import Anchor, Fact, Value
from app.domain.ids import AnchorId, EntityId, EpisodeId, FactId, MentionId
from app.domain.plan import Add, Author, Plan
from app.domain.scope import EVERYONE
from app.domain.text import name_key
from app.storage.view import View
from app.storage.wording import stem
from tests.benchmarks.memory import Memory

_MOST_OBJECTS = 4
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_OPENS_WORDS = """
    a an the his her their its my our of in on at to for with about from into by as like and or including during through
    new some many several two three four five another other own
"""
_OPENS = frozenset(_OPENS_WORDS.split())
_EMPTY_WORDS = """
    who which that this these those it he she they them him is are was were be been being has have had do does did will
    would can could should may might must not no so but than then there here when where while how what why after before
    since until because if though although also very really more most much just even still already both each such all
    any up out off over down together around away back again once recently currently lot lots way ways things something
    everything anything someone others one ones time times day days week weeks month months year years today yesterday
    tomorrow last next ago conversation sense feeling bit kind sort part due able find feel enjoy love like plan want
    need believe value express share make take get give go come see think know say appreciate consider attend help start
    begin keep work try use look mention describe offer show bring become seem hope provide encourage support inspire
    create grateful excited happy proud great good amazing important special nice fun interested thankful passionate
    different positive better best big long little
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_EMPTY_STEMS = frozenset(map(stem, _EMPTY))
_EVENTS = """
    event party parade trip wedding concert conference tournament class workshop festival show race game match fair
    exhibition competition meeting camp hike visit vacation tour retreat ceremony birthday march audition
"""
_EVENT_STEMS = frozenset(map(stem, _EVENTS.split()))


@dataclass(frozen=True, slots=True)
class Observed:
    """A sentence on somebody, and the turns that support it."""

    speaker: str
    sentence: str
    turns: tuple[str, ...]


def observations(sample: Mapping[str, Any]) -> Iterator[Observed]:
    """All of a conversation, in the file's order."""
    for session in sample["observation"].values():
        for speaker, rows in session.items():
            for sentence, turns in rows:
                found = re.findall(r"D(\d+):0*(\d+)", str(turns))
                yield Observed(speaker, sentence, tuple(f"D{first}:{second}" for first, second in found))


def put_in(memory: Memory, observed: Sequence[Observed], ids: Mapping[str, EpisodeId]) -> None:
    """Write them as facts, with the entities that they name; one plan for each sentence."""
    encodings = memory.encoder.encode([one.sentence for one in observed])
    for one, encoding in zip(observed, encodings, strict=True):
        turns = [ids[turn] for turn in one.turns if turn in ids]
        episodes = list(memory.store.view.episodes.get(turns, EVERYONE).values())
        if episodes:
            spans = [(one.sentence[name.start : name.end], name.kind) for name in encoding.names]
            memory.store.commit(_Writing(memory.store.view, one, episodes).plan(spans))


def nouns(sentence: str, subject: str) -> list[str]:
    """Runs of words that look like what a sentence is about, in order: "pottery class", "adoption agency"."""
    found: list[str] = []
    run: list[str] = []
    opened = False
    for match in _WORD.finditer(_less_verb(sentence, subject)):
        word = match[0].replace("’", "'").removesuffix("'s")
        gap = match.string[: match.start()].rstrip()[-1:]
        if gap in ",;.:" or _is_empty(word, opened):
            found, run = [*found, *_head(run)], []
            opened = word.casefold() in _OPENS or gap in ",;.:"
        if not _is_empty(word, opened) and word not in subject.split():
            run.append(word)
    return list(dict.fromkeys([*found, *_head(run)]))


def _less_verb(sentence: str, subject: str) -> str:
    """The sentence less the word after the subject, which is a verb unless it is a gerund."""
    return re.sub(rf"^{re.escape(subject)} (?!\w+ing\b)\w+ ", f"{subject} of ", sentence)


def _is_empty(word: str, opened: bool) -> bool:
    key = word.casefold()
    if key in _OPENS or key in _EMPTY or stem(key) in _EMPTY_STEMS or key.endswith("ly"):
        return True
    return key.endswith("ed") or (key.endswith("es") and not opened)


def _head(run: Sequence[str]) -> list[str]:
    """The last two words of a run."""
    return [" ".join(run[-2:])] if run else []


def _kind(name: str) -> EntityKind:
    last = name.split()[-1].casefold()
    if stem(last) in _EVENT_STEMS:
        return "event"
    return "concept" if last.endswith(("ing", "ness", "tion", "ity", "ism", "ance", "ence", "ment")) else "thing"


@dataclass(slots=True)
class _Writing:
    """The rows of one observation. A name that memory knows under any spelling of its last word is that entity."""

    view: View
    observed: Observed
    episodes: Sequence[Episode]
    steps: list[Add] = field(default_factory=list)
    new: dict[str, EntityId] = field(default_factory=dict)
    minted: Iterator[int] = field(default_factory=lambda: count(-1, -1))

    def plan(self, names: Sequence[tuple[str, EntityKind]]) -> Plan:
        one, named = self.observed, [(text, kind) for text, kind in names if text != self.observed.speaker]
        taken = {word for text, _ in named for word in text.split()}
        plain = [(text, _kind(text)) for text in nouns(one.sentence, one.speaker) if not taken & set(text.split())]
        subject = self._entity(one.speaker, "person")
        ends = dict.fromkeys(self._entity(text, kind) for text, kind in [*named, *plain])
        far: list[EntityId | Value] = [end for end in ends if end != subject][:_MOST_OBJECTS]
        for end in far or [Value(one.sentence[-MAX_NAME:])]:
            self._fact(subject, end)
        return Plan(tuple(self.steps), Author("model"), "learn")

    def _entity(self, name: str, kind: EntityKind) -> EntityId:
        keys = [name_key(name), name_key(" ".join([*name.split()[:-1], stem(name.split()[-1].casefold())]))]
        known = self.view.entities.by_key(keys, EVERYONE)
        for key in keys:
            if key in self.new:
                return self.new[key]
            if known.get(key):
                return known[key][0].entity.id
        id = EntityId(next(self.minted))
        self.steps.append(Add(Entity(id, name, kind, clock.now(), declared_by="model")))
        self.new |= dict.fromkeys(keys, id)
        for episode in self.episodes:
            at = episode.text.casefold().find(name.casefold())
            if at >= 0:
                span = Span(at, at + len(name))
                self.steps.append(Add(Mention(MentionId(next(self.minted)), id, episode.id, span, "model")))
        return id

    def _fact(self, subject: EntityId, far: EntityId | Value) -> None:
        first, id = self.episodes[0], FactId(next(self.minted))
        row = Fact(
            id, subject, self._predicate(), far, self.observed.sentence, first.said_at, clock.now(), declared_by="model"
        )
        self.steps.append(Add(row))
        for episode in self.episodes:
            span = Span(0, max(1, len(episode.text)))
            self.steps.append(Add(Anchor(AnchorId(next(self.minted)), id, episode.id, span)))

    def _predicate(self) -> str:
        rest = self.observed.sentence.removeprefix(self.observed.speaker)
        words = [word.casefold() for word in _WORD.findall(rest) if word.casefold() not in ("is", "has", "was", "and")]
        return re.sub(r"\W", "_", words[0]) if words else "related_to"
