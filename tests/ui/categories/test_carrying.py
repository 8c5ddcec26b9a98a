"""What letting go of something over a place means, before anything is done."""

import pytest
from PySide6.QtCore import QMimeData

from app.domain.ids import CategoryId, EntityId
from ui.categories.carrying import Carried, meaning, packed, told, unpacked

WORK = Carried("Work", 1, CategoryId(1), home=CategoryId(9))
PLAY = Carried("Play", 1, CategoryId(2), home=CategoryId(9))
LIFE = Carried("Life", 2, CategoryId(9))
REST = Carried("Rest", 2, CategoryId(8))
ANN = Carried("Ann", 0, entity=EntityId(1), home=CategoryId(1))
BEA = Carried("Bea", 0, entity=EntityId(2), home=CategoryId(2))
CID = Carried("Cid", 0, entity=EntityId(3), home=CategoryId(5), alone=True)
FOUND = Carried("Dan", 0, entity=EntityId(4))
ME = Carried("You", 0, entity=EntityId(5), home=CategoryId(6), speaks=True)


@pytest.mark.parametrize(
    ("carried", "onto", "further", "expected"),
    [
        ((ANN,), PLAY, False, "move"),
        ((ANN,), PLAY, True, "put"),
        ((ANN,), WORK, False, None),
        ((ANN, BEA), WORK, False, "move"),
        ((ANN,), BEA, False, "move"),
        ((ANN,), ANN, False, None),
        ((ANN,), FOUND, False, None),
        ((ANN,), CID, False, "new_with"),
        ((ANN,), LIFE, False, "new_under"),
        ((WORK,), REST, False, "nest"),
        ((WORK,), LIFE, False, None),
        ((WORK,), PLAY, False, "choose"),
        ((WORK,), WORK, False, None),
        ((LIFE,), WORK, False, None),
        ((WORK, PLAY), REST, False, None),
        ((WORK,), ANN, False, None),
        ((ME,), WORK, False, None),
        ((ANN,), ME, False, None),
        ((ANN,), None, False, None),
        ((), WORK, False, None),
    ],
)
def test_what_letting_go_means(carried, onto, further, expected) -> None:
    found = meaning(carried, onto, further)
    assert (found.meaning if found is not None else None) == expected


def test_the_hand_is_told_before() -> None:
    assert told((ANN,), PLAY, False) == "Ann into “Play” · Ctrl: leave it where it is, too"
    assert told((ANN,), PLAY, True) == "Ann into “Play” too"
    assert told((ANN, BEA), LIFE, False) == "New category in “Life” with 2 entities…"
    assert told((ANN,), WORK, False) == ""


def test_it_goes_along_with_a_drag() -> None:
    assert unpacked(packed([ANN, WORK])) == (ANN, WORK)
    other = QMimeData()
    other.setText("Ann")
    assert unpacked(other) == ()
