"""`tsumugi` on the command line: the window without a command, and memory for people and scripts with one.

    tsumugi [--profile NAME] [--data-dir FOLDER] [--json] COMMAND ...

Everything goes through one door (`services/door.py`): beside an open window it asks that window, otherwise it opens the
profile itself. What is written counts as the user's. Exit codes: 0 done, 1 nothing found or not done, 2 wrong use,
3 the profile is busy or cannot be opened, 4 a model or the network, 130 interrupted.
"""

import os
import sys

import click

from app.frontends.calling import Call
from app.frontends.commands import asking, keeping, writing
from app.frontends.edition import number
from app.frontends.shell import Shell, Spoken


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"tsumugi {number()}")
        context.exit()


@click.group(cls=Shell, invoke_without_command=True)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.pass_context
def tsumugi(context: click.Context) -> None:
    """Chat and notes that remember. Without a command, the window opens.

    \b
    Examples:
      tsumugi
      tsumugi add "I moved to Kyoto in March."
      tsumugi ask "Where do I live?"
      tsumugi --profile work recall "the budget" --json

    \b
    Exit codes: 0 done · 1 nothing found, or not done · 2 wrong use · 3 the profile is busy or cannot be
    opened · 4 a model or the network · 130 interrupted
    """
    if context.invoked_subcommand is None:
        open_window(context.ensure_object(Call))


@click.command("open", cls=Spoken, scoped=False)
@click.pass_obj
def open_(call: Call) -> None:
    """Open the window.

    \b
    Examples:
      tsumugi open
      tsumugi --profile work open
    """
    open_window(call)


def open_window(call: Call) -> None:
    """This process becomes the window's."""
    if call.json:
        raise click.UsageError("The window prints no JSON. Give a command, see “tsumugi --help”.")
    folder = call.folder
    command = [sys.executable, "-m", "ui.application", "--profile", folder.name, "--data-dir", str(folder.parent)]
    sys.stdout.flush()
    if sys.platform == "win32":  # there execv would give the prompt back at once
        import subprocess

        raise click.exceptions.Exit(subprocess.call(command))
    os.execv(sys.executable, command)


@click.command(cls=Spoken, scoped=False, short_help="Serve memory to agents that speak MCP.")
@click.pass_obj
def mcp(call: Call) -> None:
    """Serve memory to agents that speak MCP, over standard input and output. The settings say whether they may.

    \b
    Examples:
      tsumugi mcp
      tsumugi --profile work mcp
    """
    from app.frontends.mcp import serve

    serve(call.folder)


for command in (asking.ask, writing.add, asking.recall, asking.reconstruct, asking.traverse, asking.show):
    tsumugi.add_command(command)
for command in (asking.entities, writing.declare, writing.retract, keeping.forget, keeping.export, keeping.import_):
    tsumugi.add_command(command)
for command in (keeping.doctor, mcp, open_):
    tsumugi.add_command(command)


def main() -> None:
    """The program. UTF-8 on every platform; small sums on one thread, as the window does."""
    for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(library, "1")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    tsumugi.main(prog_name="tsumugi")


if __name__ == "__main__":
    main()
