"""The first thing a person sees: an empty page, the cursor in the composer, and one line of offers."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from ui import theme
from ui.widgets import column, link_button, row
from ui.widgets.labels import wrapped
from ui.words import tr


class Welcome(QWidget):
    """`note_wanted`, `sample_wanted`, `model_wanted`: what the line offers; an offer that was taken disappears."""

    note_wanted = Signal()
    sample_wanted = Signal()
    model_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        head = wrapped(tr("What is on your mind?"), "title")
        head.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._words = wrapped("", "quiet")
        self._words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._words.setMaximumWidth(theme.column_width(52))
        self.show_record(True)
        self._sample = link_button(tr("Try with sample memory"), self.sample_wanted.emit)
        self._model = link_button(tr("Use a model"), self.model_wanted.emit)
        self._note = link_button(tr("Write a note"), self.note_wanted.emit)
        self._offers = row(None, self._note, self._sample, self._model, None, gap=16)
        for offer in (self._note, self._sample, self._model):
            self._offers.setAlignment(offer, Qt.AlignmentFlag.AlignCenter)
        self.setLayout(column(None, head, row(0, self._words, 0), 8, self._offers, None, None, margin=24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break_line()

    def _break_line(self) -> None:
        """The offers stand below each other where a line is too short for them."""
        offers = [offer for offer in (self._note, self._sample, self._model) if not offer.isHidden()]
        wide = sum(offer.sizeHint().width() + self._offers.spacing() for offer in offers) <= self.width() - 48
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._offers.setDirection(way)

    def show_record(self, on: bool) -> None:
        """What becomes of what is written: `on` the record it is learned from, else it only stays where it is."""
        learned = tr(
            "Write about people, plans, things you want to keep. Tsumugi remembers on this machine,"
            " and shows what it learned and where from."
        )
        apart = tr(
            "What you write here stays in this chat. Nothing is learned from it, no search finds it,"
            " and no other chat uses it."
        )
        self._words.setText(learned if on else apart)

    def show_offers(self, sample: bool, model: str | None) -> None:
        """Which offers stand; `model` names a server that was found, empty when none was, None to offer nothing."""
        self._sample.setVisible(sample)
        self._model.setVisible(model is not None)
        if model:
            self._model.setText(tr("Use a model ({server} found)", server=model))
        self._break_line()
