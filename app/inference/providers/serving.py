"""A server reached through an SDK: a stream of words, one answer in a form, and the names of its models.

What the protocols share is here: who waits, how long, what it has cost, and how a failure is told.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from app.domain.errors import Cancelled, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Message, Schema
from app.inference.providers.address import Address
from app.inference.providers.failing import CallFailed, failure, silent
from app.inference.providers.thinking import Thinking
from app.inference.providers.waiting import Line, Stopped, awaited, pieces

CONNECT_TIMEOUT = 5.0
SILENCE_TIMEOUT = 120.0
"""Seconds without a byte after which a server counts as hung; a cold local model needs long to load."""

LOADING_TIMEOUT = 60.0
"""Seconds in which a library is loaded from the disk, however slow."""
T = TypeVar("T")


def never() -> bool:
    """For calls that nobody stops."""
    return False


ONE_CALL = Usage(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back in one call: a text, or a value that the server has read already."""

    text: str = ""
    value: Any = None
    used: Usage = ONE_CALL


Said = str | Usage
"""A part of a stream: words, or what the call has cost so far."""
Put = Callable[[Said], None]


class Serving(ABC):
    """A model on a server. Implements `ChatModel`; `app.inference.providers.forms` asks it for forms.

    `stopped` is asked five times a second. `silence` is how many seconds a server may say nothing. The key is held
    only here and in the SDK's client.
    """

    ways: tuple[str, ...]
    """How it can be asked for a form, the strictest first; the first holds the model to the schema."""

    def __init__(
        self,
        address: Address,
        model: str,
        key: str = "",
        silence: float = SILENCE_TIMEOUT,
        stopped: Stopped = never,
    ) -> None:
        self.address = address
        self.name = model
        self.used = Usage()
        """What the last stream has cost so far; tokens are 0 where the server does not say."""
        self._key = key or "none"
        self._silence = silence
        self._stopped = stopped

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address.url!r}, {self.name!r})"

    @property
    def local(self) -> bool:
        return self.address.local

    def models(self) -> list[str]:
        """Names of the models that the server offers, sorted. Raises `ModelUnavailable`, `Cancelled`."""
        try:
            return self._awaited(self._list)
        except CallFailed as failed:
            raise failed.told from None

    def stream(self, messages: Sequence[Message]) -> Iterator[str]:
        """Pieces of the answer; an empty piece only says that the server is still silent.

        Closing the iterator closes the connection. Raises `ModelUnavailable`, `Cancelled`; pieces given before stay
        good.
        """
        self.used = Usage()
        line = Line()
        said, thinking = False, Thinking()
        with closing(self._told(pieces(partial(self._speak, messages, line), line, self._failure))) as coming:
            for piece in coming:
                if isinstance(piece, Usage):
                    self.used = piece
                    continue
                shown = thinking.said(piece) if piece else ""
                said = said or bool(shown.strip())
                yield shown
        shown = thinking.rest()
        if not said and not shown.strip():
            raise ModelUnavailable("The model “{model}” gave an empty answer.", model=self.name)
        yield shown

    def ask(self, messages: Sequence[Message], schema: Schema, way: str) -> Answer:
        """Ask for a form, in one HTTP call. Raises `CallFailed`, `Cancelled`."""
        return self._awaited(partial(self._filled, messages, schema, way))

    def _awaited(self, work: Callable[[Line], T]) -> T:
        """The library is loaded first, on time of its own: it may take seconds. Raises `CallFailed`, `Cancelled`."""
        line = Line()
        try:
            awaited(self._sdk, Line(), self._stopped, LOADING_TIMEOUT)
            return awaited(partial(work, line), line, self._stopped, self._silence, self._failure)
        except TimeoutError:
            raise CallFailed(silent(self.address)) from None

    def _told(self, coming: Generator[Said | None]) -> Generator[Said | None]:
        """The same parts, with failures in the user's words. Raises `Cancelled` when stopped."""
        with closing(coming):
            try:
                for piece in coming:
                    if self._stopped():
                        raise Cancelled
                    yield piece
            except CallFailed as failed:
                raise failed.told from None

    def _failure(self, error: Exception) -> Exception:
        return failure(self._sdk, self.address, self.name, error)

    # ── on the thread that blocks ─────────────────────────────────────────────────────────────────────────────
    def _list(self, line: Line) -> list[str]:
        with self._client(line) as client:
            return sorted(model.id + "" for model in client.models.list())  # without a name: TypeError

    def _speak(self, messages: Sequence[Message], line: Line, put: Put) -> None:
        with self._client(line) as client:
            self._say(client, messages, put)

    def _filled(self, messages: Sequence[Message], schema: Schema, way: str, line: Line) -> Answer:
        with self._client(line) as client:
            return self._fill(client, messages, schema, way)

    def _client(self, line: Line) -> Any:
        """The SDK's client, whose connections `line` can cut.

        No redirection is followed: it could lead from this machine to another. A proxy set in the environment must not
        see what stays on this machine. Certificates are only read where there will be any, since that takes 0.1 s;
        no redirection means that it stays so. Nothing is tried again behind our back, since every call is counted.
        """
        sdk: Any = self._sdk()
        timeout = sdk.Timeout(self._silence, connect=CONNECT_TIMEOUT)
        http = sdk.DefaultHttpxClient(
            timeout=timeout,
            trust_env=not self.local,
            follow_redirects=False,
            verify=self.address.url.startswith("https:"),
            event_hooks={"request": [line.watch]},
        )
        return self._connect(timeout=timeout, max_retries=0, http_client=http, api_key=self._key)

    @abstractmethod
    def _sdk(self) -> ModuleType:
        """The library, loaded now with all of its parts that are used."""

    @abstractmethod
    def _connect(self, **how: Any) -> Any:
        """A client of the library at our address."""

    @abstractmethod
    def _say(self, client: Any, messages: Sequence[Message], put: Put) -> None:
        """Stream an answer into `put`."""

    @abstractmethod
    def _fill(self, client: Any, messages: Sequence[Message], schema: Schema, way: str) -> Answer:
        """Ask for a form once."""
