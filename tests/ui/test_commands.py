"""Commands are declared once: no shortcut twice, a word for each, and everything in the menu."""

from collections import Counter
from typing import Any

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from ui.commands import actions, commands, menu


class Shell:
    """Remembers what was called."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.given: list[object] = []

    def __getattr__(self, name: str) -> Any:
        def call(*given: object) -> None:
            self.called.append(name)
            self.given.extend(given)

        return call


def test_no_shortcut_is_given_twice() -> None:
    keys = [QKeySequence(key).toString() for command in commands(Shell()) for key in command.keys]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert all(keys)


def test_no_text_is_given_twice() -> None:
    texts = [command.text for command in commands(Shell())]
    assert len(set(texts)) == len(texts)


def test_each_action_calls_its_command(qtbot: Any) -> None:
    shell, window = Shell(), QWidget()
    qtbot.addWidget(window)
    known = commands(shell)
    for action in actions(known, window):
        action.trigger()
    assert len(shell.called) == len(known)
    assert not any(isinstance(one, bool) for one in shell.given)


def test_the_menu_holds_every_command(qtbot: Any) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    known = commands(Shell())
    made = actions(known, window)
    whole = menu(known, made, window)
    listed = [action for group in whole.actions() for action in group.menu().actions()]
    assert listed == made
