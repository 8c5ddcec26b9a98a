"""An empty page: its words stand in the middle, however wide the page is."""

from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from ui.widgets import EmptyState


@pytest.mark.parametrize("width", [240, 830, 1600])
def test_the_words_stand_in_the_middle(qtbot: Any, width: int) -> None:
    page = EmptyState("Nothing here", "What will live here is told in one sentence that is rather long. " * 2, "Go")
    qtbot.addWidget(page)
    page.resize(width, 500)
    page.show()
    for words in page.findChildren(QLabel):
        assert abs(words.geometry().center().x() - width // 2) <= 1
