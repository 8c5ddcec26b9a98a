"""Where profiles lie: a folder each, below the data folder."""

from pathlib import Path

from platformdirs import user_data_path

from app.domain.errors import BadInput

DEFAULT = "default"
_FORBIDDEN = set('/\\:*?"<>|')


def folder_of(name: str, data_folder: Path | None = None) -> Path:
    """The profile's folder, which need not be there. Raises `BadInput` for a name that is not one folder's name."""
    plain = name.strip()
    if plain in ("", ".", "..") or set(plain) & _FORBIDDEN or not plain.isprintable():
        raise BadInput("“{name}” cannot be the name of a profile.", name=plain[:60])
    return (data_folder or user_data_path("tsumugi", appauthor=False)) / plain


def has_memory(folder: Path) -> bool:
    """Whether a memory was begun there."""
    return (folder / "memory.db").exists()
