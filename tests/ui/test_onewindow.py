"""A second start knocks, and ends."""

from pathlib import Path
from typing import Any

import pytest

from ui.application import arguments, profile_folder
from ui.onewindow import OneWindow


def test_the_second_start_raises_the_first_window(qtbot: Any, profile: Path) -> None:
    first, second = OneWindow(profile), OneWindow(profile)
    assert first.first()
    with qtbot.waitSignal(first.knocked, timeout=3000):
        assert not second.first()
    first.close()


def test_another_profile_is_another_window(qapp: Any, profile: Path, tmp_path: Path) -> None:
    one, other = OneWindow(profile), OneWindow(tmp_path / "other")
    assert one.first()
    assert other.first()
    one.close()
    other.close()


def test_the_name_is_free_again_after_the_end(qapp: Any, profile: Path) -> None:
    first = OneWindow(profile)
    assert first.first()
    first.close()
    again = OneWindow(profile)
    assert again.first()
    again.close()


def test_profiles_are_folders_of_the_data_folder(tmp_path: Path) -> None:
    assert profile_folder(arguments(["--data-dir", str(tmp_path)])) == tmp_path / "default"
    assert profile_folder(arguments(["--profile", "仕事", "--data-dir", str(tmp_path)])) == tmp_path / "仕事"


@pytest.mark.parametrize("name", ["", " ", "..", "a/b", "a\\b", "c:x"])
def test_a_profile_is_one_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        profile_folder(arguments(["--profile", name, "--data-dir", str(tmp_path)]))
