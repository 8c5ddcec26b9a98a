"""How soon one can write, and how long the window ever waits while it learns.

    window.py [--episodes 10000] [--turns 2000]

`usable_s`: from the start of the program's process until its composer holds a typed letter, on a profile of
`--episodes` learned turns (median of three starts, files cached by the first). `opened_s`: until the profile is open.
`gap_worst_ms`, `gap_p99_ms`: pauses of the event loop beyond the 5 ms between two ticks, on the shown window, while
`--turns` turns are learned by the real extractor and encoder. `learned_per_s` comes from the same run. `startup_gap_ms`
is the longest pause while the profile opens, before learning; it is kept apart.

Real: window, lanes, store, indexes, encoder, extractor. Made: the turns and their words; vectors of the old turns come
from a cheap stand-in, since only their number matters to the window.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
TICK_MS = 5
STARTS = 3


def run(episodes: int, turns: int) -> dict[str, float]:
    """Both figures on one profile."""
    with tempfile.TemporaryDirectory(prefix="tsumugi-bench-") as folder:
        root = Path(folder)
        _fill(root / "default", episodes)
        starts = [_start_once(root) for _ in range(STARTS)]
        usable = statistics.median(start["usable_s"] for start in starts)
        opened = statistics.median(start["opened_s"] for start in starts)
        gaps = _learn_in_window(root / "default", turns)
    return {"episodes": episodes, "turns": turns, "usable_s": round(usable, 2), "opened_s": round(opened, 2), **gaps}


def _fill(profile: Path, episodes: int) -> None:
    from app.services.workspace import Workspace
    from tests.benchmarks.filling import Filler
    from tests.fakes import HashingEncoder

    profile.mkdir(parents=True)
    workspace = Workspace(profile)
    desk = workspace.write_desk()
    Filler(desk.store).fill(episodes)
    cheap = HashingEncoder()
    for _ in desk.indexer.catch_up(cheap.encode):
        pass
    desk.close()
    workspace.close()


def _start_once(root: Path) -> dict[str, float]:
    began = time.monotonic()  # one clock for all processes
    command = [sys.executable, __file__, "--start", str(root), "--began", repr(began)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _child(root: Path, began: float) -> None:
    """Start as the program does, type a letter as soon as there is a window, leave when the profile is open."""
    from PySide6.QtCore import QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from ui.application import Running

    application = QApplication(sys.argv[:1])
    running = Running(application, root / "default")
    found: dict[str, float] = {}

    def type_a_letter() -> None:
        field = running.shell.window.chat.composer.field
        QTest.keyClicks(field, "a")
        if "a" in field.toPlainText():
            found["usable_s"] = time.monotonic() - began
        running.shell.window.chat.composer.clear()

    def leave(_: object) -> None:
        found["opened_s"] = time.monotonic() - began
        QTimer.singleShot(0, application.quit)

    running.core.lanes.opened.connect(leave)
    running.start()
    QTimer.singleShot(0, type_a_letter)
    application.exec()
    running.stop()
    print(json.dumps(found))


def _learn_in_window(profile: Path, turns: int) -> dict[str, float]:
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from ui.application import Running

    application = QApplication.instance() or QApplication(sys.argv[:1])
    running = Running(application, profile)
    gaps: list[float] = []
    before: list[float] = []
    state = {"last": 0.0, "from": 0.0, "to": 0.0, "waiting": turns}

    def tick() -> None:
        now = time.perf_counter()
        if state["last"]:
            (gaps if state["from"] else before).append((now - state["last"]) * 1000 - TICK_MS)
        state["last"] = now

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=TICK_MS)
    timer.timeout.connect(tick)
    timer.start()

    def said(_: object) -> None:
        state["from"] = time.perf_counter()

    def look() -> None:
        running.core.lanes.read(_still_waiting, seen)

    def seen(waiting: int) -> None:
        if waiting == 0 and state["from"] and running.core.loop.idle:
            state["to"] = time.perf_counter()
            application.quit()

    looking = QTimer(interval=500)
    looking.timeout.connect(look)
    running.core.lanes.opened.connect(
        lambda _: QTimer.singleShot(1500, lambda: running.core.lanes.write(say_all, said))
    )

    def say_all(desk: object) -> None:
        _say_all(desk, turns)

    running.start()
    looking.start()
    application.exec()
    timer.stop()
    looking.stop()
    running.shell.window.close()
    running.stop()
    gaps.sort()
    return {
        "gap_worst_ms": round(gaps[-1], 1),
        "gap_p99_ms": round(gaps[int(len(gaps) * 0.99)], 1),
        "startup_gap_ms": round(max(before), 1),
        "learned_per_s": round(turns / (state["to"] - state["from"]), 1),
    }


def _still_waiting(desk) -> int:
    from app.services import learning

    return len(learning.pending(desk, 1))


def _say_all(desk, turns: int) -> None:
    """Put the turns into the queue in a few plans, as an import does."""
    from app.domain.episode import Conversation, Episode, Session
    from app.domain.ids import ConversationId, EpisodeId, SessionId
    from app.domain.plan import EXTRACTOR, Add, Plan
    from tests.benchmarks import synthetic

    made = list(synthetic.turns(turns, seed=99))
    for start in range(0, turns, 200):
        some = made[start : start + 200]
        home, session = ConversationId(-1), SessionId(-2)
        rows = [
            Conversation(home, f"import {start}", some[0].said_at),
            Session(session, home, None, some[0].said_at, some[-1].said_at),
            *(
                Episode(EpisodeId(-10 - index), session, "user", turn.text, turn.said_at, conversation=home)
                for index, turn in enumerate(some)
            ),
        ]
        desk.store.commit(Plan(tuple(map(Add, rows)), EXTRACTOR, "import"))


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--start", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.start:
        _child(given.start, given.began)
    else:
        print(json.dumps(run(given.episodes, given.turns)))


if __name__ == "__main__":
    main()
