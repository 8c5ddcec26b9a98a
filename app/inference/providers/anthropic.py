"""Models that speak the Anthropic protocol, at their maker or at a server of one's own."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from app.domain.usage import Usage
from app.inference.formwords import bare, instruction
from app.inference.protocols import Message, Schema
from app.inference.providers.serving import Answer, Put, Serving

HOME = "https://api.anthropic.com"
"""Where its maker serves it."""
ANSWER_TOKENS = 8192
"""The protocol wants a bound on every answer; each model of today may say as much as this."""
_TOOL = "fill_in"


class Anthropic(Serving):
    """A model behind that protocol, which shows the form to the model by itself unless it is asked plainly."""

    ways = ("schema", "tool", "plain")

    def _sdk(self) -> ModuleType:
        import anthropic
        import anthropic.resources.messages

        return anthropic

    def _connect(self, **how: Any) -> Any:
        from anthropic import Anthropic as Client

        return Client(base_url=self.address.url.removesuffix("/v1"), **how)

    def _say(self, client: Any, messages: Sequence[Message], put: Put) -> None:
        used = Usage(1)
        put(used)
        with client.messages.create(**self._how(messages), stream=True) as answer:
            for event in answer:
                if event.type == "message_start":
                    used = Usage(1, _read_tokens(event.message.usage))
                elif event.type == "message_delta":
                    used = Usage(1, _read_tokens(event.usage) or used.sent, int(event.usage.output_tokens or 0))
                elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                    put(event.delta.text + "")  # anything but a text is nonsense: TypeError
                    continue
                put(used)

    def _fill(self, client: Any, messages: Sequence[Message], schema: Schema, way: str) -> Answer:
        more: dict[str, Any] = {}
        if way == "schema":
            more = {"output_config": {"format": {"type": "json_schema", "schema": bare(schema)}}}
        elif way == "tool":
            tool = {"name": _TOOL, "description": "Takes the answer.", "input_schema": bare(schema)}
            more = {"tools": [tool], "tool_choice": {"type": "tool", "name": _TOOL}}
        else:
            messages = [*messages, Message("user", instruction(schema))]
        reply = client.messages.create(**self._how(messages), **more)
        used = Usage(1, _read_tokens(reply.usage), int(reply.usage.output_tokens or 0))
        text = "".join(block.text for block in reply.content if block.type == "text")
        given = [block.input for block in reply.content if block.type == "tool_use"]
        return Answer(text, given[0] if given else None, used)

    def _how(self, messages: Sequence[Message]) -> dict[str, Any]:
        """Rules stand apart in this protocol, and a person speaks first."""
        rules = "\n\n".join(message.text for message in messages if message.role == "system")
        said = [message for message in messages if message.role != "system" and message.text.strip()]
        if not said or said[0].role != "user":
            said.insert(0, Message("user", "…"))
        sent = [{"role": message.role, "content": message.text} for message in said]
        how: dict[str, Any] = {"model": self.name, "max_tokens": ANSWER_TOKENS, "messages": sent}
        return {**how, "system": rules} if rules else how


def _read_tokens(usage: Any) -> int:
    """Tokens that went there, those included that the server had kept from before."""
    kept = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return sum(int(getattr(usage, name, None) or 0) for name in kept)
