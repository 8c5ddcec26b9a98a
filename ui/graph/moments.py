"""Time in the graph page: the bar that shows memory as of a day, and the list of what changed between two days."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

from app.domain.ids import EntityId
from ui.graph.between import Between
from ui.graph.picture import Picture
from ui.graph.timebar import TimeBar
from ui.graph.view import GraphView
from ui.lanes import Lanes


class Moments(QObject):
    """Holds both parts and moves the view. `arrange` is called when the list comes or goes."""

    def __init__(self, lanes: Lanes, view: GraphView, switch: QToolButton, arrange: Callable[[], object]) -> None:
        super().__init__(view)
        self._view, self._switch, self._arrange = view, switch, arrange
        self.bar, self.between = TimeBar(), Between(lanes)
        for part in (self.bar, self.between):
            part.hide()
        self.bar.day_wanted.connect(self.show_day)
        self.bar.changes_wanted.connect(self.open_changes)
        self.bar.closed.connect(self.close_bar)
        self.between.marked.connect(view.canvas.changed_marks)
        self.between.chosen.connect(self._show_change)
        self.between.closed.connect(self.close_changes)
        switch.clicked.connect(self.toggle)

    def show_picture(self, picture: Picture) -> None:
        """Another picture, or other filters."""
        if picture.filters.as_of is not None and self.bar.isHidden():
            self.bar.show()  # a look that was gone back to, or kept, may be of another day
            self._switch.setChecked(True)
        self.between.show_about(self._view.lens.about)
        if not self.bar.isHidden():
            self.bar.show_picture(picture)

    # ── the bar ───────────────────────────────────────────────────────────────────────────────────────────────
    def toggle(self) -> None:
        self.open_bar() if self.bar.isHidden() else self.close_bar()

    def open_bar(self) -> None:
        """The slider has the focus at once."""
        self.bar.show()
        self.bar.show_picture(self._view.canvas.picture)
        self.bar.slider.setFocus(Qt.FocusReason.OtherFocusReason)
        self._switch.setChecked(True)

    def close_bar(self) -> None:
        """Memory is shown as it is."""
        self.bar.hide()
        self._switch.setChecked(False)
        self.show_day(None)
        self._view.canvas.setFocus()

    def show_day(self, day: date | None) -> None:
        """Memory as of a day."""
        filters = self._view.lens.filters
        if filters.as_of != day:
            self._view.filter(replace(filters, as_of=day))

    # ── the list ──────────────────────────────────────────────────────────────────────────────────────────────
    def open_changes(self) -> None:
        """What changed from the day that is shown, or in the last month, up to today."""
        self.between.show_about(self._view.lens.about)
        self.between.open_between(self._view.lens.filters.as_of)
        self._arrange()

    def close_changes(self) -> None:
        """Its marks go with it."""
        self.between.hide()
        self._view.canvas.changed_marks({})
        self._arrange()
        self._view.canvas.setFocus()

    def _show_change(self, subject: EntityId, other: EntityId | None) -> None:
        """Whichever of the two is in the picture."""
        canvas = self._view.canvas
        shown = [entity for entity in (subject, other) if entity is not None and canvas.shows(entity)]
        if shown:
            canvas.choose_entity(shown[0])

    def close_nearest(self) -> bool:
        """Esc: the list, then the bar; whether there was one."""
        if not self.between.isHidden():
            self.close_changes()
        elif not self.bar.isHidden():
            self.close_bar()
        else:
            return False
        return True
