"""The system's signals reach the window's thread, and are given back."""

import os
import signal
from typing import Any

from ui.signals import SystemSignals


def test_a_signal_of_the_system_asks_to_end(qtbot: Any) -> None:
    before = signal.getsignal(signal.SIGTERM)
    signals = SystemSignals()
    with qtbot.waitSignal(signals.asked_to_end, timeout=2000):
        os.kill(os.getpid(), signal.SIGTERM)
    signals.close()
    assert signal.getsignal(signal.SIGTERM) is before
