#!/usr/bin/env python3
"""Everything a developer does, from a bare machine on: run, cli, test, check, bench, shots, stories, lock.

Standard library only, Python 3.11 or newer, Linux, macOS and Windows. Each command first makes the machine ready
(system libraries, `.venv`, locked packages); what is ready already is skipped, so the second time is quick.

    python3 packaging/dev.py run [options of tsumugi]    open the app; without a display, the guided demo
    python3 packaging/dev.py cli [COMMAND ...]           tsumugi on the command line: `cli --help` lists the commands
    python3 packaging/dev.py test [options of pytest]    every check, as continuous integration runs it
    python3 packaging/dev.py check [--fix]               format, lint, types, import contracts
    python3 packaging/dev.py check --mutations           promises broken on purpose: each must turn its test red
    python3 packaging/dev.py bench NAME [options]        a benchmark; the last line printed is one JSON object
    python3 packaging/dev.py shots [FOLDER]              screenshots in light and dark, English and Japanese
    python3 packaging/dev.py stories [FOLDER]            memory set right by hand, in a real window, with pictures
    python3 packaging/dev.py lock                        renew the lock files (needs uv)
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import launcher

ROOT = Path(__file__).resolve().parent.parent
CALLED_IN = Path.cwd()
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
RUN_LOCK = ROOT / "packaging" / "requirements.lock"
DEV_LOCK = ROOT / "packaging" / "requirements-dev.lock"
OLDEST_PYTHON = (3, 11)
COVERAGE_FLOOR = 90

QT_LIBRARIES = ("libgl1", "libegl1", "libxkbcommon0", "libfontconfig1", "libglib2.0-0", "libdbus-1-3")
DISPLAY_LIBRARIES = (
    *("libxcb-cursor0", "libxkbcommon-x11-0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-image0"),
    *("libxcb-render-util0", "libxcb-randr0", "libxcb-shape0"),
)
FONTS = ("fonts-noto-cjk",)
VIRTUAL_SCREEN = ("xvfb", "xauth")


def say(text: str) -> None:
    print(f"· {text}", file=sys.stderr, flush=True)  # standard output belongs to what is run: agents read it


def stop(text: str) -> None:
    sys.exit(f"✗ {text}")


# ── making the machine ready ──────────────────────────────────────────────────────────────────────────────────────


def missing_system_packages(*more: str) -> list[str]:
    """Debian packages that Qt needs and that are not installed; empty where the system is not Debian's kind."""
    if not shutil.which("dpkg-query"):
        return []
    wanted = [*QT_LIBRARIES, *FONTS, *(DISPLAY_LIBRARIES if has_display() else ()), *more]
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *wanted], capture_output=True, text=True
    )
    installed = {line.split()[0] for line in asked.stdout.splitlines() if line.endswith(" installed")}
    # Newer releases renamed some packages with the suffix t64; either name will do.
    renamed = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *(f"{name}t64" for name in wanted)],
        capture_output=True,
        text=True,
    )
    installed |= {
        line.split()[0].removesuffix("t64") for line in renamed.stdout.splitlines() if line.endswith(" installed")
    }
    return [name for name in wanted if name not in installed]


def has_display() -> bool:
    """Whether a window can be shown to somebody."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def ready_system(*more: str) -> None:
    missing = missing_system_packages(*more)
    if not missing:
        return
    line = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    if os.geteuid() != 0:
        stop(f"Qt needs system libraries that are not installed. Please run:\n  sudo apt-get update && sudo {line}")
    say(f"installing system libraries: {' '.join(missing)}")
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)
    if subprocess.run(line.split(), check=False, **quiet).returncode:
        stop(f"the system libraries could not be installed. Please run:\n  {line}")


def ready_packages(lock: Path) -> None:
    """Make `.venv` and bring it to what `lock` says, checked by hash. Skipped when the stamp says it is done."""
    stamp = VENV / "installed.txt"
    wanted = hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()
    done = stamp.read_text().split() if stamp.exists() and PYTHON.exists() else []
    if wanted in done:
        return
    if not PYTHON.exists():
        say("making the virtual environment .venv")
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    say(f"installing locked packages from {lock.relative_to(ROOT)} (a few minutes the first time)")
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*command, "--no-deps", "--require-hashes", "-r", str(lock)], check=False).returncode:
        stop("the packages could not be installed; the lines above say why. Running the same command again is safe.")
    stamp.write_text("\n".join([*(line for line in done if line != wanted), wanted]))


def ready(lock: Path) -> None:
    if sys.version_info < OLDEST_PYTHON:
        stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    ready_system()
    ready_packages(lock)
    if not launcher.ready(PYTHON):
        say("the program tsumugi could not be made; “packaging/dev.py cli” does the same")


def environment(**more: str) -> dict[str, str]:
    """The environment of a child: our sources first, UTF-8 everywhere, one thread for small sums as in the app."""
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1", **more}


def child(*command: str, **more: str) -> int:
    return subprocess.run([str(PYTHON), *command], cwd=ROOT, env=environment(**more), check=False).returncode


# ── commands ──────────────────────────────────────────────────────────────────────────────────────────────────────


def run(rest: list[str]) -> int:
    ready(RUN_LOCK if not (VENV / "installed.txt").exists() else newest_lock())
    if has_display():
        return child("-m", "ui.application", *rest)
    say("no display here: showing the guided demo offscreen")
    return child("packaging/demo.py", *rest, QT_QPA_PLATFORM="offscreen")


def cli(rest: list[str]) -> int:
    """In the folder where it was called, so that names of files mean what they say there."""
    ready(newest_lock() if (VENV / "installed.txt").exists() else RUN_LOCK)
    command = [str(PYTHON), "-m", "app.frontends.cli", *rest]
    return subprocess.run(command, cwd=CALLED_IN, env=environment(), check=False).returncode


def newest_lock() -> Path:
    """The development lock holds all of the other: where it is installed, that is enough to run."""
    done = (VENV / "installed.txt").read_text().split()
    development = hashlib.sha256(DEV_LOCK.read_bytes() + sys.version.encode()).hexdigest()
    return DEV_LOCK if development in done else RUN_LOCK


CHECKS = (
    ("format", ["ruff", "format", "--check", "app", "ui", "tests", "packaging", "resources"]),
    ("lint", ["ruff", "check", "app", "ui", "tests", "packaging", "resources"]),
    ("types", ["mypy"]),
    ("imports", ["importlinter.cli", "lint"]),
)


def check(rest: list[str]) -> int:
    ready(DEV_LOCK)
    if "--mutations" in rest:
        return child("packaging/mutating.py")
    if "--fix" in rest:
        child("-m", "ruff", "check", "--fix", "-q", "app", "ui", "tests", "packaging", "resources")
        child("-m", "ruff", "format", "-q", "app", "ui", "tests", "packaging", "resources")
    failed = []
    for name, command in CHECKS:
        say(name)
        if name == "imports":
            code = child("-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache")
        else:
            code = child("-m", *command)
        if code:
            failed.append(name)
    if failed:
        print(f"✗ {', '.join(failed)}", flush=True)
    return int(bool(failed))


def test(rest: list[str]) -> int:
    if code := check([]):
        return code
    say("tests")
    whole = not rest
    covered = ["--cov", "--cov-report=term:skip-covered", f"--cov-fail-under={COVERAGE_FLOOR}"] if whole else []
    # A file stays together, since its tests share what is costly to make; above four the disk is what is waited for.
    side_by_side = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "loadfile"] if whole else []
    return child("-m", "pytest", *side_by_side, *covered, *rest, QT_QPA_PLATFORM="offscreen")


def bench(rest: list[str]) -> int:
    folder = ROOT / "tests" / "benchmarks"
    programs = (path for path in folder.glob("[a-z]*.py") if "__main__" in path.read_text(encoding="utf-8"))
    names = sorted(path.stem for path in programs)
    if not rest or rest[0] not in names:
        stop(f"which benchmark? One of: {', '.join(names)}")
    ready(newest_lock() if (VENV / "installed.txt").exists() else RUN_LOCK)
    # -P: a benchmark may bear the name of the library that it measures
    return child("-P", f"tests/benchmarks/{rest[0]}.py", *rest[1:], QT_QPA_PLATFORM="offscreen")


def shots(rest: list[str]) -> int:
    ready(newest_lock() if (VENV / "installed.txt").exists() else RUN_LOCK)
    return child("packaging/shots.py", *rest, QT_QPA_PLATFORM="offscreen")


def lock(rest: list[str]) -> int:
    """Resolve the newest versions that pyproject.toml allows, for all platforms at once."""
    compiler = shutil.which("uv")
    if compiler is None:
        stop("uv is needed to renew the lock files: https://docs.astral.sh/uv/")
    command = [compiler, "pip", "compile", "pyproject.toml", "--universal", "--generate-hashes", "--python-version"]
    command += ["3.11", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"]
    subprocess.run([*command, *rest, "--group", "dev", "-o", str(DEV_LOCK)], cwd=ROOT, check=True)
    subprocess.run([*command, *rest, "-c", str(DEV_LOCK), "-o", str(RUN_LOCK)], cwd=ROOT, check=True)
    return 0


def stories(rest: list[str]) -> int:
    """What people do by hand, in a window on a screen: this one's, else a virtual one; pictures of each step."""
    ready(DEV_LOCK)
    folder = (CALLED_IN / (rest[0] if rest else "stories")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    say(f"pictures go to {folder}")
    told = ["-m", "pytest", "tests/stories/test_by_hand.py", "-q", *rest[1:]]
    if has_display():
        return child(*told, TSUMUGI_PICTURES=str(folder))
    if sys.platform == "linux":
        ready_system(*VIRTUAL_SCREEN, *DISPLAY_LIBRARIES)
    if not shutil.which("xvfb-run"):
        say("no screen and no Xvfb here: the window is drawn offscreen")
        return child(*told, TSUMUGI_PICTURES=str(folder), QT_QPA_PLATFORM="offscreen")
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
    env = environment(TSUMUGI_PICTURES=str(folder), QT_QPA_PLATFORM="xcb")
    return subprocess.run([*screen, str(PYTHON), *told], cwd=ROOT, env=env, check=False).returncode


COMMANDS = {
    "run": run,
    "cli": cli,
    "test": test,
    "check": check,
    "bench": bench,
    "shots": shots,
    "stories": stories,
    "lock": lock,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    given, rest = parser.parse_known_args(sys.argv[1:2] if sys.argv[1:2] == ["cli"] else None)
    rest = sys.argv[2:] if given.command == "cli" else rest
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    os.chdir(ROOT)
    return COMMANDS[given.command](rest)


if __name__ == "__main__":
    sys.exit(main())
