"""Any server that speaks the OpenAI chat protocol: Ollama, LM Studio, llama.cpp, vLLM, and hosted ones.

The SDK blocks while a server thinks. A small thread reads it and the iterator wakes five times a second, so that
"stop" works within that time even when the server hangs.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

from app.domain.errors import ModelUnavailable
from app.inference.protocols import Message
from app.inference.providers.address import Address
from app.inference.providers.thinking import Thinking

if TYPE_CHECKING:
    from openai import OpenAI, OpenAIError

WAKE = 0.2
"""Seconds between two looks at whether the caller has closed the iterator."""
CONNECT_TIMEOUT = 5.0
SILENCE_TIMEOUT = 120.0
"""Seconds without a byte after which a server counts as hung; a cold local model needs long to load."""

_STATUS = {
    400: "The model “{model}” refused the request.",
    401: "The server at {address} wants an API key, or refuses this one.",
    403: "The server at {address} does not allow this key to use “{model}”.",
    404: "The server at {address} does not know the model “{model}”.",
    413: "The question with its memory is too long for “{model}”. Show it less memory in the settings.",
    429: "The server at {address} has had too many requests. Please wait a little and try again.",
}


class OpenAICompatible:
    """A chat model on a server. Implements `ChatModel`. The key is held only inside the SDK's client."""

    def __init__(self, address: Address, model: str, key: str = "", silence: float = SILENCE_TIMEOUT) -> None:
        self.address = address
        self.name = model
        self._key = key
        self._silence = silence

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.address.url!r}, {self.name!r})"

    @property
    def local(self) -> bool:
        return self.address.local

    def models(self) -> list[str]:
        """Names of the models that the server offers, sorted. Raises `ModelUnavailable`."""
        from openai import OpenAIError

        try:
            with self._client(self._silence) as client:
                return sorted(model.id for model in client.models.list())
        except OpenAIError as error:
            raise self._told(error) from None
        except (ValueError, TypeError, AttributeError):
            raise self._nonsense() from None

    def stream(self, messages: Sequence[Message]) -> Iterator[str]:
        """Pieces of the answer; an empty piece only says that the server is still silent.

        Closing the iterator closes the connection. Raises `ModelUnavailable`; pieces given before stay good.
        """
        pieces: Queue[str | BaseException | None] = Queue()
        with closing(self._client(self._silence)) as client:
            reader = Thread(target=self._read, args=(client, messages, pieces), daemon=True, name="model-stream")
            reader.start()
            said, thinking = False, Thinking()
            while True:
                try:
                    piece = pieces.get(timeout=WAKE)
                except Empty:
                    yield ""
                    continue
                if isinstance(piece, BaseException):
                    raise piece
                shown = thinking.rest() if piece is None else thinking.said(piece)
                said = said or bool(shown.strip())
                yield shown
                if piece is None:
                    break
            if not said:
                raise ModelUnavailable("The model “{model}” gave an empty answer.", model=self.name)

    def _read(self, client: "OpenAI", messages: Sequence[Message], pieces: "Queue[str | BaseException | None]") -> None:
        """Runs on the reading thread: every outcome ends as one entry in the queue."""
        from openai import OpenAIError

        sent: Any = [{"role": message.role, "content": message.text} for message in messages]
        try:
            with client.chat.completions.create(model=self.name, messages=sent, stream=True) as answer:
                for chunk in answer:
                    words = chunk.choices[0].delta.content if chunk.choices else None
                    if words:
                        pieces.put(words + "")  # a number or a list there is nonsense: TypeError
            pieces.put(None)
        except OpenAIError as error:
            pieces.put(self._told(error))
        except (ValueError, TypeError, AttributeError):
            pieces.put(self._nonsense())
        except OSError as error:
            pieces.put(self._broken(error))
        except Exception as error:  # noqa: BLE001 - whatever the SDK's transport raises must reach the waiting reader
            pieces.put(self._broken(error))

    def _client(self, silence: float) -> "OpenAI":
        from openai import DefaultHttpxClient, OpenAI, Timeout

        timeout = Timeout(silence, connect=CONNECT_TIMEOUT)
        # A proxy set in the environment must not see what stays on this machine.
        http = DefaultHttpxClient(timeout=timeout, trust_env=not self.address.local)
        return OpenAI(
            api_key=self._key or "none",
            base_url=self.address.url,
            timeout=timeout,
            max_retries=0,
            http_client=http,
        )

    def _told(self, error: "OpenAIError") -> ModelUnavailable:
        """The error in words for the person at the screen; never with the key or the prompt in it."""
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        details = {"address": self.address.url, "model": self.name}
        if isinstance(error, APITimeoutError):
            return ModelUnavailable("The server at {address} does not answer.", **details)
        if isinstance(error, APIConnectionError):
            return ModelUnavailable("No model server can be reached at {address}. Is it running?", **details)
        if isinstance(error, APIStatusError):
            sentence = _STATUS.get(error.status_code, "The server at {address} failed (HTTP {status}).")
            return ModelUnavailable(sentence, status=str(error.status_code), **details)
        return self._nonsense()

    def _nonsense(self) -> ModelUnavailable:
        return ModelUnavailable("The server at {address} answered something unreadable.", address=self.address.url)

    def _broken(self, error: BaseException) -> ModelUnavailable:
        with suppress(AttributeError):
            if "timeout" in type(error).__name__.lower():
                return ModelUnavailable("The server at {address} does not answer.", address=self.address.url)
        return ModelUnavailable("The connection to {address} broke off.", address=self.address.url)
