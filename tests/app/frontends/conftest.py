"""Terminals with and without a memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.inference.embedder import OnDeviceEncoder
from app.services import workspace
from tests.app.frontends.terminal import Terminal

TOLD = (
    "Alice works at Acme in Berlin.",
    "I moved to Kyoto in March.",
    "田中さんは横浜の図書館で働いています。",
)
ROBERT = (
    '{"entities": [{"name": "Robert", "aliases": ["Bob"], "type": "person"}],'
    ' "relations": [{"subject": "Robert", "predicate": "tends", "object": "Garden"}]}'
)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "data")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """A memory that is only read."""
    terminal = Terminal(tmp_path_factory.mktemp("told"))
    for text in TOLD:
        terminal.says("add", text, "--learn")
    terminal.says("declare", ROBERT, "--anchor", "ep:1")
    return terminal


@pytest.fixture(scope="session", autouse=True)
def _encoder_read_once() -> Iterator[None]:
    """Each call opens the profile anew; the model's files need not be read each time for that."""
    encoder = OnDeviceEncoder()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workspace, "OnDeviceEncoder", lambda: encoder)
        yield
