"""Packed reads for pictures: the same rows as read one by one, whatever the words hold, and only those in scope."""

from datetime import date

import pytest

from app.domain.scope import OWNER, Scope
from tests.app.storage.acts import talk, write
from tests.builders import NOON, entity, fact, mention

TODAY = date(2026, 3, 7)
THERE = Scope(project="there")
NAMES = ["Ann", "日本語 森田", 'a"b\\c\n\t', "👩‍👩‍👧", "é", "x" * 256]


@pytest.fixture
def filled(store):
    write(store, *(entity(name, id=-at, summary=name) for at, name in enumerate(NAMES, 1)))
    return store


def test_an_entity_comes_as_it_is_kept(filled):
    ids = list(range(1, len(NAMES) + 3))
    assert filled.view.graphs.entities(ids, OWNER) == filled.view.entities.get(ids, OWNER)
    assert filled.view.graphs.entities([], OWNER) == {}
    assert filled.view.graphs.entities(ids, Scope(agent="other")) == {}


def test_the_most_named_come_first_equal_ones_by_number(filled):
    talk(filled, "Ann")
    write(filled, *(mention(3, 1, (at, at + 1), id=-at) for at in range(1, 4)), mention(2, 1, (9, 10), id=-9))
    assert filled.view.graphs.most_named(OWNER, 4) == [3, 2, 1, 4]
    assert filled.view.graphs.most_named(Scope(agent="other"), 4) == []


def test_ties_come_in_pages_from_either_end(filled):
    pairs = [(1, 2), (3, 1), (2, 3), (4, 5), (1, 1)]
    write(filled, *(fact(a, "knows", b, id=-at) for at, (a, b) in enumerate(pairs, 1)), fact(1, "is", "tall", id=-9))
    graphs = filled.view.graphs
    assert [tie[:3] for tie in graphs.ties([1], OWNER, TODAY, 0, 9)] == [(1, 1, 2), (2, 3, 1)]
    assert [tie[0] for tie in graphs.ties([1, 2], OWNER, TODAY, 1, 9)] == [2, 3]
    assert [tie[0] for tie in graphs.ties(None, OWNER, TODAY, 0, 3)] == [1, 2, 3]
    assert [tie[0] for tie in graphs.ties(None, OWNER, TODAY, 3, 3)] == [4]
    assert graphs.ties([1], Scope(agent="other"), TODAY, 0, 9) == []


@pytest.mark.parametrize(
    "until, holds", [(None, 1), ("2026", 0), ("2026-03", 0), ("2026-03-07", 0), ("2026-03-08", 1), ("2027", 1)]
)
def test_a_tie_holds_until_the_first_day_of_its_end(filled, until, holds):
    write(filled, fact(1, "knows", 2, id=-1, invalid_at=until, expired_at=NOON))
    assert filled.view.graphs.ties([1], OWNER, TODAY, 0, 9) == [(1, 1, 2, holds, 1)]


def test_what_leads_out_of_the_scope_is_no_tie(filled):
    far = write(filled, entity("There", id=-1, scope=THERE)).ids[-1]
    write(filled, fact(1, "knows", far, id=-1), fact(1, "knows", 2, id=-2, scope=THERE))
    graphs = filled.view.graphs
    for ids in ([1], None):
        assert graphs.ties(ids, Scope(project="here"), TODAY, 0, 9) == []
        assert len(graphs.ties(ids, THERE, TODAY, 0, 9)) == 2
    assert graphs.edges([1, 2], Scope(agent="other")) == []


def test_words_come_back_as_they_were(filled):
    write(filled, *(fact(1, "knows", 2, id=-at, fact=name, confidence=0.1 * at) for at, name in enumerate(NAMES, 1)))
    rows = sorted(filled.view.graphs.edges(range(1, 9), OWNER))
    assert [row[4] for row in rows] == NAMES
    assert [row[10] for row in rows] == pytest.approx([0.1 * at for at in range(1, 7)])


def test_what_changed_is_read_by_the_first_days_of_what_was_said(filled):
    write(
        filled,
        fact(1, "knows", 2, id=-1, valid_at="2024", invalid_at="2025-06"),
        fact(1, "is", "tall", id=-2, valid_at="2024-02-03"),
        fact(1, "knows", 1, id=-3, valid_at="2024"),
    )
    graphs = filled.view.graphs

    def told(first, last, ids=None, most=9):
        return [row[0] for row in graphs.changed(ids, date.fromisoformat(first), date.fromisoformat(last), OWNER, most)]

    assert told("2024-01-01", "2024-01-31") == [1]
    assert told("2024-02-01", "2024-02-29") == [2]
    assert told("2025-06-01", "2025-06-01", [2]) == [1]
    assert told("2025-06-02", "2025-12-31") == []
    assert told("2024-01-01", "2025-12-31", [3]) == []
    assert told("2024-01-01", "2025-12-31", most=1) == [1], "its end is the latest of all"
