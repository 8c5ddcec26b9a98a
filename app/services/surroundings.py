"""What a profile stands on: its folder, its settings, the shipped models, the keyring, and who has it open.

Looked at without opening the profile, so it also tells something where the profile cannot be opened.
"""

import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from app.domain.errors import ModelUnavailable, ProfileBusy, StorageFull, Told
from app.inference.catalog import load_catalog
from app.inference.providers import keys
from app.services.checkup import Finding
from app.services.door import FarDoor
from app.storage.profile import Profile

_LEAST_ROOM = 200 * 1024 * 1024
_SETTINGS = "settings.json"


def look(folder: Path) -> Iterator[Finding]:
    """One finding after the other; nothing is changed."""
    yield _folder(folder)
    yield _privacy(folder)
    yield _room(folder)
    yield _synced(folder)
    yield _settings(folder)
    yield _models()
    yield _keyring()
    yield _door(folder)


def mend(folder: Path) -> None:
    """Close the folder to others, and lay settings that cannot be read aside. Raises `StorageFull`."""
    try:
        if _privacy(folder).state != "ok":
            folder.chmod(0o700)
        if _settings(folder).state != "ok":
            (folder / _SETTINGS).replace(folder / f"{_SETTINGS}.unreadable")
    except OSError as error:
        raise StorageFull from error


def _folder(folder: Path) -> Finding:
    if not folder.is_dir():
        return Finding("folder", "fail", f"{folder} is not there", "“tsumugi add” or the window makes it.")
    closed = [path for path in (folder, *_files(folder)) if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        words = f"{closed[0]} cannot be read and written by you"
        return Finding("folder", "fail", words, "Give yourself the right to read and write it.")
    return Finding("folder", "ok", str(folder))


def _files(folder: Path) -> Iterator[Path]:
    for name in ("memory.db", "memory.db-wal", "index", "index/text", "index/vectors.db", "index/nodes.db"):
        if (path := folder / name).exists():
            yield path


def _privacy(folder: Path) -> Finding:
    if os.name == "nt" or not folder.is_dir():
        return Finding("privacy", "ok", "the folder has the rights of the folder around it")
    if folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        words = "other users of this machine may look into the folder"
        return Finding("privacy", "warn", words, "Run “tsumugi doctor --repair”.")
    return Finding("privacy", "ok", "you alone can look into the folder")


def _room(folder: Path) -> Finding:
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free
    words = f"{free / 1024**3:,.1f} GiB are free on the disk"
    if free < _LEAST_ROOM:
        return Finding("room", "warn", words, "Free some space.")
    return Finding("room", "ok", words)


def _synced(folder: Path) -> Finding:
    if Profile(folder).looks_synced():
        words = "the profile seems to lie in a synced folder, where two machines would damage it"
        return Finding("synced", "warn", words, "Move it out, or have it open on one machine at a time.")
    return Finding("synced", "ok", "the profile lies in no synced folder")


def _settings(folder: Path) -> Finding:
    path = folder / _SETTINGS
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Finding("settings", "ok", "as they come: nothing was changed")
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        words = f"{path} cannot be read, so the settings are as they come"
        return Finding("settings", "fail", words, "Run “tsumugi doctor --repair”: it lays the file aside.")
    return Finding("settings", "ok", "settings.json can be read")


def _models() -> Finding:
    try:
        files = [one.verified() for one in load_catalog().values()]
    except ModelUnavailable as error:
        return Finding("models", "fail", str(error), "Install Tsumugi again.")
    return Finding("models", "ok", f"{len(files)} model files are as they were shipped")


def _keyring() -> Finding:
    if keys.works():
        return Finding("keyring", "ok", "the system's keyring can keep keys of model servers")
    words = "this system offers no keyring, so no key of a model server can be kept"
    return Finding("keyring", "warn", words, "Only needed for servers that want a key.")


def _door(folder: Path) -> Finding:
    if not (folder / "lock").exists():
        return Finding("door", "ok", "nobody has the profile open")
    try:
        FarDoor(folder).close()
    except ConnectionError:
        return _lock(Profile(folder))
    except Told as error:
        return Finding("door", "warn", str(error))
    return Finding("door", "ok", "another program has the profile open and answers")


def _lock(profile: Profile) -> Finding:
    """Whether it can be had, though nobody answers."""
    try:
        profile.acquire()
    except ProfileBusy:
        words = "a program has the profile open and does not answer"
        return Finding("door", "fail", words, "Wait a moment; then close that program or end it.")
    except StorageFull as error:
        return Finding("door", "fail", str(error), "Give yourself the right to write in the folder.")
    profile.release()
    return Finding("door", "ok", "nobody has the profile open")
