"""Which version of the program this is."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def number() -> str:
    """The version of the source beside this file, or of the installed program."""
    source = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if source.exists():
        return str(tomllib.loads(source.read_text(encoding="utf-8"))["project"]["version"])
    try:
        return version("tsumugi")
    except PackageNotFoundError:
        return "0"
