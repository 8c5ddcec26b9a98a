"""Marks: numbers under names, apart from the journal's own."""

from app.storage.store import Store
from app.storage.view import View


def test_a_mark_is_kept_and_kept_anew(store: Store, view: View):
    assert view.journal.marked("consolidated") == 0
    store.mark("consolidated", 1_800_000_000)
    assert view.journal.marked("consolidated") == 1_800_000_000
    store.mark("consolidated", 1_800_000_060)
    assert view.journal.marked("consolidated") == 1_800_000_060
    assert view.journal.marked("categorised") == 0


def test_no_mark_touches_the_journals_own(store: Store, view: View):
    store.mark("pruned", 99)
    assert view.journal.pruned() == 0
    assert view.journal.latest_seq() == 0
