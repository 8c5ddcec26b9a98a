"""The command line as a whole: help, options, exit codes, and what it does without a command."""

import json
import subprocess
import sys

import click
import pytest

from app.frontends import cli
from app.frontends.cli import tsumugi
from app.services import profiles
from tests.app.frontends.terminal import ROOT, Terminal, environment

COMMANDS = sorted(tsumugi.commands)


def test_no_qt_is_imported_by_any_front_end():
    code = (
        "import pkgutil, sys, importlib, app.frontends as f\n"
        "for one in pkgutil.walk_packages(f.__path__, 'app.frontends.'): importlib.import_module(one.name)\n"
        "print([name for name in sys.modules if 'PySide' in name or 'shiboken' in name or name.split('.')[0] == 'ui'])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "[]"


def test_asking_for_help_loads_no_model_and_no_database():
    code = "import sys, app.frontends.cli; print({'numpy', 'apsw', 'onnxruntime', 'mcp', 'openai'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "set()"


def test_all_that_was_promised_is_there():
    wanted = "add ask declare doctor entities export forget import mcp open recall reconstruct retract show traverse"
    assert wanted.split() == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_how_it_is_used(terminal: Terminal, name: str):
    said = terminal.says(name, "--help")
    assert (
        f"Usage: tsumugi {name}" in said and "Examples:" in said and f"tsumugi{' ' if name != 'open' else ''}" in said
    )
    for option in ("--json", "--profile NAME", "--data-dir FOLDER"):
        assert option in said


def test_help_and_version(terminal: Terminal):
    said = terminal.says("--help")
    assert "Exit codes" in said and all(f"\n  {name} " in said for name in COMMANDS)
    listed = said[said.index("Commands:") :]
    assert "..." not in listed and "…" not in listed and max(map(len, listed.splitlines())) <= 80
    assert terminal.says("--version").startswith("tsumugi ")
    assert terminal.says("-h") == said


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("recall", "x", "--limit", "0"),
        ("recall", "x", "--limit", "many"),
        ("declare",),
        ("declare", "{"),
        ("declare", "[1]"),
        ("declare", "@/nowhere/at/all.json"),
        ("retract",),
        ("forget",),
        ("forget", "ep:1", "--everything"),
        ("import", "/nowhere/at/all.zip"),
        ("show",),
        ("--profile", "a/b", "recall", "x"),
        ("--profile", "..", "recall", "x"),
        ("--profile", " ", "add", "x"),
        ("--json", "open"),
    ],
)
def test_wrong_use_is_told_and_makes_nothing(terminal: Terminal, words: tuple[str, ...]):
    result = terminal.run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage:") or "Error" in result.output
    assert not terminal.data.exists()


def test_wrong_use_in_json_is_one_value(terminal: Terminal):
    found = terminal.json("recall", "x", "--limit", "0", code=2)
    assert "--limit" in found["error"]["message"]


def test_a_profile_that_nobody_made_is_not_made_by_asking(terminal: Terminal):
    for words in (("recall", "x"), ("ask", "x?"), ("forget", "--everything", "--yes"), ("retract", "--relation", "1")):
        result = terminal.run("--profile", "typo", *words)
        assert result.exit_code == 3 and "typo" in result.stderr
    assert not terminal.data.exists()


def test_options_may_stand_before_and_after_the_command(terminal: Terminal):
    terminal.says("--profile", "work", "add", "Budget talk on Friday.")
    before = terminal.says("--json", "--profile", "work", "recall", "budget")
    after = terminal.says("recall", "budget", "--profile", "work", "--json")
    assert json.loads(before) == json.loads(after)
    assert terminal.run("recall", "budget").exit_code == 3


def test_without_a_command_the_window_opens(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    started: list[list[str]] = []
    monkeypatch.setattr(cli.os, "execv", lambda program, command: started.append([program, *command]))
    terminal.says()
    terminal.says("open", "--profile", "work")
    tail = ["-m", "ui.application", "--profile", "{}", "--data-dir", str(terminal.data)]
    names = ("default", "work")
    assert started == [[sys.executable, sys.executable, *(part.format(name) for part in tail)] for name in names]


def test_agents_are_served_for_the_profile_that_was_named(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    from app.frontends import mcp

    served = []
    monkeypatch.setattr(mcp, "serve", served.append)
    terminal.says("mcp", "--profile", "work")
    assert served == [terminal.data / "work"]


def test_the_default_place_is_the_windows():
    from platformdirs import user_data_path

    assert profiles.folder_of("default") == user_data_path("tsumugi", appauthor=False) / "default"


def test_colours_only_where_they_are_wanted(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    from click.testing import CliRunner

    terminal.says("add", "A heron at the pond.")
    words = ["--data-dir", str(terminal.data), "recall", "heron"]
    assert "\x1b[" in CliRunner().invoke(tsumugi, words, color=True).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in CliRunner().invoke(tsumugi, words, color=True).output


def test_ctrl_c_ends_with_130(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.frontends.calling.open_door", stopped)
    terminal.folder.mkdir(parents=True)
    (terminal.folder / "memory.db").touch()
    assert terminal.run("recall", "x").exit_code == 130


def test_every_command_takes_the_shared_options():
    for command in tsumugi.commands.values():
        names = [name for option in command.params if isinstance(option, click.Option) for name in option.opts]
        assert {"--json", "--profile", "--data-dir"} <= set(names)
        assert len(names) == len(set(names))
