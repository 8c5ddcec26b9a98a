"""What a reader, or a model, claims to have read is checked against the words before memory sees it (design §4.2).

Pure: a draft goes in, a smaller draft comes out. Whatever is left out is noted with a reason that the user can see; a
secret's own text is in no note.
"""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from app.domain.draft import Draft, DraftDrop, DraftEnd, DraftEntity, DraftFact, Turn
from app.domain.entity import ENTITY_KINDS, MAX_NAME, ME, EntityKind, Span
from app.domain.secret import MASK, find_secrets
from app.domain.text import fold, has_cjk, name_key, tokens
from app.memory.learn.naming import form
from app.memory.learn.plain import plain
from app.memory.learn.reading.relations import relations

_log = logging.getLogger(__name__)
Claim = TypeVar("Claim", DraftFact, DraftEnd)

DATED = frozenset({"birthday", "starts_on", "ends_on", "due_on", "age"})
"""Values that readers write in a form of their own, so that the very text need not stand in the turn."""
_PRONOUN = re.compile(
    r"\b(?:he|she|him|her|his|hers|they|them|their|it|its|that|this|there)\b|彼|彼女|あの|その|そこ|それ", re.I
)
_PREDICATE = re.compile(r"[^\W\d]\w{0,63}")


def validate(draft: Draft, turn: Turn, context: Sequence[Turn] = ()) -> Draft:
    """The draft less what the turn does not support, with a drop for each thing left out.

    `context` are the turns before it. They may tell who "he" is; nothing is learned from them. When more than half of
    what was read is left out, one warning with counts is logged.
    """
    check = _Check(turn, context, (*draft.secrets, *find_secrets(turn.text)))
    entities = check.entities([replace(one, name=check.as_said(one.name)) for one in draft.entities])
    named = {entity.name for entity in entities}
    facts = check.claims([_said_so(check, one) for one in draft.facts], named)
    ends = check.claims([_said_so(check, one) for one in draft.ends], named)
    corrections = tuple(one for one in draft.corrections if check.says(one.right) and not check.secret(one.right))
    _warn(len(draft.entities) + len(draft.facts) + len(draft.ends), len(entities) + len(facts) + len(ends))
    return Draft(
        entities=_with_ends(entities, (*facts, *ends)),
        facts=facts,
        ends=ends,
        corrections=corrections,
        drops=tuple(dict.fromkeys((*map(check.masked_drop, draft.drops), *check.drops))),
        secrets=check.secrets,
    )


def _said_so(check: "_Check", claim: Claim) -> Claim:
    far = claim.object if claim.object_is == "value" else check.as_said(claim.object)
    return replace(claim, subject=check.as_said(claim.subject), object=far)


def _warn(read: int, kept: int) -> None:
    if read >= 4 and kept * 2 < read:
        _log.warning("More than half of what was read was left out: %d of %d kept", kept, read)


@dataclass(slots=True)
class _Check:
    turn: Turn
    context: Sequence[Turn]
    secrets: tuple[Span, ...]
    drops: list[DraftDrop] = field(default_factory=list)
    hidden: tuple[str, ...] = ()
    text: str = ""
    before: str = ""
    open: str = ""

    def __post_init__(self) -> None:
        self.secrets = tuple(dict.fromkeys(self.secrets))
        words = {self.turn.text[span.start : span.end] for span in self.secrets}
        self.hidden = tuple(sorted((word for word in words if word.strip()), key=len, reverse=True))
        self.text = fold(plain(self.turn.text + " " + self.turn.title).text).replace("’", "'")
        self.open = self.masked(self.turn.text)
        earlier = " ".join(turn.text for turn in self.context if turn.role != "assistant")
        self.before = fold(plain(earlier).text).replace("’", "'")

    # ── entities ───────────────────────────────────────────────────────────────────────────────────────────────────

    def entities(self, read: Sequence[DraftEntity]) -> tuple[DraftEntity, ...]:
        """Supported entities, one per name and kind; what two readings of one know is put together."""
        kept: dict[tuple[str, EntityKind], DraftEntity] = {}
        for entity in read:
            reason = self._entity_fault(entity)
            if reason:
                if reason != "not_in_text" or not stands_in(entity.name, self.before):
                    self._drop(entity.name, reason)
                continue
            entity = replace(entity, aliases=self._aliases(entity), tag=self.masked(entity.tag))
            key = (name_key(entity.name), entity.kind)
            kept[key] = _joined(kept[key], entity) if key in kept else entity
        return tuple(kept.values())

    def _entity_fault(self, entity: DraftEntity) -> str:
        faults: dict[str, Callable[[], bool]] = {
            "empty": lambda: not name_key(entity.name) or not re.search(r"\w", entity.name),
            "too_long": lambda: len(entity.name) > MAX_NAME,
            "unknown_type": lambda: entity.kind not in ENTITY_KINDS,
            "self": lambda: entity.name == ME,
            "secret": lambda: self.secret(entity.name) or any(self._in_secret(span) for span in entity.spans),
            "not_in_text": lambda: not self.says(entity.name, entity.kind) and not self._is_speaker(entity.name),
        }
        return next((reason for reason, fails in faults.items() if fails()), "")

    def _aliases(self, entity: DraftEntity) -> tuple[str, ...]:
        own = {name_key(entity.name)}
        kept: dict[str, str] = {}
        for alias in entity.aliases:
            key = name_key(alias)
            if key and key not in own and len(alias) <= MAX_NAME and self.says(alias) and not self.secret(alias):
                kept.setdefault(key, alias)
            elif key not in own:
                self._drop(alias, "alias_not_in_text")
        return tuple(kept.values())

    # ── facts and ends ─────────────────────────────────────────────────────────────────────────────────────────────

    def claims(self, read: Sequence[Claim], named: set[str]) -> tuple[Claim, ...]:
        """Supported facts or ends, each once."""
        kept: dict[tuple[object, ...], Claim] = {}
        for claim in read:
            reason = self._claim_fault(claim, named)
            if reason:
                self._drop(f"{claim.subject} {claim.predicate} {claim.object}".strip(), reason)
                continue
            kept.setdefault(_claim_key(claim), replace(claim, fact=self.masked(claim.fact)))
        return tuple(kept.values())

    def _claim_fault(self, claim: DraftFact | DraftEnd, named: set[str]) -> str:
        ends_anything = isinstance(claim, DraftEnd) and not claim.object
        faults: dict[str, Callable[[], bool]] = {
            "incomplete": lambda: not claim.subject.strip() or not (claim.object.strip() or ends_anything),
            "unknown_predicate": lambda: not _PREDICATE.fullmatch(claim.predicate),
            "too_long": lambda: max(len(claim.subject), len(claim.object)) > MAX_NAME,
            "secret": lambda: self.secret(claim.subject) or self.secret(claim.object),
            "self_relation": lambda: self._of_itself(claim),
            "not_in_text": lambda: not self._supported(claim, named),
        }
        return next((reason for reason, fails in faults.items() if fails()), "")

    def _of_itself(self, claim: DraftFact | DraftEnd) -> bool:
        apart = claim.subject_kind is not None and claim.subject_kind != claim.object_kind
        return claim.object_is == "entity" and name_key(claim.subject) == name_key(claim.object) and not apart

    def _supported(self, claim: DraftFact | DraftEnd, named: set[str]) -> bool:
        """The ends stand in this turn; one of them may be known from the turns before ("he", "彼女") instead."""
        if not self._within(claim.span):
            return False
        if claim.object_is == "value":
            far = not claim.object or self._says_value(claim.predicate, claim.object)
        else:
            far = not claim.object or self._is_here(claim.object, named)
        near = self._is_here(claim.subject, named)
        if near and far:
            return True
        if claim.object_is == "value" and not far:
            return False
        absent, present = (claim.object, claim.subject) if near else (claim.subject, claim.object)
        points_back = present != ME or isinstance(claim, DraftEnd) or _PRONOUN.search(self.turn.text) is not None
        return (near or far) and points_back and stands_in(absent, self.before)

    def _is_here(self, name: str, named: set[str]) -> bool:
        return name == ME or name in named or self.says(name)

    def _says_value(self, predicate: str, value: str) -> bool:
        if predicate in DATED or self.says(value):
            return True
        if predicate == "phone":
            return re.sub(r"\D", "", value)[-6:] in re.sub(r"\D", "", self.turn.text)
        wanted = set(tokens(value))
        return len(wanted & set(tokens(self.turn.text))) * 2 >= len(wanted)

    def _within(self, span: Span) -> bool:
        return 0 <= span.start < span.end <= len(self.turn.text)

    # ── words ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def says(self, name: str, kind: EntityKind = "thing") -> bool:
        """Whether the name, or the name less its title or release, stands in the turn."""
        return stands_in(name, self.text) or stands_in(form(name, kind).bare, self.text)

    def as_said(self, name: str) -> str:
        """The part of a full name that the turn has, where it has only that: who "Victor" is, `resolve` decides."""
        words = name.split()
        if len(words) < 2 or self.says(name) or self._is_speaker(name):
            return name
        return next((word for word in (words[0], words[-1]) if re.search(rf"\b{re.escape(word)}\b", self.open)), name)

    def _is_speaker(self, name: str) -> bool:
        return bool(self.turn.speaker) and name_key(name) == name_key(self.turn.speaker)

    def secret(self, text: str) -> bool:
        """Whether a text holds a secret, or is a piece of one that stands nowhere else."""
        return any(hidden in text or (text in hidden and text not in self.open) for hidden in self.hidden)

    def _in_secret(self, span: Span) -> bool:
        return any(secret.start < span.end and span.start < secret.end for secret in self.secrets)

    def masked(self, text: str) -> str:
        for hidden in self.hidden:
            text = text.replace(hidden, MASK * len(hidden))
        return text

    def masked_drop(self, drop: DraftDrop) -> DraftDrop:
        return replace(drop, what=self.masked(drop.what)[:MAX_NAME])

    def _drop(self, what: str, reason: str) -> None:
        shown = MASK * 8 if reason == "secret" else self.masked(what)[:MAX_NAME]
        self.drops.append(DraftDrop(shown, reason))


def _claim_key(claim: DraftFact | DraftEnd) -> tuple[object, ...]:
    said = (name_key(claim.subject), claim.predicate, name_key(claim.object))
    since = claim.valid_at if isinstance(claim, DraftFact) else None
    return (*said, claim.subject_kind, claim.object_kind, since)


_LATIN = "a-z0-9\u00df-\u024f"


def stands_in(name: str, folded: str) -> bool:
    """Whether a name stands in a folded text: Latin at word boundaries, maybe in the plural; spaces may differ."""
    wanted = fold(name).replace("’", "'")
    if has_cjk(wanted):
        return wanted.replace(" ", "") in folded.replace(" ", "")
    words = r"\s*".join(re.escape(word) for word in wanted.split())
    return bool(words) and re.search(f"(?<![{_LATIN}]){words}(?:e?s)?(?![{_LATIN}])", folded) is not None


def _joined(one: DraftEntity, other: DraftEntity) -> DraftEntity:
    return replace(
        one,
        spans=tuple(dict.fromkeys((*one.spans, *other.spans))),
        aliases=tuple(dict.fromkeys((*one.aliases, *other.aliases))),
        tag=one.tag or other.tag,
        confidence=max(one.confidence, other.confidence),
    )


def _with_ends(entities: tuple[DraftEntity, ...], claims: Sequence[DraftFact | DraftEnd]) -> tuple[DraftEntity, ...]:
    """Both ends of every claim are entities: an end that no reading listed is added, so that nothing dangles."""
    known = {name_key(entity.name) for entity in entities}
    found = list(entities)
    for claim in claims:
        relation = relations().of(claim.predicate)
        ends = [(claim.subject, claim.subject_kind, relation.subjects)]
        if claim.object_is == "entity" and claim.object:
            ends.append((claim.object, claim.object_kind, relation.objects))
        for name, kind, kinds in ends:
            if name != ME and name_key(name) not in known:
                known.add(name_key(name))
                found.append(DraftEntity(name, kind or _likeliest(kinds), by=claim.by))
    return tuple(found)


def _likeliest(kinds: frozenset[EntityKind]) -> EntityKind:
    """The kind to take where the relation alone tells: its first in the order of `ENTITY_KINDS`, else a thing."""
    allowed = [kind for kind in ENTITY_KINDS if kind in kinds]
    return "thing" if len(allowed) == len(ENTITY_KINDS) else allowed[0]
