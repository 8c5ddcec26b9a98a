"""Which models work: found servers, the chosen ones, their keys, and a test that says whether they do.

One model answers in the chat, another may do the work of memory; both may be the same, and there may be none.
"""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple

from app.domain.errors import BadInput, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Allowance, ChatModel, Message, Reranker, Schema, StructuredModel
from app.inference.providers import discovery, keys
from app.inference.providers.address import Address, read_address
from app.inference.providers.discovery import Server
from app.inference.providers.forms import FORM_TIMEOUT, FormFiller
from app.inference.providers.serving import SILENCE_TIMEOUT, Serving, never
from app.inference.reranker import CrossEncoder
from app.services.settings import Settings

__all__ = [
    "Sample",
    "Server",
    "Structured",
    "Trial",
    "Which",
    "chat_model",
    "find_servers",
    "keep_key",
    "memory_model",
    "offered",
    "refusal",
    "reranker",
    "try_out",
]

Which = Literal["chat", "memory"]
"""The model that answers, or the one that does the work of memory."""
Structured = Literal["schema", "repaired", "no"]
"""How a model fills in forms: held to the schema by its server, put right afterwards, or not at all."""
Stopped = Callable[[], bool]

_TRIAL_CALLS = 4
_ASKED = Message("user", "Answer with the single word: ready")
SAMPLE_TEXT = "Alice works at Acme in Paris. 田中さんは京都に住んでいます。"
_SAMPLE_RULES = (
    "List the names in the text and what it says about two of them, as they are written there. "
    "The text may be in several languages; do not translate."
)
_WORD: Schema = {"type": "string", "minLength": 1, "maxLength": 100}
_SAMPLE_FORM: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": ["entities", "relations"],
    "properties": {
        "entities": {
            "type": "array",
            "maxItems": 10,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "kind"],
                "properties": {"name": _WORD, "kind": {"enum": ["person", "organization", "place", "other"]}},
            },
        },
        "relations": {
            "type": "array",
            "maxItems": 10,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["subject", "predicate", "object"],
                "properties": {"subject": _WORD, "predicate": _WORD, "object": _WORD},
            },
        },
    },
}


class Sample(NamedTuple):
    """What a model found in a text that is always the same: names with their kinds, and who does what to whom."""

    text: str
    entities: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str, str], ...]


class Trial(NamedTuple):
    """`first_word_ms` until the first word, `total_ms` until the last. `sample` is None when `structured` is "no".

    `why` is then the sentence that says what went wrong with the form.
    """

    answer: str
    first_word_ms: float
    total_ms: float
    model: str = ""
    local: bool = True
    structured: Structured = "no"
    sample: Sample | None = None
    used: Usage = Usage()
    why: ModelUnavailable | None = None


def find_servers() -> list[Server]:
    """Ollama and LM Studio on this machine, if they run."""
    return discovery.find_servers()


def chat_model(settings: Settings, stopped: Stopped = never) -> ChatModel | None:
    """The model that the user has set up; None when memory is to answer by itself.

    Raises `BadInput` when the address cannot be read and `ModelUnavailable` when only local models are allowed.
    """
    return _served(settings, "chat", SILENCE_TIMEOUT, stopped)


def memory_model(settings: Settings, stopped: Stopped = never) -> StructuredModel | None:
    """The model for memory work; None when memory works on this device alone. Raises as `chat_model` does.

    To be made for each job: it belongs to one thread.
    """
    server = _served(settings, "memory", FORM_TIMEOUT, stopped)
    return FormFiller(server, stopped) if server else None


def reranker(settings: Settings) -> Reranker | None:
    """The cross-encoder in the folder of the settings; None when another way of ordering is set.

    Its files are opened at first use, so keep it while the settings stay. Raises `ModelUnavailable` without a folder.
    """
    if settings.reranker != "cross":
        return None
    if not settings.cross_encoder.strip():
        raise ModelUnavailable("No folder of a cross-encoder is set.")
    return CrossEncoder(Path(settings.cross_encoder.strip()).expanduser())


class _Place(NamedTuple):
    """Which server is meant, as it stands in the settings."""

    kind: str
    address: str
    model: str


def _place(settings: Settings, which: Which) -> _Place | None:
    if which == "memory" and settings.memory_kind == "none":
        return None
    if which == "memory" and settings.memory_kind != "chat":
        return _Place(settings.memory_kind, settings.memory_address.strip(), settings.memory_name.strip())
    return _Place(settings.model_kind, settings.model_address.strip(), settings.model_name.strip())


def _address(place: _Place) -> Address:
    """Raises `BadInput`."""
    from app.inference.providers.anthropic import HOME

    return read_address(place.address or (HOME if place.kind == "anthropic" else ""))


def _allowed(settings: Settings, place: _Place) -> Address:
    """Raises `BadInput`, or `ModelUnavailable` for an address that is not this machine while none such may be used."""
    address = _address(place)
    if settings.local_only and not address.local:
        raise ModelUnavailable(
            "{address} is not this machine, and the settings allow only models on this machine.", address=address.url
        )
    return address


def _served(settings: Settings, which: Which, silence: float, stopped: Stopped) -> Serving | None:
    place = _place(settings, which)
    if place is None or not place.model or (place.kind == "openai" and not place.address):
        return None
    return _serving(settings, place, silence, stopped)


def _serving(settings: Settings, place: _Place, silence: float, stopped: Stopped) -> Serving:
    from app.inference.providers.anthropic import Anthropic
    from app.inference.providers.openai_compatible import OpenAICompatible

    address = _allowed(settings, place)
    kind = Anthropic if place.kind == "anthropic" else OpenAICompatible
    return kind(address, place.model, keys.key_for(address), silence, stopped)


def offered(settings: Settings, which: Which = "chat", stopped: Stopped = never) -> list[str]:
    """Models that the server at the set address offers. Raises `BadInput` or `ModelUnavailable`."""
    return _serving(settings, _set_up(settings, which), discovery.LISTING, stopped).models()


def refusal(settings: Settings, which: Which = "chat") -> ModelUnavailable | None:
    """Why the set address may not be used: it is not this machine, and only this machine is allowed."""
    place = _place(settings, which)
    try:
        if place is not None and (place.address or place.kind == "anthropic"):
            _allowed(settings, place)
    except ModelUnavailable as refused:
        return refused
    except BadInput:  # not an address yet
        return None
    return None


def keep_key(settings: Settings, key: str, which: Which = "chat") -> None:
    """Put the key for the set address into the system's keyring; an empty one takes it out.

    Raises `BadInput` or `ModelUnavailable`.
    """
    keys.keep_key(_address(_set_up(settings, which)), key.strip())


def _set_up(settings: Settings, which: Which) -> _Place:
    place = _place(settings, which)
    if place is None:
        raise ModelUnavailable("No model is set up yet.")
    return place


def try_out(settings: Settings, which: Which = "chat", stopped: Stopped = never) -> Trial:
    """Ask the set model for one word, then for a form about a short text.

    A model that answers but cannot fill in forms is still a model for the chat, so that is told and not raised.
    Raises `BadInput` or `ModelUnavailable` in the user's words when it does not answer, `Cancelled` when stopped.
    """
    if (refused := refusal(settings, which)) is not None:
        raise refused
    model = _served(settings, which, FORM_TIMEOUT, stopped)
    if model is None:
        raise ModelUnavailable("No model is set up yet.")
    started, first, said = perf_counter(), 0.0, ""
    for piece in model.stream([_ASKED]):
        first = first or (perf_counter() - started if piece else 0.0)
        said += piece
    trial = Trial(said.strip(), first * 1000, (perf_counter() - started) * 1000, model.name, model.local)
    return _with_form(trial, FormFiller(model, stopped), model.used)


def _with_form(trial: Trial, filler: FormFiller, used: Usage) -> Trial:
    allowance = Allowance(_TRIAL_CALLS)
    asked = [Message("system", _SAMPLE_RULES), Message("user", SAMPLE_TEXT)]
    try:
        found = filler.fill(asked, _SAMPLE_FORM, allowance)
    except ModelUnavailable as why:
        return trial._replace(used=used + allowance.used, why=why)
    structured: Structured = "schema" if filler.strict and not filler.faults else "repaired"
    return trial._replace(structured=structured, sample=_sample(found), used=used + allowance.used)


def _sample(found: Any) -> Sample:
    return Sample(
        SAMPLE_TEXT,
        tuple((entity["name"], entity["kind"]) for entity in found["entities"]),
        tuple((one["subject"], one["predicate"], one["object"]) for one in found["relations"]),
    )
