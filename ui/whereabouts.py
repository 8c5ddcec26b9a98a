"""Which part of memory the window shows: all of it, or one project, one channel and what belongs to none.

What is made new goes there. The choice, and names in which nothing is kept yet, are remembered with the window.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QDialog, QLineEdit, QMenu, QWidget

from app.domain.errors import BadInput
from app.domain.scope import OWNER, Scope
from ui.core import Core
from ui.memo import Memo
from ui.widgets import column, label, push_button, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.places import Places
    from app.services.workspace import ReadDesk


PLACES = ("shown", "projects", "channels")
"""What the window's own file says of them."""


def remembered(memo: Memo) -> Scope:
    """What was shown last; all of memory where nothing was chosen."""
    kept = memo.get("shown")
    if not isinstance(kept, dict) or not all(isinstance(kept.get(axis), str) for axis in ("project", "channel")):
        return OWNER
    return Scope(project=kept["project"], channel=kept["channel"])


def shown_words(scope: Scope) -> str:
    """`All memory`, `Garden`, `Garden · mail`, `Outside projects`."""
    if scope.everything:
        return tr("All memory")
    return " · ".join(filter(None, (scope.project, scope.channel))) or tr("Outside projects")


def home_words(scope: Scope, shown: Scope) -> str:
    """Where a row lives, where that is not plain from what is shown."""
    axes = ((scope.project, shown.project), (scope.channel, shown.channel))
    return " · ".join(name for name, here in axes if name and (shown.everything or name != here))


class Whereabouts(QObject):
    """`moved(Scope)` when another part is shown. Belongs to one window; the choice is the core's."""

    moved = Signal(object)

    def __init__(self, core: Core, window: QWidget) -> None:
        super().__init__(window)
        self._core, self._window = core, window

    @property
    def scope(self) -> Scope:
        """What is shown."""
        return self._core.lanes.scope

    def show(self, scope: Scope) -> None:
        """Show another part of memory."""
        if scope == self.scope:
            return
        self._core.lanes.scope = scope
        kept = None if scope.everything else {"project": scope.project, "channel": scope.channel}
        self._core.memo.keep("shown", kept)
        self.moved.emit(scope)
        self._core.changes.moved.emit()

    def add(self, axis: str, name: str) -> None:
        """A new project or channel, which is shown; its name is kept until something is kept in it."""
        names = self._names(axis)
        if name not in names:
            self._core.memo.keep(f"{axis}s", [*names, name])
        self.show(self._with(axis, name))

    def _names(self, axis: str) -> list[str]:
        kept = self._core.memo.get(f"{axis}s")
        return [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []

    def _with(self, axis: str, name: str) -> Scope:
        here = self.scope
        axes = {"project": here.project, "channel": here.channel} | {axis: name}
        return Scope(project=axes["project"], channel=axes["channel"])

    # ── choosing ──────────────────────────────────────────────────────────────────────────────────────────────
    def open_menu(self, at: QPoint) -> None:
        """Offer what there is, at a point on screen."""
        self._core.lanes.read(_read, lambda found: self.menu(found).popup(at))

    def menu(self, found: "Places") -> QMenu:
        """All of memory, the projects, the channels, and the ways to new ones."""
        made = QMenu(self._window)
        made.aboutToHide.connect(made.deleteLater)
        whole = _choice(tr("All memory"), self.scope.everything, lambda: self.show(OWNER), made)
        made.addAction(whole)
        words = {
            "project": (tr("Project"), tr("No project"), tr("New project…"), found.projects),
            "channel": (tr("Channel"), tr("No channel"), tr("New channel…"), found.channels),
        }
        for axis, (title, none, new, known) in words.items():
            made.addSeparator()
            made.addAction(title).setEnabled(False)
            group = QActionGroup(made)
            here = None if self.scope.everything else getattr(self.scope, axis)
            for name in ("", *sorted({*known, *self._names(axis)}, key=str.casefold)):
                call = self._shower(axis, name)
                group.addAction(_choice(name or none, name == here, call, made))
            made.addActions(group.actions())
            made.addAction(new, self._asker(axis))
        return made

    def _shower(self, axis: str, name: str) -> Callable[[], None]:
        return lambda: self.show(self._with(axis, name))

    def _asker(self, axis: str) -> Callable[[], None]:
        return lambda: self.ask_name(axis)

    def ask_name(self, axis: str) -> None:
        """Ask how a new project or channel is called."""
        dialog = NameDialog(tr("New project") if axis == "project" else tr("New channel"), self._window)
        dialog.named.connect(lambda name: self.add(axis, name))
        dialog.show()


def _choice(words: str, chosen: bool, call: Callable[[], None], parent: QObject) -> QAction:
    made = QAction(words.replace("&", "&&"), parent)
    made.setCheckable(True)
    made.setChecked(chosen)
    made.triggered.connect(lambda _=False: call())
    return made


class NameDialog(QDialog):
    """`named(str)` once a usable name is given."""

    named = Signal(str)

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Name"))
        self.field.setPlaceholderText(tr("Name"))
        self.problem = wrapped("", "bad")
        self.problem.hide()
        make = push_button(tr("Make it"), self.accept, "primary")
        make.setDefault(True)
        told = wrapped(
            tr("What is made there is found only there and in all memory. What is outside is read too."), "quiet"
        )
        buttons = row(None, push_button(tr("Cancel"), self.reject), make)
        self.setLayout(column(label(title, "title"), told, self.field, self.problem, buttons, gap=12, margin=16))
        self.resize(self.fontMetrics().averageCharWidth() * 56, self.sizeHint().height())
        self.field.setFocus()

    def accept(self) -> None:
        """Take the name, or say why it is none."""
        from app.services.places import new_name

        try:
            name = new_name(self.field.text())
        except BadInput as error:
            self.problem.setText(tr(error.message_id, **error.details))
            self.problem.show()
            return
        self.named.emit(name)
        super().accept()


def _read(desk: "ReadDesk") -> Any:
    """All places, whatever is shown now."""
    from app.services import places

    desk.scope = OWNER
    return places.places(desk)
