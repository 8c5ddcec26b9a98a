"""A file is put whole or not at all, and a place that cannot be written is told in words."""

import errno
import os
import stat

import pytest

from app.domain.errors import BadInput, StorageFull
from app.exchange import placing
from app.exchange.placing import place


def test_it_takes_the_place_of_what_was_there(tmp_path):
    target = tmp_path / "a.png"
    target.write_bytes(b"old")
    place(target, b"new")
    assert target.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]
    assert os.name == "nt" or stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BadInput, match=r"no place for a file of the name a\.svg"):
        place(tmp_path / "gone" / "a.svg", b"x")


def test_a_folder_of_that_name_is_told_and_nothing_is_left(tmp_path):
    (tmp_path / "a.png").mkdir()
    with pytest.raises(BadInput):
        place(tmp_path / "a.png", b"x")
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize(("code", "error"), [(errno.EACCES, BadInput), (errno.ENOSPC, StorageFull)])
def test_what_was_there_stays_when_writing_is_refused(tmp_path, monkeypatch, code, error):
    target = tmp_path / "a.png"
    target.write_bytes(b"old")

    def refuse(file):
        raise OSError(code, "no")

    monkeypatch.setattr(placing.os, "fsync", refuse)
    with pytest.raises(error):
        place(target, b"new")
    assert target.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("name", ["a" * 300, "nul\x00", "漢" * 200])
def test_a_name_that_no_file_can_bear_is_told(tmp_path, name):
    with pytest.raises(BadInput, match="There is no place for a file"):
        place(tmp_path / name, b"x", new=True)
    assert list(tmp_path.iterdir()) == []


def test_what_nobody_was_asked_about_stays(tmp_path):
    (tmp_path / "a.png").write_bytes(b"old")
    with pytest.raises(BadInput, match=r"There is a file a\.png already"):
        place(tmp_path / "a.png", b"new", new=True)
    assert (tmp_path / "a.png").read_bytes() == b"old"
