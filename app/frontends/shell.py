"""What all commands share: options that may stand anywhere, and one end for every way to fail."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import UnsupportedOperation
from pathlib import Path
from typing import Any

import click

from app.domain.errors import Told
from app.frontends.calling import INTERRUPTED, OK, Call, code_of, harmless

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """An option given to the command counts before one given to `tsumugi`."""
    call = context.find_root().ensure_object(Call)
    if parameter.name is not None and value not in (None, False):
        setattr(call, parameter.name, value)


def _options(scoped: bool) -> list[click.Parameter]:
    shared: dict[str, Any] = {"expose_value": False, "callback": _keep}
    folder = click.Path(file_okay=False, path_type=Path)
    found = [
        click.Option(["--json"], is_flag=True, help="Print one JSON value.", **shared),
        click.Option(["--profile"], metavar="NAME", help="A memory of its own (default: default).", **shared),
        click.Option(["--data-dir"], type=folder, metavar="FOLDER", help="Where profiles lie.", **shared),
    ]
    if scoped:
        found += [
            click.Option(["--project"], metavar="NAME", help="Read and write in this project.", **shared),
            click.Option(["--channel"], metavar="NAME", help="Read and write in this channel.", **shared),
        ]
    return list(found)


class Spoken(click.Command):
    """A command with the shared options, and examples under its help, which begin at `Examples:` in the docstring."""

    def __init__(self, *arguments: Any, scoped: bool = True, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.context_settings = {**SETTINGS, **self.context_settings}
        self.params += _options(scoped)


class Shell(click.Group):
    """`tsumugi`: with no command it opens the window."""

    command_class = Spoken

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.context_settings = {**SETTINGS, **self.context_settings}
        self.params += _options(scoped=True)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """As they were added: what is used most comes first."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Errors in words become a line and an exit code."""
        call = ctx.ensure_object(Call)
        if "NO_COLOR" in os.environ:
            ctx.color = False
        ctx.call_on_close(call.close)
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever reads has had enough, as `head` does: no fault
            _stop_printing()
        except Told as error:
            _complain(str(error), type(error).__name__, call.json)
            ctx.exit(code_of(error))

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run, and leave with the exit code."""
        given = list(sys.argv[1:] if args is None else args)
        more["standalone_mode"] = False
        try:
            code = super().main(given, *rest, **more)
        except click.Abort:
            code = INTERRUPTED
        except click.ClickException as error:
            if "--json" in given:
                _complain(error.format_message(), type(error).__name__, as_json=True)
            else:
                error.show()
            code = error.exit_code
        sys.exit(code if isinstance(code, int) else OK)


def _complain(words: str, kind: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"error": {"kind": kind, "message": words}}, ensure_ascii=False))
    else:
        click.echo(f"Error: {harmless(words)}", err=True)


def _stop_printing() -> None:
    """What is still to be written goes nowhere, so that the end of the program does not stumble over it."""
    with suppress(OSError, ValueError, UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
