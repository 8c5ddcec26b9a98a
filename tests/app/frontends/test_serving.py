"""The server as a process: what it says, how it ends, and many of them on one profile."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.frontends.edition import number
from app.services.workspace import Workspace
from tests.agents import ROOT, agent, allow, command, environment, gather


class Process:
    """A server spoken to line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self._number = 0

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self.tell(method, id=self._number, **params)
        assert self.process.stdout is not None
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self._number and answer["jsonrpc"] == "2.0"
        return answer["result"]

    def tell(self, method: str, id: int | None = None, **params: Any) -> None:
        assert self.process.stdin is not None
        line = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def greet(self) -> None:
        about = {"clientInfo": {"name": "Lines", "version": "1"}, "capabilities": {}}
        server = self.ask("initialize", protocolVersion="2025-06-18", **about)["serverInfo"]
        assert server["name"] == "tsumugi" and server["version"] == number()
        self.tell("notifications/initialized")

    def store(self, text: str) -> str:
        result = self.ask("tools/call", name="store", arguments={"text": text})
        return str(result["structuredContent"]["ref"])


@contextmanager
def served(profile: Path) -> Iterator[Process]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command(profile), text=True, env=environment(), cwd=ROOT, **streams) as process:
        try:
            yield Process(process)
        finally:
            process.kill()


def texts(profile: Path) -> list[str]:
    """Of all records; raises `ProfileBusy` when somebody still holds the profile."""
    workspace = Workspace(profile)
    desk = workspace.write_desk()
    try:
        return [row.text for row in desk.view.episodes.after(0, desk.scope, 1_000_000)]
    finally:
        desk.close()
        workspace.close()


@pytest.mark.parametrize("how", ["hangs up", "term", "int"])
def test_a_server_that_ends_lets_the_profile_go_and_has_said_nothing_else(profile: Path, how: str):
    allow(profile)
    with served(profile) as server:
        server.greet()
        assert server.store("Herons nest in March.") == "ep:1"
        if how == "hangs up":
            assert server.process.stdin is not None
            server.process.stdin.close()
        else:
            server.process.send_signal(signal.SIGTERM if how == "term" else signal.SIGINT)
        assert server.process.wait(20) == 0
        assert server.process.stdout is not None and server.process.stdout.read() == ""
        assert server.process.stderr is not None and server.process.stderr.read() == ""
        assert texts(profile) == ["Herons nest in March."]
        assert not (profile / "door.json").exists()


def test_lines_that_are_no_protocol_do_not_end_it(profile: Path):
    allow(profile)
    with served(profile) as server:
        assert server.process.stdin is not None
        server.process.stdin.write("hello?\n{}\n[[[[\n")
        server.process.stdin.flush()
        server.greet()
        assert server.store("Still here.") == "ep:1"


def test_a_killed_host_takes_no_record_with_it_and_the_others_go_on(profile: Path):
    allow(profile)
    with served(profile) as first, served(profile) as second, served(profile) as third:
        for server in (first, second, third):
            server.greet()
        kept = [server.store(f"Before {number}.") for number, server in enumerate((first, second, third))]
        first.process.kill()
        kept += [server.store(f"After {number}.") for number, server in enumerate((second, third))]
        assert len(set(kept)) == 5
        for server in (second, third):
            assert server.process.stdin is not None
            server.process.stdin.close()
            assert server.process.wait(20) == 0
    assert sorted(texts(profile)) == ["After 0.", "After 1.", "Before 0.", "Before 1.", "Before 2."]


def test_many_agents_at_once_lose_nothing(profile: Path):
    allow(profile)
    crowd = anyio.run(gather, profile, 3, 12)
    assert crowd.errors == [] and len(crowd.seconds) == 36
    assert len(crowd.stored) > 8 and crowd.lost(profile) == []


def test_a_host_killed_in_the_middle_costs_only_its_own_client(profile: Path):
    allow(profile)
    crowd = anyio.run(gather, profile, 3, 14, 12)
    assert len({error.split(" ")[1] for error in crowd.errors}) == 1, crowd.errors
    assert len(crowd.seconds) >= 28 and crowd.lost(profile) == []


def test_calls_that_come_together_are_each_answered(profile: Path):
    """A client need not wait for an answer before it asks again."""
    allow(profile)

    async def work() -> set[str]:
        refs: set[str] = set()

        async def one(number: int) -> None:
            result = await client.call_tool("store", {"text": f"Bird {number}."})
            refs.add((result.structured_content or {})["ref"])

        async with agent(profile) as client, anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(one, number)
        return refs

    assert len(anyio.run(work)) == 8
    assert sorted(texts(profile)) == sorted(f"Bird {number}." for number in range(8))


def test_the_server_needs_no_window_and_a_caller_no_memory():
    code = (
        "import sys; import app.frontends.mcp, app.services.door;"
        "heavy = {'PySide6', 'apsw', 'tantivy', 'numpy', 'onnxruntime', 'app.services.workspace', 'ui'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"
