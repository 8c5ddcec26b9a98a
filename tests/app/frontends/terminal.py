"""A terminal at which `tsumugi` is called: in this process, or as a program of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from app.frontends.cli import tsumugi
from app.services.workspace import Workspace

ROOT = Path(__file__).resolve().parents[3]


class Terminal:
    """`data` is the data folder; the profile is `default` unless said otherwise."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / "default"

    def run(self, *words: str, input: str | bytes | None = None) -> Result:
        """Call it here. Faults of the program are raised."""
        result = CliRunner().invoke(tsumugi, ["--data-dir", str(self.data), *words], input=input, prog_name="tsumugi")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def says(self, *words: str, input: str | bytes | None = None, code: int = 0) -> str:
        """What it prints, when it ends with that code."""
        result = self.run(*words, input=input)
        assert result.exit_code == code, result.output
        return result.stdout

    def json(self, *words: str, input: str | bytes | None = None, code: int = 0) -> Any:
        """The one JSON value that it prints."""
        return json.loads(self.says(*words, "--json", input=input, code=code))

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "app.frontends.cli", "--data-dir", str(self.data), *words]

    def start(self, *words: str, **more: Any) -> "subprocess.Popen[bytes]":
        """A program of its own, with pipes."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(self.command(*words), cwd=ROOT, env=environment(), **pipes | more)

    def pipes(self, *words: str, input: bytes = b"") -> tuple[int, bytes, bytes]:
        """Exit code, standard output and standard error of a program that is piped into."""
        process = self.start(*words)
        out, err = process.communicate(input, timeout=120)
        return process.returncode, out, err


def environment() -> dict[str, str]:
    """As bare as can be: no UTF-8 locale, so that what is printed in UTF-8 is our doing."""
    return {"PYTHONPATH": str(ROOT), "LC_ALL": "C", "PYTHONUTF8": "0", "PATH": os.environ["PATH"]}


def kept(folder: Path) -> list[tuple[str, str, str]]:
    """Words, project and channel of every record; the profile must be free."""
    workspace = Workspace(folder)
    desk = workspace.write_desk()
    try:
        rows = desk.view.episodes.after(0, desk.scope, 1000)
    finally:
        desk.close()
        workspace.close()
    return [(row.text, row.scope.project, row.scope.channel) for row in rows]
