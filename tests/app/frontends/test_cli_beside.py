"""The command line as a program of its own: beside others, in pipes, interrupted."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from app.services import door
from app.services import settings as settings_service
from app.services.owndoor import OwnDoor
from app.storage.lock import FileLock
from tests.app.frontends.terminal import Terminal, kept
from tests.servers import server, stream


@contextmanager
def hosted(folder: Path) -> Iterator[None]:
    """The profile is open in another program, which serves it."""
    host = OwnDoor(folder)
    try:
        yield
    finally:
        host.close()


def set_model(folder: Path, address: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    given = {"model_address": address, "model_name": "any"}
    settings_service.save(folder, settings_service.Settings().with_changes(given))


def test_japanese_through_pipes_whatever_the_locale(terminal: Terminal):
    text = "「読書会」は毎週金曜日です。\n場所は図書館です。"
    code, out, err = terminal.pipes("add", "--title", "予定", input=f"{text}\n".encode())
    assert (code, out, err) == (0, b"ep:1\n", b"")
    code, out, err = terminal.pipes("recall", "--full", input="読書会はいつ？".encode())
    assert code == 0 and err == b""
    assert all(line in out.decode() for line in text.splitlines())
    assert kept(terminal.folder)[0][0] == text


def test_what_ends_badly_says_so_on_standard_error_alone(terminal: Terminal):
    code, out, err = terminal.pipes("recall", "x")
    assert code == 3 and out == b"" and b"no memory" in err
    code, out, err = terminal.pipes("recall", input=b"")
    assert code == 2 and out == b"" and b"is empty" in err


def test_a_reader_that_has_enough_is_no_fault(terminal: Terminal):
    terminal.says("add", "A heron at the pond. " * 40)
    for words in (("recall", "heron", "--full"), ("export", "-")):
        process = terminal.start(*words)
        assert process.stdout is not None and process.stderr is not None and process.stdin is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b"", words
        assert process.wait(60) == 0
        process.stderr.close()


def test_beside_a_program_that_has_the_profile_open(terminal: Terminal, tmp_path: Path):
    with hosted(terminal.folder):
        assert terminal.says("add", "Alice works at Acme in Berlin.", "--learn").startswith("ep:1\nlearned: Alice")
        assert "Acme" in terminal.says("ask", "Where does Alice work?")
        assert terminal.json("recall", "Alice")["records"][0]["ref"] == "ep:1"
        assert terminal.says("traverse", "Alice").startswith("Alice")
        assert terminal.run("traverse", "Nobody").exit_code == 1
        assert terminal.run("forget", "ep:x", "--yes").exit_code == 2
        terminal.says("add", "The heron of the south pond.", "--project", "south")
        assert terminal.run("show", "ep:2", "--project", "south").exit_code == 0
        assert terminal.run("show", "ep:2", "--project", "north").exit_code == 1
        assert terminal.json("doctor")["findings"]
        terminal.says("export", str(tmp_path / "memory.zip"))
        assert terminal.run("import", str(tmp_path / "memory.zip")).exit_code == 2
        (tmp_path / "no.zip").write_bytes(b"no")
        assert "Forgotten." in terminal.says("forget", "ep:1", "--yes")
        assert terminal.run("import", str(tmp_path / "no.zip")).exit_code == 2
        terminal.says("forget", "--everything", "--yes")
        assert terminal.run("import", str(tmp_path / "no.zip")).exit_code == 1
        assert terminal.says("import", str(tmp_path / "memory.zip")) == "2 records in memory now.\n"


def test_many_at_once_lose_nothing(terminal: Terminal):
    processes = [terminal.start("add", f"Bird {number}.") for number in range(4)]
    with_errors = [process.communicate(timeout=120)[1] for process in processes]
    assert with_errors == [b""] * 4 and [process.returncode for process in processes] == [0] * 4
    assert sorted(text for text, *_ in kept(terminal.folder)) == [f"Bird {number}." for number in range(4)]


def test_a_profile_that_is_held_and_not_served_is_busy(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    terminal.says("add", "A heron.")
    monkeypatch.setattr(door, "PATIENCE", 0.1)
    held = FileLock(terminal.folder / "lock")
    held.acquire()
    try:
        result = terminal.run("recall", "heron")
        assert result.exit_code == 3 and "already open" in result.stderr
        assert terminal.json("recall", "heron", code=3)["error"]["kind"] == "ProfileBusy"
        found = {row["name"]: row["state"] for row in terminal.json("doctor", code=1)["findings"]}
        assert found["door"] == "fail"
    finally:
        held.release()
    assert terminal.run("recall", "heron").exit_code == 0


def test_a_model_answers_with_sources(terminal: Terminal):
    terminal.says("add", "Alice works at Acme.", "--learn")
    with server(stream("At ", "Acme ", "[1].")) as address:
        set_model(terminal.folder, address)
        said = terminal.says("ask", "Where does Alice work?")
        assert said.startswith("At Acme [1].\n\n[1] ep:1 · ")
        assert terminal.json("ask", "Where does Alice work?")["model"] == "any"


def test_a_model_that_is_away_ends_with_4_here_and_through_a_host(terminal: Terminal):
    terminal.says("add", "Alice works at Acme.")
    set_model(terminal.folder, "http://127.0.0.1:9/v1")
    assert terminal.run("ask", "Where does Alice work?").exit_code == 4
    with hosted(terminal.folder):
        result = terminal.run("ask", "Where does Alice work?")
        assert result.exit_code == 4 and "127.0.0.1:9" in result.stderr
        found = terminal.json("ask", "Where does Alice work?", code=4)
        assert found["error"]["kind"] == "ModelUnavailable"


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
@pytest.mark.parametrize("beside", [False, True])
def test_an_answer_is_interrupted_and_the_profile_let_go(terminal: Terminal, beside: bool):
    terminal.says("add", "Alice works at Acme.", "--learn")
    with server(stream(*["word "] * 2000, pause=0.02)) as address:
        set_model(terminal.folder, address)
        if beside:
            with hosted(terminal.folder):
                assert interrupted(terminal, "ask", "Where does Alice work?")
                assert terminal.run("recall", "Alice").exit_code == 0
        else:
            assert interrupted(terminal, "ask", "Where does Alice work?")
    assert len(kept(terminal.folder)) == 1


def interrupted(terminal: Terminal, *words: str) -> bool:
    """Start, wait for the first words, press Ctrl+C; whether it ended with 130.

    Tests that run in the background ignore the signal, and so would the program that they start.
    """
    process = terminal.start(*words, preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL))
    assert process.stdout is not None
    begun = process.stdout.read(4)
    process.send_signal(signal.SIGINT)
    reader = Thread(target=process.communicate)
    reader.start()
    code = process.wait(60)
    reader.join()
    return begun == b"word" and code == 130


def test_progress_is_for_terminals_alone(terminal: Terminal, tmp_path: Path):
    terminal.says("add", "A heron at the pond.")
    code, out, err = terminal.pipes("export", str(tmp_path / "memory.zip"), "--json")
    assert code == 0 and err == b"" and json.loads(out)["bytes"] > 0


@pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals there")
def test_nothing_of_an_answer_is_wiped_from_a_terminal(terminal: Terminal):
    import pty

    terminal.says("add", "A heron at the pond.", "--learn")
    ours, theirs = pty.openpty()
    process = terminal.start("ask", "Where is the heron?", stdout=theirs, stderr=theirs)
    os.close(theirs)
    process.communicate(timeout=60)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert process.returncode == 0
    assert "A heron at the pond." in shown and "\x1b[2K" not in shown and "ep:1" in shown


@pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals there")
def test_progress_shows_on_a_terminal_and_goes_away(terminal: Terminal, tmp_path: Path):
    import pty

    terminal.says("add", "A heron at the pond.")
    ours, theirs = pty.openpty()
    process = terminal.start("export", str(tmp_path / "memory.zip"), stderr=theirs)
    os.close(theirs)
    out, _ = process.communicate(timeout=60)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert process.returncode == 0 and b"memory.zip" in out
    assert "Writing…" in shown and shown.endswith("\r\x1b[2K")
