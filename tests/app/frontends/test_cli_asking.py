"""Questions from the command line."""

import json

import pytest

from tests.app.frontends.terminal import Terminal


def test_an_answer_comes_with_numbered_sources(told: Terminal):
    said = told.says("ask", "Where does Alice work?")
    answer, sources = said.split("\n\n")
    assert "Acme" in answer and "[1]" in answer
    first, quote = sources.splitlines()[:2]
    assert first.startswith("[1] ep:1 · ") and quote == "    Alice works at Acme in Berlin."


def test_an_answer_in_json_is_one_value(told: Terminal):
    found = told.json("ask", "Where does Alice work?")
    assert not found["nothing"] and found["model"] == "" and "Acme" in found["text"]
    assert [(one["number"], one["ref"]) for one in found["sources"]] == [(1, "ep:1")]
    assert found["sources"][0]["quote"] == "Alice works at Acme in Berlin."


def test_an_answer_in_json_lines(told: Terminal):
    lines = [json.loads(line) for line in told.says("ask", "Where do I live?", "--json", "--stream").splitlines()]
    pieces = [line["piece"] for line in lines[:-1]]
    assert pieces and "".join(pieces) == lines[-1]["answer"]["text"]
    assert "Kyoto" in lines[-1]["answer"]["text"]


def test_a_japanese_question_through_a_pipe(told: Terminal):
    for words in ((), ("-",)):
        said = told.says("ask", *words, input="田中さんはどこで働いていますか\n")
        assert "図書館" in said and "ep:3" in said


def test_what_memory_does_not_hold_ends_with_1(told: Terminal):
    assert told.says("ask", "Who won the chess tournament?", code=1).strip() == "Memory holds nothing on this."
    assert told.json("ask", "Who won the chess tournament?", code=1)["nothing"]
    assert told.says("ask", "チェスの大会で勝ったのは誰？", code=1).strip() == "このことについての記憶はありません。"


def test_a_question_is_not_stored(told: Terminal):
    told.says("ask", "Where does Alice work?")
    assert told.says("recall", "work").count("Where does") == 0
    assert told.run("show", "ep:4").exit_code == 1


@pytest.mark.parametrize("command", ["ask", "recall", "reconstruct", "traverse"])
def test_an_empty_question_is_wrong_use(told: Terminal, command: str):
    for input in ("", "\n", "  \n"):
        result = told.run(command, input=input)
        assert result.exit_code == 2 and "is empty" in result.stderr


def test_bytes_that_are_no_text_are_refused(told: Terminal):
    result = told.run("recall", input=b"\xff\x00\xfe caf\xe9")
    assert result.exit_code == 2 and "not UTF-8" in result.stderr


def test_what_windows_shells_pipe_is_read(told: Terminal):
    for coding in ("utf-8-sig", "utf-16"):
        assert "ep:3" in told.says("recall", input="田中さん".encode(coding))


def test_recall_lists_records_and_facts(told: Terminal):
    said = told.says("recall", "Alice", "Acme")
    lines = said.splitlines()
    assert lines[0].startswith("1. ep:1 · ") and "document" not in lines[0]
    assert lines[1] == "   Alice works at Acme in Berlin."
    assert "Facts" in lines and any("Acme" in line and "#" in line for line in lines[lines.index("Facts") :])
    found = told.json("recall", "Alice Acme", "--limit", "1")
    assert [row["ref"] for row in found["records"]] == ["ep:1"] and found["facts"][0]["subject"] == "Alice"


def test_recall_of_nothing_ends_with_1(told: Terminal):
    assert told.says("recall", "xylophone", code=1).strip() == "Memory holds nothing on this."
    assert told.json("recall", "xylophone", code=1)["nothing"]


def test_reconstruct_shows_items_and_their_claims(told: Terminal):
    said = told.says("reconstruct", "Alice", "--count", "1")
    assert said.splitlines()[0] == "1. Alice works at Acme in Berlin."
    assert "   ep:1 · " in said and " · seed" in said
    found = told.json("reconstruct", "Alice", "--count", "1", "--max-hops", "0")
    assert found["returned_count"] == 1 and found["items"][0]["head_ref"] == "ep:1"
    assert told.says("reconstruct", "xylophone", code=1).strip() == "Memory holds nothing on this."


def test_traverse_shows_names_relations_and_records(told: Terminal):
    said = told.says("traverse", "Bob")
    assert said.splitlines()[0].startswith("Robert person · also Bob")
    assert "Garden" in said and "Relations" in said
    found = told.json("traverse", "Bob")
    assert [one["name"] for one in found["entities"]] == ["Robert", "Garden"]
    assert [(one["predicate"], one["object"]) for one in found["relations"]] == [("tends", "Garden")]


@pytest.mark.parametrize("word", ["Me", "You", "myself", "私", "わたし", "あなた"])
def test_the_user_is_found_by_the_words_for_them(told: Terminal, word: str):
    found = told.json("traverse", word)
    assert found["entities"][0]["name"] == "Me"
    assert "You live in Kyoto" in [one["fact"] for one in found["relations"]]


def test_whoever_bears_a_word_for_the_user_as_a_name_is_meant(terminal: Terminal):
    terminal.says("add", "I moved to Kyoto in March.", "--learn")
    terminal.says("declare", '{"entities": [{"name": "You", "type": "person"}]}')
    assert terminal.json("traverse", "You")["entities"][0]["name"] == "You"


def test_nobody_is_the_user_before_anything_is_known_of_them(terminal: Terminal):
    terminal.says("add", "Nice weather.", "--learn")
    assert "“You”" in terminal.run("traverse", "You").stderr


def test_a_name_that_nobody_has_ends_with_1(told: Terminal):
    result = told.run("traverse", "Nobody Atall")
    assert result.exit_code == 1 and "Nobody Atall" in result.stderr and result.stdout == ""
    assert "Nobody Atall" in told.json("traverse", "Nobody Atall", code=1)["error"]["message"]


def test_records_in_full(told: Terminal):
    assert told.says("show", "ep:3").splitlines()[1] == "   田中さんは横浜の図書館で働いています。"
    assert len(told.json("show", "ses:1")["records"]) == 3
    result = told.run("show", "ep:2", "ep:x", "ep:99")
    assert result.exit_code == 0 and "ep:x" in result.stderr and "ep:99" in result.stderr
    assert told.run("show", "ep:99").stderr == "There is no record ep:99.\n"
    assert told.json("show", "nonsense", code=1)["dropped"][0]["item"] == "refs[0]"


def test_entities_by_the_beginning_of_a_name(told: Terminal):
    assert told.says("entities", "Ali").startswith("Alice person · 1 mention · #")
    names = [one["name"] for one in told.json("entities")["entities"]]
    assert {"Alice", "Robert"} <= set(names)
    assert told.says("entities", "Zz", code=1).strip() == "Nobody and nothing."
