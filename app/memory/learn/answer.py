"""A filled-in form as a `Draft`: predicates as memory knows them, dates as dates, every claim with its place.

Nothing is trusted: what has another shape than asked for is passed over, and what the turn does not hold gets no place,
so that `validate` leaves it out with its reason.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from app.domain.clock import WorldTime
from app.domain.draft import Draft, DraftCorrection, DraftDrop, DraftEnd, DraftEntity, DraftFact, Turn
from app.domain.entity import ENTITY_KINDS, MAX_NAME, ME, EntityKind, Span
from app.domain.errors import BadInput
from app.domain.text import clean, has_cjk, name_key
from app.memory.learn.grounds import denied, says_so, speaks_of_a_slip, speaks_of_an_end
from app.memory.learn.places import Places
from app.memory.learn.predicates import meant
from app.memory.learn.reading.relations import relations
from app.memory.learn.saidtimes import names_time
from app.memory.learn.validate import DATED

MOST = 64
"""Of each list of an answer what is read: no turn says more, and a model that rambles shall not fill the memory."""
_SENTENCE = 400
_TAG = 80
_NOWHERE = Span(0, 0)
_SELVES = frozenset({"me", "i", "myself", "my", "user", "the user", "私", "僕", "俺", "わたし"})


def draft_of(answer: Any, turn: Turn, places: Places) -> Draft:
    """What a model says about a turn. `places` is of the part that it saw."""
    form = answer if isinstance(answer, Mapping) else {}
    return _Answer(turn, places).draft(form)


@dataclass(frozen=True, slots=True)
class _Answer:
    turn: Turn
    places: Places

    def draft(self, form: Mapping[str, Any]) -> Draft:
        entities = [one for row in _rows(form, "entities") if (one := self._entity(row)) is not None]
        kinds = {name_key(one.name): one.kind for one in entities if one.kind in ENTITY_KINDS}
        told = [self._fact(row, kinds) for row in _rows(form, "relations")]
        facts = [one for one in told if not denied(one.predicate, one.object, self.places, one.span)]
        drops = [DraftDrop(one.fact, "negated") for one in told if one not in facts]
        ends = [self._end(row, kinds) for row in _rows(form, "ends")]
        slips = [slip for row in _rows(form, "corrections") if (slip := self._correction(row)) is not None]
        return Draft(tuple(entities), tuple(facts), tuple(ends), tuple(slips), (*drops, *_too_many(form)))

    def _entity(self, row: Mapping[str, Any]) -> DraftEntity | None:
        name = _text(row, "name")
        if not name or self._self(name) == ME:
            return None
        spans = tuple(self.places.of(name))
        others = _texts(row, "aliases")
        aliases = tuple(one for one in others if self._declared(name, one))
        tag = _text(row, "tag")[:_TAG]
        return DraftEntity(name, _kind(row.get("type")), spans, aliases, tag, by="model")

    def _declared(self, name: str, alias: str) -> bool:
        """Whether the turn says that one is another name of the other: beside it, with a sign of naming."""
        if name_key(name) == name_key(alias):
            return False
        for one in self.places.of(name):
            for other in self.places.of(alias):
                first, last = min(one.start, other.start), max(one.end, other.end)
                if last - first <= _NEAR and _NAMING.search(self.places.text[max(0, first - 12) : last + 12]):
                    return True
        return False

    def _fact(self, row: Mapping[str, Any], kinds: Mapping[str, EntityKind]) -> DraftFact:
        ends = self._ends(row, kinds)
        span = self._span(row, ends)
        since, until = self._time(row, "valid_at", span), self._time(row, "invalid_at", span)
        if since and until and until.last() < since.first():
            until = None
        value = self._value(ends)
        sentence = self._sentence(row, ends, span)
        kind, far = self._kinds(ends, kinds)
        return DraftFact(
            ends.subject, ends.predicate, value, sentence, span, "value" if ends.value else "entity",
            since, until, kind, far, by="model",
        )  # fmt: skip

    def _end(self, row: Mapping[str, Any], kinds: Mapping[str, EntityKind]) -> DraftEnd:
        ends = self._ends(row, kinds)
        named = bool(ends.object) and (ends.object == ME or bool(self.places.of(ends.object)))
        span = self._span(row, ends) if named or speaks_of_an_end(self.places.text) else _NOWHERE
        kind, far = self._kinds(ends, kinds)
        return DraftEnd(
            ends.subject, ends.predicate, ends.object, self._sentence(row, ends, span), span,
            self._time(row, "ended_at", span), "value" if ends.value else "entity", kind, far, by="model",
        )  # fmt: skip

    def _correction(self, row: Mapping[str, Any]) -> DraftCorrection | None:
        wrong, right = _text(row, "wrong"), _text(row, "right")
        span = self.places.stretch(_text(row, "words"), right)
        if not wrong or not right or name_key(wrong) == name_key(right) or span is None:
            return None
        if not self.places.of(wrong) and not speaks_of_a_slip(self.places.text):
            return None
        return DraftCorrection(wrong, right, span)

    def _ends(self, row: Mapping[str, Any], kinds: Mapping[str, EntityKind]) -> "_Ends":
        word = meant(_text(row, "predicate"))
        subject, far = self._self(_text(row, "subject")), self._self(_text(row, "object"))
        if word.turned:
            subject, far = far, subject
        relation = relations().of(word.predicate)
        if relations().knows(word.predicate):
            value = relation.object_is == "value"
        else:
            value = row.get("object_is") == "value" and name_key(far) not in kinds
        return _Ends(subject, word.predicate, far, value)

    def _self(self, name: str) -> str:
        """Whoever speaks is `ME`, be it by a pronoun or by the speaker's own name."""
        mine = name_key(name)
        return ME if mine in _SELVES or (self.turn.speaker and mine == name_key(self.turn.speaker)) else name

    def _span(self, row: Mapping[str, Any], ends: "_Ends") -> Span:
        named = [end for end in (ends.subject, ends.object) if end and end != ME]
        return self.places.stretch(_text(row, "words"), *named) or _NOWHERE

    def _value(self, ends: "_Ends") -> str:
        """A date or number that readers write in a form of their own must still come from digits of the turn."""
        if ends.predicate not in DATED or not ends.value:
            return ends.object
        said = {int(number) for number in re.findall(r"\d{1,4}", _narrow(self.places.text))}
        mine = {int(number) for number in re.findall(r"\d{1,4}", ends.object)}
        return ends.object if mine and (mine & said or (not said and names_time(self.places.text))) else ""

    def _time(self, row: Mapping[str, Any], name: str, span: Span) -> WorldTime | None:
        """A date, where the words name any time: the day of telling is not the day on which something began."""
        about = self.places.sentence(span) if span != _NOWHERE else span
        words = self.places.text[about.start : about.end]
        return world_time(_text(row, name)) if names_time(words) or names_time(self.turn.title) else None

    def _sentence(self, row: Mapping[str, Any], ends: "_Ends", span: Span) -> str:
        """The fact in words of the turn's own language; where the model changes it, the words of the turn stand."""
        told = _text(row, "fact")[:_SENTENCE]
        words = " ".join(self.places.text[span.start : span.end].split())[:_SENTENCE]
        about = (ends.subject, "" if ends.value else ends.object)
        sound = told and says_so(told, self.places.text, about, ends.predicate)
        if sound and (not words or has_cjk(told) == has_cjk(words)):
            return told
        return words or f"{ends.subject} {ends.predicate} {ends.object}".strip()

    def _kinds(self, ends: "_Ends", kinds: Mapping[str, EntityKind]) -> tuple[EntityKind | None, EntityKind | None]:
        far = None if ends.value else kinds.get(name_key(ends.object))
        return kinds.get(name_key(ends.subject)), far


@dataclass(frozen=True, slots=True)
class _Ends:
    subject: str
    predicate: str
    object: str
    value: bool


_NEAR = 80
_NAMING = re.compile(
    r"[(（「『\"“=＝]|\b(?:aka|a\.k\.a|alias|call(?:s|ed|ing)?|known as|nick\w*|short for|goes by|go by|stands for|"
    r"abbrev\w*|formerly|or just)\b|こと|通称|略|別名|愛称|あだ名|呼|旧",
    re.I,
)
_DATE = re.compile(r"(\d{1,4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ].*)?")


def world_time(text: str) -> WorldTime | None:
    """A date as a model writes it; None for one that no calendar has, or that is none."""
    match = _DATE.fullmatch(text.strip())
    if match is None or len(match[1]) < 4:
        return None
    parts = [match[1], *(part.zfill(2) for part in match.groups()[1:] if part)]
    try:
        return WorldTime("-".join(parts))
    except BadInput:
        return None


def _rows(form: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    listed = form.get(name)
    yield from (row for row in (listed if isinstance(listed, list) else [])[:MOST] if isinstance(row, Mapping))


def _too_many(form: Mapping[str, Any]) -> Iterator[DraftDrop]:
    if any(isinstance(rows, list) and len(rows) > MOST for rows in form.values()):
        yield DraftDrop("", "too_many")


def _text(row: Mapping[str, Any], name: str) -> str:
    """A text on one line; longer than any name may be it stays, so that it is left out with that reason."""
    value = row.get(name)
    return " ".join(clean(value[: 4 * MAX_NAME]).split()) if isinstance(value, str) else ""


def _texts(row: Mapping[str, Any], name: str) -> list[str]:
    listed = row.get(name)
    found = [" ".join(clean(one).split()) for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
    return [one for one in found if one][:MOST]


_OTHER_KINDS: Mapping[str, EntityKind] = {
    "organisation": "organization", "company": "organization", "org": "organization", "location": "place",
    "product": "thing", "object": "thing", "animal": "thing", "idea": "concept", "topic": "concept",
}  # fmt: skip


def _kind(value: Any) -> EntityKind:
    """The kind as said, whatever it is: one that does not exist is left out by `validate`, with that reason."""
    word = value.strip().lower() if isinstance(value, str) else ""
    return _OTHER_KINDS.get(word) or cast(EntityKind, word or "thing")


def _narrow(text: str) -> str:
    return text.translate({0xFF10 + digit: str(digit) for digit in range(10)})
