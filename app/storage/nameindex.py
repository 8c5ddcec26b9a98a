"""Names spelled a little differently: FTS5 over character n-grams of every name and alias.

The trigram tokenizer of FTS5 cannot answer names of one or two characters, so the n-grams are our own: trigrams of
each word between `^` and `$`, and bigrams where kanji, kana or hangul stand.
"""

from collections import Counter
from collections.abc import Iterable

import apsw

from app.domain.text import has_cjk
from app.storage.values import numbers

_MOST_PER_GRAM = 400
"""Names read per look-up. An n-gram that more names share says little by itself, and is asked in pairs instead."""
_MOST_PAIRS = 6
_PAIR_GAP = 2
"""One changed letter spoils three trigrams in a row; two that lie apart may both have been spared."""
_MOST_COMPARED = 64
_MATCH = "SELECT rowid FROM name_grams WHERE name_grams MATCH ? LIMIT ?"


def grams(key: str) -> tuple[str, ...]:
    """The n-grams of a folded name in order, with its word boundaries marked."""
    found: list[str] = []
    for word in key.replace('"', "").replace("'", "").split():
        marked = f"^{word}$"
        size = 2 if has_cjk(word) else 3
        found += [marked[i : i + size] for i in range(max(1, len(marked) - size + 1))]
    return tuple(dict.fromkeys(found))


def likeness(one: Iterable[str], other: Iterable[str]) -> float:
    """Dice's coefficient of two sets of n-grams, 0..1."""
    left, right = frozenset(one), frozenset(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


def _row_of(number: int, alias: bool) -> int:
    return 2 * number + alias


def index_entity(connection: apsw.Connection, number: int) -> None:
    """Make the index say what the entity's row says now, which may be nothing."""
    _index(connection, "SELECT name_key FROM entities WHERE id = ?", number, alias=False)


def index_alias(connection: apsw.Connection, number: int) -> None:
    """Make the index say what the alias's row says now, which may be nothing."""
    _index(connection, "SELECT text_key FROM aliases WHERE id = ?", number, alias=True)


def _index(connection: apsw.Connection, query: str, number: int, *, alias: bool) -> None:
    row = _row_of(number, alias)
    connection.execute("DELETE FROM name_grams WHERE rowid = ?", (row,))
    for (key,) in connection.execute(query, (number,)):
        words = " ".join(grams(str(key)))
        connection.execute("INSERT INTO name_grams (rowid, grams) VALUES (?, ?)", (row, words))


def rebuild(connection: apsw.Connection) -> None:
    """Write the whole name index anew. The caller holds the transaction."""
    connection.execute("DELETE FROM name_grams")
    for number in numbers(connection, "SELECT id FROM entities"):
        index_entity(connection, number)
    for number in numbers(connection, "SELECT id FROM aliases"):
        index_alias(connection, number)


def candidates(connection: apsw.Connection, key: str) -> tuple[list[int], list[int]]:
    """Entities whose name, and aliases whose text, share rare n-grams with `key`, most shared first."""
    shared: Counter[int] = Counter()
    common: list[str] = []
    for gram in grams(key):
        rows = numbers(connection, _MATCH, (f'"{gram}"', _MOST_PER_GRAM))
        if len(rows) < _MOST_PER_GRAM:
            shared.update(rows)
        else:
            common.append(gram)
    for one, other in list(zip(common, common[_PAIR_GAP:], strict=False))[:_MOST_PAIRS] or _only(common):
        shared.update(numbers(connection, _MATCH, (f'"{one}" AND "{other}"', _MOST_PER_GRAM)))
    best = [row for row, _ in shared.most_common(_MOST_COMPARED)]
    return [row // 2 for row in best if row % 2 == 0], [row // 2 for row in best if row % 2]


def _only(common: list[str]) -> list[tuple[str, str]]:
    """For names too short to have n-grams that lie apart: the first and the last."""
    return [(common[0], common[-1])] if common else []
