"""What can be done in the graph, as values: menus and keys are one list, so each offers what the other has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True, slots=True)
class Act:
    """`keys` in Qt's portable form. `on` is None for what is simply done, else whether a switch is on.

    `inner`: its acts stand in a menu of their own, and it does nothing itself. `head`: what the others are about.
    """

    words: str
    call: Callable[[], object] = lambda: None
    keys: str = ""
    on: bool | None = None
    head: bool = False
    inner: "tuple[Act | None, ...]" = ()


Acts = Sequence[Act | None]
"""None is a line between groups."""


def by_keys(acts: Acts, keys: str) -> Act | None:
    """The first act of a key; those of inner menus have none."""
    return next((act for act in acts if act is not None and act.keys == keys), None)


def keys_of(event: QKeyEvent) -> str:
    """A key press as shortcuts are written: `Shift+F10`; those of the number pad as the others."""
    return QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText).removeprefix("Num+")


def menu(acts: Acts, parent: QWidget, title: str = "") -> QMenu:
    """The acts as a menu that goes once it is closed; keys stand beside the words."""
    made = QMenu(parent)
    made.setAccessibleName(title)
    made.aboutToHide.connect(made.deleteLater)
    _fill(made, acts)
    return made


def _fill(made: QMenu, acts: Acts) -> None:
    for act in acts:
        if act is None:
            made.addSeparator()
        elif act.inner:
            _fill(made.addMenu(_plain(act.words)), act.inner)
        else:
            _add(made, act)


def _add(made: QMenu, act: Act) -> None:
    keys = QKeySequence(act.keys).toString(QKeySequence.SequenceFormat.NativeText) if act.keys else ""
    action = made.addAction(f"{_plain(act.words)}\t{keys}" if keys else _plain(act.words))
    if act.head:
        font = made.font()
        font.setBold(True)
        action.setFont(font)
    if act.on is not None:
        action.setCheckable(True)
        action.setChecked(act.on)
    action.triggered.connect(lambda: act.call())


def _plain(words: str) -> str:
    """A name may hold an ampersand, which is no mark for a key here."""
    return words.replace("&", "&&")
