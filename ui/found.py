"""What was found by a few letters, as rows under headings: the group with the best find comes first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.domain.entity import ME, Span
from ui.notes.list import note_title
from ui.saying import entity_name, kind_word
from ui.when import date_text
from ui.widgets.lines import Line
from ui.words import tr

if TYPE_CHECKING:
    from app.services.finding import Found

MOST_COMMANDS = 8
_Rated = tuple[int, Line]


@dataclass(frozen=True, slots=True)
class Finds:
    """What fits, and which commands do: their numbers with how well."""

    found: "tuple[Found, ...]"
    commands: tuple[tuple[int, int], ...]


def lines_of(text: str, finds: Finds, commands: Sequence[_Rated]) -> list[Line]:
    """All rows; with nothing typed the commands come first and all of them are shown."""
    groups = [(title, list(_rated(finds.found, kind))) for title, kind in _groups()]
    wanted = text.strip()
    chosen = list(commands) if not wanted else list(commands)[:MOST_COMMANDS]
    groups.insert(len(groups) if wanted else 0, (tr("Commands"), chosen))
    if wanted:
        groups.sort(key=lambda group: min((way for way, _ in group[1]), default=99))
    lines = [line for name, part in groups if part for line in (Line(None, name), *(line for _, line in part))]
    if wanted:
        lines += [
            Line(None, tr("More")),
            Line(("search", wanted), tr("Search all of memory for “{text}”", text=wanted)),
        ]
    return lines


def _groups() -> tuple[tuple[str, str], ...]:
    return (
        (tr("People and things"), "entity"),
        (tr("Views of the graph"), "view"),
        (tr("Categories"), "category"),
        (tr("Notes"), "note"),
        (tr("Chats"), "chat"),
        (tr("In your words"), "words"),
    )


def _rated(found: "Sequence[Found]", kind: str) -> Iterator[_Rated]:
    for one in found:
        if one.kind == kind:
            yield one.way, _line(one)


def _line(one: "Found") -> Line:
    if one.kind == "entity":
        return _entity(one)
    if one.kind == "words":
        return _words(one)
    row: Any = one.row
    titles = {"note": lambda: note_title(row), "chat": lambda: one.title or tr("New chat")}
    title = titles.get(one.kind, lambda: one.title)()
    return Line((one.kind, one.id), title, marks=one.marks if title == one.title else ())


def _entity(one: "Found") -> Line:
    row: Any = one.row
    also = tr("also {name}", name=one.detail) if one.detail else ""
    at = also.find(one.detail)
    inside = tuple(Span(mark.start + at, mark.end + at) for mark in one.detail_marks)
    marks = () if row.name == ME else one.marks
    return Line(("entity", one.id), entity_name(row), also, "", row.tag or kind_word(row.kind), marks, inside)


def _words(one: "Found") -> Line:
    where = tr("Notes") if one.row.note is not None else tr("Chats")
    aside = f"{where} · {date_text(one.row.said_at.astimezone().date())}"
    return Line(("episode", (one.row.id, one.span)), one.detail, aside=aside, marks=one.detail_marks)
