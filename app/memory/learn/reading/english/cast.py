"""Who and what a turn has named so far, and whom "she", "they", "it" and "there" mean."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.draft import DraftEntity
from app.domain.entity import ME, EntityKind, Span
from app.domain.text import name_key
from app.memory.learn.reading.english.gazetteer import Gender, gazetteer
from app.memory.learn.reading.english.naming import Spotted

_FIRST = frozenset(("i", "me", "myself", "mine", "we", "us", "ours", "ourselves", "my", "our"))
_HE, _SHE = frozenset(("he", "him", "himself", "his")), frozenset(("she", "her", "herself", "hers"))
_THEY = frozenset(("they", "them", "their", "theirs", "themselves"))
_PLACED: frozenset[EntityKind] = frozenset(("place", "organization", "event"))


@dataclass(slots=True)
class Known:
    """Someone or something of the turn. `firm`: its kind was settled by a relation or its form, not by a guess."""

    name: str
    kind: EntityKind | None
    spans: list[Span] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    tag: str = ""
    gender: Gender = "either"
    firm: bool = False
    kept: bool = False
    """Whether the draft lists it: it takes part in a fact, or stands as a sure name."""
    foreign: bool = False
    """Known only from the turns before this one."""

    def goes_by(self, key: str) -> bool:
        """Whether a folded name is one of its names."""
        return key == name_key(self.name) or any(key == name_key(alias) for alias in self.aliases)

    def short_for(self, key: str) -> bool:
        """Whether the key is the first or last word of this person's full name."""
        parts = name_key(self.name).split()
        return self.kind == "person" and len(parts) > 1 and key in (parts[0], parts[-1])


class Cast:
    """The entities of one turn, in the order named, with a focus for pronouns."""

    def __init__(self, speaker: str = "") -> None:
        self.known: list[Known] = []
        self.me = Known(ME, "person", firm=True) if not speaker else self._speaker(speaker)
        self.own_names: set[str] = set()
        """What the speaker has just called themselves."""
        self._recent: list[Known] = []
        """Latest first."""
        self._group: list[Known] = []

    def _speaker(self, name: str) -> Known:
        known = Known(name, "person", firm=True)
        self.known.append(known)
        return known

    def called(self, spotted: Spotted, slot: EntityKind | None, aliases: Iterable[str] = ()) -> Known:
        """The entity of a name, as the kind that the relation asks for, or that its votes give."""
        known = self.glimpse(spotted, slot)
        if known is self.me:
            return known
        known.kind = (slot or spotted.name.kind) if slot is not None or known.kind is None else known.kind
        known.firm = known.firm or slot is not None
        self._note(known, spotted.name.span, aliases)
        known.tag = known.tag or spotted.title
        return known

    def glimpse(self, spotted: Spotted, slot: EntityKind | None = None) -> Known:
        """The entity of a name that may still turn out to be another of the same name."""
        text, kind = spotted.name.text, slot or spotted.name.kind
        if name_key(text) in self.own_names:
            return self.me
        known = self._find(name_key(text), kind, firm=slot is not None)
        if known is None:
            known = Known(text, kind, gender=_gender(text), firm=slot is not None)
            self.known.append(known)
        self.focus(known)
        return known

    def overheard(self, text: str) -> None:
        """Someone whom a sentence in another language names: nothing is filed of them but what a pronoun brings."""
        if self.named(text) is None:
            known = Known(text, "person", gender=_gender(text), firm=True, foreign=True)
            self.known.append(known)
            self.focus(known)

    def common(self, text: str, kind: EntityKind, span: Span) -> Known:
        """The entity of a plain noun phrase ("penicillin", "grant report")."""
        known = self._find(name_key(text), kind, firm=True)
        if known is None:
            known = Known(text, kind, firm=True)
            self.known.append(known)
        self._note(known, span, ())
        return known

    def _note(self, known: Known, span: Span, aliases: Iterable[str]) -> None:
        if span not in known.spans:
            known.spans.append(span)
        known.aliases += [alias for alias in aliases if not known.goes_by(name_key(alias))]
        self.focus(known)

    def _find(self, key: str, kind: EntityKind | None, firm: bool) -> Known | None:
        same = [one for one in self.known if one.goes_by(key)] or [
            one for one in self.known if one.short_for(key) and not one.foreign
        ]
        for one in same:
            if kind is None or one.kind is None or one.kind == kind or not (one.firm and firm):
                return one
        return None

    def focus(self, known: Known) -> None:
        """Make it what the next pronoun of its kind means."""
        if known is self.me or known not in self.known:
            return
        if known in self._recent:
            self._recent.remove(known)
        self._recent.insert(0, known)

    def dismiss(self, known: Known) -> None:
        """Forget someone called by a role only, whose name has just been told."""
        for group in (self.known, self._recent, self._group):
            if known in group:
                group.remove(known)

    def group(self, members: Sequence[Known]) -> None:
        """Remember several as what "they" means."""
        if len(members) > 1:
            self._group = list(members)

    def pronoun(self, low: str) -> list[Known]:
        """Whom a pronoun means; nobody when that is not clear."""
        if low in _FIRST:
            return [self.me]
        if low in _HE | _SHE:
            return self._person("male" if low in _HE else "female")
        if low in _THEY:
            return self._group
        if low == "there":
            return [one for one in self._recent if one.kind in _PLACED][:1]
        return [one for one in self._recent if one.kind not in ("person", None)][:1] if low == "it" else []

    def _person(self, gender: Gender) -> list[Known]:
        people = [one for one in self._recent if one.kind in ("person", None) and one.gender in (gender, "either")]
        people.sort(key=lambda one: one.kind is None and not one.foreign)
        one = next(iter(people), None)
        if one is None or self._rival(one, gender):
            return []
        one.kind = "person"
        return [one]

    def _rival(self, one: Known, gender: Gender) -> bool:
        """Whether another of the same group could be meant just as well."""
        others = [other for other in self._group if other is not one and other.gender in (gender, "either")]
        return one in self._group and one.gender == "either" and bool(others) and self._recent[0] in self._group

    def named(self, text: str) -> Known | None:
        """The entity of the turn that goes by a name."""
        return next((one for one in self.known if one.goes_by(name_key(text))), None)

    def keeper(self, name: str) -> Known | None:
        """The user or an entity of the turn, by the name that facts use."""
        return self.me if name == self.me.name else self.named(name)

    def drafts(self) -> tuple[DraftEntity, ...]:
        """What the draft lists: entities with a kind that take part in something."""
        listed = [one for one in self.known if one.kept and one.kind is not None]
        if self.me.aliases and self.me not in listed:
            listed.append(self.me)
        return tuple(
            DraftEntity(
                one.name, one.kind or "concept", tuple(one.spans), tuple(one.aliases), one.tag, 0.9 if one.firm else 0.7
            )
            for one in listed
        )


def _gender(text: str) -> Gender:
    return gazetteer().genders.get(text.split()[0].lower(), "either") if text else "either"
