"""One thin line below everything: what is being learned, what just happened with its undo, and which model answers."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ui.icons import icon
from ui.learning import LearningLoop
from ui.widgets import icon_button, label, link_button, row
from ui.words import tr

SHOWN_MS = 8_000


class StatusLine(QWidget):
    """`model_wanted` when the model's name is clicked, `memory_wanted` to fold the memory panel in or out."""

    memory_wanted = Signal()
    model_wanted = Signal()

    def __init__(self, loop: LearningLoop) -> None:
        super().__init__()
        self.setObjectName("status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._loop = loop
        self._learning = label("", "small")
        self._pause = icon_button("pause", tr("Pause learning"), self._toggle)
        self._pause.setIconSize(self._pause.iconSize() * 0.7)
        self._pause.hide()
        self._tending = label("", "small")
        self._message = label("", "small")
        self._step = link_button("", self._take_step)
        self._call: Callable[[], object] | None = None
        self._model = link_button("", self.model_wanted.emit)
        memory = icon_button("panel", tr("Show or hide memory"), self.memory_wanted.emit)
        memory.setIconSize(memory.iconSize() * 0.8)
        self._fade = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._fade.timeout.connect(self._clear)
        self.setLayout(
            row(
                self._learning,
                self._pause,
                self._tending,
                8,
                self._message,
                self._step,
                None,
                self._model,
                memory,
                gap=4,
                margin=(12, 1, 8, 1),
            )
        )
        self._clear()
        loop.progressed.connect(self._on_progress)
        loop.paused.connect(self._on_paused)

    def say(self, words: str, step: str = "", call: Callable[[], object] | None = None) -> None:
        """Say what happened, with one thing to do about it (undo, say), for a few seconds."""
        self._message.setText(words)
        self._call = call
        self._step.setText(step)
        self._step.setAccessibleName(step)
        self._step.setVisible(bool(step))
        self._fade.start()

    def show_tending(self, words: str) -> None:
        """What memory does by itself; empty when it rests."""
        self._tending.setText(words)

    def show_model(self, words: str) -> None:
        """Which model answers."""
        self._model.setText(words)
        self._model.setAccessibleName(words)

    def _clear(self) -> None:
        self._message.setText("")
        self._step.hide()
        self._call = None

    def _take_step(self) -> None:
        call = self._call
        self._clear()
        if call is not None:
            call()

    def _on_progress(self, done: int, total: int) -> None:
        self._pause.setVisible(bool(total) or self._loop.is_paused)
        if total:
            self._learning.setText(tr("Learning {done} of {total}", done=done, total=total))
        elif not self._loop.is_paused:
            self._learning.setText("")

    def _on_paused(self, paused: bool) -> None:
        words = tr("Go on learning") if paused else tr("Pause learning")
        self._pause.setIcon(icon("play" if paused else "pause"))
        self._pause.setToolTip(words)
        self._pause.setAccessibleName(words)
        self._pause.setVisible(paused)
        self._learning.setText(tr("Learning is paused") if paused else "")

    def _toggle(self) -> None:
        if self._loop.is_paused:
            self._loop.start()
        else:
            self._loop.pause()
