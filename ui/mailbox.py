"""What other threads have to tell the window's.

They put a letter in and ring a bell, which is a socket that the window's event loop watches. Of Qt they touch nothing,
and nothing of Python's lies in Qt's queues: a signal emitted on another thread looks its class up in tables of PySide
that no lock guards before Python 3.12 (`PepType_SOTP` in libshiboken), while the window's thread may just add to them.
"""

import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from PySide6.QtCore import QObject, QSocketNotifier

Letter = Callable[[], object]
"""Done on the window's thread."""

_A_WHILE = 0.008
"""Seconds of reading letters after which the window sees to a person's hands first."""
_MOST_RINGS = 4096


class Mailbox(QObject):
    """Made and read on the window's thread; `send` may be called on any. Letters are done in order, each once."""

    def __init__(self) -> None:
        super().__init__()
        self._letters: deque[Letter] = deque()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._closed = False
        self._watch = QSocketNotifier(self._ear.fileno(), QSocketNotifier.Type.Read, self)
        self._watch.activated.connect(self._read)

    def send(self, letter: Letter) -> None:
        """Have this done on the window's thread, soon. After `close` it is dropped."""
        if self._closed:
            return
        self._letters.append(letter)
        self._ring()

    def close(self) -> None:
        """For good. What has not been read is dropped."""
        if self._closed:
            return
        self._closed = True
        self._watch.setEnabled(False)
        self._letters.clear()
        self._bell.close()
        self._ear.close()

    def _ring(self) -> None:
        with suppress(OSError):  # so many rings that one more does not fit: it is heard anyway; or closed meanwhile
            self._bell.send(b"\0")

    def _read(self) -> None:
        """The rings first, then the letters: one that comes in between has rung again."""
        with suppress(BlockingIOError):
            while len(self._ear.recv(_MOST_RINGS)) == _MOST_RINGS:
                pass
        until = monotonic() + _A_WHILE
        while self._letters and monotonic() < until:
            letter = self._letters.popleft()
            if self._letters:  # also heard when this letter fails, or waits in an event loop of its own
                self._ring()
            letter()
