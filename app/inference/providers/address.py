"""Addresses of model servers as people write them, made into what a client can use. Pure."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.domain.errors import BadInput

OLLAMA_PORT = 11434
LM_STUDIO_PORT = 1234
_HOST = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?", re.IGNORECASE)
_UNREADABLE = "“{text}” is not an address. It looks like http://localhost:11434 or https://api.example.com/v1."


@dataclass(frozen=True, slots=True)
class Address:
    """A server's OpenAI-compatible root, for example `http://127.0.0.1:11434/v1`."""

    url: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def local(self) -> bool:
        """Whether it is this very machine (a name other than localhost is not looked up, and counts as remote)."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def read_address(text: str, default_port: int = OLLAMA_PORT) -> Address:
    """Read `host`, `host:port`, `:port`, `http://host:port/`, `https://host/v1`, `0.0.0.0`, `[::1]:1234`.

    Missing parts are filled in: `http`, `default_port` (https: 443), the path `/v1`. An address that a server listens
    on (`0.0.0.0`, `::`) becomes the loopback address. Raises `BadInput` with a sentence on anything else.
    """
    given = text.strip().rstrip("/")
    scheme, _, rest = given.rpartition("://")
    scheme = scheme.lower() or "http"
    unfinished = re.match(r"https?:(?!//[^/])|[a-z]+:/(?!/[^/])", text.strip(), re.IGNORECASE) is not None
    if not given or unfinished or scheme not in ("http", "https") or re.search(r"[\s@]", given):
        raise BadInput(_UNREADABLE, text=text.strip()[:60])
    try:
        parts = urlsplit(f"{scheme}://{rest}" if not _bare_ipv6(rest) else f"{scheme}://[{rest}]")
        host, port = parts.hostname or ("127.0.0.1" if rest.startswith(":") else ""), parts.port
    except ValueError:
        raise BadInput(_UNREADABLE, text=text.strip()[:60]) from None
    host = _reachable(host, text)
    if port is None and scheme == "http":
        port = default_port
    path = parts.path.rstrip("/") or "/v1"
    path = path.removesuffix("/chat/completions")
    shown = f"[{host}]" if ":" in host else host
    return Address(f"{scheme}://{shown}{f':{port}' if port else ''}{path}")


def _bare_ipv6(rest: str) -> bool:
    return rest.count(":") > 1 and not rest.startswith("[") and "/" not in rest


def _reachable(host: str, text: str) -> str:
    """The host to connect to. Raises `BadInput` for what cannot be one."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        looks_numeric = re.fullmatch(r"[\d.]+", host) is not None
        if looks_numeric or ".." in host or not _HOST.fullmatch(host):
            raise BadInput(_UNREADABLE, text=text.strip()[:60]) from None
        return host.lower()
    if address.is_unspecified:
        return "127.0.0.1" if address.version == 4 else "::1"
    return str(address)
