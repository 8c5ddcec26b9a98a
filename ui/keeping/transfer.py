"""Exporting everything to one file, and making an empty memory from one."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QProgressBar, QWidget

from ui.alerts import describe
from ui.keeping import jobs
from ui.lanes import Lanes, Task, Urgency
from ui.widgets import column, push_button, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.transfer import Progress


class TransferDialog(QDialog):
    """What it does in words, a button that chooses the file, progress, and how it ended."""

    def __init__(self, lanes: Lanes, title: str, words: str, step: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.lanes = lanes
        self.task: Task | None = None
        self.said = wrapped("", "quiet")
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setTextVisible(False)  # it is thinner than words are high
        self.choose = push_button(step, self.ask, "primary")
        self.close_button = push_button(tr("Cancel"), self.reject)
        buttons = row(None, self.close_button, self.choose)
        self.setLayout(
            column(wrapped(title, "title"), wrapped(words), self.said, self.bar, None, buttons, gap=8, margin=16)
        )
        self.bar.hide()
        self.said.hide()
        self.resize(self.fontMetrics().averageCharWidth() * 64, self.fontMetrics().lineSpacing() * 14)

    def ask(self) -> None:
        """Ask for the file."""

    def begun(self, words: str) -> None:
        """Work has begun: it can be stopped, not begun again."""
        self.choose.setEnabled(False)
        self.said.setText(words)
        self.said.show()
        self.bar.setRange(0, 0)
        self.bar.show()

    def step(self, at: "Progress") -> None:
        """How far it is."""
        self.bar.setRange(0, at.total)
        self.bar.setValue(at.done)

    def ended(self, words: str) -> None:
        """Say how it ended."""
        self.task = None
        self.bar.hide()
        self.said.setText(words)
        self.said.show()
        self.close_button.setText(tr("Close"))
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setFocus()

    def refused(self, error: Exception) -> None:
        """Say why it was not done; it can be tried again."""
        alert = describe(error)
        self.ended(alert.sentence)
        self.choose.setEnabled(True)
        if alert.kind == "bug":
            self.lanes.failed.emit(error)

    def done(self, result: int) -> None:
        """Closing stops the work; nothing half-made is left."""
        if self.task is not None:
            self.task.cancel()
        super().done(result)


class ExportDialog(TransferDialog):
    """Everything to one archive."""

    def __init__(self, lanes: Lanes, parent: QWidget | None = None) -> None:
        words = tr(
            "Everything goes into one zip file: every chat (those off the record too), every note and all that was "
            "learned, as text that you can read and as tables. Passwords that you typed in a message are in it as you "
            "typed them; keys of model servers are not. Keep it in a safe place."
        )
        super().__init__(lanes, tr("Export everything"), words, tr("Choose a place…"), parent)
        self._name = ""
        lanes.read(jobs.suggested, self._suggest)

    def _suggest(self, name: str) -> None:
        self._name = name

    def ask(self) -> None:
        start = str(Path(QDir.homePath()) / self._name)
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), start, "Zip (*.zip)")
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Write it there."""
        self.begun(tr("Writing the archive…"))
        job = partial(jobs.export, path)
        self.task = self.lanes.read(job, partial(self._written, path), self.refused, self.step, urgency=Urgency.IMPORT)

    def _written(self, path: Path, _: Any) -> None:
        self.ended(tr("Everything is in {file}, in the folder {folder}.", file=path.name, folder=str(path.parent)))


class ImportDialog(TransferDialog):
    """`imported` when memory has become the one of the archive."""

    imported = Signal()

    def __init__(self, lanes: Lanes, parent: QWidget | None = None) -> None:
        words = tr(
            "An archive that Tsumugi exported becomes your memory, with all chats, notes and all that was learned. "
            "This needs an empty memory: nothing is mixed and nothing is written over."
        )
        super().__init__(lanes, tr("Import an archive"), words, tr("Choose an archive…"), parent)

    def ask(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, self.windowTitle(), QDir.homePath(), "Zip (*.zip)")
        if chosen:
            self.read(Path(chosen))

    def read(self, path: Path) -> None:
        """Read it in."""
        self.begun(tr("Reading the archive…"))
        job = partial(jobs.restore, path)
        self.task = self.lanes.write(job, self._read, self.refused, self.step, urgency=Urgency.IMPORT)

    def _read(self, _: Any) -> None:
        self.ended(tr("The archive is your memory now."))
        self.imported.emit()
