"""Forgetting takes what tells of the words, and leaves what only looks alike: other answers, other steps of history."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.plan import Author
from app.memory.revise.commonplace import is_commonplace
from app.services import chat, edits, forgetting, history
from app.services.forgetting import What
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.fakes import HashingEncoder

GONE = "My GitHub password is hunter2-Xk93!pQ, from work, since November 2026."
CITES = "You wrote on 30 November 2026: “My GitHub password is” so and so. Anna likes hiking."
STAYS = ("On 30 November 2026 you wrote: “My sister likes hiking.”", "Nothing from work since November.")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(tmp_path / "profile")
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


def answered(desk: WriteDesk, home, *texts: str) -> list:
    rows = [build.episode(text, -3, role="assistant", state="not_ours") for text in texts]
    return [chat._store(desk, replace(row, conversation=home), Author("model", "m")).id for row in rows]


def test_answers_that_share_only_words_that_everybody_says_stay(desk: WriteDesk):
    home, other = chat.start(desk).id, chat.start(desk).id
    gone = chat.say(desk, home, GONE)
    chat.say(desk, other, "Who likes hiking?")
    first, *others = answered(desk, other, CITES, *STAYS)
    list(desk.catch_up())
    going = forgetting.preview(desk, What("message", gone.id))
    assert going.answers == (CITES,)
    list(forgetting.forget(desk, What("message", gone.id)))
    assert set(desk.view.episodes.get([first, *others], desk.scope)) == set(others)


def test_steps_of_history_that_tell_nothing_of_it_stay_and_can_be_undone(desk: WriteDesk):
    gone = chat.say(desk, chat.start(desk).id, GONE)
    write(desk.store, build.entity("Anna", id=1), build.entity("Globex", "organization", id=2), undoable=False)
    edits.rename(desk, 1, "Anna with the hunter2")
    edits.rename(desk, 1, "Anna")
    edits.add_fact(desk, edits.NewFact(1, "likes", 2))
    added = history.entries(desk)[0]
    list(desk.catch_up())
    assert forgetting.preview(desk, What("message", gone.id)).undo_steps == 2
    list(forgetting.forget(desk, What("message", gone.id)))
    assert [one.seq for one in history.entries(desk) if one.copied] == [added.seq]
    assert history.undo(desk).seq > added.seq
    assert desk.view.facts.count(desk.scope) == 0


def test_a_name_that_others_say_too_is_no_copy_of_the_words(desk: WriteDesk):
    home = chat.start(desk).id
    gone = chat.say(desk, home, "I hated New York, the noise of it all.")
    chat.say(desk, home, "New York has good bagels.")
    write(desk.store, build.entity("NYC", "place", id=1), undoable=False)
    edits.rename(desk, 1, "New York")
    list(desk.catch_up())
    assert forgetting.preview(desk, What("message", gone.id)).undo_steps == 0
    list(forgetting.forget(desk, What("message", gone.id)))
    history.undo(desk)
    assert desk.view.entities.one(1, desk.scope).name == "NYC"


@pytest.mark.parametrize("word", ["november", "2026", "30", "30th", "from", "likes", "works_at", "今日"])
def test_a_commonplace_word_tells_nothing(word: str):
    assert is_commonplace(word)


@pytest.mark.parametrize("word", ["hunter2", "7731", "github", "花江", "password"])
def test_a_rare_word_does(word: str):
    assert not is_commonplace(word)
