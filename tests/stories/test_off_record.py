"""Off the record: kept where it was said, and nowhere else; no model sees it later, no way of asking finds it."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.domain.draft import Draft
from app.domain.ids import ConversationId
from app.domain.question import Question
from app.domain.scope import OWNER
from app.inference.protocols import Message
from app.services import chat, explorer, keeping, learning, operations, search
from app.services.chat import Answered
from app.services.operations import Request
from tests.fakes import EchoModel
from tests.stories.conftest import NOON, Person

CANARY = "Quillfeather"
SAID = f"My secret plan is to join {CANARY} in May."


def says(person: Person, home: ConversationId, text: str, hours: float = 0) -> Any:
    return chat.say(person.desk, home, text, NOON + timedelta(hours=hours))


def answers(person: Person, question: Any) -> Answered:
    found = list(chat.answer(person.desk, question))[-1]
    assert isinstance(found, Answered)
    return found


@pytest.fixture
def apart(person: Person) -> ConversationId:
    """A chat off the record with a turn and the model's answer, which says the words again."""
    home = chat.start(person.desk, off_record=True).id
    question = says(person, home, SAID)
    chat.keep_answer(
        person.desk, home, Answered(question.id, f"I see: {CANARY} it is.", (), answers(person, question).recollection)
    )
    person.says("Alice works at Acme.", NOON + timedelta(hours=1))
    return home


def test_it_stands_in_its_own_transcript_only(person: Person, apart: ConversationId):
    turns = chat.transcript(person.desk, apart)
    assert [turn.episode.state for turn in turns] == ["off_record", "off_record"]
    assert not [turn.chips for turn in turns if turn.chips or turn.drops]


def test_nothing_is_learned_from_it(person: Person, apart: ConversationId):
    names = {entity.name for entity in person.desk.view.entities.listed(OWNER)}
    assert names == {"Alice", "Acme"}
    assert learning.pending(person.desk) == []
    (turn, _) = chat.transcript(person.desk, apart)
    learning.retry(person.desk, turn.episode.id)
    assert learning.think(person.desk, turn.episode.id) is None


def test_no_index_holds_it(person: Person, apart: ConversationId):
    ids = {turn.episode.id for turn in chat.transcript(person.desk, apart)}
    assert not ids & person.workspace.vectors.ids()
    assert person.workspace.text.search([CANARY.casefold()], OWNER, 10) == []
    folder = Path(person.workspace.profile.folder)
    derived = [path for path in folder.rglob("*") if path.is_file() and "memory.db" not in path.name]
    assert not [path for path in derived if CANARY.casefold().encode() in path.read_bytes().lower()]


@pytest.mark.parametrize("everywhere", [False, True])
def test_no_question_finds_it(person: Person, apart: ConversationId, everywhere: bool):
    for text in (f"What about {CANARY}?", "What is my secret plan for May?", "Whom do I join?"):
        asked = Question(text, NOON + timedelta(days=1), OWNER, everywhere=everywhere)
        found = person.desk.recaller().recall(asked)
        assert CANARY not in repr((found.episodes, found.facts, found.entities, found.categories))
        assert CANARY not in repr(search.search(person.desk, text))
    assert CANARY not in repr((explorer.overview(person.desk), explorer.starting(person.desk, CANARY)))


def test_no_other_program_reads_it(person: Person, apart: ConversationId):
    person.desk.workspace.settings = person.desk.settings.with_changes({"mcp_allowed": True})
    ids = [turn.episode.id for turn in chat.transcript(person.desk, apart)]
    session = chat.transcript(person.desk, apart)[0].episode.session
    refs = [*(f"ep:{id}" for id in ids), f"ses:{session}"]
    given = {"query": f"secret plan {CANARY}", "entity": CANARY, "text": CANARY, "refs": refs}
    for operation in operations.OPERATIONS.values():
        if not operation.writes and operation.name != "traverse":
            for door in ("mcp", "cli"):
                found = operations.perform(person.desk, Request(operation.name, given, door, "helper"))
                assert SAID not in repr(found), operation.name
                assert "it is" not in repr(found), operation.name


def test_no_model_sees_it_in_another_chat(person: Person, apart: ConversationId, monkeypatch: pytest.MonkeyPatch):
    model = EchoModel()
    monkeypatch.setattr("app.services.models.chat_model", lambda *_: model)
    answers(person, says(person, person.home, f"What do you know of {CANARY}?", 2))
    assert model.sent
    told: list[Message] = [message for messages in model.sent for message in messages[:-1]]
    assert CANARY not in repr(told)


class Listening:
    """An extractor that remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def extract(self, turn: Any, context: Any, names: Any) -> Draft:
        self.shown.append((turn, tuple(context)))
        return Draft()


def test_what_comes_after_is_learned_without_a_look_back(
    person: Person, apart: ConversationId, monkeypatch: pytest.MonkeyPatch
):
    listening = Listening()
    monkeypatch.setattr(person.workspace, "extractor", lambda: listening)
    assert not keeping.set_off_record(person.desk, apart, off=False).off_record
    said = says(person, apart, "He sings well.", 0.2)
    person.waits()
    assert said.state == "waiting"
    assert [turn.text for turn, _ in listening.shown] == ["He sings well."]
    assert CANARY not in repr(listening.shown)


def test_a_chat_that_goes_off_the_record_keeps_what_was_learned(person: Person):
    before = person.says("Bob works at Ford.").episode
    assert keeping.set_off_record(person.desk, person.home, off=True).off_record
    after = person.says(SAID).episode
    kept = [turn.episode.state for turn in chat.transcript(person.desk, person.home)]
    assert (kept, before.state, after.state) == (["learned", "off_record"], "learned", "off_record")
    names = {entity.name for entity in person.desk.view.entities.listed(OWNER)}
    assert {"Bob", "Ford"} <= names
    assert CANARY not in names
    person.desk.store.undo()
    assert not chat.conversation(person.desk, person.home).off_record
