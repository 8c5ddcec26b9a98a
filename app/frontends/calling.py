"""How a command reaches memory and gives back what it found: one call, one value, one exit code."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import click

from app.domain.errors import (
    BadInput,
    BadReference,
    Cancelled,
    DamagedFile,
    ModelUnavailable,
    NewerFile,
    ProfileBusy,
    Told,
)
from app.services import profiles
from app.services.door import OpenDoor, open_door
from app.services.request import Request

OK, NOTHING, WRONG, PROFILE, MODEL, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes. `NOTHING`: nothing was found, or nothing was done. `PROFILE`: it is busy or cannot be opened."""
AUTHOR = "tsumugi"
_WIPE = "\r\x1b[2K"
_COMMANDS: dict[int, str] = {
    **{code: "�" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"},
    ord("\r"): "",
}
_PATIENCE = 5.0
"""Seconds that what is being done has to end after Ctrl+C."""
_CODES: tuple[tuple[type[Told], int], ...] = (
    (ProfileBusy, PROFILE),
    (NewerFile, PROFILE),
    (DamagedFile, PROFILE),
    (ModelUnavailable, MODEL),
    (BadReference, WRONG),
    (BadInput, WRONG),
)
_GONE = ("Nothing is known by the name “{name}”.", "There is no record {ref}.")
_ENDS_GONE = (" is gone.", " are gone.")


class NoMemory(click.ClickException):
    """The profile has no memory yet, and this command does not begin one."""

    exit_code = PROFILE


def code_of(error: Told) -> int:
    """The exit code of an error in words."""
    if error.message_id in _GONE or error.message_id.endswith(_ENDS_GONE):
        return NOTHING
    return next((code for kind, code in _CODES if isinstance(error, kind)), NOTHING)


class Call:
    """What the options say, and the door that is opened at the first question and closed at the end."""

    def __init__(self) -> None:
        self.profile: str = profiles.DEFAULT
        self.data_dir: Path | None = None
        self.json = False
        self.project: str | None = None
        self.channel: str | None = None
        self._door: OpenDoor | None = None
        self._enough = False

    @property
    def folder(self) -> Path:
        """The profile's folder. Raises `click.UsageError` for what cannot be a name."""
        try:
            return profiles.folder_of(self.profile, self.data_dir)
        except BadInput as error:
            raise click.UsageError(str(error)) from None

    def ask(
        self, operation: str, *, begins: bool = False, step: Callable[[Any], None] | None = None, **given: Any
    ) -> Any:
        """Have it done, by whoever has the profile open or here. `begins`: it may make the profile.

        Raises `Told`, `NoMemory`, or `BrokenPipeError` when nobody reads what `step` prints.
        """
        folder = self.folder
        if not begins and not profiles.has_memory(folder):
            raise NoMemory(f"There is no memory in {folder} yet. “tsumugi add” begins one.")
        arguments = {name: value for name, value in given.items() if value is not None}
        request = Request(operation, arguments, "cli", AUTHOR, project=self.project, channel=self.channel)
        listener = _Listener(self, step or _no_step)
        try:
            if self._door is None:
                self._door = open_door(folder)
            found = self._door.call(request, listener)
            return found if self.json else harmless(found)
        except Cancelled:
            raise BrokenPipeError from None
        except KeyboardInterrupt:
            self._enough = True
            raise
        finally:
            if isinstance(step, Counter):
                step.wipe()

    @property
    def enough(self) -> bool:
        """Whether the user has pressed Ctrl+C."""
        return self._enough

    def give(self, value: Any, text: str, code: int = OK) -> None:
        """Print what came of it, as JSON or for people, and end with that code."""
        click.echo(json.dumps(value, ensure_ascii=False) if self.json else text)
        if code != OK:
            raise click.exceptions.Exit(code)

    def close(self) -> None:
        """Let the profile go. After Ctrl+C not for long: whatever is open is safe to leave."""
        if self._door is None:
            return
        door, self._door = self._door, None
        closing = Thread(target=door.close, daemon=True, name="closing")
        closing.start()
        try:
            closing.join(_PATIENCE if self._enough else None)
        except KeyboardInterrupt:
            os._exit(INTERRUPTED)
        if closing.is_alive():
            os._exit(INTERRUPTED)


class _Listener:
    """Hears of progress, on whatever thread. Stops the work when nobody wants it any more."""

    def __init__(self, call: Call, step: Callable[[Any], None]) -> None:
        self._call, self._step = call, step

    def __call__(self, step: Any) -> None:
        """Raises `Cancelled`."""
        if self._call.enough:
            raise Cancelled
        try:
            self._step(step if self._call.json else harmless(step))
        except OSError:
            raise Cancelled from None


def harmless(value: Any) -> Any:
    """The same without characters that command a terminal: what is quoted was written by anybody."""
    if isinstance(value, str):
        return value.translate(_COMMANDS)
    if isinstance(value, dict):
        return {name: harmless(one) for name, one in value.items()}
    return [harmless(one) for one in value] if isinstance(value, list) else value


def _no_step(step: Any) -> None:
    """Nobody wants to know."""


class Counter:
    """Shows on one line of a terminal how far long work has come; where nobody watches it says nothing."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._shown = False

    def __call__(self, step: Any) -> None:
        if not sys.stderr.isatty():
            return
        done, total = step.get("done", 0), step.get("total", 0)
        click.echo(f"{_WIPE}{self._words}… {f'{done:,} of {total:,}' if total else ''}", nl=False, err=True)
        self._shown = True

    def wipe(self) -> None:
        """The line is no longer needed."""
        if self._shown:
            click.echo(_WIPE, nl=False, err=True)
