"""Views that are kept under a name: the menu that opens, keeps, renames and deletes them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QToolButton, QWidget
from shiboken6 import isValid

from app.domain.errors import BadInput
from app.domain.ids import SavedViewId
from app.domain.lens import SavedView
from ui.alerts import describe
from ui.graph import jobs
from ui.graph.trail import Look
from ui.lanes import Lanes
from ui.widgets import column, icon_button, label, push_button, row, wrapped
from ui.words import tr


class SavedViews(QObject):
    """`opened(SavedView)`: to be shown; `lost`: it cannot be. `said(str)`: something was done that can be undone."""

    opened = Signal(object)
    lost = Signal()
    said = Signal(str)

    def __init__(self, lanes: Lanes, look: Callable[[], Look], parent: QWidget) -> None:
        super().__init__(parent)
        self._lanes, self._look, self._page = lanes, look, parent
        self.present: SavedView | None = None
        """The view that was opened last, while what is shown goes back to it."""
        self.button: QToolButton = icon_button("bookmark", tr("Saved views"), self.open_menu)

    # ── the menu ──────────────────────────────────────────────────────────────────────────────────────────────
    def open_menu(self) -> None:
        """Read what there is, then offer it."""
        self._lanes.read(jobs.saved_views, self._pop)

    def _pop(self, views: tuple[SavedView, ...]) -> None:
        menu = self.menu(views)
        menu.popup(self.button.mapToGlobal(QPoint(self.button.width() - menu.sizeHint().width(), self.button.height())))

    def menu(self, views: tuple[SavedView, ...]) -> QMenu:
        """The views by name, and what can be done with the one that is open."""
        menu = QMenu(self._page)
        menu.setAccessibleName(tr("Saved views"))
        menu.aboutToHide.connect(menu.deleteLater)
        for view in views:
            action = menu.addAction(_plain(view.name), partial(self.open, view.id))
            action.setCheckable(True)
            action.setChecked(self.present is not None and view.id == self.present.id)
        if not views:
            menu.addAction(tr("No views are saved yet")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(tr("Save this view…"), self.ask_save)
        known = {view.id: view for view in views}  # as it is called by now, also after an undo
        here = known.get(self.present.id) if self.present is not None else None
        if here is not None:
            name = _plain(here.name)
            menu.addAction(tr("Save over “{name}”", name=name), partial(self._replace, here))
            menu.addAction(tr("Rename “{name}”…", name=name), partial(self.ask_rename, here))
            menu.addAction(tr("Delete “{name}”", name=name), partial(self._delete, here))
        return menu

    # ── deeds ─────────────────────────────────────────────────────────────────────────────────────────────────
    def open(self, view: SavedViewId) -> None:
        """Show a view as it was kept, less what memory no longer holds."""
        self._lanes.read(partial(jobs.saved_view, view), self._on_opened, self._on_lost)

    def _on_lost(self, error: Exception) -> None:
        """It is gone: said, and something else is shown if nothing is yet."""
        self.lost.emit()
        self._lanes.failed.emit(error)

    def _on_opened(self, view: SavedView) -> None:
        self.present = view
        self.opened.emit(view)

    def ask_save(self) -> None:
        """Ask for a name."""
        self._ask(tr("Name of the view"), "", self._save)

    def ask_rename(self, view: SavedView) -> None:
        """Ask for another name."""
        self._ask(tr("New name of the view"), view.name, partial(self._rename, view))

    def _ask(self, question: str, first: str, take: "Callable[[str, NameForm], object]") -> None:
        NameForm(question, first, take, self._page).ask(self.button)

    def _save(self, name: str, form: "NameForm") -> None:
        def done(kept: SavedView | None) -> None:
            if kept is not None:
                self._on_kept(name, kept)
            elif not isValid(form):
                self._lanes.failed.emit(BadInput("“{name}” already names a view.", name=name))
            if isValid(form):
                form.offer_replacing(name) if kept is None else form.close()

        job = partial(jobs.save_view, name, self._look(), form.offers_replacing == name)
        self._lanes.write(job, done, partial(self._refuse, form))

    def _refuse(self, form: "NameForm", error: Exception) -> None:
        """In the form; where it was closed meanwhile, in the window."""
        form.refuse(error) if isValid(form) else self._lanes.failed.emit(error)

    def _on_kept(self, name: str, view: SavedView) -> None:
        self.present = view
        self.said.emit(tr("Saved the view “{name}”.", name=name))

    def _replace(self, view: SavedView) -> None:
        job = partial(jobs.replace_view, view.id, self._look())
        self._lanes.write(job, lambda kept: self._on_kept(view.name, kept))

    def _rename(self, view: SavedView, name: str, form: "NameForm") -> None:
        def done(kept: SavedView) -> None:
            if isValid(form):
                form.close()
            self.present = kept
            self.said.emit(tr("The view is called “{name}” now.", name=kept.name))

        self._lanes.write(partial(jobs.rename_view, view.id, name), done, partial(self._refuse, form))

    def _delete(self, view: SavedView) -> None:
        def done(nothing: object) -> None:
            self.present = None
            self.said.emit(tr("Deleted the view “{name}”.", name=view.name))

        self._lanes.write(partial(jobs.delete_view, view.id), done)


class NameForm(QFrame):
    """A popup with one field. Enter takes the name, Esc closes; `offers_replacing`: the name that is taken already."""

    def __init__(self, question: str, first: str, take: "Callable[[str, NameForm], object]", parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("tone", "card")
        self.setAccessibleName(question)
        self._take = take
        self.offers_replacing = ""
        self.field = QLineEdit(first)
        self.field.setAccessibleName(question)
        self.field.selectAll()
        self.field.returnPressed.connect(self.accept)
        self._problem = wrapped("", "bad")
        self._problem.hide()
        self._accept = push_button(tr("Save"), self.accept, "primary")
        buttons = row(None, push_button(tr("Cancel"), self.close), self._accept)
        self.setLayout(column(label(question, "strong"), self.field, self._problem, buttons, gap=8, margin=12))

    def ask(self, below: QWidget) -> None:
        """Show the form below a button, inside its screen."""
        self.adjustSize()
        at = below.mapToGlobal(QPoint(below.width() - self.width(), below.height() + 2))
        screen = below.screen().availableGeometry()
        at.setX(max(screen.left(), min(at.x(), screen.right() - self.width())))
        self.move(at)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def accept(self) -> None:
        """Hand the name over; an empty one is none."""
        if name := self.field.text().strip():
            self._take(name, self)
        else:
            self.refuse(BadInput("A name needs at least one character."))

    def offer_replacing(self, name: str) -> None:
        """The name is taken: the same step again puts this view in the other's place."""
        self.offers_replacing = name
        self._accept.setText(tr("Replace it"))
        self._accept.setAccessibleName(tr("Replace it"))
        self._show_problem(tr("There is a view called “{name}” already.", name=name))

    def refuse(self, error: Exception) -> None:
        """Say why the name cannot be had."""
        self._show_problem(describe(error).sentence)

    def _show_problem(self, words: str) -> None:
        self._problem.setText(words)
        self._problem.show()
        self.adjustSize()


def _plain(name: str) -> str:
    """A name may hold an ampersand, which is no mark for a key here."""
    return name.replace("&", "&&")
