"""Start-up, as a story.

1. The arguments say which profile: a folder of its own below the data folder.
2. Its settings say which language and which colours; the application puts them on.
3. If a window of this profile is open already, it is asked to come forward, and this start ends.
4. What cannot be read in the background without stopping the window is read now; then the window is shown, empty, with
   the cursor in the composer. One can write now.
5. Meanwhile the writer's thread imports the services and opens the profile, and the window brings its larger parts, a
   little at a time; then the lists fill and learning begins.
   Models are loaded by the first lesson or question, never before the window is there.
6. At the end drafts and notes are saved, the writer finishes what was typed, all threads are waited for.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QObject, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from app.domain.errors import BadInput
from app.services import profiles, readiness
from app.services import settings as settings_service
from ui import theme, words
from ui.alerts import attempt, describe
from ui.changes import Changes
from ui.core import Core
from ui.hosting import Hosting
from ui.icons import app_icon
from ui.lanes import Lanes
from ui.learning import LearningLoop
from ui.memo import Memo
from ui.onewindow import OneWindow
from ui.shell import AppShell
from ui.signals import SystemSignals
from ui.tending import TendingLoop
from ui.whereabouts import remembered
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import Workspace

_SERVICES = ("chat", "door", "edits", "explorer", "history", "learning", "notes", "search", "suggestions")
"""What the window will need soon; importing it takes a tenth of a second that the window would stand still."""
_PARTS = (
    *(
        "graph.labels",
        "graph.shapes",
        "graph.surface",
        "graph.overlay",
        "graph.grips",
        "graph.gestures",
        "graph.drawing",
    ),
    *("graph.canvas", "graph.feed", "graph.view", "memories.aliases", "memories.quotes", "memories.chips"),
    *(
        "memories.facts",
        "memories.known",
        "memories.relatives",
        "memories.entity",
        "memories.panel",
        "graph.predicates",
    ),
    *(
        "graph.relating",
        "graph.filterpanel",
        "graph.export",
        "graph.deeds",
        "graph.twin",
        "graph.hands",
        "graph.legend",
    ),
    *("graph.between", "graph.moments", "graph.saved", "graph.tools", "graph.page"),
)
"""Parts of the window itself, in an order in which none brings many others along. PySide's classes are made on the
window's thread alone (`ui.mailbox` says why)."""
_HANDING_OVER = 50
"""Times, a tenth of a second apart, that a program without a window is asked to let the profile go."""
_NOBODY_THERE = 20
"""Times after which one that holds the profile and cannot be asked is no longer taken for one that just begins."""


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """`--profile NAME` and `--data-dir FOLDER`."""
    parser = argparse.ArgumentParser(prog="tsumugi", description="Chat and notes that remember.")
    parser.add_argument("--profile", default="default", metavar="NAME", help="a memory of its own (default: default)")
    parser.add_argument("--data-dir", type=Path, metavar="FOLDER", help="where profiles lie (default: the system's)")
    return parser.parse_args(argv)


def profile_folder(options: argparse.Namespace) -> Path:
    """The profile's folder. Raises `SystemExit` for a name that is not one folder's name."""
    try:
        return profiles.folder_of(options.profile, options.data_dir)
    except BadInput as error:
        raise SystemExit(f"tsumugi: {error}") from None


class Running(QObject):
    """Everything that runs, from the first window to the last thread."""

    def __init__(self, application: QApplication, profile: Path) -> None:
        super().__init__()
        self.application, self.profile = application, profile
        settings = settings_service.load(profile)
        self._dress(settings)
        lanes = Lanes(self._open)
        changes = Changes(lanes)
        loop = LearningLoop(lanes, changes)
        self.core = Core(lanes, changes, loop, Memo(profile, lanes), TendingLoop(lanes, loop))
        lanes.scope = remembered(self.core.memo)
        self._whole = self.core.memo.begin()
        if not self._whole:
            self.core.memo.keep(
                "chat", None
            )  # what was shown last may be what it could not bear: an empty page is safe
        self.shell = AppShell(self.core, settings)
        self._hosting = Hosting(lanes)
        self._hosting.served.connect(self._on_served)
        lanes.opened.connect(self._on_opened)
        lanes.refused.connect(self._on_refused)
        # Collected on a worker's thread, a widget's cycle would be destroyed there, which Qt answers with a crash.
        gc.disable()
        self._sweep = QTimer(self, interval=1000)
        self._sweep.timeout.connect(self._collect)
        self._sweep.start()
        application.styleHints().colorSchemeChanged.connect(self._on_scheme)
        application.aboutToQuit.connect(self.stop)
        self._stopped = self._refused = self._opened = self._brought = False

    def _collect(self) -> None:
        """The young generations only: a full sweep of a large heap would be a pause that a person feels."""
        gc.collect(1)

    def start(self) -> None:
        """Show the window, then open the profile."""
        readiness.read_ahead()
        self.shell.window.show()
        self.shell.window.chat.composer.field.setFocus()
        self.core.lanes.start()
        QTimer.singleShot(0, self, partial(self._bring, list(_PARTS)))

    def _bring(self, parts: list[str]) -> None:
        """One part at a time, and between two of them what a person does; with the last one the lists can fill."""
        if self._stopped:
            return
        if parts:
            import_module(f"ui.{parts.pop(0)}")
            QTimer.singleShot(0, self, partial(self._bring, parts))
        else:
            self._brought = True
            self._fill()

    def come_forward(self) -> None:
        """Somebody started the program again."""
        window = self.shell.window
        window.setWindowState(window.windowState() & ~window.windowState().WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def stop(self) -> None:
        """Save, wait for what must be written, end all threads."""
        if self._stopped:
            return
        self._stopped = True
        self._sweep.stop()
        sys.excepthook = sys.__excepthook__
        self._hosting.stop()
        self.core.loop.stop()
        self.core.tending.stop()
        self.shell.window.chat.exchange.stop_all()
        self.shell.window.notes.documents.save_all()
        self.core.memo.end()
        if not self.core.lanes.shutdown():
            os._exit(0)  # a socket that hangs must not hold up the system; the writer has written all it had
        gc.enable()  # only now: there is no other thread to collect on

    def catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """A bug on the window's own thread: say so instead of dying silently."""
        if isinstance(error, Exception):
            self.shell.on_failure(error)
        else:
            sys.__excepthook__(kind, error, trace)

    def _open(self) -> "Workspace":
        """On the writer's thread: what takes long to import is imported here."""
        for name in _SERVICES:
            import_module(f"app.services.{name}")
        return _taken_over(self.profile)

    def _on_opened(self, workspace: object) -> None:
        self._hosting.start(self.profile)
        self._opened = True
        self._fill()

    def _fill(self) -> None:
        """Once the profile is open and the parts are there."""
        if not (self._opened and self._brought) or self._stopped:
            return
        self.shell.on_opened()
        if not self._whole:
            self.shell.window.status.say(
                tr("Tsumugi did not end as it should last time, so it starts on an empty page. All you wrote is kept.")
            )

    def _on_served(self, operation: str, result: object) -> None:
        self.shell.keeper.on_served(operation, result)

    def _on_refused(self, error: Exception) -> None:
        """The profile cannot be opened: the window stays, says why, and keeps what is typed."""
        from ui.widgets.alert import AlertBox

        if self._refused:
            return
        self._refused = True
        box = AlertBox(describe(error), tr("Quit"))
        box.stepped.connect(self.application.quit)
        self.shell.window.refuse(box)

    def _on_scheme(self) -> None:
        self.shell.wear()

    def _dress(self, settings: settings_service.Settings) -> None:
        words.speak(settings.language)
        theme.wear(self.application, settings.theme, settings.text_zoom)
        self._translator = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if words.spoken() == "ja" and self._translator.load("qtbase_ja", folder):
            self.application.installTranslator(self._translator)


def _taken_over(profile: Path) -> "Workspace":
    """The profile, opened; a program without a window that holds it is asked to let it go first."""
    from app.domain.errors import ProfileBusy
    from app.services.door import ask_to_hand_over
    from app.services.workspace import Workspace

    for beginning in range(_HANDING_OVER):
        try:
            return Workspace(profile)
        except ProfileBusy:
            if not ask_to_hand_over(profile) and beginning > _NOBODY_THERE:
                break
            sleep(0.1)
    return Workspace(profile)


def one_thread_for_small_sums() -> None:
    """Before numpy is imported: recall's products are small, and waking a second thread costs twice what it saves."""
    for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(library, "1")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0 unless it could not start."""
    one_thread_for_small_sums()
    options = arguments(sys.argv[1:] if argv is None else argv)
    profile = profile_folder(options)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("tsumugi")
    application.setApplicationDisplayName("Tsumugi")
    application.setDesktopFileName("tsumugi")
    application.setWindowIcon(app_icon())
    one = OneWindow(profile)
    if not one.first():
        return 0
    made = attempt(lambda: profile.mkdir(mode=0o700, parents=True, exist_ok=True))
    if made.error is not None:
        raise SystemExit(f"tsumugi: {profile} cannot be used: {made.error}")
    running = Running(application, profile)
    one.knocked.connect(running.come_forward)
    signals = SystemSignals()
    signals.asked_to_end.connect(running.shell.quit)
    sys.excepthook = running.catch
    running.start()
    code = application.exec()
    running.stop()
    signals.close()
    one.close()
    return code


if __name__ == "__main__":
    raise SystemExit(main())
