"""The list of rows under small headings."""

from typing import Any

from PySide6.QtWidgets import QApplication

from ui import theme
from ui.widgets.lines import Line, LineView


def test_headings_take_the_ink_of_another_theme(qtbot: Any) -> None:
    view = LineView()
    qtbot.addWidget(view)
    view.show_lines([Line(None, "Today"), Line(1, "Trip")])
    view.show()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.wear(application, "dark")
    try:
        assert view.model().item(0).foreground().color().name() == theme.DARK.quiet  # type: ignore[attr-defined]
    finally:
        theme.wear(application, "light")
    assert view.model().item(0).foreground().color().name() == theme.LIGHT.quiet  # type: ignore[attr-defined]
