"""Which model answers: found servers, the chosen one, its key, and a test that says whether it works."""

from collections.abc import Callable
from time import perf_counter
from typing import Literal, NamedTuple

from app.domain.errors import ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import ChatModel, Message, Reranker, StructuredModel
from app.inference.providers import discovery, keys
from app.inference.providers.address import Address, read_address
from app.inference.providers.discovery import Server
from app.inference.providers.openai_compatible import OpenAICompatible
from app.services.settings import Settings

__all__ = [
    "Sample",
    "Server",
    "Trial",
    "Which",
    "chat_model",
    "find_servers",
    "keep_key",
    "memory_model",
    "offered",
    "reranker",
    "try_out",
]

Which = Literal["chat", "memory"]
"""The model that answers, or the one that does the work of memory."""
Structured = Literal["schema", "repaired", "no"]
"""How a model fills in forms: held to the schema by its server, put right afterwards, or not at all."""


class Sample(NamedTuple):
    """What a model found in a sentence that is always the same: names with their kinds, and who does what to whom."""

    text: str
    entities: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str, str], ...]


class Trial(NamedTuple):
    """`first_word_ms` until the first word, `total_ms` until the last. `sample` is None when `structured` is "no"."""

    answer: str
    first_word_ms: float
    total_ms: float
    model: str = ""
    local: bool = True
    structured: Structured = "no"
    sample: Sample | None = None
    used: Usage = Usage()


def _never() -> bool:
    return False


def find_servers() -> list[Server]:
    """Ollama and LM Studio on this machine, if they run."""
    return discovery.find_servers()


def chat_model(settings: Settings, stopped: Callable[[], bool] = _never) -> ChatModel | None:
    """The model that the user has set up; None when memory is to answer by itself.

    Raises `BadInput` when the address cannot be read and `ModelUnavailable` when only local models are allowed.
    """
    if not settings.model_address.strip() or not settings.model_name.strip():
        return None
    address = _allowed(settings)
    return OpenAICompatible(address, settings.model_name.strip(), keys.key_for(address))


def memory_model(settings: Settings, stopped: Callable[[], bool] = _never) -> StructuredModel | None:
    """The model for memory work; None when memory works on this device alone. Raises as `chat_model` does."""
    return None


def reranker(settings: Settings) -> Reranker | None:
    """The cross-encoder in the folder of the settings; None when another way of ordering is set.

    Raises `ModelUnavailable` when the folder holds none.
    """
    return None


def _allowed(settings: Settings) -> Address:
    address = read_address(settings.model_address)
    if settings.local_only and not address.local:
        raise ModelUnavailable(
            "{address} is not this machine, and the settings allow only models on this machine.", address=address.url
        )
    return address


def offered(settings: Settings, which: Which = "chat") -> list[str]:
    """Models that the server at the set address offers. Raises `BadInput` or `ModelUnavailable`."""
    address = _allowed(settings)
    return OpenAICompatible(address, "", keys.key_for(address), silence=discovery.LISTING).models()


def keep_key(settings: Settings, key: str, which: Which = "chat") -> None:
    """Put the key for the set address into the system's keyring. Raises `BadInput` or `ModelUnavailable`."""
    keys.keep_key(read_address(settings.model_address), key.strip())


def try_out(settings: Settings, which: Which = "chat", stopped: Callable[[], bool] = _never) -> Trial:
    """Ask the set model for one word. Raises `BadInput` or `ModelUnavailable` in the user's words."""
    model = chat_model(settings)
    if model is None:
        raise ModelUnavailable("No model is set up yet.")
    started, first, said = perf_counter(), 0.0, ""
    for piece in model.stream([Message("user", "Answer with the single word: ready")]):
        first = first or (perf_counter() - started if piece else 0.0)
        said += piece
    return Trial(said.strip(), first * 1000, (perf_counter() - started) * 1000)
