"""The open window serves other programs, shows what they write, and takes the profile over from one that held it."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.errors import BadInput, ProfileBusy
from app.services.door import FarDoor, OpenDoor, open_door
from app.services.request import Request
from app.services.workspace import Workspace
from tests.agents import agent, allow, gather, words
from tests.ui.conftest import end
from ui import application
from ui.hosting import Hosting
from ui.lanes import Lanes


def store(text: str, author: str = "Claude", again: bool = False) -> Request:
    return Request("store", {"text": text}, "mcp", author, again)


@pytest.fixture
def beside(qtbot: Any) -> Callable[..., Any]:
    """Do something on a thread of its own while the window goes on; gives what it gives, raises what it raises."""

    def do(act: Callable[..., Any], *given: Any) -> Any:
        came: list[tuple[Any, Exception | None]] = []

        def work() -> None:
            try:
                came.append((act(*given), None))
            except Exception as error:  # noqa: BLE001 - it is raised again below
                came.append((None, error))

        thread = threading.Thread(target=work)
        thread.start()
        qtbot.waitUntil(lambda: bool(came), timeout=60_000)
        thread.join()
        value, error = came[0]
        if error is not None:
            raise error
        return value

    return do


def texts(profile: Path) -> list[str]:
    workspace = Workspace(profile)
    desk = workspace.write_desk()
    try:
        return [row.text for row in desk.view.episodes.after(0, desk.scope, 1000)]
    finally:
        desk.close()
        workspace.close()


def shown(view: Any) -> str:
    """All texts of a list of lines, with what stands at their ends."""
    model = view.model()
    roles = list(range(0x100, 0x110))
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return "\n".join(" ".join(str(row.data(role)) for role in (0, *roles) if row.data(role)) for row in rows)


# ── beside the open window ────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_stored_through_the_window_is_found_at_once(profile: Path, start: Any, beside: Any):
    allow(profile)
    start()
    door = beside(FarDoor, profile)
    ref = beside(door.call, store("Herons nest in March."))["ref"]
    found = beside(door.call, Request("recall", {"query": "When do herons nest?"}, "mcp", "Claude"))
    assert [record["ref"] for record in found["records"]] == [ref]
    with pytest.raises(BadInput, match="no operation “sing”"):
        beside(door.call, Request("sing", {}))
    door.close()


def test_each_write_shows_with_its_author_and_is_undone_from_the_window(
    profile: Path, start: Any, beside: Any, qtbot: Any
):
    allow(profile)
    window = start().shell.window
    window.show_page("history")
    door = beside(FarDoor, profile)
    for text in ("Alice works at Acme.", "Bob lives in Kyoto."):
        beside(door.call, store(text))
    page = window.history
    qtbot.waitUntil(lambda: shown(page.view).count("Stored a record") == 2, timeout=10_000)
    assert "Claude" in shown(page.view)
    people = Request("list_entities", {"text": "Alice"}, "mcp", "Claude")
    qtbot.waitUntil(lambda: bool(beside(door.call, people)["entities"]), timeout=20_000)
    for left in (1, 0):
        page.undo_wanted.emit()
        qtbot.waitUntil(lambda left=left: shown(page.view).count("(undone)") == 2 - left, timeout=10_000)
    gone = beside(door.call, Request("get_contents", {"refs": ["ep:1", "ep:2"]}, "mcp", "Claude"))
    assert gone["records"] == []
    qtbot.waitUntil(lambda: not beside(door.call, people)["entities"], timeout=10_000)
    door.close()


def test_what_the_settings_allow_holds_from_the_next_call(profile: Path, start: Any, beside: Any):
    running = start()
    door = beside(FarDoor, profile)
    with pytest.raises(BadInput, match="does not allow"):
        beside(door.call, store("Not yet."))
    workspace = running.core.lanes._workspace
    workspace.change_settings(workspace.settings.with_changes({"mcp_allowed": True}))
    assert beside(door.call, store("Now."))["ref"] == "ep:1"
    workspace.change_settings(workspace.settings.with_changes({"mcp_allowed": False}))
    with pytest.raises(BadInput, match="does not allow"):
        beside(door.call, store("No longer."))
    door.close()


def test_agents_in_processes_of_their_own_work_beside_the_window(profile: Path, start: Any, beside: Any):
    allow(profile)
    running = start()
    crowd = beside(anyio.run, gather, profile, 2, 15)
    assert crowd.errors == [] and len(crowd.seconds) == 30
    end(running)
    assert crowd.lost(profile) == []


# ── taking over ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_window_opens_while_an_agent_holds_the_profile_and_the_agent_goes_on(profile: Path, start: Any, beside: Any):
    allow(profile)
    opened, stored = threading.Event(), threading.Event()
    answers: list[str] = []

    async def work() -> None:
        async with agent(profile) as client:
            for text in ("Before the window.", "Beside the window."):
                result = await client.call_tool("store", {"text": text})
                answers.append(words(result))
                stored.set()
                await anyio.to_thread.run_sync(opened.wait, 60)

    working = threading.Thread(target=anyio.run, args=(work,))
    working.start()
    assert stored.wait(60)
    running = start()
    opened.set()
    beside(working.join)
    assert [answer.count('"ref"') for answer in answers] == [1, 1]
    end(running)
    assert texts(profile) == ["Before the window.", "Beside the window."]


def test_a_window_closes_and_a_program_goes_on_by_itself(profile: Path, start: Any, beside: Any):
    allow(profile)
    running = start()
    door = beside(open_door, profile)
    assert isinstance(door._door, FarDoor)
    assert beside(door.call, store("Through the window."))["ref"] == "ep:1"
    end(running)
    assert door.call(store("By itself."))["ref"] == "ep:2"
    assert not isinstance(door._door, FarDoor)
    door.close()
    assert texts(profile) == ["Through the window.", "By itself."]


def test_a_profile_that_cannot_be_had_is_refused_in_a_clear_sentence(
    profile: Path, start: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(application, "_NOBODY_THERE", 1)
    held = Workspace(profile)  # by a program that serves nobody
    running = start(wait=False)
    with qtbot.waitSignal(running.core.lanes.refused, timeout=10_000) as refused:
        pass
    assert isinstance(refused.args[0], ProfileBusy)
    qtbot.waitUntil(lambda: running._refused)
    end(running)
    held.close()


def test_a_program_that_just_begins_to_hold_the_profile_is_waited_for(
    profile: Path, beside: Any, monkeypatch: pytest.MonkeyPatch
):
    held = Workspace(profile)

    def let_go() -> None:
        time.sleep(0.3)
        held.close()

    letting = threading.Thread(target=let_go)
    letting.start()
    beside(application._taken_over, profile).close()
    letting.join()


# ── the service by itself ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_window_that_closes_sends_its_callers_to_another(profile: Path, qapp: Any):
    lanes = Lanes(lambda: Workspace(profile))  # never started: what is asked is never done
    hosting = Hosting(lanes)
    hosting.start(profile)
    outcome: list[Any] = []

    class Elsewhere:
        def call(self, request: Request, progress: Any = None) -> Any:
            return request

        def close(self) -> None: ...

    door = OpenDoor(profile, lambda folder: Elsewhere())
    asking = threading.Thread(target=lambda: outcome.append(door.call(store("Where am I kept?"))))
    asking.start()
    time.sleep(0.2)
    hosting.stop()
    asking.join(10)
    assert outcome == [store("Where am I kept?", again=True)]
    assert lanes.shutdown()


def test_a_machine_without_sockets_has_a_window_all_the_same(
    profile: Path, start: Any, monkeypatch: pytest.MonkeyPatch
):
    def none(folder: Path, perform: object) -> Any:
        raise OSError

    monkeypatch.setattr("app.services.host.Host", none)
    assert start().core.lanes is not None
    assert not (profile / "door.json").exists()
