"""What the window remembers for itself, in one small file of the profile: its place, its columns, unsent drafts.

Read once before the window exists; written by a lane, whole or not at all, soon after each change.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from ui.alerts import attempt
from ui.lanes import Lanes, Urgency

FILE = "window.json"
PATIENCE_MS = 400
_RUNS = "runs"


def read_memo(profile: Path) -> dict[str, Any]:
    """What was kept; nothing when there is none or it cannot be read."""
    kept = attempt(lambda: json.loads((profile / FILE).read_text(encoding="utf-8"))).value
    return kept if isinstance(kept, dict) else {}


def write_memo(profile: Path, kept: Mapping[str, Any]) -> None:
    """Replace the file in one step. Raises `OSError`."""
    beside = profile / f"{FILE}.new"
    beside.write_text(json.dumps(kept), encoding="utf-8")
    beside.replace(profile / FILE)


class Memo(QObject):
    """Values by name. `keep` is cheap: the file follows when nothing has changed for a moment."""

    def __init__(self, profile: Path, lanes: Lanes) -> None:
        super().__init__()
        self._profile, self._lanes = profile, lanes
        self._kept = read_memo(profile)
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self.flush)

    def begin(self) -> bool:
        """The program starts. False: the last time it did not come to its end."""
        whole = not self._kept.get(_RUNS)
        self.keep(_RUNS, True)
        return whole

    def end(self) -> None:
        """The program ends as it should."""
        self.keep(_RUNS, None)
        self.flush()

    def get(self, name: str, default: Any = None) -> Any:
        """The value kept under that name."""
        return self._kept.get(name, default)

    def names(self) -> list[str]:
        """All names under which something is kept."""
        return list(self._kept)

    def keep(self, name: str, value: Any) -> None:
        """Keep a JSON value; None or an empty one forgets it."""
        if self._kept.get(name) == value:
            return
        if value in (None, "", {}, []):
            self._kept.pop(name, None)
        else:
            self._kept[name] = value
        self._timer.start()

    def flush(self) -> None:
        """Write now."""
        self._timer.stop()
        profile, kept = self._profile, dict(self._kept)
        self._lanes.write(lambda desk: write_memo(profile, kept), urgency=Urgency.TURN)
