"""Dialogs that only tell: a bug with its report, the shortcuts, what this program is."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QGridLayout, QScrollArea, QWidget

from ui.alerts import Alert, versions
from ui.commands import Command, shown_keys
from ui.widgets import column, fit_height, label, push_button, row, wrapped
from ui.widgets.alert import AlertBox
from ui.words import tr


def _dialog(title: str, content: QWidget, parent: QWidget) -> QDialog:
    made = QDialog(parent)
    made.setWindowTitle(title)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    made.setLayout(column(content, row(None, push_button(tr("Close"), made.accept)), gap=12, margin=16))
    made.resize(made.fontMetrics().averageCharWidth() * 72, made.fontMetrics().lineSpacing() * 18)
    return made


def bug(alert: Alert, parent: QWidget) -> QDialog:
    """Something that should not have happened: a sentence, and a report to copy that holds none of the user's words."""
    box = AlertBox(alert)
    made = _dialog(tr("Something went wrong"), box, parent)
    fit = partial(fit_height, made)
    box.folded.connect(lambda _: QTimer.singleShot(0, made, fit))  # once the layout knows what shows
    fit()
    return made


def shortcuts(known: Sequence[Command], parent: QWidget) -> QDialog:
    """Every command that has a shortcut, by group."""
    inner = QWidget()
    inner.setProperty("tone", "bare")
    grid = QGridLayout(inner)
    grid.setHorizontalSpacing(24)
    group = ""
    for command in known:
        if not command.keys:
            continue
        line = grid.rowCount()
        if command.menu != group:
            group = command.menu
            head = label(group, "section")
            head.setContentsMargins(0, 8 if line > 1 else 0, 0, 0)
            grid.addWidget(head, line, 0, 1, 2)
            line += 1
        grid.addWidget(label(shown_keys(command), "quiet"), line, 0)  # before the words, so that they stand together
        grid.addWidget(label(command.text), line, 1)
    grid.setColumnStretch(1, 1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inner)
    made = _dialog(tr("Keyboard shortcuts"), area, parent)
    wide = min(made.width(), inner.sizeHint().width() + made.fontMetrics().averageCharWidth() * 12)
    made.resize(wide, made.fontMetrics().lineSpacing() * 34)
    return made


def about(parent: QWidget) -> QDialog:
    """What this is, and the versions that a report needs."""
    content = QWidget()
    content.setLayout(
        column(
            label("Tsumugi 紡ぎ", "title"),
            wrapped(tr("Chat and notes that remember. Everything stays on this machine."), "quiet"),
            wrapped("\n".join(versions()), "small"),
            None,
            gap=12,
        )
    )
    return _dialog(tr("About Tsumugi"), content, parent)
