"""Archives, forgetting and the doctor on the command line."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.app.frontends.terminal import Terminal, kept

WORD = "Zanzibarquartett"


def findings(terminal: Terminal, *words: str, code: int = 0) -> dict[str, str]:
    return {row["name"]: row["state"] for row in terminal.json("doctor", *words, code=code)["findings"]}


@pytest.fixture
def safe(terminal: Terminal) -> Terminal:
    """A memory that nothing is wrong with."""
    terminal.says("add", f"Alice plays in the {WORD}.", "--learn")
    terminal.says("add", "The heron is at the pond.", "--learn")
    return terminal


def test_all_of_memory_goes_to_a_file_and_comes_back(safe: Terminal, tmp_path: Path):
    file = tmp_path / "memory.tsumugi.zip"
    made = safe.json("export", str(file))
    assert made == {"path": str(file), "bytes": file.stat().st_size}
    assert safe.says("--profile", "copy", "import", str(file)) == "2 records in memory now.\n"
    assert kept(safe.data / "copy") == kept(safe.folder)
    for words in (("traverse", "Alice"), ("show", "ep:1", "ep:2"), ("recall", "heron")):
        assert safe.json(*words) == safe.json("--profile", "copy", *words)
    again = tmp_path / "again.tsumugi.zip"
    safe.says("--profile", "copy", "export", str(again))
    with zipfile.ZipFile(file) as one, zipfile.ZipFile(again) as other:
        tables = [name for name in one.namelist() if name.endswith(".jsonl") and "journal" not in name]
        assert len(tables) > 10 and [one.read(name) for name in tables] == [other.read(name) for name in tables]


def test_an_archive_is_not_written_over_unasked(safe: Terminal, tmp_path: Path):
    file = tmp_path / "memory.zip"
    file.write_text("mine")
    assert safe.run("export", str(file)).exit_code == 2 and file.read_text() == "mine"
    assert safe.run("export", str(file), "--overwrite").exit_code == 0 and zipfile.is_zipfile(file)
    assert safe.run("export", str(tmp_path / "no" / "folder.zip")).exit_code == 2


def test_an_archive_for_the_pipe(safe: Terminal):
    result = safe.run("export", "-")
    assert result.exit_code == 0 and result.stdout_bytes.startswith(b"PK")
    assert safe.run("export", "-", "--json").exit_code == 2


def test_only_an_empty_memory_takes_an_archive(safe: Terminal, tmp_path: Path):
    file = tmp_path / "memory.zip"
    safe.says("export", str(file))
    result = safe.run("import", str(file))
    assert result.exit_code == 2 and "empty memory" in result.stderr
    file.write_bytes(b"no archive")
    assert safe.says("--profile", "copy", "import", str(file), code=1) == ""
    assert safe.run("--profile", "copy", "recall", "heron").exit_code == 1


def test_what_is_forgotten_is_shown_first(safe: Terminal):
    result = safe.run("forget", "ep:1")
    assert result.exit_code == 1
    assert f"“Alice plays in the {WORD}.”" in result.stdout and "Nothing was forgotten." in result.stdout
    found = safe.json("forget", "ep:1", code=1)
    assert found["forgotten"] is None and found["going"]["message_count"] == 1
    assert len(kept(safe.folder)) == 2


def traces(folder: Path) -> list[str]:
    """Files of the profile that hold the word, however it is written."""
    spelled = [WORD.encode(), WORD.lower().encode(), json.dumps(WORD).encode()]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if any(word in path.read_bytes() for word in spelled)]


@pytest.mark.parametrize("what", [("ep:1",), ("--entity", WORD), ("--conversation", "1"), ("--everything",)])
def test_forgetting_leaves_no_word_in_any_file(safe: Terminal, what: tuple[str, ...]):
    if what[0] == "--entity":
        safe.says("declare", json.dumps({"entities": [{"name": WORD}]}), "--anchor", "ep:1")
    assert traces(safe.folder)
    assert "Forgotten." in safe.says("forget", *what, "--yes")
    assert traces(safe.folder) == []
    assert safe.run("recall", WORD).exit_code == 1
    assert safe.run("doctor").exit_code == 0


def test_what_is_not_there_cannot_be_forgotten(safe: Terminal):
    for what in (("ep:99",), ("--entity", "Nobody Atall"), ("--conversation", "99"), ("--note", "99")):
        assert safe.run("forget", *what, "--yes").exit_code == 1
    for what in (("ep:x",), ("ses:1",)):
        assert safe.run("forget", *what, "--yes").exit_code == 2
    assert len(kept(safe.folder)) == 2


def test_one_of_several_of_a_name_is_chosen_by_number(safe: Terminal):
    for kind in ("person", "organization"):
        safe.says("declare", json.dumps({"entities": [{"name": "Mercury", "type": kind}]}))
    result = safe.run("forget", "--entity", "Mercury", "--yes")
    assert result.exit_code == 2 and "person" in result.stderr and "organization" in result.stderr
    numbers = [one["id"] for one in safe.json("entities", "Mercury")["entities"]]
    assert len(numbers) == 2
    safe.says("forget", "--entity", str(numbers[0]), "--yes")
    assert [one["id"] for one in safe.json("entities", "Mercury")["entities"]] == [numbers[1]]


def test_copies_of_what_was_deleted(safe: Terminal):
    assert "of undo" in safe.says("forget", "--deleted", "--yes")


# ── the doctor ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_all_is_in_order(safe: Terminal):
    said = safe.says("doctor")
    assert "fail" not in said and "2 records have vectors" in said
    found = findings(safe)
    names = "folder privacy room synced settings models keyring door database references schema names words vectors"
    assert set(names.split()) <= set(found) and "fail" not in found.values()


def test_a_profile_that_is_not_there(terminal: Terminal):
    assert findings(terminal, code=1)["folder"] == "fail"
    assert not terminal.data.exists()


@pytest.mark.parametrize("part", ["text", "vectors.db"])
def test_a_damaged_index_is_repaired(safe: Terminal, part: str):
    path = safe.folder / "index" / part
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.write_bytes(b"no database " * 1000)
    name = "words" if part == "text" else "vectors"
    assert findings(safe, code=1)[name] == "fail"
    said = safe.says("doctor", "--repair")
    assert f"Repaired: {name}" in said or f", {name}" in said
    assert findings(safe)[name] == "ok"
    assert safe.json("recall", "heron")["records"][0]["ref"] == "ep:2"


def test_names_out_of_step_are_repaired(safe: Terminal):
    from app.storage.connection import open_connection

    connection = open_connection(safe.folder / "memory.db", writing=True)
    connection.execute("DELETE FROM name_grams")
    connection.execute("UPDATE mention_counts SET mentions = 77")
    connection.close()
    assert findings(safe, code=1)["names"] == "fail"
    assert "names" in safe.json("doctor", "--repair")["repaired"]
    assert findings(safe)["names"] == "ok"


def test_settings_that_cannot_be_read_are_laid_aside(safe: Terminal):
    (safe.folder / "settings.json").write_text("{half")
    assert findings(safe, code=1)["settings"] == "fail"
    assert "settings" in safe.json("doctor", "--repair")["repaired"]
    assert (safe.folder / "settings.json.unreadable").read_text() == "{half"


def test_a_folder_that_others_can_look_into_is_closed(safe: Terminal):
    safe.folder.chmod(0o755)
    assert findings(safe)["privacy"] == "warn"
    assert findings(safe, "--repair")["privacy"] == "ok"
    assert safe.folder.stat().st_mode & 0o077 == 0


def test_a_database_that_cannot_be_read_is_told(safe: Terminal):
    (safe.folder / "memory.db").write_bytes(b"nonsense " * 4096)
    assert findings(safe, code=1)["database"] == "fail"
    assert findings(safe, "--repair", code=1)["database"] == "fail"
    assert safe.run("recall", "heron").exit_code == 3
    assert (safe.folder / "memory.db").read_bytes() == b"nonsense " * 4096


def test_a_shipped_model_that_was_changed_is_told(safe: Terminal, monkeypatch: pytest.MonkeyPatch):
    from app.domain.errors import ModelUnavailable
    from app.inference import catalog
    from app.services import surroundings

    def damaged() -> None:
        raise ModelUnavailable(catalog.DAMAGED, file="encoder.onnx")

    monkeypatch.setattr(surroundings, "load_catalog", damaged)
    assert findings(safe, code=1)["models"] == "fail"
    assert "Install Tsumugi again" in safe.says("doctor", code=1)
