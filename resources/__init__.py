"""Where the files that ship beside the code lie: models, word lists, icons, styles, translations.

One lookup, so that no other module knows whether the app runs from a checkout, an installed wheel or a frozen bundle.
"""

from pathlib import Path

_ROOT = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of a shipped file or folder, such as `resource("models/encoder.onnx")`.

    `name` is relative, with forward slashes. The file need not exist: who opens it says what its absence means.
    Raises `ValueError` for a name that leads out of the folder, since such a name is a slip of the program.
    """
    path = (_ROOT / name).resolve()
    if not path.is_relative_to(_ROOT):
        raise ValueError(f"{name!r} is not inside the resources")
    return path
