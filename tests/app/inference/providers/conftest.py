"""A small form, and servers of both protocols that are asked to fill it in."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from app.domain.errors import ModelUnavailable
from app.inference.protocols import Allowance, Message
from app.inference.providers.address import read_address
from app.inference.providers.anthropic import Anthropic
from app.inference.providers.forms import FormFiller
from app.inference.providers.openai_compatible import OpenAICompatible
from app.inference.providers.serving import Serving
from tests.servers import Behaviour, Script, completion, message, server

FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["entities"],
    "properties": {
        "entities": {
            "type": "array",
            "maxItems": 20,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {"name": {"type": "string", "minLength": 1}},
            },
        }
    },
}
GOOD = {"entities": [{"name": "Alice"}]}
TEXT = json.dumps(GOOD)
ASKED = [Message("system", "List the names."), Message("user", "Alice is here.")]
KEY = "sk-never-to-be-seen"
_MODELS = count()


@dataclass(frozen=True)
class Protocol:
    kind: type[Serving]
    says: Callable[..., Behaviour]

    def filler(self, address: str, silence: float = 20.0, stopped: Callable[[], bool] = lambda: False) -> FormFiller:
        """Of a model with a name of its own: what a server refuses is remembered for the life of the program."""
        model = f"tiny-{next(_MODELS)}"
        return FormFiller(self.kind(read_address(address), model, KEY, silence, stopped), stopped)


@pytest.fixture(
    params=[Protocol(OpenAICompatible, completion), Protocol(Anthropic, message)], ids=["openai", "anthropic"]
)
def protocol(request: pytest.FixtureRequest) -> Protocol:
    return request.param


def filled(protocol: Protocol, script: Script, left: int = 3, silence: float = 20.0) -> tuple[Any, Allowance]:
    allowance = Allowance(left)
    with server(script) as address:
        value = protocol.filler(address, silence).fill(ASKED, FORM, allowance)
    assert allowance.used.calls == len(script.asked) == 3 - allowance.left - (3 - left)
    return value, allowance


def refused(protocol: Protocol, script: Script, words: str, left: int = 3, silence: float = 20.0) -> None:
    """It is told in words that hold neither key nor prompt, and every call was counted."""
    allowance = Allowance(left)
    with server(script) as address, pytest.raises(ModelUnavailable, match=words) as caught:
        protocol.filler(address, silence).fill(ASKED, FORM, allowance)
    assert allowance.used.calls == len(script.asked) == left - allowance.left
    assert KEY not in str(caught.value)
    assert "Alice" not in str(caught.value)
    assert caught.value.__cause__ is None
