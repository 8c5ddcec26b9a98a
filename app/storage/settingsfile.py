"""The profile's settings on disk: one JSON object, written whole or not at all."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.domain.errors import StorageFull

_NAME = "settings.json"


def read_settings(folder: Path) -> dict[str, Any]:
    """What was saved; nothing when there is no file or it is no JSON object."""
    try:
        found = json.loads((folder / _NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Replace the file in one step. Raises `StorageFull`."""
    target = folder / _NAME
    unfinished = target.with_suffix(".part")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            json.dump(dict(settings), file, indent=1)  # ASCII: a lone surrogate has no UTF-8
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as error:
        raise StorageFull from error
