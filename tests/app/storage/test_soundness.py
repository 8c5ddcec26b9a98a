"""What is wrong with a database file is counted, and nothing of what is in it is shown."""

from pathlib import Path

import pytest

from app.domain.errors import DamagedFile
from app.storage.connection import open_connection
from app.storage.migrations import newest
from app.storage.soundness import Soundness, examined
from tests.builders import NOON
from tests.remembering import Memory


@pytest.fixture
def file(profile: Path) -> Path:
    memory = Memory(profile)
    memory.tell("Alice works at Acme.", NOON)
    memory.close()
    return profile / "memory.db"


def after(file: Path, *statements: str) -> Soundness:
    connection = open_connection(file, writing=True)
    try:
        connection.pragma("foreign_keys", False)
        for statement in statements:
            connection.execute(statement)
        return examined(connection)
    finally:
        connection.close()


def test_a_sound_file(file: Path):
    assert after(file) == Soundness(newest(), newest())


def test_what_points_nowhere_is_counted(file: Path):
    assert after(file, "DELETE FROM sessions").dangling == 1


def test_names_and_counts_out_of_step_are_counted(file: Path):
    more = "INSERT INTO mention_counts VALUES (777, 3), (778, 1)"
    grams = "INSERT INTO name_grams (rowid, grams) VALUES (999, '^al')"
    assert after(file, more, grams).out_of_step == 3


def test_a_reader_that_looked_before_sees_no_fault_in_what_was_written_since(file: Path):
    writer, reader = open_connection(file, writing=True), open_connection(file, writing=False)
    try:
        for row in (901, 903):
            examined(reader)
            writer.execute("INSERT INTO name_grams (rowid, grams) VALUES (?, '^zo zor')", (row,))
            assert examined(reader).faults == ()
    finally:
        reader.close()
        writer.close()


def test_damaged_pages_are_found_or_told(file: Path):
    connection = open_connection(file, writing=True)
    connection.wal_checkpoint()
    connection.close()
    data = bytearray(file.read_bytes())
    for page in range(2, len(data) // 4096, 2):
        data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    file.write_bytes(bytes(data))
    try:
        assert after(file).faults
    except DamagedFile:
        return


def test_looking_needs_no_right_to_write(file: Path):
    connection = open_connection(file, writing=False)
    assert examined(connection).faults == ()
    connection.close()
