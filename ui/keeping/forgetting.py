"""The dialog before something is forgotten for good: what goes, what stays, and the one button that does it."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QPlainTextEdit, QProgressBar, QWidget

from ui.alerts import describe
from ui.keeping import jobs, wording
from ui.lanes import Lanes, Urgency
from ui.widgets import column, fit_height, label, push_button, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.forgetting import Going, Phase


class ForgetDialog(QDialog):
    """`forgotten(kind, id)` once it is out of memory. Closing the dialog then does not stop the work."""

    forgotten = Signal(str, object)

    def __init__(self, lanes: Lanes, kind: str, id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Forget for good"))
        self._lanes, self._kind, self._id = lanes, kind, id
        self._going: Going | None = None
        self._told = self._at_work = False
        self._head = wrapped("", "title")
        self.list = QPlainTextEdit(readOnly=True)
        self.list.setAccessibleName(tr("What goes"))
        self.list.setTabChangesFocus(True)
        self._stays, self._note = wrapped("", "quiet"), wrapped("", "small")
        self.backups = QCheckBox()
        self.said = wrapped(tr("Looking what goes with it…"), "quiet")
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setTextVisible(False)  # it is thinner than words are high
        self.forget = push_button(tr("Forget for good"), self._begin, "primary")
        self.close_button = push_button(tr("Cancel"), self.reject)
        self._lay_out()
        lanes.read(partial(jobs.preview, kind, id), self._show, self._refuse)

    def _lay_out(self) -> None:
        self._goes = label(tr("What goes"), "section")
        self._explained = wrapped(wording.explanation(self._kind))
        parts = (self._head, self._explained, self._goes, self.list, self._stays)
        buttons = row(None, self.close_button, self.forget)
        lines = column(*parts, self.backups, self.said, self.bar, self._note, None, buttons, gap=8, margin=16)
        lines.setStretchFactor(self.list, 100)
        self.setLayout(lines)
        for part in (self._head, self._goes, self.list, self._stays, self.backups, self._note, self.bar):
            part.hide()
        self.forget.setEnabled(False)
        unit = self.fontMetrics()
        wanted = QSize(unit.averageCharWidth() * 72, unit.lineSpacing() * 24)
        below = self.parentWidget()
        room = self.screen().availableSize() if below is None else below.window().size()
        self.resize(wanted.boundedTo(room - QSize(48, 64)))
        self.close_button.setFocus()

    def _show(self, going: "Going") -> None:
        self._going = going
        self._head.setText(wording.question(going))
        self.setAccessibleName(self._head.text())
        self.list.setPlainText(wording.goes(going))
        self._stays.setText(wording.stays(going))
        self.backups.setText(wording.copies(going))
        self.backups.setChecked(self._kind == "everything")
        self._note.setText(tr("Archives that you exported and copies outside of Tsumugi are not touched."))
        self.said.setText("")
        for part in (self._head, self._goes, self.list, self._note):
            part.show()
        self._stays.setVisible(bool(self._stays.text()))
        self.backups.setVisible(bool(going.backups))
        self.said.hide()
        self.forget.setEnabled(True)

    def _refuse(self, error: Exception) -> None:
        self._at_work = False
        alert = describe(error)
        self.said.setText(alert.sentence)
        self.said.show()
        self.bar.hide()
        self.close_button.setText(tr("Close"))
        self.close_button.setAccessibleName(tr("Close"))
        if alert.kind == "bug":
            self._lanes.failed.emit(error)

    def _begin(self) -> None:
        if self._going is None:
            return
        self._at_work = True
        self.forget.setEnabled(False)
        self.forget.hide()
        self.backups.setEnabled(False)
        self.close_button.setText(tr("Close"))
        self.close_button.setAccessibleName(tr("Close"))
        self.bar.setRange(0, 0)
        self.bar.show()
        self.said.show()
        job = partial(jobs.forget, self._going.what, self.backups.isChecked())
        self._lanes.write(job, self._done, self._refuse, self._step, urgency=Urgency.IMPORT)

    def _step(self, at: "Phase") -> None:
        self.said.setText(wording.phase(at))
        self.bar.setRange(0, at.total)
        self.bar.setValue(at.done)
        if at.name != "memory" and self._kind != "everything":
            self._tell()

    def _tell(self) -> None:
        if not self._told:
            self._told = True
            self.forgotten.emit(self._kind, self._id)

    def done(self, result: int) -> None:
        """While everything goes the dialog stays: what is on screen is no longer there."""
        if self._kind != "everything" or not self._at_work:
            super().done(result)

    def _done(self, clean: bool | None) -> None:
        kept = self._going.backups if self._going is not None and not self.backups.isChecked() else 0
        self._at_work = False
        self.bar.hide()
        self._head.setText(tr("Forgotten for good"))
        self.setAccessibleName(self._head.text())
        self.list.clear()  # the words stand there as well
        for part in (self._goes, self.list, self._stays, self.backups, self._explained):
            part.hide()
        self.said.setText(wording.outcome(bool(clean), kept))
        self.close_button.setFocus()
        QTimer.singleShot(0, self, partial(fit_height, self))  # once the layout knows what shows
        self._tell()
