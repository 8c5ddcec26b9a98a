"""Rows and columns on the grid of 8, without the boilerplate."""

from PySide6.QtWidgets import QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

Part = QWidget | QLayout | int | None
"""A widget, a layout, a gap in pixels, or None for a stretch."""


def row(*parts: Part, gap: int = 8, margin: int | tuple[int, int, int, int] = 0) -> QHBoxLayout:
    """Parts side by side."""
    made = QHBoxLayout()
    _fill(made, parts, gap, margin)
    return made


def column(*parts: Part, gap: int = 8, margin: int | tuple[int, int, int, int] = 0) -> QVBoxLayout:
    """Parts below each other."""
    made = QVBoxLayout()
    _fill(made, parts, gap, margin)
    return made


def fit_height(widget: QWidget) -> None:
    """Make a dialog as high as what it shows."""
    layout = widget.layout()
    assert layout is not None
    layout.activate()
    widget.resize(widget.width(), max(layout.heightForWidth(widget.width()), layout.minimumSize().height()))


def grow(widget: QWidget) -> QWidget:
    """The widget, taking what room there is."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    return widget


def clear(layout: QLayout) -> None:
    """Take out and delete everything, at once off the screen."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


def _fill(
    layout: QHBoxLayout | QVBoxLayout, parts: tuple[Part, ...], gap: int, margin: int | tuple[int, int, int, int]
) -> None:
    layout.setSpacing(gap)
    edges = (margin,) * 4 if isinstance(margin, int) else margin
    layout.setContentsMargins(*edges)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
