"""Any server that speaks the OpenAI chat protocol: Ollama, LM Studio, llama.cpp, vLLM, and hosted ones."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from app.domain.usage import Usage
from app.inference.formwords import bare, instruction
from app.inference.protocols import Message, Schema
from app.inference.providers.serving import Answer, Put, Serving

_FORM = "form"
_NO_USAGE: set[str] = set()
"""Addresses of servers that refuse to be asked what a stream costs; known until the program ends."""


class OpenAICompatible(Serving):
    """A model on a server. Every way shows the model the form: most servers only hold it to its grammar."""

    ways = ("schema", "object", "plain")

    def _sdk(self) -> ModuleType:
        import openai
        import openai.resources.chat

        return openai

    def _connect(self, **how: Any) -> Any:
        from openai import OpenAI

        return OpenAI(base_url=self.address.url, **how)

    def _say(self, client: Any, messages: Sequence[Message], put: Put) -> None:
        answer, calls = self._begun(client, messages, put)
        with answer:
            for chunk in answer:
                if chunk.usage:
                    put(Usage(calls) + _tokens(chunk.usage))
                words = chunk.choices[0].delta.content if chunk.choices else None
                if words:
                    put(words + "")  # a number or a list there is nonsense: TypeError

    def _begun(self, client: Any, messages: Sequence[Message], put: Put) -> tuple[Any, int]:
        """The stream, with its cost at the end unless the server does not know that wish; and the calls it took."""
        from openai import BadRequestError, UnprocessableEntityError

        how: dict[str, Any] = {"model": self.name, "messages": _sent(messages), "stream": True}
        put(Usage(1))
        if self.address.url in _NO_USAGE:
            return client.chat.completions.create(**how), 1
        try:
            return client.chat.completions.create(**how, stream_options={"include_usage": True}), 1
        except (BadRequestError, UnprocessableEntityError):
            put(Usage(2))
        answer = client.chat.completions.create(**how)
        _NO_USAGE.add(self.address.url)
        return answer, 2

    def _fill(self, client: Any, messages: Sequence[Message], schema: Schema, way: str) -> Answer:
        asked = _sent([*messages, Message("user", instruction(schema))])
        more: dict[str, Any] = {}
        if way == "schema":
            wanted = {"name": _FORM, "strict": True, "schema": bare(schema)}
            more = {"response_format": {"type": "json_schema", "json_schema": wanted}}
        elif way == "object":
            more = {"response_format": {"type": "json_object"}}
        reply = client.chat.completions.create(model=self.name, messages=asked, **more)
        text = reply.choices[0].message.content
        used = Usage(1) + _tokens(reply.usage) if reply.usage else Usage(1)
        return Answer((text or "") + "", used=used)


def _sent(messages: Sequence[Message]) -> list[dict[str, str]]:
    """Messages as the protocol writes them. Templates of some models refuse two of one speaker in a row: joined."""
    sent: list[dict[str, str]] = []
    for message in messages:
        if sent and sent[-1]["role"] == message.role:
            sent[-1]["content"] += f"\n\n{message.text}"
        else:
            sent.append({"role": message.role, "content": message.text})
    return sent


def _tokens(usage: Any) -> Usage:
    return Usage(0, int(usage.prompt_tokens or 0), int(usage.completion_tokens or 0))
