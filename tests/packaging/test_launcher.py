"""The program that setting up a checkout makes."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.frontends.edition import number

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def launcher() -> ModuleType:
    found = importlib.util.spec_from_file_location("launcher", ROOT / "packaging" / "launcher.py")
    assert found is not None and found.loader is not None
    made = importlib.util.module_from_spec(found)
    found.loader.exec_module(made)
    return made


def test_the_program_runs_the_checkout_from_any_folder(launcher: ModuleType, tmp_path: Path):
    wheel = launcher.wheel(tmp_path)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    there = tmp_path / "there"
    subprocess.run([*command, "--no-deps", "--target", str(there), str(wheel)], check=True)
    program = there / "bin" / launcher.PROGRAM
    env = {**os.environ, "PYTHONPATH": str(there)}
    said = subprocess.run([program, "--version"], cwd=tmp_path, env=env, capture_output=True, check=True)
    assert said.stdout.decode().split() == ["tsumugi", number()]
