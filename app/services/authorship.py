"""Which agent declared a row: a row says only that it was an agent, the journal says by what name."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from app.domain.plan import Noun

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

_LATEST = 1000
"""Deeds that are looked through; an older one has lost its author's name, not its kind."""
Row = tuple[Noun, int]


def agents(desk: "ReadDesk", rows: Collection[Row]) -> Mapping[Row, str]:
    """The agents' names behind these rows, as far as the journal still knows them."""
    wanted, found = set(rows), dict[Row, str]()
    if not wanted:
        return found
    for entry in desk.view.journal.listed(_LATEST):
        if entry.author.kind == "agent" and entry.author.name:
            added = {(row.noun, row.id) for row in entry.touched if row.act == "add"} & wanted
            found |= dict.fromkeys(added, entry.author.name)
    return found
