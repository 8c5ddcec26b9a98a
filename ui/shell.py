"""One profile's window: what its commands do, its settings, and what is said when something fails.

It outlives the window: another language or text size makes the window anew, with the same chat and drafts.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog

from app.services.settings import Section, Settings, meta
from ui import errands, reports, sample, tabbing, theme, words
from ui.alerts import describe
from ui.commands import actions, commands, menu
from ui.core import Core
from ui.keeping.keeper import Keeper
from ui.lanes import Urgency
from ui.mainwindow import MainWindow
from ui.palette import Palette
from ui.settings.dialog import SettingsDialog
from ui.ways import Ways
from ui.words import tr

if TYPE_CHECKING:
    from ui.declaring.dialog import What

_REBUILT = ("language", "text_zoom")
"""Settings that make the window anew."""
_WORN = ("theme", "text_zoom")
"""Settings that change how everything looks; to put a style on takes a second in a full window."""


class AppShell(QObject):
    """`quit_wanted` when the person leaves."""

    quit_wanted = Signal()

    def __init__(self, core: Core, settings: Settings) -> None:
        super().__init__()
        self.core, self.settings = core, settings
        self._opened = False
        self._settings_dialog: SettingsDialog | None = None
        self._build()
        core.lanes.failed.connect(self.on_failure)
        core.tending.tidied.connect(self._tidied)

    # ── the window ────────────────────────────────────────────────────────────────────────────────────────────
    def _build(self) -> None:
        self.window = MainWindow(self.core)
        self.keeper = Keeper(self.core, self.window)
        self.keeper.renewed.connect(self._on_renewed)
        self.ways = Ways(self.core, self.window, self.keeper)
        self._known = commands(self)
        self._actions = actions(self._known, self.window)
        self.window.rail.settings_wanted.connect(self.open_settings)
        self.window.rail.menu_wanted.connect(self._pop_menu)
        self.window.status.model_wanted.connect(partial(self.open_settings, "model"))
        self.window.status.memory_wanted.connect(self.toggle_memory)
        welcome = self.window.chat.welcome
        welcome.show_offers(sample=False, model=None)
        welcome.sample_wanted.connect(self._plant_sample)
        welcome.model_wanted.connect(partial(self.open_settings, "model"))
        self.window.chat.care.model_wanted.connect(partial(self.open_settings, "model"))
        self._show_model()

    def on_opened(self) -> None:
        """The profile is open: fill the lists, offer what there is, start to learn."""
        self._opened = True
        self.ways.bring_memory()
        self.window.chats.reload()
        self.window.note_list.reload()
        self.window.suggestions.reload()
        kept = self.core.memo.get("chat")
        if isinstance(kept, int):
            self.core.lanes.read(partial(errands.exists, kept), self._open_kept)
        self.core.loop.start() if self.settings.learning else self.core.loop.pause()
        self.core.tending.start()
        self.core.lanes.read(errands.warm, urgency=Urgency.IMPORT)
        self.core.lanes.read(errands.offers, self._show_offers, urgency=Urgency.IMPORT)

    def _open_kept(self, conversation: Any) -> None:
        if conversation is not None and not self.window.chat.composer.text():
            self.window.chat.open(conversation)

    def _show_offers(self, offers: tuple[bool, str | None, bool]) -> None:
        empty, server, synced = offers
        if synced:
            self.window.status.say(
                tr("This profile lies in a synced folder. Two machines must not open it at the same time.")
            )
        self.window.chat.welcome.show_offers(sample=empty, model=None if self.settings.model_address else server)

    def rebuild(self) -> None:
        """Make the window anew in the language and size that hold now."""
        old, page, note = self.window, self.window.page, self.window.notes.note
        sought: Any = old.search.text() if old.search is not None else ""  # type: ignore[attr-defined]
        old.chat.exchange.stop_all()
        old.keep()
        self._settings_dialog = None
        self._build()
        self.window.show()  # before the old one closes: without a window the program would end
        old.close()
        old.deleteLater()
        if self._opened:
            self.on_opened()
        if page == "search":
            self.ways.go_to("search", sought)
        elif page == "notes" and note is not None:
            self.ways.go_to("note", note)
        else:
            self.show_page(page)
            self._go_on()

    def _go_on(self) -> None:
        """To the composer of the chat, or to the first that can be used on another page."""
        if self.window.page == "chat":
            self.window.chat.composer.field.setFocus()
        elif known := tabbing.stops([getattr(self.window, self.window.page)]):
            known[0].setFocus()

    # ── commands ──────────────────────────────────────────────────────────────────────────────────────────────
    def new_chat(self) -> None:
        self.ways.new_chat()

    def new_off_record(self) -> None:
        self.ways.new_chat(off_record=True)

    def new_note(self) -> None:
        self.ways.new_note()

    def open_daily(self) -> None:
        self.ways.open_daily()

    def show_page(self, name: str) -> None:
        self.ways.show_page(name)

    def undo(self) -> None:
        self.ways.undoing.undo()

    def redo(self) -> None:
        self.ways.undoing.redo()

    def toggle_memory(self) -> None:
        self.window.show_memory(not self.window.memory_shown())

    def open_palette(self) -> None:
        """Once, however often it is asked for."""
        if any(one.isVisible() for one in self.window.findChildren(Palette)):
            return
        palette = Palette(self.core.lanes, self._known, self.window)
        palette.found.connect(self.ways.go_to)
        palette.show()
        palette.field.setFocus()

    def focus_search(self) -> None:
        part = self.window.side() or getattr(self.window, self.window.page)
        field = getattr(part, "field", None)
        if field is not None:
            field.setFocus()
            field.selectAll()

    def focus_composer(self) -> None:
        self.ways.write()

    def declare(self, what: "What") -> None:
        self.ways.asking.declare(what)

    def choose_place(self) -> None:
        self.ways.choose_place()

    def toggle_learning(self) -> None:
        if self.core.loop.is_paused:
            self.core.loop.start()
        else:
            self.core.loop.pause()

    def tidy_memory(self) -> None:
        """Tiers and categories now; goes on in the background and can be done at any time."""
        self.core.tending.tidy()

    def _tidied(self) -> None:
        self.window.status.say(tr("Memory is in order."))

    def rebuild_indexes(self) -> None:
        """Make the search indexes anew; goes on in the background and can be done at any time."""
        self.window.status.say(tr("Rebuilding the search indexes…"))
        self.core.lanes.write(errands.rebuild, self._rebuilt, urgency=Urgency.TENDING)

    def _rebuilt(self, _: object) -> None:
        self.window.status.say(tr("The search indexes are new."))

    def keep_or_forget(self, what: str) -> None:
        """`export` or `import` an archive; else ask before something is forgotten for good."""
        calls = {"export": self.keeper.export, "import": self.keeper.restore}
        calls.get(what, partial(self.keeper.forget, what))()

    def _on_renewed(self, words: str) -> None:
        """Memory is another one now."""
        self.rebuild()
        self.window.status.say(words)

    def change_zoom(self, by: int) -> None:
        low, high = meta("text_zoom").bounds or (80, 200)
        zoom = min(max(self.settings.text_zoom + by, low), high)
        self.change_settings(self.settings.with_changes({"text_zoom": zoom}))

    def show_shortcuts(self) -> None:
        reports.shortcuts(self._known, self.window).show()

    def show_about(self) -> None:
        reports.about(self.window).show()

    def quit(self) -> None:
        self.window.close()

    def _pop_menu(self, point: QPoint) -> None:
        made = menu(self._known, self._actions, self.window)
        made.aboutToHide.connect(made.deleteLater)
        made.aboutToHide.connect(self.window.rail.settle_menu, Qt.ConnectionType.QueuedConnection)
        made.popup(point - QPoint(0, made.sizeHint().height()))

    # ── settings ──────────────────────────────────────────────────────────────────────────────────────────────
    def open_settings(self, section: Section = "appearance") -> None:
        """The settings, on one of their tabs."""
        if self._settings_dialog is not None:
            self._settings_dialog.show_section(section)
            self._settings_dialog.activateWindow()
            return
        dialog = SettingsDialog(self.core.lanes, self.settings, self.window)
        dialog.changed.connect(self.change_settings)
        dialog.keeping_wanted.connect(self.keep_or_forget)
        dialog.finished.connect(self._settings_closed)
        dialog.show_section(section)
        self._settings_dialog = dialog
        dialog.show()

    def _settings_closed(self, _: int) -> None:
        self._settings_dialog = None

    def change_settings(self, settings: Settings) -> None:
        """Keep new settings and act on what has changed."""
        old, self.settings = self.settings, settings
        self.core.lanes.write(partial(errands.keep_settings, settings))
        if _differ(old, settings, _REBUILT):
            words.speak(settings.language)
            QTimer.singleShot(0, self, self._rebuild_with_dialog)
        if _differ(old, settings, _WORN):
            self.wear()
        if old.learning != settings.learning:
            self.core.loop.start() if settings.learning else self.core.loop.pause()
        self._show_model()

    def _rebuild_with_dialog(self) -> None:
        dialog = self._settings_dialog
        spot = dialog.spot() if dialog is not None else None
        self.rebuild()
        if spot is not None:
            self.open_settings(spot.section)
            assert self._settings_dialog is not None
            self._settings_dialog.go_to(spot)

    def wear(self) -> None:
        """Put on the theme that the settings, or the system, ask for."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            theme.wear(application, self.settings.theme, self.settings.text_zoom)

    def _show_model(self) -> None:
        name = self.settings.model_name if self.settings.model_address else ""
        self.window.status.show_model(tr("model: {name}", name=name) if name else tr("model: on this device"))

    # ── sample, failures ──────────────────────────────────────────────────────────────────────────────────────
    def _plant_sample(self) -> None:
        self.window.chat.welcome.show_offers(sample=False, model=None)
        self.core.lanes.write(partial(sample.plant, words.spoken()), self.window.chat.open, urgency=Urgency.IMPORT)

    def on_failure(self, error: Exception) -> None:
        """An error that no part has taken: said in the status line; a bug gets a report to copy."""
        alert = describe(error)
        if alert.kind == "told":
            self.window.status.say(alert.sentence)
        elif alert.kind == "bug":
            dialog: QDialog = reports.bug(alert, self.window)
            dialog.show()


def _differ(one: Settings, other: Settings, names: tuple[str, ...]) -> bool:
    return any(getattr(one, name) != getattr(other, name) for name in names)
