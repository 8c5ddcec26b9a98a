"""One turn while it is being read: its cast, its day, and the draft that grows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftCorrection, DraftDrop, DraftEnd, DraftFact
from app.domain.entity import ME, EntityKind, Span
from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.cast import Cast, Known
from app.memory.learn.reading.english.datewords import MONTHS
from app.memory.learn.reading.english.heads import role_towards
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import IN_LAW, PROFESSIONALS, Role, is_plural, role_of, singular
from app.memory.learn.reading.english.timing import Timing
from app.memory.learn.reading.markup import OPAQUE, Passage
from app.memory.learn.reading.relations import relations

_NOWHERE = Span(0, 0)
KIN_MARK = "kin"
_SPEC = frozenset(
    ("the", "this", "that", "these", "those", "my", "our", "his", "her", "their", "its", "your", "'s", "whose")
)
_WEAK_WORDS = lexicon.words(
    "more most lot lots bit kind kinds sort sorts thing things stuff way one ones everything something"
)


@dataclass(slots=True)
class Scene:
    """What is known while reading. `span` is the clause at hand: the support of the facts read in it."""

    passage: Passage
    today: date
    cast: Cast
    span: Span = _NOWHERE
    facts: list[DraftFact] = field(default_factory=list)
    ends: list[DraftEnd] = field(default_factory=list)
    drops: list[DraftDrop] = field(default_factory=list)
    corrections: list[DraftCorrection] = field(default_factory=list)
    values: set[Span] = field(default_factory=set)
    """Names that were read as values: they are nobody's entity."""
    bound: dict[Span, list[Known]] = field(default_factory=dict)
    """Pronouns of the subject, as understood before the rest of the clause named others: "His best friend is Otto"."""
    slipped: bool = False
    """Whether the sentence before only said that something was wrong."""
    pending: dict[str, Timing] = field(default_factory=dict)
    """Since when someone is married whose spouse has not been named yet."""

    # ── what a phrase means ──────────────────────────────────────────────────────────────────────────────────────

    def refer(self, phrase: Phrase, slot: EntityKind | None = None) -> list[Known]:
        """Who or what a phrase means, when that is someone or something with a name; else nothing."""
        if phrase.pronoun:
            bound = self.bound.get(phrase.span)
            return self.cast.pronoun(phrase.pronoun) if bound is None else bound
        if phrase.named and phrase.spotted is not None:
            role = role_of(phrase.head, phrase.words[-2] if len(phrase.words) > 1 else "") if phrase.words else None
            return [self.cast.called(phrase.spotted, role.kind if role else slot, phrase.aliases)]
        return self._kin(phrase)

    def _kin(self, phrase: Phrase) -> list[Known]:
        """ "my brother" without a name is still someone: he is called by his role until a name is told."""
        role = self.role(phrase)
        if role is None or role.kind != "person" or phrase.owner is None or is_plural(phrase.head):
            return []
        if role.predicate in ("friend_of", "colleague_of", "knows", "relative_of", "manages"):
            return self._told(self.refer(phrase.owner), role, only=True)
        owners = self.refer(phrase.owner)
        told = self._told(owners, role)
        if told:
            return told
        if not owners or phrase.owner.pronoun not in ("i", "we"):
            return []
        known = self.cast.common(phrase.head.capitalize(), "person", phrase.core)
        known.gender, known.tag = role.gender, KIN_MARK
        self.related(owners, role, [known], quiet=True)
        return [known]

    def _told(self, owners: Sequence[Known], role: Role, only: bool = False) -> list[Known]:
        """The person of this turn who stands in the role already. `only`: where one may have several, there is one."""
        names, found = {one.name for one in owners}, list[Known]()
        for fact in self.facts:
            ends = (fact.object, fact.subject) if role.flip else (fact.subject, fact.object)
            if fact.predicate == role.predicate and ends[0] in names:
                known = self.cast.named(ends[1])
                if known is not None and known.gender in (role.gender, "either") and known.tag != KIN_MARK:
                    found.append(known)
        for known in found[:1]:
            self.cast.focus(known)
        return found[:1] if not only or len(found) == 1 else []

    def role(self, phrase: Phrase) -> Role | None:
        """The role that the common head of a phrase names."""
        if not phrase.words:
            return None
        return role_of(phrase.head, phrase.words[-2] if len(phrase.words) > 1 else "")

    def common(self, phrase: Phrase, kind: EntityKind, plain: bool = False) -> Known | None:
        """The entity of a noun phrase that is not a name. `plain`: one with "the" will do as well."""
        if phrase.pronoun or phrase.literal or not phrase.words or phrase.head in _WEAK_WORDS:
            return None
        if phrase.det in _SPEC and not (plain and phrase.det in ("the", "my", "our", "this")):
            return None
        return self.cast.common(self.text(phrase), kind, phrase.core)

    def text(self, phrase: Phrase) -> str:
        """The words of a phrase without determiner, quantity and owner, and without "of …" in front."""
        text = " ".join(self.passage.words(phrase.core).split())
        if phrase.of is not None and phrase.head in ("bit", "lot", "kind", "piece", "couple"):
            return self.text(phrase.of)
        return re.sub(
            r"^(?:all|some|any|both|most|many|other|new|old|second-hand|used)\s+", "", text, flags=re.I
        ).strip("\"'“”.,")

    def glimpsed(self, phrase: Phrase) -> list[Known]:
        """The entity of a named phrase, not yet settled as one of its kind."""
        return [self.cast.glimpse(phrase.spotted)] if phrase.spotted is not None else []

    def introduce(self, phrase: Phrase) -> None:
        """File what a phrase takes for granted: "my sister Elizabeth" says that Elizabeth is my sister."""
        if phrase.owner is not None:
            self.introduce(phrase.owner)
        if phrase.of is not None:
            self.introduce(phrase.of)
        if not phrase.named or phrase.spotted is None:
            return
        if phrase.spotted.kin:
            self._kin_name(phrase)
        owner = phrase.owner or phrase.of
        if owner is not None and not _former(phrase):  # before the name is in focus: "his" is someone else
            self._owned(phrase, owner)
        self.cast.glimpse(phrase.spotted, "person" if phrase.spotted.title else None)

    def _owned(self, phrase: Phrase, owner: Phrase) -> None:
        """ "my sister Elizabeth", "my brother's wife Ana", "our dentist Dr. Pell"."""
        role = self.role(phrase)
        if role is not None:
            role = role_towards(role, phrase, owner, self.cast)
            owners, bearers = self._owners(owner, role), self.refer(phrase)
            if any(one.tag == KIN_MARK for one in owners):  # the brother has no name: Ana is a relative of mine
                owners, role = ([self.cast.me], IN_LAW) if role.kind == "person" else ([], role)
            self.related(owners, role, bearers)
            self._profession(phrase, bearers)
        elif phrase.owner is not None and phrase.head in PROFESSIONALS:
            for known in self.refer(phrase, "person"):
                self.fact(known, "job_title", phrase.head, Timing())

    def _owners(self, owner: Phrase, role: Role) -> list[Known]:
        return self.refer(owner, role.owner if owner.named else None)

    def _kin_name(self, phrase: Phrase) -> None:
        """ "Mum" and "Uncle Bob" are the speaker's own unless an owner is said."""
        assert phrase.spotted is not None
        known = self.cast.called(phrase.spotted, "person", phrase.aliases)
        role = role_of(phrase.spotted.kin)
        if role is not None and phrase.owner is None:
            known.gender = role.gender
            self.related([self.cast.me], role, [known])

    def _profession(self, phrase: Phrase, bearers: Sequence[Known]) -> None:
        for known in bearers:
            known.tag = known.tag if known.tag not in ("", KIN_MARK) else phrase.head

    def related(self, owners: Sequence[Known], role: Role, bearers: Sequence[Known], quiet: bool = False) -> None:
        """File a role. `quiet`: the bearer has no name of its own yet, the fact is kept only if another one is."""
        for owner in owners:
            for bearer in bearers:
                if bearer is owner:
                    continue
                bearer.gender = role.gender if role.gender != "either" else bearer.gender
                if not quiet:
                    first, second = (bearer, owner) if role.flip else (owner, bearer)
                    self.fact(first, role.predicate, second, Timing())

    # ── the draft ────────────────────────────────────────────────────────────────────────────────────────────────

    def fact(self, subject: Known, predicate: str, other: Known | str, when: Timing) -> None:
        """File a relation; `other` is a value when it is text."""
        name, kind = (other, None) if isinstance(other, str) else (other.name, other.kind)
        if not name.strip() or OPAQUE in name or (name, kind) == (subject.name, subject.kind):
            return
        self._keep(subject, other)
        if not isinstance(other, str) and predicate in ("married_to", "partner_of"):
            self.cast.group([subject, other])
            if predicate == "married_to" and when.start is None:
                when = self.pending.get(subject.name) or self.pending.get(other.name) or when
        draft = DraftFact(
            subject=subject.name,
            predicate=predicate,
            object=name,
            fact=sentence(subject.name, predicate, name, when.end is not None),
            span=self.span,
            object_is="value" if isinstance(other, str) else "entity",
            valid_at=when.start,
            invalid_at=when.end,
            subject_kind=subject.kind,
            object_kind=kind,
            confidence=0.9,
        )
        self._file(draft)

    def _file(self, draft: DraftFact) -> None:
        """The same relation said twice is one; the mention with a date wins."""
        for at, known in enumerate(self.facts):
            if (known.subject, known.predicate, known.object) == (draft.subject, draft.predicate, draft.object):
                if known.valid_at is None and draft.valid_at is not None and known.subject_kind == draft.subject_kind:
                    self.facts[at] = draft
                return
        self.facts.append(draft)

    def end(self, subject: Known, predicate: str, other: Known | str, ended_at: WorldTime | None) -> None:
        """File the end of a relation."""
        name, kind = (other, None) if isinstance(other, str) else (other.name, other.kind)
        if OPAQUE in name:
            return
        self._keep(subject, other)
        value: Literal["entity", "value"] = "value" if isinstance(other, str) else "entity"
        words = sentence(subject.name, predicate, name, ended=True)
        self.ends.append(DraftEnd(subject.name, predicate, name, words, self.span, ended_at, value, subject.kind, kind))

    def _keep(self, subject: Known, other: Known | str) -> None:
        for known in (subject, other):
            if isinstance(known, str) or known is self.cast.me:
                continue
            if known.tag == KIN_MARK and not known.kept:
                known.kept = True
                self._own_kin(known)
            known.kept, known.kind = True, known.kind or "concept"

    def _own_kin(self, known: Known) -> None:
        role = role_of(singular(known.name.lower()))
        known.tag = ""
        if role is not None:
            self.related([self.cast.me], role, [known])

    def forget(self, name: str) -> None:
        """Take back an entity that no fact speaks of any more."""
        known = self.cast.named(name)
        told = {end for fact in self.facts for end in (fact.subject, fact.object)}
        told |= {end for fact in self.ends for end in (fact.subject, fact.object)}
        if known is not None and name not in told:
            known.kept = False
            self.values.update(known.spans)

    def drop(self, reason: str) -> None:
        """Note that the clause at hand was read and left out."""
        self.drops.append(DraftDrop(" ".join(self.passage.words(self.span).split())[:200], reason))

    def draft(self) -> Draft:
        """All that was read."""
        return Draft(
            entities=self.cast.drafts(),
            facts=tuple(self.facts),
            ends=tuple(self.ends),
            corrections=tuple(self.corrections),
            drops=tuple(self.drops),
        )


def sentence(subject: str, predicate: str, other: str, ended: bool) -> str:
    """The relation as a sentence: "Alice works at Acme", "You work at Acme"."""
    relation = relations().of(predicate)
    other = _spoken_day(other) if predicate == "birthday" else other
    return relation.sentence_you(other, ended) if subject == ME else relation.sentence(subject, other, "en", ended)


def _spoken_day(text: str) -> str:
    """A birthday as one says it: "14 September", "12 October 1988"."""
    match = re.fullmatch(r"(\d{4}|-)-(\d\d)-(\d\d)", text)
    if match is None:
        return text
    year = "" if match[1] == "-" else f" {match[1]}"
    return f"{int(match[3])} {MONTHS[int(match[2]) - 1].capitalize()}{year}"


def _former(phrase: Phrase) -> bool:
    return (
        any(word in ("ex", "former", "late", "old", "previous", "ex-") for word in phrase.words[:-1])
        and phrase.head != "friend"
    )
