"""What has been read so far in one passage, kept as a draft under construction."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftCorrection, DraftDrop, DraftEnd, DraftEntity, DraftFact
from app.domain.entity import ME, EntityKind, Span
from app.memory.learn.reading.japanese.dates import When
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.width import Folded
from app.memory.learn.reading.relations import relations

Target = Reference | str
"""An entity, or the text of a value."""


@dataclass(frozen=True, slots=True)
class Period:
    """From when until when, as far as it was said."""

    since: WorldTime | None = None
    until: WorldTime | None = None


@dataclass(slots=True)
class Page:
    """Collects entities, facts and ends. `folded` is the sentence being read: spans are of it, kept as the user's."""

    folded: Folded
    speaker: str = ""
    entities: dict[tuple[str, EntityKind], DraftEntity] = field(default_factory=dict)
    spans: dict[tuple[str, EntityKind], dict[Span, None]] = field(default_factory=dict)
    """Where each entity stands: a set that keeps its order."""
    facts: list[DraftFact] = field(default_factory=list)
    told: set[tuple[str | None, ...]] = field(default_factory=set)
    ends: list[DraftEnd] = field(default_factory=list)
    corrections: list[DraftCorrection] = field(default_factory=list)
    drops: list[DraftDrop] = field(default_factory=list)

    def name(self, reference: Reference) -> str:
        """How the draft calls a reference: "I" is the speaker of the turn."""
        return self.speaker or ME if reference.me else reference.name

    def mention(self, reference: Reference, kind: EntityKind) -> None:
        """Keep that the reference was named here."""
        if reference.me or reference.pronoun:
            return
        key = (reference.name, kind)
        old = self.entities.get(key, DraftEntity(reference.name, kind, tag=reference.species or reference.category))
        if any(alias not in old.aliases and alias != old.name for alias in reference.aliases):
            old = replace(old, aliases=tuple(dict.fromkeys((*old.aliases, *reference.aliases))))
        self.entities[key] = old
        if reference.end > reference.start:
            self.spans.setdefault(key, {})[self.folded.original(reference.start, reference.end)] = None

    def kind_of(self, reference: Reference, predicate: str, subject: bool) -> EntityKind:
        """The kind that an end of a relation gets: its own, else what the relation asks for."""
        if subject and predicate in _SUBJECTS and (reference.kind is None or predicate == "held_at"):
            return _SUBJECTS[predicate]
        if predicate == "member_of" and not subject and reference.kind == "event":
            return "organization"  # 山歩き会: whoever joins it means the people
        relation = relations().of(predicate)
        asked = relation.subjects if subject else relation.objects
        if reference.kind is not None and reference.kind in asked:
            return reference.kind
        for kind in (_PREFERRED.get(predicate, "thing"), "person"):
            if subject or kind in asked:
                return "person" if subject and "person" in asked and reference.kind is None else kind
        return reference.kind or "thing"

    def tell(
        self, subject: Reference, predicate: str, target: Target, span: tuple[int, int], period: Period = Period()
    ) -> None:
        """Keep a fact, and its ends as entities."""
        if predicate == "located_in" and (subject.kind == "event" or _HELD.search(subject.name)):
            predicate = "held_at"
        subject_kind, object_kind = self._ends(subject, predicate, target)
        text = target if isinstance(target, str) else self.name(target)
        name = self.name(subject)
        if name == text and (subject_kind == object_kind or object_kind is None):
            return
        fact = DraftFact(
            name, predicate, text, _sentence(name, predicate, text, object_kind), self.folded.original(*span),
            "value" if isinstance(target, str) else "entity", period.since, period.until, subject_kind, object_kind,
        )  # fmt: skip
        key = (name, predicate, text, subject_kind, object_kind)
        if key not in self.told:
            self.told.add(key)
            self.facts.append(fact)
        elif period != Period():  # 昨日、猫のモモを飼い始めた: that there is a Momo was told before the day
            undated = replace(fact, valid_at=None, invalid_at=None)
            self.facts = [fact if old == replace(undated, span=old.span) else old for old in self.facts]

    def finish(
        self, subject: Reference, predicate: str, target: Target, span: tuple[int, int], at: WorldTime | None = None
    ) -> None:
        """Keep that an earlier fact ended. An empty target ends whatever is current."""
        subject_kind, object_kind = self._ends(subject, predicate, target)
        text = target if isinstance(target, str) else self.name(target)
        name = self.name(subject)
        end = DraftEnd(
            name, predicate, text, _sentence(name, predicate, text, object_kind, True), self.folded.original(*span), at,
            "value" if relations().of(predicate).object_is == "value" else "entity", subject_kind, object_kind,
        )  # fmt: skip
        self.ends.append(end)

    def unsay(self, subject: Reference, predicate: str, name: str) -> None:
        """Take back what a fuller word replaces: 猫を飼い始めた。名前はこむぎ。"""
        kept = [f for f in self.facts if (f.subject, f.predicate, f.object) != (self.name(subject), predicate, name)]
        if len(kept) < len(self.facts):
            self.facts = kept
            for key in [key for key in self.entities if key[0] == name]:
                del self.entities[key]

    def _ends(self, subject: Reference, predicate: str, target: Target) -> tuple[EntityKind | None, EntityKind | None]:
        subject_kind = self.kind_of(subject, predicate, subject=True)
        self.mention(subject, subject_kind)
        if isinstance(target, str):
            return subject_kind, None
        object_kind = self.kind_of(target, predicate, subject=False)
        self.mention(target, object_kind)
        return subject_kind, object_kind

    def amend_date(self, when: When) -> bool:
        """Put another day into the last fact that is a date; its month is kept when only a day is said."""
        if not self.facts or self.facts[-1].object_is != "value":
            return False
        last = self.facts[-1]
        match = re.fullmatch(r"(\d{4}|-)-(\d{2})-(\d{2})", last.object)
        if match is None:
            return False
        if when.month is None and when.day is not None:
            text = f"{match[1]}-{match[2]}-{when.day:02d}"
        elif last.predicate == "birthday":
            text = when.yearless()
        else:
            text = day.text if (day := when.at("future")) else ""
        self.facts[-1] = replace(last, object=text or last.object, fact=_sentence(last.subject, last.predicate, text))
        return True

    def amend(self, right: Reference) -> bool:
        """Put another object into the last fact; the wrong one is forgotten if nothing else names it."""
        last = self.facts[-1]
        if last.object_is == "value":
            text = right.name
        else:
            kind = self.kind_of(right, last.predicate, subject=False)
            if last.object_kind is not None and right.kind not in (None, last.object_kind):
                return False
            self.mention(right, kind)
            self.entities.pop((last.object, last.object_kind or kind), None)
            text = right.name
        self.facts[-1] = replace(last, object=text, fact=_sentence(last.subject, last.predicate, text))
        return True

    def drop(self, what: str, reason: str) -> None:
        """Keep that something was left out, and why."""
        self.drops.append(DraftDrop(what, reason))

    def draft(self) -> Draft:
        """What was read, entities in the order of their first mention."""
        placed = [replace(old, spans=tuple(self.spans.get(key, ()))) for key, old in self.entities.items()]
        placed = _united(placed, self.facts, self.ends)
        return Draft(tuple(placed), tuple(self.facts), tuple(self.ends), tuple(self.corrections), tuple(self.drops))


_PREFERRED: dict[str, EntityKind] = {
    "works_at": "organization", "member_of": "organization", "founded": "organization", "studies_at": "organization",
    "graduated_from": "organization", "lives_in": "place", "from_place": "place", "visited": "place",
    "located_in": "place", "attended": "event", "speaks": "concept", "learns": "concept", "studies": "concept",
    "diagnosed_with": "concept",
}  # fmt: skip


_SUBJECTS: dict[str, EntityKind] = {
    "part_of": "thing", "located_in": "organization", "held_at": "event", "due_on": "thing", "starts_on": "event",
}  # fmt: skip

_HELD = re.compile(r"(?:[奏楽覧示演幕宴大]会|祭り?|コンサート|ライブ|フェス|ツアー|セミナー|会議)$")
"""演奏会, 展示会: what is held at a place and does not stand there, as 委員会 and 協会 do."""


def _united(entities: list[DraftEntity], facts: Sequence[DraftFact], ends: Sequence[DraftEnd]) -> list[DraftEntity]:
    """One entity where a name was first noticed as one kind and then used as another; a person stays a person."""
    told: tuple[DraftFact | DraftEnd, ...] = (*facts, *ends)
    used = {(item.subject, item.subject_kind) for item in told} | {(item.object, item.object_kind) for item in told}
    kept: dict[str, list[DraftEntity]] = {}
    for entity in sorted(entities, key=lambda entity: (entity.name, entity.kind) not in used):
        same = kept.setdefault(entity.name, [])
        loose = (entity.name, entity.kind) not in used and entity.kind != "person"
        if same and loose:
            spans = tuple(sorted({*same[0].spans, *entity.spans}, key=lambda span: span.start))
            same[0] = replace(same[0], spans=spans, aliases=tuple(dict.fromkeys((*same[0].aliases, *entity.aliases))))
        else:
            same.append(entity)
    found = [entity for same in kept.values() for entity in same]
    return sorted(found, key=lambda entity: entity.spans[0].start if entity.spans else 0)


def _sentence(subject: str, predicate: str, text: str, kind: EntityKind | None = None, ended: bool = False) -> str:
    """The fact in Japanese words."""
    who = "私" if subject == ME else subject
    whom = "私" if text == ME else text
    relation = relations().of(predicate)
    whom = _spoken_day(whom) if relation.object_is == "value" else whom
    if predicate.startswith("favorite_"):
        free = next((ja for ja, en in lexicon().favorites.items() if en == predicate.removeprefix("favorite_")), "")
        return f"{who}の好きな{free or relation.free}は{whom}"
    return relation.sentence(who, whom, "ja", ended, kind == "person")


_DAY = re.compile(r"(\d{4}|-)-(\d{2})(?:-(\d{2}))?", re.ASCII)


def _spoken_day(text: str) -> str:
    """A date as one says it: 9月14日, 1988年10月12日; any other text as it is."""
    match = _DAY.fullmatch(text)
    if match is None:
        return text
    year = "" if match[1] == "-" else f"{match[1]}年"
    return f"{year}{int(match[2])}月" + (f"{int(match[3])}日" if match[3] else "")
