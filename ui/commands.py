"""All that can be done, declared once: menus, the palette, shortcuts and their help are derived from this list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ui.words import tr


class Shell(Protocol):
    """What the commands call."""

    def new_chat(self) -> None: ...
    def new_off_record(self) -> None: ...
    def new_note(self) -> None: ...
    def open_daily(self) -> None: ...
    def show_page(self, name: str) -> None: ...
    def toggle_memory(self) -> None: ...
    def open_palette(self) -> None: ...
    def focus_search(self) -> None: ...
    def focus_composer(self) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def declare(self, what: Literal["name", "relate"]) -> None: ...
    def choose_place(self) -> None: ...
    def toggle_learning(self) -> None: ...
    def open_settings(self) -> None: ...
    def tidy_memory(self) -> None: ...
    def rebuild_indexes(self) -> None: ...
    def keep_or_forget(self, what: str) -> None: ...
    def change_zoom(self, by: int) -> None: ...
    def show_shortcuts(self) -> None: ...
    def show_about(self) -> None: ...
    def quit(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Command:
    """`text` and `menu` are in the user's language already; `keys` in Qt's portable form, the first is shown."""

    menu: str
    text: str
    call: Callable[[], object]
    keys: tuple[str, ...] = ()


def commands(shell: Shell) -> list[Command]:
    """Every command, in the order of the menus."""
    return [*_writing(shell), *_looking(shell), *_memory(shell), *_app(shell)]


def _writing(shell: Shell) -> list[Command]:
    menu = tr("Write")
    return [
        Command(menu, tr("New chat"), shell.new_chat, ("Ctrl+N",)),
        Command(menu, tr("New chat off the record"), shell.new_off_record, ("Ctrl+Shift+N",)),
        Command(menu, tr("New note"), shell.new_note, ("Ctrl+Alt+N",)),
        Command(menu, tr("Today's note"), shell.open_daily, ("Ctrl+D",)),
        Command(menu, tr("Go to the message field"), shell.focus_composer, ("Ctrl+L",)),
    ]


def _looking(shell: Shell) -> list[Command]:
    menu = tr("View")
    return [
        Command(menu, tr("Find anything"), shell.open_palette, ("Ctrl+K", "Ctrl+P")),
        Command(menu, tr("Search in all of memory"), lambda: shell.show_page("search"), ("Ctrl+Shift+F",)),
        Command(menu, tr("Search in this list"), shell.focus_search, ("Ctrl+F",)),
        Command(menu, tr("Chat"), lambda: shell.show_page("chat"), ("Ctrl+1",)),
        Command(menu, tr("Notes"), lambda: shell.show_page("notes"), ("Ctrl+2",)),
        Command(menu, tr("Graph"), lambda: shell.show_page("graph"), ("Ctrl+3",)),
        Command(menu, tr("Categories"), lambda: shell.show_page("categories"), ("Ctrl+4",)),
        Command(menu, tr("Questions"), lambda: shell.show_page("suggestions"), ("Ctrl+5",)),
        Command(menu, tr("History"), lambda: shell.show_page("history"), ("Ctrl+6",)),
        Command(menu, tr("Choose a project or channel…"), shell.choose_place, ("Ctrl+Shift+P",)),
        Command(menu, tr("Show or hide memory"), shell.toggle_memory, ("Ctrl+M",)),
        Command(menu, tr("Larger text"), lambda: shell.change_zoom(10), ("Ctrl++", "Ctrl+=")),
        Command(menu, tr("Smaller text"), lambda: shell.change_zoom(-10), ("Ctrl+-",)),
    ]


def _memory(shell: Shell) -> list[Command]:
    menu = tr("Memory")
    return [
        Command(menu, tr("Undo the last change of memory"), shell.undo, ("Ctrl+Z",)),
        Command(menu, tr("Redo"), shell.redo, ("Ctrl+Shift+Z", "Ctrl+Y")),
        Command(menu, tr("Say who or what this is…"), lambda: shell.declare("name"), ("Ctrl+Shift+T",)),
        Command(menu, tr("Say what this relates to…"), lambda: shell.declare("relate"), ("Ctrl+Shift+R",)),
        Command(menu, tr("Pause or resume learning"), shell.toggle_learning, ("Ctrl+Shift+L",)),
        Command(menu, tr("Tidy memory now"), shell.tidy_memory),
        Command(menu, tr("Rebuild the search indexes"), shell.rebuild_indexes),
        Command(menu, tr("Export everything…"), lambda: shell.keep_or_forget("export")),
        Command(menu, tr("Import an archive…"), lambda: shell.keep_or_forget("import")),
        Command(menu, tr("Forget what was deleted or changed…"), lambda: shell.keep_or_forget("deleted")),
        Command(menu, tr("Forget everything for good…"), lambda: shell.keep_or_forget("everything")),
    ]


def _app(shell: Shell) -> list[Command]:
    menu = tr("Tsumugi")
    return [
        Command(menu, tr("Settings"), shell.open_settings, ("Ctrl+,",)),
        Command(menu, tr("Keyboard shortcuts"), shell.show_shortcuts, ("F1",)),
        Command(menu, tr("About Tsumugi"), shell.show_about),
        Command(menu, tr("Quit"), shell.quit, ("Ctrl+Q",)),
    ]


def actions(known: Sequence[Command], window: QWidget) -> list[QAction]:
    """One action a command, added to the window so that its shortcuts work everywhere in it."""
    made = []
    for command in known:
        action = QAction(command.text, window)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.triggered.connect(_without_state(command.call))
        window.addAction(action)
        made.append(action)
    return made


def _without_state(call: Callable[[], object]) -> Callable[[], None]:
    """Qt passes whether the action is checked to whatever has room for it; a command is not meant to get that."""

    def called() -> None:
        call()

    return called


def menu(known: Sequence[Command], made: Sequence[QAction], parent: QWidget) -> QMenu:
    """All commands as one menu with a submenu for each group."""
    whole = QMenu(parent)
    groups: dict[str, QMenu] = {}
    for command, action in zip(known, made, strict=True):
        if command.menu not in groups:
            groups[command.menu] = whole.addMenu(command.menu)
        groups[command.menu].addAction(action)
    return whole


def shown_keys(command: Command) -> str:
    """The first shortcut as this system writes it."""
    return QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if command.keys else ""
