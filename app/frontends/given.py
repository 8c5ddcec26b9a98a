"""What a command is given: words as arguments or through a pipe, JSON as text or from a file."""

import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

_PIPE = "-"


def words(arguments: Sequence[str], what: str) -> str:
    """The arguments as one text; for `-`, or for none where something is piped in, all of standard input.

    Raises `click.UsageError` when there is nothing.
    """
    if arguments and tuple(arguments) != (_PIPE,):
        text = " ".join(arguments)
    elif arguments or not sys.stdin.isatty():
        text = piped()
    else:
        raise click.UsageError(f"{what} is missing. Give it as an argument, or pipe it in.")
    if not text.strip():
        raise click.UsageError(f"{what} is empty.")
    return text


def piped() -> str:
    """All of standard input, without the line end that `echo` adds. Raises `click.UsageError` where it is no text."""
    return _decoded(sys.stdin.buffer.read()).removesuffix("\n").removesuffix("\r")


def _decoded(data: bytes) -> str:
    """UTF-8, with or without its mark, or the UTF-16 that some shells of Windows pipe."""
    coding = "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return data.decode(coding)
    except UnicodeDecodeError:
        raise click.UsageError("This is not UTF-8 text.") from None


def json_text(argument: str) -> str:
    """The text of `JSON`, `@file` or `-`. Raises `click.UsageError` when a file cannot be read."""
    if argument == _PIPE:
        return piped()
    if not argument.startswith("@"):
        return argument
    try:
        return _decoded(Path(argument[1:]).read_bytes())
    except OSError as error:
        raise click.UsageError(f"{argument[1:]} cannot be read: {error.strerror}.") from None


def json_object(argument: str) -> dict[str, Any]:
    """The object in `JSON`, `@file` or `-`. Raises `click.UsageError` for anything else."""
    try:
        found = json.loads(json_text(argument))
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"This is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise click.UsageError('This must be a JSON object, such as {"entities": [{"name": "Alice"}]}.')
    return found


def json_or_text(argument: str) -> Any:
    """The value in `JSON`, `@file` or `-`; what is no JSON stays a text, for whoever reads it to refuse."""
    text = json_text(argument)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def as_line(value: Any) -> str:
    """One JSON value on one line, as people read it."""
    return json.dumps(value, ensure_ascii=False)
