"""The readable half of an archive: each chat and note as Markdown, and for each entity what is known of it."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from app.domain.clock import from_utc_text
from app.domain.entity import ENTITY_KINDS
from app.storage.tablerows import Row, TableReader
from app.storage.tables import BY_NOUN

_UNSAFE = re.compile(r"[^\w]+")
_LONGEST = 48
_FOLDERS: dict[str, str] = {kind: "people" if kind == "person" else f"{kind}s" for kind in ENTITY_KINDS}
"""Where the page of an entity stands, by its kind."""

README = """# An archive of Tsumugi

Everything that one memory holds, as it was when this file was written. It needs no program to be read.

- `chats/`, `notes/`: what was written, with dates, as Markdown. Chats off the record are marked so.
- `people/`, `organizations/`, `places/`, `things/`, `events/`, `concepts/`: whom and what this memory knows, with the
  names they go by and what is known of them.
- `tables/`: the same, whole, for programs. One file a table, one JSON object a line, one line a row.
- `manifest.json`: the version of this format, and for each file its size, its SHA-256 and how many rows it has.

What you wrote is here as you typed it, passwords included if you typed any. Not in it are the keys of model servers,
settings, search indexes (they are made again) and the copies that undo needs: what was done is listed, and cannot be
undone in a memory made from this file.

## The tables

`conversations`, `notes` and `sessions` hold `episodes`: one turn or one passage each, verbatim. `entities` go by
`aliases` and are named in episodes by `mentions` (`start_at` up to, not including, `end_at`, in characters). `facts` go
from a subject to an object; `anchors` say which words state a fact, or end it (`ends`). `valid_at` and `invalid_at` are
times in the world, `created_at` and `expired_at` times in memory. `categories` hold entities by `memberships` and one
another by `category_links`. `suggestions` are questions that memory asked, `drops` what it read and left out,
`citations` the sources of an answer, `traces` how it was found, `model_uses` what calls to models cost, `saved_views`
looks at the graph that were kept under a name. `journal` lists what was done, by whom and when.

`id` is a row's number in its table; other columns that are called like a thing hold its number. Times are ISO 8601 in
UTC; `said_offset` gives the speaker's own time zone in minutes. Flags are 0 or 1.

A memory is made from an archive by "Import an archive" in an empty memory.
"""


Say = Callable[[str, str, str, bool], str]
"""A relation in words: predicate, both ends, and whether it has ended."""


def plainly(predicate: str, subject: str, object_: str, ended: bool) -> str:
    """The ends with the predicate between them."""
    return f"{subject} {predicate.replace('_', ' ')} {object_}"


def pages(reader: TableReader, say: Say = plainly) -> Iterator[tuple[str, Iterable[str]]]:
    """Name and parts of each Markdown file. The parts of one are to be read before the next is asked for."""
    for row in reader.rows(BY_NOUN["conversation"]):
        yield _name("chats", row, row["title"]), _chat(reader, row)
    for row in reader.rows(BY_NOUN["note"]):
        yield _name("notes", row, row["title"] or row["daily"]), _note(row)
    told = _Told(reader, say)
    for row in reader.rows(BY_NOUN["entity"]):
        yield _name(_FOLDERS[_text(row["kind"])], row, row["name"]), told.page(row)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _name(folder: str, row: Row, title: object) -> str:
    """A file name that every system takes, and that no other row has."""
    words = _UNSAFE.sub("-", _text(title))[:_LONGEST].strip("-")
    return f"{folder}/{_number(row['id']):06d}{'-' if words else ''}{words}.md"


def _day(moment: object) -> str:
    return f"{from_utc_text(_text(moment)):%Y-%m-%d %H:%M} UTC"


def _chat(reader: TableReader, row: Row) -> Iterator[str]:
    yield f"# {_text(row['title']) or 'Chat'}\n\nBegun {_day(row['created_at'])}."
    yield " Off the record.\n" if row["off_record"] else "\n"
    for turn in reader.turns(_number(row["id"])):
        who = "tsumugi" if turn.role == "assistant" else turn.speaker or "you"
        yield f"\n**{who}**, {turn.said_at:%Y-%m-%d %H:%M %z}\n\n{turn.text}\n"


def _note(row: Row) -> Iterator[str]:
    yield f"# {_text(row['title']) or _text(row['daily']) or 'Note'}\n\n"
    yield f"Begun {_day(row['created_at'])}, changed {_day(row['updated_at'])}.\n\n{_text(row['text'])}\n"


class _Told:
    """Facts and aliases by entity: walked beside the entities, which come in the same order, so none pile up."""

    def __init__(self, reader: TableReader, say: Say) -> None:
        self._say = say
        self._facts = _Beside(reader.facts_by_entity())
        self._aliases = _Beside(reader.aliases_by_entity())

    def page(self, row: Row) -> Iterator[str]:
        number = _number(row["id"])
        about = ", ".join(word for word in (_text(row["kind"]), _text(row["tag"])) if word)
        yield f"# {_text(row['name'])}\n\n{about}\n"
        if names := [_text(words[1]) for words in self._aliases.of(number)]:
            yield f"\nAlso {', '.join(names)}.\n"
        if summary := _text(row["summary"]):
            yield f"\n{summary}\n"
        if lines := [self._fact(*map(_text, words[1:])) for words in self._facts.of(number)]:
            yield "\n" + "\n".join(lines) + "\n"

    def _fact(self, *words: str) -> str:
        """A line; what was said without a sentence is said in the relation's own words."""
        fact, since, until, retracted, *relation = words
        predicate, subject, object_ = relation
        return _line(fact or self._say(predicate, subject, object_, bool(until)), since, until, retracted)


def _line(fact: str, since: str, until: str, retracted: str) -> str:
    dates = " ".join(f"{word} {when}" for word, when in (("since", since), ("until", until)) if when)
    notes = [*([dates] if dates else []), *(["taken back"] if retracted else [])]
    return f"- {fact}" + (f" ({', '.join(notes)})" if notes else "")


class _Beside:
    """Rows that begin with a number, in order of it, handed out number by number."""

    def __init__(self, rows: Iterable[tuple[object, ...]]) -> None:
        key: Callable[[tuple[object, ...]], int] = lambda row: _number(row[0])  # noqa: E731
        self._groups = groupby(rows, key)
        self._next = next(self._groups, None)

    def of(self, number: int) -> list[tuple[object, ...]]:
        while self._next is not None and self._next[0] < number:
            self._next = next(self._groups, None)
        return list(self._next[1]) if self._next is not None and self._next[0] == number else []
