"""The client against a real server on the loopback address that misbehaves on purpose."""

import socket
import threading
from http.server import BaseHTTPRequestHandler

import pytest

from app.domain.errors import Cancelled, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Message
from app.inference.providers.address import read_address
from app.inference.providers.openai_compatible import OpenAICompatible
from tests.servers import Script, cost, fails, gives, hangs, server, stream

ASKED = [Message("user", "hello")]
KEY = "sk-never-to-be-seen"


def model(address: str, silence: float = 5.0) -> OpenAICompatible:
    return OpenAICompatible(read_address(address), "tiny", KEY, silence=silence)


def cut_off(handler: BaseHTTPRequestHandler) -> None:
    stream("half an ", end=b"")(handler)
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    handler.connection.close()


def test_pieces_come_as_they_are_said():
    with server(stream(None, "She works ", "at Acme [1].")) as address:
        assert [piece for piece in model(address).stream(ASKED) if piece] == ["She works ", "at Acme [1]."]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "refused the request"),
        (401, "wants an API key"),
        (404, "does not know the model"),
        (429, "too many requests"),
        (500, "HTTP 500"),
        (503, "HTTP 503"),
    ],
)
def test_each_refusal_is_told_in_words_and_never_with_the_key(status: int, words: str):
    with server(fails(status, f"nope {KEY}")) as address, pytest.raises(ModelUnavailable, match=words) as caught:
        list(model(address).stream(ASKED))
    assert KEY not in str(caught.value)
    assert KEY not in repr(model(address))
    assert caught.value.__cause__ is None


def test_nobody_there():
    with pytest.raises(ModelUnavailable, match="Is it running"):
        list(model("127.0.0.1:9").stream(ASKED))


def test_a_server_that_hangs_is_given_up():
    with server(hangs) as address, pytest.raises(ModelUnavailable, match="does not answer"):
        list(model(address, silence=0.4).stream(ASKED))


def no_call_runs() -> bool:
    """Also while the server still hangs."""
    calls = [thread for thread in threading.enumerate() if thread.name == "model-call"]
    for thread in calls:
        thread.join(5)
    return not any(thread.is_alive() for thread in calls)


def test_a_hanging_server_can_be_stopped_at_once():
    with server(hangs) as address:
        answer = model(address, silence=25).stream(ASKED)
        assert next(answer) == ""
        answer.close()  # type: ignore[attr-defined]
        assert no_call_runs()


def test_it_stops_by_itself_when_the_answer_is_no_longer_wanted():
    script = Script(hangs)
    with server(script) as address:
        asked = OpenAICompatible(read_address(address), "tiny", KEY, 25.0, lambda: bool(script.asked))
        with pytest.raises(Cancelled):
            list(asked.stream(ASKED))
        assert no_call_runs()


def test_a_connection_that_breaks_keeps_what_was_said():
    said = []
    with server(cut_off) as address, pytest.raises(ModelUnavailable):
        for piece in model(address).stream(ASKED):
            said.append(piece)
    assert "".join(said) == "half an "


@pytest.mark.parametrize(
    "end",
    [
        b"data: {not json\n\n",
        b'data: {"choices": 7}\n\n',
        b"<html>busy</html>",
        b"data: [1, 2]\n\n",
        b'data: {"choices": [{"delta": {"content": 5}}]}\n\n',
        b'data: {"choices": [{"delta": {"content": ["a"]}}]}\n\n',
        b'data: {"choices": [{"delta": null}]}\n\n',
    ],
)
def test_nonsense_is_called_nonsense(end: bytes):
    with server(stream(end=end)) as address, pytest.raises(ModelUnavailable):
        list(model(address).stream(ASKED))


def test_an_empty_answer_is_no_answer():
    with server(stream(None)) as address, pytest.raises(ModelUnavailable, match="empty answer"):
        list(model(address).stream(ASKED))


def test_what_a_stream_costs_is_known_at_its_end():
    script = Script(stream(None, "ready", end=cost(30, 2)))
    with server(script) as address:
        asked = model(address)
        assert "".join(asked.stream(ASKED)) == "ready"
        assert asked.used == Usage(1, 30, 2)
    assert script.asked[0]["stream_options"] == {"include_usage": True}


def test_a_server_that_does_not_say_costs_one_call():
    with server(stream(None, "ready")) as address:
        asked = model(address)
        list(asked.stream(ASKED))
    assert asked.used == Usage(1)


def test_a_server_that_refuses_the_wish_is_asked_without_it_ever_after():
    script = Script(fails(400, "stream_options"), stream("ready"))
    with server(script) as address:
        asked = model(address)
        assert "".join(asked.stream(ASKED)) == "ready"
        assert asked.used == Usage(2)
        assert "".join(asked.stream(ASKED)) == "ready"
        assert asked.used == Usage(1)
    assert ["stream_options" in each for each in script.asked] == [True, False, False]


def test_a_failed_stream_is_counted_too():
    with server(fails(500)) as address:
        asked = model(address)
        with pytest.raises(ModelUnavailable):
            list(asked.stream(ASKED))
    assert asked.used == Usage(1)


def test_thoughts_are_not_shown():
    with server(stream("<thi", "nk>hm</th", "ink>\n", "ready")) as address:
        assert "".join(model(address).stream(ASKED)) == "ready"
    with server(stream("<think>only thoughts")) as address, pytest.raises(ModelUnavailable, match="empty answer"):
        list(model(address).stream(ASKED))


def test_models_are_listed():
    listed = {"object": "list", "data": [{"id": "b", "object": "model"}, {"id": "a", "object": "model"}]}
    script = Script(gives(listed))
    with server(script) as address:
        assert model(address).models() == ["a", "b"]
    assert script.paths == ["/v1/models"]


@pytest.mark.parametrize("body", ["{no", "[]", "7", '{"data": 7}', '{"data": [{"name": "x"}]}', '{"data": [1]}'])
def test_a_list_of_models_that_is_none(body: str):
    with server(gives(body)) as address, pytest.raises(ModelUnavailable, match="unreadable"):
        model(address).models()


def test_listing_is_given_up_and_refused_in_words():
    with server(hangs) as address, pytest.raises(ModelUnavailable, match="does not answer"):
        model(address, silence=0.4).models()
    with server(fails(401)) as address, pytest.raises(ModelUnavailable, match="wants an API key"):
        model(address).models()
