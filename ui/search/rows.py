"""Results as rows of one list: names, facts, titles, then words, each group under its heading. No Qt."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.domain.entity import EntityKind, Span
from app.domain.query import Order
from ui.memories.wording import fact_tip, interval, is_over, sentence, today
from ui.saying import entity_name, kind_word
from ui.search.wording import place_words
from ui.when import day_name, exact
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import FactView
    from app.services.search import Results, Said

RowKind = Literal["heading", "name", "fact", "note", "chat", "said", "more"]
Group = Literal["names", "facts", "titles"]
FEW = 4
"""Rows of a group above the words that are shown at once."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `key` tells it from all others; `goes`: the kind of thing and the thing that Enter opens.

    `marks` are spans of `text`. `above` is a small line over it, `aside` a few words at its end.
    """

    kind: RowKind
    key: Any
    text: str
    goes: tuple[str, Any] | None = None
    marks: tuple[Span, ...] = ()
    above: str = ""
    aside: str = ""
    tip: str = ""
    over: bool = False
    of_kind: EntityKind | None = None

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        return ", ".join(part for part in (self.above, self.text, self.aside) if part)


def rows(found: "Results", order: Order, opened: frozenset[Group]) -> list[Row]:
    """All rows; of groups that are not `opened` the first few and how many more there are."""
    titles = [
        *(Row("note", ("note", one.id), one.title, ("note", one.id), aside=tr("Note")) for one in found.notes),
        *(Row("chat", ("chat", one.id), one.title, ("chat", one.id), aside=tr("Chat")) for one in found.chats),
    ]
    return [
        *_group("names", tr("People and things"), list(map(_name, found.names)), opened),
        *_group("facts", tr("What memory knows"), list(map(_fact, found.facts)), opened),
        *_group("titles", tr("Titles"), titles, opened),
        *_words(found, order),
    ]


def _group(group: Group, heading: str, of_group: Sequence[Row], opened: frozenset[Group]) -> Iterator[Row]:
    if not of_group:
        return
    yield Row("heading", ("heading", group), heading)
    shown = len(of_group) if group in opened or len(of_group) <= FEW + 1 else FEW
    yield from of_group[:shown]
    if left := len(of_group) - shown:
        yield Row("more", ("more", group), trn("{count} more", "{count} more", left), ("fold", group))


def _name(entity: Any) -> Row:
    aside = " · ".join(filter(None, (kind_word(entity.kind), entity.tag)))
    goes = ("entity", entity.id)
    return Row("name", goes, entity_name(entity), goes, aside=aside, of_kind=entity.kind)


def _fact(view: "FactView") -> Row:
    """It leads to the words that say so, or, where a person added it, to whom it is about."""
    stating = next((one for one in view.sources if not one.ends), next(iter(view.sources), None))
    goes: tuple[str, Any] | None = None
    if stating is not None:
        goes = ("episode", (stating.episode.id, stating.span))
    elif isinstance(view.fact.subject, int):
        goes = ("entity", view.fact.subject)
    day = today()
    over = is_over(view.fact, day)
    return Row(
        "fact",
        ("fact", view.fact.id),
        sentence(view),
        goes,
        aside=interval(view.fact, day),
        tip=fact_tip(view),
        over=over,
    )


def _words(found: "Results", order: Order) -> Iterator[Row]:
    last = None
    for said in found.said:
        heading = _heading(found, said, order)
        if heading != last:
            yield Row("heading", ("heading", said.how, heading), heading)
            last = heading
        yield _said(said, under_day=order != "best" and said.how == "all")
    if found.more:
        yield Row("more", ("more", "words"), tr("Show more"), ("page", None))


def _heading(found: "Results", said: "Said", order: Order) -> str:
    if said.how == "some":
        return (
            tr("With some of the words") if found.total else tr("Nothing holds all of it; these hold some of the words")
        )
    if said.how == "alike":
        return tr("Perhaps the same in other words")
    if order != "best":
        return day_name(said.episode.said_at.astimezone().date())
    return tr("What was said and written")


def counted(found: "Results") -> str:
    """`1,204 passages`, or how many there are at least."""
    if found.cut:
        return tr("More than {count} passages", count=f"{found.total:,}")
    return trn("{count} passage", "{count} passages", found.total)


def _said(said: "Said", under_day: bool) -> Row:
    goes = ("episode", (said.episode.id, said.at))
    aside = tr("archived") if said.archived else ""
    tip = exact(said.episode.said_at)
    return Row(
        "said", ("said", said.episode.id), said.snippet, goes, said.marks, place_words(said, under_day), aside, tip
    )


def first_of(some: Iterable[Row]) -> Row | None:
    """The first that can be opened."""
    return next((row for row in some if row.kind != "heading"), None)
