"""Which model files ship with the app, and whether those on the disk are still the ones that were shipped.

A damaged weight file does not always fail to load; it may load and give wrong vectors for ever after. So each file is
checked against the size and SHA-256 in `resources/models.toml` before it is opened (about 20 ms for the encoder).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from app.domain.errors import ModelUnavailable
from resources import resource

MISSING = (
    "A part of the language model is missing ({file}). Installing Tsumugi again brings it back; your notes are safe."
)
DAMAGED = "A part of the language model is damaged ({file}). Installing Tsumugi again repairs it; your notes are safe."

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One shipped file. `source`, `licence` and `attribution` are what a product must say about it."""

    name: str
    path: Path
    size: int
    sha256: str
    licence: str
    source: str
    attribution: str = ""

    def verified(self) -> Path:
        """The path, once the file is known to be the one that was shipped. Raises `ModelUnavailable`."""
        try:
            if self.path.stat().st_size != self.size or _digest(self.path) != self.sha256:
                raise ModelUnavailable(DAMAGED, file=self.path.name)
        except FileNotFoundError:
            raise ModelUnavailable(MISSING, file=self.path.name) from None
        except OSError as error:
            raise ModelUnavailable(DAMAGED, file=self.path.name) from error
        return self.path


def _digest(path: Path) -> str:
    state = sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


def load_catalog(toml: Path | None = None) -> Mapping[str, ModelFile]:
    """The shipped model files by name (`encoder`, `tokenizer`, ...). Paths are relative to the file `toml`.

    Raises `ModelUnavailable` if the catalogue itself is missing or unreadable.
    """
    toml = toml or resource("models.toml")
    try:
        rows = tomllib.loads(toml.read_text(encoding="utf-8"))
        return {name: _row(name, row, toml.parent) for name, row in rows.items()}
    except FileNotFoundError:
        raise ModelUnavailable(MISSING, file=toml.name) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelUnavailable(DAMAGED, file=toml.name) from error


def _row(name: str, row: Mapping[str, object], folder: Path) -> ModelFile:
    size = row["size"]
    if not isinstance(size, int):
        raise TypeError("size")
    return ModelFile(
        name=name,
        path=folder / str(row["file"]),
        size=size,
        sha256=str(row["sha256"]),
        licence=str(row["licence"]),
        source=str(row["source"]),
        attribution=str(row.get("attribution", "")),
    )
