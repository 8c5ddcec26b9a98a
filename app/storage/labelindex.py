"""Finds what is called so, as one types: all labels in memory, in step with the journal. Kept in no file."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock

from app.domain.plan import Noun
from app.domain.scope import EVERYONE, Scope
from app.storage.journal import JournalEntry
from app.storage.labels import LABELLED, Label
from app.storage.labelshelf import INSIDE, Allowed, Hit, Shelf, Typed
from app.storage.view import View

_ENTRIES = 500
_MOST_TOUCHED = 20_000
"""With more rows touched at once, all labels are read anew."""
_MOST_NEWER = 1_000
_ENOUGH = 3
"""With as many finds that are spelled so, none is looked for that is spelled otherwise."""
_Row = tuple[Noun, int]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A shelf, and which of its labels no longer hold: rows that were read anew, or that are gone."""

    shelf: Shelf
    gone: set[_Row] = field(default_factory=set)

    def holding(self) -> list[Label]:
        return [one for one in self.shelf.labels if (one.source, one.source_id) not in self.gone]

    def allowed(self, scope: Scope) -> Allowed:
        known: dict[Scope, bool] = {}

        def may(place: int) -> bool:
            label = self.shelf.labels[place]
            if label.scope not in known:
                known[label.scope] = scope.reads(label.scope)
            return known[label.scope] and (label.source, label.source_id) not in self.gone

        return may


class LabelIndex:
    """Any thread may search; who comes first after a change brings it up to date, and the others wait for that.

    What is called anew lies on a small shelf beside the large one until there is much of it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._laid: tuple[_Laid, ...] = ()
        self._applied: int | None = None

    @property
    def filled(self) -> bool:
        """Whether the labels have been read."""
        return self._applied is not None

    def clear(self) -> None:
        """Know nothing: the next search reads all labels."""
        with self._lock:
            self._laid, self._applied = (), None

    def catch_up(self, view: View) -> None:
        """Bring it in step with what is stored."""
        with self._lock:
            latest = view.journal.latest_seq()
            if self._applied == latest:
                return
            touched = self._touched(view, latest)
            if touched is None:
                self._laid = (_Laid(Shelf(view.labels.every(EVERYONE))),)
            else:
                self._renew(view, touched)
            self._applied = latest

    def _touched(self, view: View, latest: int) -> set[_Row] | None:
        """Rows to read again; None where all have to be read."""
        seq, found = self._applied, set[_Row]()
        if seq is None or not self._laid or seq > latest or seq < view.journal.pruned():
            return None
        while entries := view.journal.after(seq, _ENTRIES):
            found |= _rows(entries)
            seq = entries[-1].seq
            if len(found) > _MOST_TOUCHED:
                return None
        return found

    def _renew(self, view: View, touched: set[_Row]) -> None:
        if not touched:
            return
        numbers: dict[Noun, list[int]] = defaultdict(list)
        for noun, number in touched:
            numbers[noun].append(number)
        newer = [label for noun, ids in numbers.items() for label in view.labels.of(ids, EVERYONE, noun)]
        large = _Laid(self._laid[0].shelf, self._laid[0].gone | touched)
        kept = [one for laid in self._laid[1:] for one in laid.holding() if (one.source, one.source_id) not in touched]
        beside = [*kept, *newer]
        if len(beside) > _MOST_NEWER:
            self._laid = (_Laid(Shelf([*large.holding(), *beside])),)
        else:
            self._laid = (large, _Laid(Shelf(beside))) if beside else (large,)

    def search(self, text: str, scope: Scope, limit: int) -> list[Hit]:
        """What is called so, the best first, each thing once: of each way of fitting at most `limit`.

        Only where little is spelled as typed are labels looked at that are spelled much like it.
        """
        typed = Typed.of(text)
        if not typed.key:
            return []
        laid = self._laid
        hits = [hit for one in laid for hit in one.shelf.plain(typed, one.allowed(scope), limit)]
        best = _best(hits)
        if sum(hit.way < INSIDE for hit in best) < _ENOUGH:
            hits += [hit for one in laid for hit in islice(one.shelf.misspelt(typed, one.allowed(scope)), limit)]
            best = _best(hits)
        return best


def _rows(entries: Sequence[JournalEntry]) -> set[_Row]:
    return {(row.noun, row.id) for entry in entries for row in entry.touched if row.noun in LABELLED}


def _best(hits: Iterable[Hit]) -> list[Hit]:
    best: dict[tuple[str, int], Hit] = {}
    for hit in sorted(hits, key=Hit.order):
        best.setdefault((hit.label.sort, hit.label.id), hit)
    return list(best.values())
