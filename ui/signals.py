"""A signal of the system (Ctrl+C in the terminal, a logout) ends the program as its menu does: saved and in order."""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class SystemSignals(QObject):
    """`asked_to_end` on the window's own thread, even while no Python code runs there."""

    asked_to_end = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_byte)
        self._before_fd = signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, _noted) for number in _SIGNALS}

    def close(self) -> None:
        """Leave the signals to whoever had them."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before_fd)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._near.close()
        self._far.close()

    def _on_byte(self) -> None:
        self._near.recv(64)
        self.asked_to_end.emit()


def _noted(number: int, frame: FrameType | None) -> None:
    """The byte in the socket says it all."""
