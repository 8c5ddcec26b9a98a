"""How a server is asked for a form, and what is remembered of its refusals."""

import json
from typing import Any

import pytest

from app.domain.errors import ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Allowance
from app.inference.providers.anthropic import Anthropic
from app.inference.providers.openai_compatible import OpenAICompatible
from tests.app.inference.providers.conftest import ASKED, FORM, GOOD, TEXT, Protocol, filled, refused
from tests.servers import Script, completion, fails, gives, message, server, tool_use


def _way(asked: dict[str, Any]) -> str:
    if "tools" in asked:
        return "tool"
    if "output_config" in asked:
        return "schema"
    return {"json_schema": "schema", "json_object": "object"}.get(asked.get("response_format", {}).get("type"), "plain")


def test_what_a_server_refuses_is_not_asked_of_it_again(protocol: Protocol):
    script = Script(fails(400, "response_format is unknown"), fails(400, "unknown field"), protocol.says(TEXT))
    with server(script) as address:
        filler = protocol.filler(address)
        assert filler.fill(ASKED, FORM, Allowance(3)) == GOOD
        assert not filler.strict
        assert filler.fill(ASKED, FORM, Allowance(1)) == GOOD
    assert [_way(asked) for asked in script.asked] == [protocol.kind.ways[0], protocol.kind.ways[1], "plain", "plain"]
    assert "<text>" in json.dumps(script.asked[-1])


def test_ways_are_remembered_even_when_the_calls_run_out(protocol: Protocol):
    script = Script(fails(400), fails(400), protocol.says(TEXT))
    with server(script) as address:
        filler = protocol.filler(address)
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match="refused"):
                filler.fill(ASKED, FORM, Allowance(1))
        assert filler.fill(ASKED, FORM, Allowance(1)) == GOOD


def test_a_server_that_refuses_everything_is_asked_the_strict_way_again(protocol: Protocol):
    script = Script(fails(400), fails(400), fails(400), protocol.says(TEXT))
    with server(script) as address:
        filler = protocol.filler(address)
        with pytest.raises(ModelUnavailable, match="refused"):
            filler.fill(ASKED, FORM, Allowance(5))
        assert filler.fill(ASKED, FORM, Allowance(1)) == GOOD
    assert filler.strict
    assert _way(script.asked[-1]) == "schema"


def test_a_text_that_is_too_long_says_nothing_about_the_way(protocol: Protocol):
    script = Script(fails(400, "the maximum context length is 4096 tokens"), protocol.says(TEXT))
    with server(script) as address:
        filler = protocol.filler(address)
        with pytest.raises(ModelUnavailable, match="refused"):
            filler.fill(ASKED, FORM, Allowance(3))
        assert filler.fill(ASKED, FORM, Allowance(1)) == GOOD
    assert _way(script.asked[1]) == "schema"


def test_a_tool_takes_the_answer_where_there_is_no_other_form():
    script = Script(fails(400), tool_use([{"entityName": "Alice"}], 5, 3))
    value, allowance = filled(Protocol(Anthropic, message), script)
    assert (value, allowance.used) == (GOOD, Usage(2, 5, 3))


def test_what_was_wrong_with_a_tools_answer_is_told():
    script = Script(fails(400), tool_use({"who": "Alice"}), tool_use(GOOD))
    value, _ = filled(Protocol(Anthropic, message), script)
    assert value == GOOD
    assert "none of the keys" in json.dumps(script.asked[2], ensure_ascii=False)


def test_a_model_without_a_form_is_shown_an_example_and_no_speaker_speaks_twice_in_a_row():
    script = Script(completion(TEXT))
    filled(Protocol(OpenAICompatible, completion), script)
    roles = [each["role"] for each in script.asked[0]["messages"]]
    assert roles == ["system", "user"]
    assert "Alice is here." in script.asked[0]["messages"][1]["content"]


def test_a_redirection_is_not_followed(protocol: Protocol):
    elsewhere = Script(protocol.says(TEXT))
    with server(elsewhere) as far:
        for status in (301, 302, 307, 308):
            script = Script(gives("", status, location=f"http://{far}/v1"))
            refused(protocol, script, "server")
    assert elsewhere.asked == []
