"""What went wrong with a call, for the person at the screen and for whoever decides whether to call again.

Both SDKs are made by the same generator and name their errors alike, so one reading serves both.
"""

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal

from app.domain.errors import ModelUnavailable, TsumugiError
from app.inference.providers.address import Address

Reason = Literal["asked_wrong", "too_long", "busy", "broken", "other"]
"""`asked_wrong`: the server did not like how it was asked. `broken`: its own fault, which may pass."""

SENTENCES = {
    400: "The model “{model}” refused the request.",
    401: "The server at {address} wants an API key, or refuses this one.",
    403: "The server at {address} does not allow this key to use “{model}”.",
    404: "The server at {address} does not know the model “{model}”.",
    413: "The question with its memory is too long for “{model}”. Show it less memory in the settings.",
    422: "The model “{model}” refused the request.",
    429: "The server at {address} has had too many requests. Please wait a little and try again.",
}
FAILED = "The server at {address} failed (HTTP {status})."
_ABOUT_LENGTH = re.compile(r"context|too long|too large|max(?:imum)?[ _]tokens|exceed", re.IGNORECASE)
_OVERLOADED = (429, 503, 529)


class CallFailed(TsumugiError):
    """One call failed. `told` says it in the user's words; `wait` is after how many seconds the server wants another.

    `wait` is None where the server does not say.
    """

    def __init__(self, told: ModelUnavailable, reason: Reason = "other", wait: float | None = None) -> None:
        super().__init__(str(told))
        self.told = told
        self.reason: Reason = reason
        self.wait = wait


def failure(sdk: Callable[[], ModuleType], address: Address, model: str, error: Exception) -> Exception:
    """What went wrong as a `CallFailed`, never with the key or the prompt in it; our own errors as they are."""
    if isinstance(error, TsumugiError | ImportError):
        return error
    if isinstance(error, ValueError | TypeError | AttributeError | LookupError):
        return CallFailed(_nonsense(address))
    return _read(sdk(), error, address, model)


def _read(sdk: Any, error: Exception, address: Address, model: str) -> CallFailed:
    details = {"address": address.url, "model": model}
    if isinstance(error, sdk.APITimeoutError) or "timeout" in type(error).__name__.lower():
        return CallFailed(silent(address))
    if isinstance(error, sdk.APIStatusError):
        return _refused(error, details)
    if isinstance(error, sdk.APIConnectionError):
        if _never_reached(error):
            return CallFailed(_unreached(address), "other")
        return CallFailed(_broken(address), "broken")
    if isinstance(error, sdk.APIError) or type(error).__module__.partition(".")[0] == sdk.__name__:
        return CallFailed(_nonsense(address))
    return CallFailed(_broken(address), "broken")


def _never_reached(error: Exception) -> bool:
    """Whether no connection came about at all, so that a second try would fail the same way."""
    return "connect" in type(error.__cause__).__name__.lower()


def _unreached(address: Address) -> ModelUnavailable:
    """Of a server elsewhere nobody here can see whether it runs."""
    if address.local:
        return ModelUnavailable("No model server can be reached at {address}. Is it running?", address=address.url)
    return ModelUnavailable(
        "{address} cannot be reached. Please check the connection to the internet, and the address in the settings.",
        address=address.url,
    )


def _refused(error: Any, details: dict[str, str]) -> CallFailed:
    status = int(error.status_code)
    sentence = SENTENCES.get(status, FAILED)
    told = ModelUnavailable(sentence, status=str(status), **details)
    if status in (400, 422):
        long = _ABOUT_LENGTH.search(str(error.body))
        return CallFailed(told, "too_long" if long else "asked_wrong")
    wait = _retry_after(error.response.headers)
    if status == 429 or (status in _OVERLOADED and wait is not None):
        return CallFailed(told, "busy", wait)
    return CallFailed(told, "broken" if status >= 500 else "other")


def _retry_after(headers: Any) -> float | None:
    """Seconds that the server asks to wait. A date there is not read: such waits are too long anyway."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        given = str(headers.get(name, "")).strip()
        if re.fullmatch(r"\d{1,9}(\.\d+)?", given):
            return float(given) * unit
    return None


def silent(address: Address) -> ModelUnavailable:
    return ModelUnavailable("The server at {address} does not answer.", address=address.url)


def _nonsense(address: Address) -> ModelUnavailable:
    return ModelUnavailable("The server at {address} answered something unreadable.", address=address.url)


def _broken(address: Address) -> ModelUnavailable:
    return ModelUnavailable("The connection to {address} broke off.", address=address.url)
