"""The window opens where it can be seen."""

import pytest
from PySide6.QtCore import QRect

from ui.place import on_screen, usual

ONE = QRect(0, 0, 1920, 1040)
TWO = QRect(1920, 0, 2560, 1400)


def test_a_window_stays_where_it_was() -> None:
    assert on_screen(QRect(2000, 100, 1200, 800), [ONE, TWO]) == QRect(2000, 100, 1200, 800)


@pytest.mark.parametrize("left", [QRect(2000, 100, 1200, 800), QRect(-4000, 0, 900, 600), QRect(100, -900, 900, 600)])
def test_a_window_on_a_screen_that_is_gone_comes_back(left: QRect) -> None:
    placed = on_screen(left, [ONE])
    assert ONE.contains(placed)
    assert placed.size() == left.size()


def test_a_window_larger_than_the_screen_is_cut_to_fit() -> None:
    placed = on_screen(QRect(0, 0, 5000, 3000), [QRect(0, 0, 900, 600)])
    assert (placed.width(), placed.height()) == (900, 600)


def test_the_first_start_fits_the_screen() -> None:
    for screen in (ONE, TWO, QRect(0, 0, 900, 600), QRect(0, 0, 3840, 2100)):
        assert screen.contains(usual(screen))


def test_without_a_screen_nothing_is_moved() -> None:
    assert on_screen(QRect(1, 2, 3, 4), []) == QRect(1, 2, 3, 4)
