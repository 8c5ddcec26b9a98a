"""Check boxes for values of one kind, each with how often it occurs."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from ui.words import tr


@dataclass(frozen=True, slots=True)
class Offer:
    """A value that can be switched; `on`: whether it is shown, or for categories whether it is one of the wanted."""

    value: Any
    words: str
    count: int
    on: bool
    icon: QIcon | None = None
    size: tuple[int, int] = (16, 16)


class Choices(QWidget):
    """Check boxes in two columns. `switched(value)`."""

    switched = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        self.boxes: dict[Any, QCheckBox] = {}

    def show_offers(self, offers: list[Offer]) -> None:
        """The same values keep their boxes, so that the focus stays where it is."""
        if [offer.value for offer in offers] != list(self.boxes):
            self._replace(offers)
        for offer in offers:
            box = self.boxes[offer.value]
            box.setText(tr("{what} · {count}", what=offer.words, count=f"{offer.count:,}").replace("&", "&&"))
            box.setAccessibleName(box.text().replace("&&", "&"))
            box.setChecked(offer.on)

    def _replace(self, offers: list[Offer]) -> None:
        for box in self.boxes.values():
            self._grid.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = {}
        for number, offer in enumerate(offers):
            box = QCheckBox(self)
            if offer.icon is not None:
                box.setIcon(offer.icon)
                box.setIconSize(QSize(*offer.size))
            box.clicked.connect(partial(self._on_clicked, offer.value))
            self._grid.addWidget(box, number // 2, number % 2)
            self.boxes[offer.value] = box

    def _on_clicked(self, value: Any, checked: bool = False) -> None:
        self.switched.emit(value)
