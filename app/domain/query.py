"""What a person typed into the search field, read: words, phrases, and conditions such as `from:me` or `-in:note`.

The typed text stays the truth: a filter chip is a `Term` with its place in the text, and changing one changes the text.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.domain.entity import Span
from app.domain.episode import Role
from app.domain.ids import ConversationId, EpisodeId, NoteId
from app.domain.text import name_key

Operator = Literal["from", "in", "about", "before", "after", "on", "project", "channel"]
TermKind = Literal["word", "phrase"] | Operator
OPERATORS: tuple[Operator, ...] = ("from", "in", "about", "before", "after", "on", "project", "channel")

Order = Literal["best", "newest", "oldest"]
RemarkKind = Literal[
    "unknown_operator", "no_value", "no_date", "no_days", "nobody", "no_place", "no_home", "only_left_out"
]
"""`no_date`: left out, since it is no date. `no_days`: the dates leave no day between them. `nobody`: nobody is called
so. `no_place`: no such project or channel. `no_home`: no chat or note of that title. `only_left_out`: words to leave
out, but none to look for."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a query. `value` has no quotation marks; `excluded`: a `-` stands before it."""

    kind: TermKind
    value: str
    span: Span
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about a query, never an error. `near`: the operator that may have been meant."""

    kind: RemarkKind
    words: str = ""
    near: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """`terms` in the order they were typed."""

    text: str = ""
    terms: tuple[Term, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def words(self) -> str:
        """The words to look for, as they were typed, without conditions."""
        return " ".join(term.value for term in self.terms if term.kind == "word" and not term.excluded)

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(term.value for term in self.terms if term.kind == "phrase" and not term.excluded)

    @property
    def left_out(self) -> tuple[Term, ...]:
        """Words and phrases that must not stand in what is found."""
        return tuple(term for term in self.terms if term.kind in ("word", "phrase") and term.excluded)

    @property
    def filters(self) -> tuple[Term, ...]:
        """What is shown as chips: all that is no word to look for, in the order it was typed."""
        return tuple(term for term in self.terms if term.excluded or term.kind not in ("word", "phrase"))

    @property
    def bare(self) -> str:
        """The text without all that is shown as chips."""
        return " ".join(self.text[one.span.start : one.span.end] for one in self.terms if one not in self.filters)

    @property
    def conditions(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.kind not in ("word", "phrase"))

    def of(self, kind: TermKind) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.kind == kind)

    def without(self, term: Term) -> str:
        """The text as it is when a term is taken out."""
        before, after = self.text[: term.span.start].rstrip(), self.text[term.span.end :].lstrip()
        return f"{before} {after}".strip()


class Spot(NamedTuple):
    """What the conditions look at of an episode, without its words: a hundred thousand are read at once.

    `said_at` in UTC as `clock.to_utc_text` writes it.
    """

    id: EpisodeId
    said_at: str
    role: Role
    speaker: str
    conversation: ConversationId | None
    note: NoteId | None
    project: str
    channel: str


Known = Literal["me", "assistant", "note", "chat", ""]
_KNOWN: dict[TermKind, dict[Known, frozenset[str]]] = {
    "from": {
        "me": frozenset({"me", "i", "myself", "自分", "私", "わたし", "僕", "俺"}),
        "assistant": frozenset({"tsumugi", "assistant", "ai", "つむぎ", "紡ぎ", "紬", "アシスタント"}),
    },
    "in": {
        "note": frozenset({"note", "notes", "ノート", "メモ"}),
        "chat": frozenset({"chat", "chats", "チャット", "会話"}),
    },
}


def known(term: Term) -> Known:
    """What a value means that is no name or title: `from:me`, `in:note`; empty for all others."""
    key = name_key(term.value)
    return next((what for what, words in _KNOWN.get(term.kind, {}).items() if key in words), "")


def written(kind: Operator, value: str, excluded: bool = False) -> str:
    """A condition as it is typed: `from:"Alice Moreau"`."""
    plain = value.replace('"', " ").strip()
    quoted = f'"{plain}"' if any(mark.isspace() or mark in "「“”" for mark in plain) else plain
    return f"{'-' if excluded else ''}{kind}:{quoted}"
