"""A profile held by a program without a window: it serves, learns in between, and lets go."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import BadInput, NewerFile, ProfileBusy
from app.services import learning, owndoor
from app.services import settings as settings_service
from app.services.door import FarDoor, ask_to_hand_over, open_door
from app.services.owndoor import OwnDoor
from app.services.request import Request
from app.services.workspace import Workspace


def ask(operation: str, door: str = "cli", again: bool = False, **given: Any) -> Request:
    return Request(operation, given, door, "Probe", again)


@pytest.fixture
def own(profile: Path) -> Iterator[OwnDoor]:
    door = OwnDoor(profile)
    yield door
    door.close()


def until(what: Any) -> None:
    for _ in range(500):
        if what():
            return
        time.sleep(0.02)
    raise AssertionError("it never came")


def test_what_is_stored_is_found_at_once(own: OwnDoor):
    ref = own.call(ask("store", text="Alice keeps bees."))["ref"]
    found = own.call(ask("recall", query="Who keeps bees?"))
    assert [record["ref"] for record in found["records"]] == [ref]


def test_what_is_stored_is_learned_when_nobody_asks(own: OwnDoor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(owndoor, "IDLE", 0.01)
    own.call(ask("store", text="Alice works at Acme."))
    until(lambda: own.call(ask("list_entities", text="Alice"))["entities"])


def test_a_record_that_cannot_be_learned_does_not_end_the_service(own: OwnDoor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(owndoor, "IDLE", 0.01)
    noted: list[str] = []
    noting = learning.fail
    monkeypatch.setattr(learning, "think", lambda *given: 1 / 0)
    monkeypatch.setattr(learning, "fail", lambda desk, one, why: (noted.append(why), noting(desk, one, why)))
    own.call(ask("store", text="Alice works at Acme."))
    until(lambda: len(noted) == learning.MAX_ATTEMPTS)
    assert set(noted) == {"ZeroDivisionError"}
    assert own.call(ask("get_contents", refs=["ep:1"]))["records"][0]["text"] == "Alice works at Acme."


def test_others_are_served_and_errors_are_theirs(profile: Path, own: OwnDoor):
    far = FarDoor(profile)
    assert far.call(ask("store", text="From afar."))["ref"] == "ep:1"
    with pytest.raises(BadInput, match="no operation “sing”"):
        far.call(ask("sing"))
    with pytest.raises(BadInput, match="no operation “sing”"):
        own.call(ask("sing"))
    with pytest.raises(BadInput, match="does not allow other programs"):
        far.call(ask("recall", "mcp", query="x"))
    far.close()


def test_an_agent_reads_and_writes_where_the_settings_say(profile: Path):
    allowed = settings_service.Settings().with_changes({"mcp_allowed": True, "mcp_channel": "desk"})
    settings_service.save(profile, allowed)
    door = OwnDoor(profile)
    door.call(ask("store", text="The user's own, for everybody."))
    door.call(ask("store", "mcp", text="By an agent."))
    seen = door.call(ask("get_contents", "mcp", refs=["ep:1", "ep:2"]))["records"]
    door.close()
    assert [record["ref"] for record in seen] == ["ep:1", "ep:2"]
    workspace = Workspace(profile)
    desk = workspace.write_desk()
    assert [row.scope.channel for row in desk.view.episodes.after(0, desk.scope, 9)] == ["", "desk"]
    desk.close()
    workspace.close()


def test_what_is_asked_again_is_stored_once(own: OwnDoor):
    first = own.call(ask("store", text="Only once."))
    assert own.call(ask("store", again=True, text="Only once.")) == first
    assert own.call(ask("store", text="Only once.")) != first
    assert own.call(ask("store", again=True, text="Something else."))["ref"] == "ep:3"


def test_who_hands_over_finishes_and_lets_go(profile: Path, own: OwnDoor):
    with pytest.raises(ProfileBusy):
        Workspace(profile)
    assert ask_to_hand_over(profile)
    own.close()  # waits for the end
    Workspace(profile).close()
    with pytest.raises(ConnectionError):
        own.call(ask("recall", query="x"))


def test_a_door_that_handed_over_asks_the_one_that_took_it(profile: Path):
    door = open_door(profile)
    assert door.call(ask("store", text="Before."))["ref"] == "ep:1"
    assert ask_to_hand_over(profile)
    taken: list[OwnDoor] = []

    def take() -> None:
        while not taken:
            try:
                taken.append(OwnDoor(profile))
            except ProfileBusy:
                time.sleep(0.01)

    taking = threading.Thread(target=take)
    taking.start()
    taking.join(10)
    assert door.call(ask("store", text="After."))["ref"] == "ep:2"
    assert isinstance(door._door, FarDoor)
    door.close()
    taken[0].close()


def test_what_cannot_be_opened_is_told_and_let_go(profile: Path, monkeypatch: pytest.MonkeyPatch):
    def newer(workspace: Workspace) -> Any:
        raise NewerFile

    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "write_desk", newer)
        with pytest.raises(NewerFile):
            open_door(profile)
    Workspace(profile).close()


def test_a_machine_without_sockets_goes_without_serving(profile: Path, monkeypatch: pytest.MonkeyPatch):
    def none(folder: Path, perform: object) -> Any:
        raise OSError

    monkeypatch.setattr(owndoor, "Host", none)
    door = OwnDoor(profile)
    assert door.call(ask("store", text="Alone."))["ref"] == "ep:1"
    door.close()
