"""Taking memory along, forgetting, and looking after its files."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from app.domain.errors import Told
from app.frontends import printing
from app.frontends.calling import NOTHING, OK, Call, Counter
from app.frontends.shell import Spoken
from app.services import profiles

_ARCHIVE = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command("export", cls=Spoken, scoped=False, short_help="Write all of memory to one archive.")
@click.argument("file", type=_ARCHIVE)
@click.option("--overwrite", is_flag=True, help="Write over a file that is there.")
@click.pass_obj
def export(call: Call, /, file: Path, overwrite: bool) -> None:
    """Write all of memory to one archive (a zip of JSON Lines that people can read). `-` writes it to the pipe.

    Chats off the record and passwords that you typed are in it: it is your own copy. Keep it in a safe place.

    \b
    Examples:
      tsumugi export memory.tsumugi.zip
      tsumugi export - | gpg --encrypt --recipient me > memory.zip.gpg
    """
    if str(file) == "-":
        _to_pipe(call)
        return
    target = file.expanduser().resolve()
    if target.exists() and not overwrite:
        raise click.UsageError(f"{target} is there already. “--overwrite” writes over it.")
    if not target.parent.is_dir():
        raise click.UsageError(f"There is no folder {target.parent}.")
    made = call.ask("export", step=Counter("Writing"), path=str(target))
    call.give(made, f"{target} ({made['bytes']:,} bytes)")


def _to_pipe(call: Call) -> None:
    out = sys.stdout.buffer
    if call.json or sys.stdout.isatty():
        raise click.UsageError("“-” writes the archive itself; pipe it somewhere, without --json.")
    with tempfile.TemporaryDirectory() as folder:
        made = call.ask("export", step=Counter("Writing"), path=str(Path(folder) / "memory.zip"))
        with Path(made["path"]).open("rb") as archive:
            shutil.copyfileobj(archive, out)
    out.flush()


@click.command("import", cls=Spoken, scoped=False, short_help="Make an empty memory from an archive.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def import_(call: Call, /, file: Path) -> None:
    """Make an empty memory the one that an archive holds: all of it, or nothing.

    \b
    Examples:
      tsumugi --profile copy import memory.tsumugi.zip
    """
    made = call.ask("import", begins=True, step=Counter("Reading"), path=str(file.expanduser().resolve()))
    call.give(made, f"{printing.count(made['records'], 'record')} in memory now.")


@click.command(cls=Spoken, short_help="Forget for good: it cannot be undone.")
@click.argument("ref", required=False)
@click.option("--entity", metavar="NAME", help="Somebody or something, with the records that name it.")
@click.option("--conversation", type=int, metavar="ID", help="A chat with all its turns.")
@click.option("--note", type=int, metavar="ID", help="A note with all its versions.")
@click.option("--deleted", is_flag=True, help="Copies of what was deleted or changed, which undo could bring back.")
@click.option("--everything", is_flag=True, help="All of memory.")
@click.option("--with-backups", is_flag=True, help="Remove backups as well: they still hold what was in memory then.")
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.pass_obj
def forget(call: Call, /, yes: bool, with_backups: bool, **what: Any) -> None:
    """Forget for good: out of the database, of every index, and of what undo keeps. It cannot be undone.

    Backups still hold what was in memory when they were made; --with-backups removes them as well.

    What would go is shown first. Where nobody can be asked, nothing is done without --yes, and the exit code is 1.

    \b
    Examples:
      tsumugi forget ep:12
      tsumugi forget --entity "Dr. Grey" --yes
      tsumugi forget --everything --with-backups
    """
    chosen = {name: value for name, value in what.items() if value not in (None, False)}
    if len(chosen) != 1:
        raise click.UsageError("Give one thing to forget: REF, --entity, --conversation, --note, … (see --help).")
    going = call.ask("forget_preview", **chosen)
    if not call.json:
        click.echo(printing.going(going))
    if not (yes or _agreed(call)):
        call.give({"going": going, "forgotten": None}, "Nothing was forgotten.", NOTHING)
    done = call.ask("forget", step=Counter("Forgetting"), with_backups=with_backups, **chosen)
    whole = done["files_written_anew"]
    words = "Forgotten." if whole else "Forgotten. Some files are in use and are written anew later."
    call.give({"going": going, **done}, words)


def _agreed(call: Call) -> bool:
    asked = not call.json and sys.stdin.isatty()
    return asked and click.confirm("Forget it for good?", err=True)


@click.command(cls=Spoken, scoped=False, short_help="Look whether all is in order, and repair it.")
@click.option("--repair", is_flag=True, help="Make anew what can be made anew. What was written is never changed.")
@click.pass_obj
def doctor(call: Call, /, repair: bool) -> None:
    """Look whether all is in order: files, database, indexes, models, keyring, settings. Exit code 1 if it is not.

    \b
    Examples:
      tsumugi doctor
      tsumugi doctor --repair
      tsumugi doctor --json | jq '.findings[] | select(.state != "ok")'
    """
    found = _examined(call)
    repaired: list[str] = []
    if repair and (bad := {row["name"] for row in found if row["state"] != "ok"}):
        _mend(call)
        found = _examined(call)
        repaired = sorted(bad - {row["name"] for row in found if row["state"] != "ok"})
    words = printing.findings(found)
    if repair:
        words += f"\nRepaired: {', '.join(repaired) if repaired else 'nothing'}."
    failed = any(row["state"] == "fail" for row in found)
    call.give({"findings": found, "repaired": repaired}, words, NOTHING if failed else OK)


def _examined(call: Call) -> list[Any]:
    """What is around the profile, then what is in it, as far as it can be opened."""
    from dataclasses import asdict

    from app.services import surroundings

    found = [asdict(one) for one in surroundings.look(call.folder)]
    if not profiles.has_memory(call.folder):
        return found
    try:
        return found + list(call.ask("check")["findings"])
    except Told as error:
        return [*found, {"name": "database", "state": "fail", "message": str(error), "advice": "See backups/."}]


def _mend(call: Call) -> None:
    from app.services import surroundings

    surroundings.mend(call.folder)
    if profiles.has_memory(call.folder):
        try:
            call.ask("repair", step=Counter("Repairing"))
        except Told:
            return  # it is told by what is found afterwards
