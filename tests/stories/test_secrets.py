"""Secrets stay in the message they were written in: no table, index or model learns of them, on whatever path."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.domain.question import Question
from app.domain.scope import OWNER
from app.services import chat, edits, keeping, notes, operations, search, tending, tracing
from app.services.chat import Answered
from app.services.operations import Request
from tests.fakes import EchoModel, ScriptedModel
from tests.stories.conftest import NOON, Person

KEY = "sk-live-9Xq27fTzLm4Rw8Kd3Pv6"
WORD = "hunter2Zebra!"
CARD = "4539 1488 0343 6467"
SECRETS = (KEY, WORD, CARD)
TOLD = (
    f"Alice works at Acme. Her api key is {KEY}, please keep it.",
    f"My password is {WORD} and I love rowing.",
    f"Bob's card number is {CARD}. Bob lives in Leeds.",
    f"ルーターのパスワードは「{WORD}」です。田中さんは京都に住んでいます。",
)


def blank(schema: Any) -> Any:
    """The least that a form takes."""
    if "enum" in schema:
        return schema["enum"][0]
    least = {"object": {}, "array": [], "string": "", "number": 0.5, "integer": 0, "boolean": False}
    if schema.get("type") == "object":
        return {name: blank(part) for name, part in schema.get("properties", {}).items()}
    return least[schema["type"]]


@pytest.fixture(scope="module")
def spied() -> Iterator[tuple[EchoModel, ScriptedModel]]:
    """A model that answers and one for memory work, both far away; what they are sent is kept."""
    answering, working = EchoModel(), ScriptedModel()
    working.otherwise = lambda _: blank(working.schemas[-1])
    answering.local = working.local = False
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.services.models.chat_model", lambda *_: answering)
        for place in ("models", "learning"):
            patched.setattr(f"app.services.{place}.memory_model", lambda *_: working)
        yield answering, working


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, spied: Any) -> Iterator[Person]:
    """Everything said in a chat and written in a note, answered, learned, indexed and tidied."""
    person = Person(tmp_path_factory.mktemp("secrets") / "profile")
    changes = {"memory_kind": "chat", "reranker": "model", "mcp_allowed": True}
    person.desk.workspace.settings = person.desk.settings.with_changes(changes)
    for hour, text in enumerate(TOLD):
        episode = chat.say(person.desk, person.home, text, NOON + timedelta(hours=hour))
        person.waits()
        answered = list(chat.answer(person.desk, episode))[-1]
        assert isinstance(answered, Answered)
        chat.keep_answer(person.desk, person.home, answered)
    note = notes.create(person.desk, "Accounts")
    notes.save(person.desk, note.id, "Accounts", "\n\n".join(TOLD))
    notes.settle(person.desk, note.id)
    person.waits()
    for question in ("What is Alice's api key?", "What is my password?", "What do you know about me and Bob?"):
        asked = chat.say(person.desk, person.home, question, NOON + timedelta(days=1))
        list(chat.answer(person.desk, asked))
    tending.tend(person.desk)
    person.waits()
    yield person
    person.leaves()


def leaks(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text or secret.casefold() in text.casefold()]


def test_no_model_is_sent_one(told: Person, spied: tuple[EchoModel, ScriptedModel]):
    answering, working = spied
    assert answering.sent
    assert working.sent
    assert not leaks(repr(answering.sent))
    assert not leaks(repr(working.sent))


def test_no_table_but_the_words_themselves_holds_one(told: Person):
    connection = told.desk.store._connection
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    own = {"episodes", "notes", "sqlite_schema"}
    for table in tables:
        if table not in own and not table.startswith("sqlite_"):
            held = [row for row in connection.execute(f"SELECT * FROM {table}") if leaks(repr(row))]
            assert not held, table
    kept = connection.execute("SELECT DISTINCT role FROM episodes WHERE instr(text, ?)", (KEY,)).fetchall()
    assert sorted(role for (role,) in kept) == ["document", "user"]


def test_no_index_holds_one(told: Person):
    folder = Path(told.workspace.profile.folder)
    derived = [path for path in folder.rglob("*") if path.is_file() and "memory.db" not in path.name]
    assert len(derived) > 3
    parts = [piece.encode() for piece in ("9xq27ftzlm4rw8kd3pv6", "hunter2zebra", "0343", "6467")]
    assert not [path for path in derived if any(part in path.read_bytes().lower() for part in parts)]
    for secret in SECRETS:
        assert not leaks(repr([hit.snippet for hit in search.search(told.desk, secret).episodes]))


def test_no_way_of_asking_gives_one_away(told: Person):
    for query in (*SECRETS, "api key password card", "Alice", "パスワード"):
        found = told.desk.recaller().recall(Question(query, NOON + timedelta(days=2), OWNER, everywhere=True))
        assert not leaks(repr((found.facts, found.entities, found.categories, found.notes)))
        given = {"query": query, "text": "", "refs": [f"ep:{hit.episode.id}" for hit in found.episodes]}
        for name in ("recall", "reconstruct", "get_contents", "list_entities"):
            answer = operations.perform(told.desk, Request(name, given, "mcp", "helper"))
            assert not leaks(repr(answer)), (name, query)


def test_no_title_suggestion_drop_history_or_trace_shows_one(told: Person):
    desk = told.desk
    turns = chat.transcript(desk, told.home)
    assert not leaks(repr([conversation.title for conversation in chat.conversations(desk)]))
    assert not leaks(repr([(turn.drops, turn.chips, turn.quotes) for turn in turns]))
    assert not leaks(repr(desk.view.suggestions.open(OWNER, 100)))
    edits.forget_lesson(desk, turns[0].episode.id)
    keeping.set_off_record(desk, told.home, off=True)
    assert not leaks(repr(desk.view.journal.listed(100)))
    inspected = [tracing.inspect(desk, turn.episode.id) for turn in turns if turn.episode.role == "assistant"]
    assert not leaks(repr(inspected))


def test_what_stands_beside_a_secret_is_learned(told: Person):
    names = {entity.name for entity in told.desk.view.entities.listed(OWNER)}
    assert {"Alice", "Acme", "Leeds"} <= names
    assert not leaks(repr(names))
