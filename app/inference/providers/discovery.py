"""Finding model servers on this machine: Ollama and LM Studio on the addresses that are their own."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.domain.errors import BadInput, ModelUnavailable
from app.inference.providers.address import LM_STUDIO_PORT, OLLAMA_PORT, Address, read_address
from app.inference.providers.openai_compatible import OpenAICompatible

KNOCK = 0.3
"""Seconds for a port on this machine to open."""
LISTING = 3.0
"""Seconds for a server to list its models."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers, and the models it offers."""

    name: str
    address: Address
    models: tuple[str, ...]


def own_addresses(environment: Mapping[str, str]) -> list[tuple[str, Address]]:
    """Where each kind of server would be: Ollama at `OLLAMA_HOST` (a typo there falls back to its port)."""
    ollama = read_address(f"127.0.0.1:{OLLAMA_PORT}")
    if environment.get("OLLAMA_HOST", "").strip():
        with suppress(BadInput):
            ollama = read_address(environment["OLLAMA_HOST"])
    return [("Ollama", ollama), ("LM Studio", read_address(f"127.0.0.1:{LM_STUDIO_PORT}"))]


def find_servers(environment: Mapping[str, str] | None = None) -> list[Server]:
    """Servers of this machine that answer now. Never looks at any other machine."""
    found = []
    for name, address in own_addresses(os.environ if environment is None else environment):
        if not address.local or not _open(address):
            continue
        with suppress(ModelUnavailable):
            models = OpenAICompatible(address, "", silence=LISTING).models()
            found.append(Server(name, address, tuple(models)))
    return found


def _open(address: Address) -> bool:
    parts = urlsplit(address.url)
    try:
        with socket.create_connection((address.host, parts.port or 80), timeout=KNOCK):
            return True
    except OSError:
        return False
