"""Agents at once on one profile, each through a server process of its own: errors, what is lost, how long a call takes.

`--clients N --calls N` (calls in all), `--window`: beside the open window, `--kill-after N`: the host is killed with
signal 9 after so many answers, which costs the calls of its own client. The last line is one JSON object.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from threading import Thread

import anyio

from tests.agents import Crowd, allow, gather


def beside_the_window(profile: Path, clients: int, calls: int) -> Crowd:
    """The agents on a thread of their own, while the window holds the profile."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from ui.application import Running, one_thread_for_small_sums

    one_thread_for_small_sums()
    running = Running(QApplication(["tsumugi"]), profile)
    opened = QEventLoop()
    running.core.lanes.opened.connect(opened.quit)
    running.start()
    opened.exec()
    done: list[Crowd] = []
    working = Thread(target=lambda: done.append(anyio.run(gather, profile, clients, calls)))
    working.start()
    while working.is_alive():
        running.application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
    running.shell.window.close()
    running.stop()
    return done[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--kill-after", type=int, default=0, help="kill the host after so many answers")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        profile = Path(place) / "profile"
        profile.mkdir()
        allow(profile)
        began = time.perf_counter()
        each = given.calls // given.clients
        if given.window:
            crowd = beside_the_window(profile, given.clients, each)
        else:
            crowd = anyio.run(gather, profile, given.clients, each, given.kill_after)
        print(f"{len(crowd.seconds)} answered in {time.perf_counter() - began:.1f} s, starts of the servers with them")
        lost = crowd.lost(profile)
        for problem in (*crowd.errors[:20], *lost[:20]):
            print(f"  {problem}")
    times = sorted(crowd.seconds)
    figures = {
        "clients": given.clients,
        "window": given.window,
        "calls": len(times) + len(crowd.errors),
        "stored": len(crowd.stored),
        "errors": len(crowd.errors),
        "lost": len(lost),
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
