"""Telling memory something from the command line, and taking it back."""

import json
from pathlib import Path

from app.services import history
from app.services.workspace import Workspace
from tests.app.frontends.terminal import Terminal, kept


def test_words_are_kept_as_they_came(terminal: Terminal):
    assert terminal.says("add", "Two", "words") == "ep:1\n"
    assert terminal.says("add", input="  第一章\n\n凛は歩いた。\n") == "ep:2\n"
    assert terminal.json("add", "-", input="Crossing the\r\nbridge\r\n") == {"ref": "ep:3"}
    assert [text for text, *_ in kept(terminal.folder)] == [
        "Two words",
        "  第一章\n\n凛は歩いた。",
        "Crossing the\r\nbridge",
    ]


def test_words_that_command_a_terminal_are_shown_as_harmless(terminal: Terminal):
    text = "A heron \x1b[2J\x1b]0;title\x07 at\x9b31m the pond.\n\tNext line."
    terminal.says("add", input=text)
    terminal.says("declare", json.dumps({"entities": [{"name": "Rin\x1b[5m"}]}))
    for words in (("show", "ep:1"), ("recall", "heron"), ("ask", "Where is the heron?"), ("entities",)):
        said = terminal.says(*words)
        assert not set(said) & {"\x1b", "\x07", "\x9b"} and "�" in said
    assert "\tNext line." in terminal.says("show", "ep:1")
    assert terminal.json("show", "ep:1")["records"][0]["text"] == text
    assert "\x1b" not in terminal.run("traverse", "no\x1b[5mbody").stderr


def test_nothing_to_keep_is_wrong_use_and_makes_no_profile(terminal: Terminal):
    for input in ("", "\n", " \n\t"):
        result = terminal.run("add", input=input)
        assert result.exit_code == 2 and "The text is empty" in result.stderr
    assert not terminal.data.exists()


def test_what_a_record_taught_can_be_waited_for(terminal: Terminal):
    said = terminal.says("add", "Alice works at Acme.", "--learn").splitlines()
    assert said[0] == "ep:1" and said[1].startswith("learned: Alice works at Acme")
    found = terminal.json("add", "Nice weather.", "--learn")
    assert found["ref"] == "ep:2" and found["learned"]["state"] != "waiting" and found["learned"]["facts"] == []


def test_patience_ends(terminal: Terminal):
    found = terminal.json("add", "Alice works at Acme.", "--learn", "--patience", "0", code=1)
    assert found["learned"]["state"] == "waiting"
    assert terminal.json("ask", "Where does Alice work?")["sources"][0]["ref"] == "ep:1"


def test_a_record_with_associations(terminal: Terminal, tmp_path: Path):
    given = {"entities": [{"name": "Rin", "aliases": ["凛"]}, {"name": ""}]}
    said = terminal.says("add", "Met Rin.", "--associations", json.dumps(given)).splitlines()
    assert said[:2] == ["ep:1", "1 name and 0 relations declared"] and said[2].startswith("left out: entities[1]: ")
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8")
    made = terminal.json("add", "Met Rin again.", "--associations", f"@{file}")
    assert len(made["associations"]["entities"]) == 1
    assert terminal.json("traverse", "凛")["entities"][0]["name"] == "Rin"


def test_the_record_comes_first_whatever_its_associations_are(terminal: Terminal):
    made = terminal.json("add", "Met Rin.", "--associations", "{no json")
    assert made["ref"] == "ep:1" and made["associations"]["dropped"][0]["item"] == "associations"
    assert terminal.run("add", "Met Rin.", "--associations", "@/nowhere.json").exit_code == 2


def test_names_and_relations_are_declared_and_taken_back(terminal: Terminal):
    given = {
        "entities": [{"name": "Robert", "aliases": ["Bob"], "type": "person"}],
        "relations": [
            {"subject": "Robert", "predicate": "tends", "object": "Garden"},
            {"subject": "ep:9", "predicate": "corrects", "object": "Garden"},
        ],
    }
    said = terminal.says("declare", "-", input=json.dumps(given)).splitlines()
    assert said[0] == "1 name and 1 relation declared" and "ep:9" in said[1]
    relation = terminal.json("traverse", "Bob")["relations"][0]["id"]
    assert terminal.says("retract", "--relation", str(relation), "--alias", "Robert", "Bob") == (
        "1 relation, 1 alias taken back\n"
    )
    assert terminal.run("traverse", "Bob").exit_code == 1
    robert = terminal.json("traverse", "Robert")["entities"][0]["id"]
    assert terminal.json("retract", json.dumps({"entities": [robert]}))["retracted"] == {"entities": 1}
    assert terminal.run("traverse", "Robert").exit_code == 1


def test_a_mention_is_taken_back_by_name(terminal: Terminal):
    terminal.says("add", "Rin came.", "--associations", '{"entities": [{"name": "Rin"}]}', "--learn")
    assert terminal.says("retract", "--mention", "Rin", "ep:1") == "1 mention taken back\n"


def test_what_cannot_be_taken_ends_with_1(terminal: Terminal):
    terminal.says("add", "Nice weather.")
    assert terminal.says("declare", '{"entities": [{"name": ""}]}', code=1).startswith("0 names and 0 relations")
    assert terminal.says("retract", "--relation", "77", "--entity", "Nobody", code=1).splitlines()[0] == (
        "Nothing taken back"
    )
    assert terminal.json("retract", "--mention", "Nobody", "nonsense", code=1)["dropped"]
    made = terminal.json("declare", '{"entities": [{"name": "Ann"}]}', "--anchor", "nonsense")
    assert made["dropped"][0]["item"] == "anchor_ref"


def test_project_and_channel_are_chosen_by_the_user(terminal: Terminal):
    terminal.says("add", "The heron of the north pond.", "--project", "north", "--channel", "birds")
    terminal.says("--project", "south", "add", "The heron of the south pond.")
    terminal.says("add", "The heron of every pond.")
    assert {(project, channel) for _, project, channel in kept(terminal.folder)} == {
        ("north", "birds"),
        ("south", ""),
        ("", ""),
    }

    def refs(*words: str) -> set[str]:
        return {row["ref"] for row in terminal.json("recall", "heron pond", *words)["records"]}

    assert refs() == {"ep:1", "ep:2", "ep:3"}
    assert refs("--project", "north") == {"ep:3"}
    assert refs("--project", "north", "--channel", "birds") == {"ep:1", "ep:3"}
    assert refs("--project", "south") == {"ep:2", "ep:3"}
    assert terminal.run("show", "ep:1", "--project", "south").exit_code == 1
    assert "north" not in terminal.says("ask", "Which heron is it?", "--project", "south")
    assert terminal.run("forget", "ep:1", "--project", "south", "--yes").exit_code == 1
    assert len(kept(terminal.folder)) == 3


def test_what_was_written_is_the_users_and_can_be_undone(terminal: Terminal):
    terminal.says("add", "A heron at the pond.")
    terminal.says("declare", '{"entities": [{"name": "Robert"}]}')
    workspace = Workspace(terminal.folder)
    desk = workspace.write_desk()
    try:
        authors = [(entry.author.kind, entry.author.name) for entry in desk.view.journal.listed(5)]
        assert authors[:2] == [("user", "tsumugi")] * 2
        history.undo(desk)
        assert desk.view.entities.listed(desk.scope) == []
        history.undo(desk)
        assert desk.view.episodes.count(desk.scope) == 0
    finally:
        desk.close()
        workspace.close()
