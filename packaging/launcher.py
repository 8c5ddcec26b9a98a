"""The program `tsumugi` beside the interpreter of `.venv`. It runs this checkout, wherever it is called.

Standard library only: it is made while a checkout is set up.
"""

import os
import subprocess
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "tsumugi.exe" if os.name == "nt" else "tsumugi"
MODULE = "tsumugi_checkout.py"
LAUNCH = """import os
import sys

ROOT = {root!r}


def main():
    sys.path.insert(0, ROOT)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH", "")]))
    from app.frontends import cli

    cli.main()
"""


def ready(python: Path) -> bool:
    """Have the program beside that interpreter, which has pip. Whether it is there then."""
    if (python.parent / PROGRAM).exists() and LAUNCH.format(root=str(ROOT)) in _installed(python.parent.parent):
        return True
    with tempfile.TemporaryDirectory() as folder:
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
        command += ["--no-deps", "--force-reinstall", "--no-warn-script-location", str(wheel(Path(folder)))]
        return not subprocess.run(command, check=False).returncode


def wheel(folder: Path) -> Path:
    """A wheel of which pip makes the program, on every system, with nothing to download or to build.

    Its one module stands for the checkout, under a name that no package has: the checkout itself stays out of
    everybody else's path.
    """
    import tomllib  # from Python 3.11 on, which is checked before

    number = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    about = f"tsumugi-{number}.dist-info"
    files = {
        MODULE: LAUNCH.format(root=str(ROOT)),
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: tsumugi\nVersion: {number}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: dev\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\ntsumugi = tsumugi_checkout:main\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    made = folder / f"tsumugi-{number}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return made


def _installed(venv: Path) -> list[str]:
    """The module behind the program, as it is installed."""
    places = [*venv.glob("lib/python*/site-packages"), venv / "Lib" / "site-packages"]
    modules = [place / MODULE for place in places]
    return [module.read_text(encoding="utf-8") for module in modules if module.exists()]
