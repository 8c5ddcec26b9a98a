"""The Anthropic protocol against a server on the loopback address."""

from types import SimpleNamespace

import pytest

from app.domain.errors import ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Message
from app.inference.providers.address import read_address
from app.inference.providers.anthropic import ANSWER_TOKENS, HOME, Anthropic
from app.inference.providers.failing import failure
from tests.servers import Script, fails, gives, hangs, message_stream, server

ASKED = [Message("system", "Be short."), Message("system", "Be kind."), Message("user", "hello")]
KEY = "sk-ant-never-to-be-seen"


def model(address: str, silence: float = 5.0) -> Anthropic:
    return Anthropic(read_address(address), "tiny", KEY, silence=silence)


def test_its_home_is_elsewhere():
    assert not Anthropic(read_address(HOME), "tiny").local
    assert KEY not in repr(Anthropic(read_address(HOME), "tiny", KEY))


def test_pieces_come_as_they_are_said_and_their_cost_with_them():
    script = Script(message_stream("She works ", "at Acme [1].", sent=40, received=9))
    with server(script) as address:
        asked = model(address)
        assert [piece for piece in asked.stream(ASKED) if piece] == ["She works ", "at Acme [1]."]
        assert asked.used == Usage(1, 40, 9)
    assert script.paths == ["/v1/messages"]
    assert KEY in script.keys[0]
    sent = script.asked[0]
    assert sent["system"] == "Be short.\n\nBe kind."
    assert sent["messages"] == [{"role": "user", "content": "hello"}]
    assert (sent["max_tokens"], sent["stream"]) == (ANSWER_TOKENS, True)


def test_a_person_speaks_first_and_nobody_says_nothing():
    script = Script(message_stream("yes"))
    with server(script) as address:
        list(model(address).stream([Message("assistant", "Hello!"), Message("user", " "), Message("user", "hi")]))
    assert [each["role"] for each in script.asked[0]["messages"]] == ["user", "assistant", "user"]
    assert "system" not in script.asked[0]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "refused the request"),
        (401, "wants an API key"),
        (404, "does not know the model"),
        (429, "too many requests"),
        (500, "HTTP 500"),
        (529, "HTTP 529"),
    ],
)
def test_each_refusal_is_told_in_words_and_never_with_the_key(status: int, words: str):
    with server(fails(status, f"nope {KEY}")) as address, pytest.raises(ModelUnavailable, match=words) as caught:
        list(model(address).stream(ASKED))
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_silence_emptiness_and_nobody():
    with server(hangs) as address, pytest.raises(ModelUnavailable, match="does not answer"):
        list(model(address, silence=0.4).stream(ASKED))
    with server(message_stream()) as address, pytest.raises(ModelUnavailable, match="empty answer"):
        list(model(address).stream(ASKED))
    with pytest.raises(ModelUnavailable, match="Is it running"):
        list(model("127.0.0.1:9").stream(ASKED))


def test_whether_it_runs_is_asked_of_this_machine_only():
    class Unreached(Exception):
        """What an SDK raises whose connection never came about."""

    sdk = SimpleNamespace(APITimeoutError=(), APIStatusError=(), APIConnectionError=Unreached, APIError=Unreached)
    error = Unreached()
    error.__cause__ = type("ConnectError", (Exception,), {})()
    far, near = (
        str(failure(lambda: sdk, read_address(url), "m", error))
        for url in ("https://api.openai.com", "localhost:11434")
    )
    assert "Is it running" in near
    assert "https://api.openai.com/v1 cannot be reached" in far and "running" not in far and "internet" in far


@pytest.mark.parametrize("piece", [5, ["a"], {"a": 1}])
def test_words_that_are_no_text_are_nonsense(piece: object):
    with server(message_stream(piece)) as address, pytest.raises(ModelUnavailable, match="unreadable"):
        list(model(address).stream(ASKED))


def test_models_are_listed():
    listed = {"data": [{"id": "b", "type": "model"}, {"id": "a", "type": "model"}], "has_more": False}
    script = Script(gives(listed))
    with server(script) as address:
        assert model(address).models() == ["a", "b"]
    assert script.paths[0].startswith("/v1/models")
