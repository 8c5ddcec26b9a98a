"""Breaks each promise of `mutations.toml` in a copy of the source and shows that its tests notice.

    python packaging/mutating.py [NAME ...]

Without a change the tests must be green, with one of the changes red. Prints a line for each; the last line is one JSON
object. Ends with 1 when a change stays unnoticed, or its text does not stand in the source exactly once.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "packaging" / "mutations.toml"
AT_ONCE = 2
_TESTS_FAILED = 1
"""How pytest ends when a test failed; anything else than this and 0 means that it could not run them."""
_LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*")


@dataclass(frozen=True)
class Mutation:
    """`find` stands once in `file`; with `replace` in its place one of `tests` must fail."""

    name: str
    promise: str
    file: str
    find: str
    replace: str
    tests: Sequence[str]


def read(path: Path = LIST) -> list[Mutation]:
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
    return [Mutation(**row) for row in rows]


def copied(folder: Path) -> None:
    """The source and its tests; what is large and never changed is linked."""
    for room in ("app", "tests"):
        shutil.copytree(ROOT / room, folder / room, ignore=_LEFT_OUT)
    for room in ("resources", "ui", "packaging"):
        (folder / room).symlink_to(ROOT / room, target_is_directory=True)
    shutil.copy(ROOT / "pyproject.toml", folder)


def tested(folder: Path, tests: Sequence[str]) -> int:
    """How pytest ended in the copy. What it says is shown where it could not even run them."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    more = {"PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    if done.returncode not in (0, _TESTS_FAILED):
        print(done.stdout[-2000:] + done.stderr[-2000:], flush=True)
    return done.returncode


def noticed(mutation: Mutation) -> bool:
    """Whether the tests turn red in a copy with the change."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        target = folder / mutation.file
        source = target.read_text(encoding="utf-8")
        if source.count(mutation.find) != 1:
            print(
                f"? {mutation.name}: its text stands {source.count(mutation.find)} times in {mutation.file}", flush=True
            )
            return False
        target.write_text(source.replace(mutation.find, mutation.replace), encoding="utf-8")
        red = tested(folder, mutation.tests) == _TESTS_FAILED
    print(f"{'red  ' if red else 'GREEN'} {mutation.name}: {mutation.promise}", flush=True)
    return red


def main(names: Sequence[str]) -> int:
    mutations = [one for one in read() if not names or one.name in names]
    with tempfile.TemporaryDirectory() as name:
        copied(Path(name))
        if tested(Path(name), sorted({test for one in mutations for test in one.tests})):
            print("without a change the tests are not green", flush=True)
            return 1
    with ThreadPoolExecutor(AT_ONCE) as pool:
        red = sum(pool.map(noticed, mutations))
    print(json.dumps({"mutations": len(mutations), "red": red}))
    return int(red < len(mutations))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
