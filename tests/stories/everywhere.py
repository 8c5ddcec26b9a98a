"""The way to every page, panel and dialog of the window, for checks that hold everywhere."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from tests.stories.byhand import Hand
from ui.categories.asking import CategoryForm
from ui.categories.rebuilding import RebuildDialog
from ui.declaring.dialog import DeclareDialog
from ui.graph.export import ExportDialog
from ui.graph.filterpanel import FilterPanel
from ui.graph.relating import RelateDialog
from ui.graph.saved import NameForm
from ui.memories.choosing import Chooser
from ui.memories.dates import DateForm
from ui.memories.facts import FactRow
from ui.memories.merging import MergeDialog
from ui.memories.splitting import SplitDialog
from ui.palette import Palette
from ui.settings.dialog import SettingsDialog

Opener = Callable[[Hand], QWidget]
SAID = "Alice Ray met Sam Hill at Acme."
SETTINGS = ("appearance", "memory", "keeping", "model", "programs")


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def chat(hand: Hand) -> QWidget:
    """With an answer, and how it was found."""
    hand.shell.show_page("chat")
    turns = hand.window.chat.transcript.turns
    if not turns():
        hand.window.chat.composer.field.setPlainText("Where does Alice Ray work?")
        QTest.keyClick(hand.window.chat.composer.field, Qt.Key.Key_Return)
        hand.wait(turns)
        hand.wait(lambda: turns()[-1].how is not None)
        turns()[-1].how.set_open(True)
        hand.wait(lambda: turns()[-1].how.table is not None)
    return hand.window


def notes(hand: Hand) -> QWidget:
    hand.shell.show_page("notes")
    if hand.window.notes.note is None:
        hand.shell.new_note()
        hand.wait(lambda: hand.window.notes.note is not None)
        hand.window.notes.editor.setPlainText(SAID)
    return hand.window


def graph(hand: Hand) -> QWidget:
    hand.graph_around("Dana Cole")
    return hand.window


def graph_list(hand: Hand) -> QWidget:
    """With the list, the time bar and what changed between two days."""
    page = hand.graph_around("Dana Cole")
    page.head.list.setChecked(True)
    page.moments.open_bar()
    page.moments.open_changes()
    hand.wait(page.moments.between.isVisible)
    return hand.window


def categories(hand: Hand) -> QWidget:
    """The tree and the map side by side, something marked in both."""
    hand.shell.show_page("categories")
    page = hand.window.categories
    hand.wait(lambda: page.tree.rows.rowCount() > 0)
    page.tree.setCurrentIndex(page.tree.model().index(0, 0))
    return hand.window


def suggestions(hand: Hand) -> QWidget:
    hand.shell.show_page("suggestions")
    hand.wait(lambda: hand.window.suggestions.inbox.keys())
    return hand.window


def history(hand: Hand) -> QWidget:
    hand.shell.show_page("history")
    return hand.window


def search(hand: Hand) -> QWidget:
    hand.shell.show_page("search")
    hand.window.search.begin("Alice")
    hand.wait(lambda: hand.window.search.view.isVisible())
    hand.rest(50)
    return hand.window


def search_empty(hand: Hand) -> QWidget:
    """The guide that stands there before anything is sought."""
    hand.shell.show_page("search")
    hand.window.search.begin("")
    hand.rest()
    return hand.window


def entity(hand: Hand) -> QWidget:
    hand.shell.ways.show_life(hand.meet("Alice Ray").entity)
    view = hand.window.entity.view
    hand.wait(lambda: view.heading.accessibleName().startswith("Alice"))
    hand.rest()
    return hand.window


def panel_list(hand: Hand) -> QWidget:
    hand.shell.show_page("history")
    hand.window.memory.show_list()
    hand.rest()
    return hand.window


def panel_entity(hand: Hand) -> QWidget:
    """Narrow, and with the form for a relation open."""
    hand.shell.show_page("history")
    view = hand.meet("Alice Ray")
    view._open_form()
    hand.rest()
    return hand.window


# ── dialogs ───────────────────────────────────────────────────────────────────────────────────────────────────────
def settings(section: str) -> Opener:
    def opened(hand: Hand) -> QWidget:
        hand.shell.open_settings(section)
        return hand.dialog(SettingsDialog)

    return opened


def palette(hand: Hand) -> QWidget:
    hand.shell.open_palette()
    found = hand.dialog(Palette)
    hand.wait(lambda: found.view.keys())
    return found


def merge(hand: Hand) -> QWidget:
    other = hand.meet("Karla Nunes").entity
    hand.window.memory.compare(hand.meet("Carla Nunez").entity, other)
    dialog = hand.dialog(MergeDialog)
    hand.wait(dialog.merge.isEnabled)
    return dialog


def split(hand: Hand) -> QWidget:
    hand.window.memory.part(hand.meet("Sam Hill").entity)
    dialog = hand.dialog(SplitDialog)
    hand.wait(lambda: dialog.mentions.count() == 2)
    return dialog


def choose(hand: Hand) -> QWidget:
    entity(hand)
    hand.window.entity.view.merge_wanted.emit(hand.window.entity.entity)
    dialog = hand.dialog(Chooser)
    hand.rest()
    return dialog


def relate(hand: Hand) -> QWidget:
    page = hand.graph_around("Dana Cole")
    page.hands.relate(page.view.center)
    return hand.dialog(RelateDialog)


def export(hand: Hand) -> QWidget:
    hand.graph_around("Dana Cole").hands.export()
    return hand.dialog(ExportDialog)


def filters(hand: Hand) -> QWidget:
    hand.graph_around("Dana Cole").open_filters()
    return hand.dialog(FilterPanel)


def save_view(hand: Hand) -> QWidget:
    hand.graph_around("Dana Cole").saved.ask_save()
    return hand.dialog(NameForm)


def end_fact(hand: Hand) -> QWidget:
    view = hand.meet("Alice Ray")
    view.findChildren(FactRow)[0]._ask_end()
    return hand.dialog(DateForm)


def put_in(hand: Hand) -> QWidget:
    page = hand.graph_around("Dana Cole")
    page.hands.sort((page.view.center,))
    return hand.dialog(CategoryForm)


def declare(what: str) -> Opener:
    def opened(hand: Hand) -> QWidget:
        chat(hand)
        turn = hand.window.chat.transcript.turns()[0]
        hand.window.chat.care.declare_wanted.emit(what, turn.view.episode.id, "Alice Ray")
        dialog = hand.dialog(DeclareDialog)
        hand.rest()
        return dialog

    return opened


def rebuild(hand: Hand) -> QWidget:
    categories(hand)
    hand.window.categories.show_rebuild()
    dialog = hand.dialog(RebuildDialog)
    hand.rest(600)
    return dialog


def keep_or_forget(what: str) -> Opener:
    def opened(hand: Hand) -> QWidget:
        hand.shell.keep_or_forget(what)
        dialog = hand.dialog(QDialog)
        hand.rest()
        return dialog

    return opened


GROUPS: dict[str, dict[str, Opener]] = {
    "writing": {
        "chat": chat,
        "notes": notes,
        "declare a name": declare("name"),
        "declare a relation": declare("relate"),
    },
    "graph": {
        "graph": graph,
        "with lists": graph_list,
        "filters": filters,
        "relate": relate,
        "export": export,
        "save a view": save_view,
        "put in a category": put_in,
    },
    "sorting": {"categories": categories, "sort anew": rebuild, "questions": suggestions, "history": history},
    "finding": {"search": search, "empty search": search_empty, "palette": palette, "memory list": panel_list},
    "entities": {
        "entity": entity,
        "panel": panel_entity,
        "merge": merge,
        "split": split,
        "choose": choose,
        "end a fact": end_fact,
    },
    "keeping": {
        **{section: settings(section) for section in SETTINGS},
        **{what: keep_or_forget(what) for what in ("export", "import", "everything")},
    },
}
"""What is gone through in one window."""


def leave_all(hand: Hand) -> None:
    """Close every dialog and popup, and what was opened beside the graph."""
    for _ in range(8):
        open_now = [
            one for one in QApplication.topLevelWidgets() if one.isVisible() and not isinstance(one, QMainWindow)
        ]
        for one in open_now:
            one.close()
        if not open_now:
            break
    if (page := hand.window.graph) is not None:
        page.moments.close_nearest()
        page.moments.close_nearest()
        page.head.list.setChecked(False)
    hand.rest(20)
