"""Agents that use memory: the SDK's own client, each with a server process of its own, and crowds of them."""

import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import CallToolResult, Implementation

from app.services import settings as settings_service
from app.services.workspace import Workspace

ROOT = Path(__file__).resolve().parents[1]
READS = ("recall", "reconstruct", "traverse", "get_contents", "list_entities")


def allow(profile: Path, **more: Any) -> None:
    """As the user would in the settings."""
    settings_service.save(profile, settings_service.Settings().with_changes({"mcp_allowed": True, **more}))


def command(profile: Path) -> list[str]:
    options = ["--data-dir", str(profile.parent), "--profile", profile.name]
    return [sys.executable, "-m", "app.frontends.cli", *options, "mcp"]


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "TMPDIR": os.environ.get("TMPDIR", "/var/tmp")}


@asynccontextmanager
async def agent(
    profile: Path, name: str = "Probe", errlog: TextIO = sys.stderr, mode: str = "legacy"
) -> AsyncIterator[Client]:
    """A client that has said hello; at the end its server is told that nobody is there any more."""
    first, *rest = command(profile)
    server = StdioServerParameters(command=first, args=rest, env=environment(), cwd=ROOT)
    transport = stdio_client(server, errlog)
    async with Client(transport, client_info=Implementation(name=name, version="1"), mode=mode) as client:
        yield client


def words(result: CallToolResult) -> str:
    """The text of a tool's answer."""
    return "".join(getattr(part, "text", "") for part in result.content)


@dataclass
class Crowd:
    """What many agents did at once. `stored` and `declared` are what they were told is kept."""

    stored: dict[str, str] = field(default_factory=dict)
    """Reference by text."""
    declared: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    async def work(self, client: Client, name: str, calls: int, seed: int = 1) -> None:
        """Make so many calls, one after the other: half of them write."""
        dice = random.Random(f"{name} {seed}")
        for number in range(1, calls + 1):
            tool, given = self._next(name, number, dice)
            began = time.perf_counter()
            try:
                result = await client.call_tool(tool, given)
            except Exception as error:  # noqa: BLE001 - whatever a call ends with is counted
                self.errors.append(f"{name} {tool}: {type(error).__name__} {error}")
                continue
            self.seconds.append(time.perf_counter() - began)
            self._note(name, tool, given, result)

    def _next(self, name: str, number: int, dice: random.Random) -> tuple[str, dict[str, Any]]:
        text = f"{name} saw heron {number} at the pond and wrote down {dice.randrange(10**9)}."
        about = {"entities": [{"name": f"Heron {number} of {name}", "aliases": [f"H{number} {name}"]}]}
        relation = {"subject": f"Heron {number} of {name}", "predicate": "seen_by", "object": name}
        if number == 1:  # so that its name is known
            return "declare_associations", {"relations": [relation]}
        match dice.random():
            case at if at < 0.3:
                return "store", {"text": text}
            case at if at < 0.4:
                return "store", {"text": text, "associations": about}
            case at if at < 0.5:
                return "declare_associations", {"relations": [relation]}
        known = [ref for words, ref in self.stored.items() if words.startswith(name)] or ["ep:1"]
        reads: dict[str, dict[str, Any]] = {
            "recall": {"query": f"which heron did {name} see?", "limit": 5},
            "reconstruct": {"query": f"heron {number}", "count": 3},
            "traverse": {"entity": name},
            "get_contents": {"refs": [dice.choice(known)]},
            "list_entities": {"text": "Heron", "limit": 20},
        }
        tool = dice.choice(READS)
        return tool, reads[tool]

    def _note(self, name: str, tool: str, given: dict[str, Any], result: CallToolResult) -> None:
        found: dict[str, Any] = result.structured_content or {}
        if result.is_error:
            self.errors.append(f"{name} {tool}: {words(result)}")
        elif tool == "store":
            self.stored[given["text"]] = found["ref"]
        elif tool == "declare_associations":
            self.declared += found["relations"]
        elif tool == "get_contents" and found["dropped"] and given["refs"] != ["ep:1"]:
            self.errors.append(f"{name} cannot read {given['refs']} that was kept")

    def lost(self, profile: Path) -> list[str]:
        """What was told to be kept and is not there, or there twice; the profile must be free."""
        workspace = Workspace(profile)
        desk = workspace.write_desk()
        try:
            kept = [row.text for row in desk.view.episodes.after(0, desk.scope, 10_000_000)]
            facts = desk.view.facts.get(self.declared, desk.scope)
        finally:
            desk.close()
            workspace.close()
        gone = [f"{ref} {text}" for text, ref in self.stored.items() if kept.count(text) != 1]
        return gone + [f"relation {number}" for number in self.declared if number not in facts]


async def gather(profile: Path, clients: int, calls: int, kill_after: int = 0) -> Crowd:
    """So many agents at once make so many calls each. With `kill_after` answers the host is killed with signal 9."""
    crowd = Crowd()

    async def kill() -> None:
        while len(crowd.seconds) < kill_after:
            await anyio.sleep(0.01)
        os.kill(int((profile / "lock").read_text()), signal.SIGKILL)

    async def one(number: int) -> None:
        async with agent(profile, f"Agent {number}") as client:
            await crowd.work(client, f"Agent {number}", calls)

    async with anyio.create_task_group() as group:
        for number in range(1, clients + 1):
            group.start_soon(one, number)
        if kill_after:
            group.start_soon(kill)
    return crowd
