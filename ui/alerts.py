"""Errors come in three kinds: what says something to the user, what is silent, and bugs, which are reported.

The only `except Exception` of the window lives here.
"""

import platform
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from app.domain.errors import Cancelled, ModelUnavailable, Told, UndoConflict
from ui.words import tr

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What a call gave: a value, or the error that stopped it."""

    value: T | None = None
    error: Exception | None = None


def attempt(call: Callable[[], T]) -> Outcome[T]:
    """Call and catch, so that an error can be carried to the thread that shows it."""
    try:
        return Outcome(value=call())
    except Exception as error:  # noqa: BLE001  (the one place: every kind is told apart in `describe`)
        return Outcome(error=error)


@dataclass(frozen=True, slots=True)
class Alert:
    """One plain sentence, what to do about it, and details for those who ask."""

    kind: Literal["told", "silent", "bug"]
    sentence: str
    details: str = ""
    about_model: bool = False
    """Whether the settings of models may have the way out."""


def describe(error: Exception) -> Alert:
    """The words for an error, in the user's language."""
    if isinstance(error, Cancelled):
        return Alert("silent", "")
    if isinstance(error, Told):
        return Alert("told", tr(error.message_id, **error.details), about_model=isinstance(error, ModelUnavailable))
    if isinstance(error, UndoConflict):
        return Alert("told", tr("This cannot be undone any more: something it touches has changed since."))
    return Alert("bug", tr("Something went wrong inside Tsumugi. Your text is safe."), report(error))


def report(error: BaseException) -> str:
    """Versions and the places in the code, never a message text or a value: those may hold the user's words."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"  {_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([f"{type(error).__name__}", *places, "", *versions()])


def versions() -> list[str]:
    """What a bug report needs to know of the machine."""
    import PySide6
    from PySide6.QtCore import qVersion

    return [
        f"Python {sys.version.split()[0]}",
        f"PySide6 {PySide6.__version__} (Qt {qVersion()})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]


def _short(filename: str) -> str:
    """The path below the package, so that no home directory is shown."""
    parts = filename.replace("\\", "/").split("/")
    for root in ("ui", "app"):
        if root in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(root) :])
    return parts[-1]
