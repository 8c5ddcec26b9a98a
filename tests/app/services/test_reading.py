"""Finding one's place again: the chats spoken in last, and the stretch around one turn."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.domain.errors import BadInput
from app.domain.ids import ConversationId, EpisodeId
from app.services import chat, notes, reading
from app.services.workspace import Workspace, WriteDesk
from tests.builders import NOON


@pytest.fixture
def desk(profile: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(profile)
    made = workspace.write_desk()
    yield made
    made.close()
    workspace.close()


def _talk(desk: WriteDesk, count: int, minutes: int = 1) -> tuple[ConversationId, list[EpisodeId]]:
    home = chat.start(desk).id
    said = [
        chat.say(desk, home, f"turn {number}", NOON + timedelta(minutes=number * minutes)).id for number in range(count)
    ]
    return home, said


def test_chats_come_by_when_they_were_last_spoken_in(desk: WriteDesk) -> None:
    first, _ = _talk(desk, 2)
    second, _ = _talk(desk, 1)
    chat.say(desk, first, "again", NOON + timedelta(days=2))
    found = reading.recent(desk)
    assert [spoken.conversation.id for spoken in found] == [first, second]
    assert found[0].last_at == NOON + timedelta(days=2)


def test_a_turn_is_found_with_the_turns_around_it(desk: WriteDesk) -> None:
    _, said = _talk(desk, 100)
    place = reading.place(desk, said[50])
    ids = [view.episode.id for view in place.turns]
    assert ids == said[50 - reading.REACH : 50 + reading.REACH + 1]
    assert place.later


def test_the_last_turn_has_nothing_after_it(desk: WriteDesk) -> None:
    _, said = _talk(desk, 5)
    place = reading.place(desk, said[-1])
    assert [view.episode.id for view in place.turns] == said
    assert not place.later


def test_a_passage_of_a_note_has_no_turns(desk: WriteDesk) -> None:
    note = notes.create(desk, "Lab")
    notes.save(desk, note.id, "Lab", "Marta manages the lab.")
    (passage,) = notes.settle(desk, note.id)
    place = reading.place(desk, passage)
    assert (place.episode.note, place.turns) == (note.id, ())


def test_what_is_gone_is_said_to_be_gone(desk: WriteDesk) -> None:
    with pytest.raises(BadInput):
        reading.place(desk, EpisodeId(404))
    with pytest.raises(BadInput):
        reading.conversation(desk, ConversationId(404))
