#!/usr/bin/env python3
"""Screenshots made by the app itself: the real window, driven offscreen, on profiles that are thrown away.

    python3 packaging/dev.py shots [FOLDER] [--only en-light]
    python3 packaging/dev.py shots --pictures     the two pictures of the README, in packaging/pictures

Each language and theme, first empty, then with the sample memory learned: every page, every section of the settings,
what unfolds under an answer, the dialogs, and the smallest size. The paths are printed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.scope import OWNER, Scope
from app.services.places import Places
from app.services.settings import Settings, save
from app.services.workspace import WriteDesk
from ui.application import Running
from ui.declaring.dialog import DeclareDialog
from ui.lanes import Urgency
from ui.palette import Palette
from ui.whereabouts import NameDialog

LOOKS = [(language, theme) for language in ("en", "ja") for theme in ("light", "dark")] + [("en", "contrast")]
QUESTIONS = {"en": "Where does Priya work now?", "ja": "森田さくらさんは今どこで働いていますか？"}
ASKED = ("Where did Priya Raman work before?",)
NAMED = {"en": "Priya", "ja": "森田さくら"}
SOUGHT = {"en": "Priya in:chat", "ja": "森田"}
RELATED = {"en": "Lindgren", "ja": "青葉"}
PROJECTS = {"en": ("Garden", "Workshop"), "ja": ("庭", "工房")}
CHANNELS = {"en": ("mail",), "ja": ("メール",)}
PICTURES = Path(__file__).resolve().parent / "pictures"
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
        self.save(f"{self.name}-{what}", widget)

    def save(self, name: str, widget: QWidget | None = None) -> None:
        """Write the window, or one widget, as it is now."""
        path = self.folder / f"{name}.png"
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

    def open(self, width: int, height: int) -> None:
        """The window, empty."""
        window = self.shell.window
        window.resize(width, height)
        self.running.start()
        self.wait(lambda: window.memory is not None)
        self.wait(seconds=1)

    def plant(self) -> None:
        """The sample memory, learned."""
        window = self.shell.window
        window.chat.welcome.sample_wanted.emit()
        self.wait(lambda: bool(window.chat.transcript.turns()))
        self.wait(self.learned)

    def ask(self, question: str) -> None:
        """Put a question and wait for the answer."""
        chat = self.shell.window.chat
        before = len(chat.transcript.turns())
        chat.composer.field.setPlainText(question)
        chat.composer.send()
        self.wait(lambda: len(chat.transcript.turns()) > before + 1 and self.answered())
        self.wait(self.learned)
        self.wait(seconds=1.5)

    def close(self) -> None:
        self.shell.window.close()
        self.running.stop()
        self.shell.window.deleteLater()
        self.home.cleanup()

    def pictures(self) -> None:
        """What the README shows: a chat with its lessons and answers, and the graph beside the memory panel."""
        window = self.shell.window
        self.open(1280, 800)
        self.plant()
        chats = window.chats.view
        self.wait(lambda: len(chats.keys()) > 1)
        window.chats.chosen.emit(chats.keys()[-1])
        self.wait(seconds=1)
        for question in ASKED:
            self.ask(question)
        self.show("Priya")
        self.take_plain("chat")
        window.memory.entity.heading.graph_wanted.emit()
        self.wait(lambda: window.graph is not None)
        window.graph.view.set_depth(2)
        self.wait(seconds=3)
        self.take_plain("graph")
        self.close()

    def show(self, name: str) -> None:
        """Somebody's page in the memory panel."""
        entities = self.shell.window.memory.entities
        entities.field.setText(name)
        self.wait(lambda: entities.list.model().rowCount() == 1)
        QTest.keyClick(entities.field, Qt.Key.Key_Return)
        self.wait(seconds=1)

    def take_plain(self, name: str) -> None:
        """A picture without a cursor or a focus ring in it."""
        if (focused := QApplication.focusWidget()) is not None:
            focused.clearFocus()
        self.wait()
        self.save(name)

    def everything(self) -> None:
        """All pictures of this look."""
        window = self.shell.window
        self.open(1320, 860)
        self.take("empty")
        self.plant()
        self.ask(QUESTIONS[self.language])
        self.take("chat")
        self.inspector()
        self.sources()
        self.declaring()
        self.places()
        self.pages()
        self.floating()
        window.resize(900, 600)
        self.take("small")
        self.close()

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
        self.categories()
        for page in ("suggestions", "history"):
            shell.show_page(page)
            self.take(page)
        shell.ways.go_to("search", SOUGHT[self.language])
        self.wait(seconds=1.5)
        self.take("search")
        self.show(NAMED[self.language])
        window.memory.entity.heading.page_wanted.emit()
        self.wait(seconds=1.5)
        self.take("entity")
        shell.show_page("chat")

    def categories(self) -> None:
        """The tree of categories, sorted first if memory has not come to it yet, with its first rows open."""
        self.shell.core.lanes.write(_sort, urgency=Urgency.EDIT)
        self.shell.show_page("categories")
        tree = self.shell.window.categories.tree
        self.wait(lambda: tree.rows.rowCount() > 0)
        for _ in range(2):
            tree.expandToDepth(1)
            self.wait(seconds=0.6)
        self.take("categories")

    def inspector(self) -> None:
        """How the last answer was found."""
        turn = self.shell.window.chat.transcript.turns()[-1]
        if turn.how is not None:
            turn.how.set_open(True)
            self.wait(seconds=1)
            self.take("inspector")
            turn.how.set_open(False)

    def sources(self) -> None:
        """What the last answer rests on, its first items open."""
        turn = self.shell.window.chat.transcript.turns()[-1]
        turn.sources.set_open(True)
        self.wait(lambda: turn.sources.items is not None)
        for item in turn.sources.items[:2]:
            item.head.click()
        self.wait(seconds=0.5)
        bar = self.shell.window.chat.transcript.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.take("sources")
        turn.sources.set_open(False)

    def declaring(self) -> None:
        """The dialog that says what words are, on both of its pages."""
        turns = self.shell.window.chat.transcript.turns()
        body = next(turn.body for turn in reversed(turns) if turn.view.episode.role == "user")
        cursor = body.document().find(NAMED[self.language])
        body.setTextCursor(cursor)
        self.shell.declare("name")
        dialog = self.shell.window.findChild(DeclareDialog)
        self.wait(seconds=0.6)
        self.take("declare-name", dialog)
        dialog.tabs.setCurrentIndex(1)
        dialog.relation.object.field.setFocus()
        dialog.relation.object.show_words(RELATED[self.language])
        self.wait(seconds=0.8)
        self.take("declare-relation", dialog)
        dialog.close()

    def places(self) -> None:
        """The projects and channels to choose from, one of them shown, and the dialog for a new one."""
        window, places = self.shell.window, self.shell.ways.places
        places.show(Scope(project=PROJECTS[self.language][0]))
        menu = places.menu(Places(PROJECTS[self.language], CHANNELS[self.language]))
        menu.popup(window.rail.place_corner())
        self.take("places", menu)
        menu.close()
        self.take("place")
        places.ask_name("project")
        dialog = window.findChild(NameDialog)
        self.take("new-project", dialog)
        dialog.close()
        places.show(OWNER)
        self.wait(seconds=0.5)

    def floating(self) -> None:
        """Dialogs, one at a time."""
        for section in ("appearance", "memory", "keeping", "programs", "model"):
            self.shell.open_settings(section)
            dialog = self.shell._settings_dialog
            self.take(f"settings-{section}", dialog)
            dialog.close()
        self.shell.open_palette()
        palette = self.shell.window.findChild(Palette)
        self.take("palette", palette)
        palette.close()


def _sort(desk: WriteDesk) -> Iterator[object]:
    from app.services import categories

    return categories.build(desk)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"))
    parser.add_argument("--only", metavar="LANGUAGE-THEME", help="one look, such as en-light")
    parser.add_argument("--pictures", action="store_true", help="only the pictures of the README")
    options = parser.parse_args()
    folder = PICTURES if options.pictures else options.folder
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(lambda kind, context, message: None)  # what the offscreen platform cannot do is no news
    application = QApplication(["tsumugi"])
    if options.pictures:
        Camera(application, folder, "en", "light").pictures()
        return 0
    for language, theme in LOOKS:
        if options.only in (None, f"{language}-{theme}"):
            Camera(application, folder, language, theme).everything()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
