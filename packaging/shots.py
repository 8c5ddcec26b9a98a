#!/usr/bin/env python3
"""Screenshots made by the app itself: the real window, driven offscreen, on profiles that are thrown away.

    python3 packaging/dev.py shots [FOLDER] [--only en-light]

Each language and theme once empty, once with the sample memory learned: chat with an answer, notes, graph, history,
settings, the palette, and the smallest size. The paths are printed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget

from app.services.settings import Settings, save
from ui.application import Running
from ui.palette import Palette

LOOKS = [(language, theme) for language in ("en", "ja") for theme in ("light", "dark")] + [("en", "contrast")]
QUESTIONS = {"en": "Where does Priya work now?", "ja": "森田さくらさんは今どこで働いていますか？"}
PATIENCE = 60.0


class Camera:
    """Takes pictures of one look."""

    def __init__(self, application: QApplication, folder: Path, language: str, theme: str) -> None:
        self.application, self.folder = application, folder
        self.name, self.language = f"{language}-{theme}", language
        self.home = tempfile.TemporaryDirectory()
        profile = Path(self.home.name)
        save(profile, Settings(language=language, theme=theme))
        self.running = Running(application, profile)
        self.shell = self.running.shell

    def wait(self, until: Callable[[], bool] | None = None, seconds: float = 0.4) -> None:
        """Let the window live for so long, or until something holds."""
        end = time.monotonic() + (PATIENCE if until else seconds)
        while time.monotonic() < end and not (until and until()):
            self.application.processEvents()
            time.sleep(0.005)

    def take(self, what: str, widget: QWidget | None = None) -> None:
        self.wait()
        path = self.folder / f"{self.name}-{what}.png"
        (widget or self.shell.window).grab().save(str(path))
        print(path, flush=True)

    def learned(self) -> bool:
        """Every turn on screen has been learned from."""
        loop = self.shell.core.loop
        turns = [turn.view for turn in self.shell.window.chat.transcript.turns()]
        return loop.idle and all(view is not None and view.episode.state != "waiting" for view in turns)

    def answered(self) -> bool:
        turns = self.shell.window.chat.transcript.turns()
        return bool(turns) and turns[-1].view is not None and turns[-1].view.episode.role == "assistant"

    def everything(self) -> None:
        """All pictures of this look."""
        window = self.shell.window
        window.resize(1320, 860)
        self.running.start()
        self.wait(lambda: window.memory is not None)
        self.wait(seconds=1)
        self.take("empty")
        window.chat.welcome.sample_wanted.emit()
        self.wait(lambda: bool(window.chat.transcript.turns()))
        self.wait(self.learned)
        window.chat.composer.field.setPlainText(QUESTIONS[self.language])
        window.chat.composer.send()
        self.wait(self.answered)
        self.wait(seconds=1.5)
        self.take("chat")
        self.pages()
        self.floating()
        window.resize(900, 600)
        self.take("small")
        window.close()
        self.running.stop()
        window.deleteLater()
        self.home.cleanup()

    def pages(self) -> None:
        window, shell = self.shell.window, self.shell
        shell.show_page("notes")
        self.wait(lambda: bool(window.note_list.view.keys()))
        window.notes.open(window.note_list.view.keys()[0])
        self.wait(seconds=1)
        window.notes.lessons.open_at(0)
        self.take("notes")
        shell.show_page("graph")
        self.wait(seconds=2.5)
        self.take("graph")
        shell.show_page("history")
        self.take("history")
        shell.show_page("chat")

    def floating(self) -> None:
        """Dialogs, one at a time."""
        for section in ("appearance", "model"):
            self.shell.open_settings(section)
            dialog = self.shell._settings_dialog
            self.take(f"settings-{section}", dialog)
            dialog.close()
        self.shell.open_palette()
        palette = self.shell.window.findChild(Palette)
        self.take("palette", palette)
        palette.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"))
    parser.add_argument("--only", metavar="LANGUAGE-THEME", help="one look, such as en-light")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(lambda kind, context, message: None)  # what the offscreen platform cannot do is no news
    application = QApplication(["tsumugi"])
    for language, theme in LOOKS:
        if options.only in (None, f"{language}-{theme}"):
            Camera(application, options.folder, language, theme).everything()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
