"""The client against a real server on the loopback address that misbehaves on purpose."""

import json
import socket
import time
from http.server import BaseHTTPRequestHandler

import pytest

from app.domain.errors import ModelUnavailable
from app.inference.protocols import Message
from app.inference.providers.address import read_address
from app.inference.providers.openai_compatible import OpenAICompatible
from tests.servers import Behaviour, server, stream

ASKED = [Message("user", "hello")]
KEY = "sk-never-to-be-seen"


def model(address: str, silence: float = 5.0) -> OpenAICompatible:
    return OpenAICompatible(read_address(address), "tiny", KEY, silence=silence)


def fails(status: int) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps({"error": {"message": f"nope {KEY}"}}).encode()
        handler.send_response(status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return behave


def hangs(handler: BaseHTTPRequestHandler) -> None:
    """Says nothing until the test is over, so that no thread outlives it."""
    handler.server.over.wait(30)  # type: ignore[attr-defined]


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
    with server(fails(status)) as address, pytest.raises(ModelUnavailable, match=words) as caught:
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


def test_a_hanging_server_can_be_stopped_at_once():
    with server(hangs) as address:
        answer = model(address).stream(ASKED)
        assert next(answer) == ""
        started = time.monotonic()
        answer.close()  # type: ignore[attr-defined]
        assert time.monotonic() - started < 1


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


def test_models_are_listed():
    def behave(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps({"object": "list", "data": [{"id": "b", "object": "model"}, {"id": "a", "object": "model"}]})
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.end_headers()
        handler.wfile.write(body.encode())

    with server(behave) as address:
        assert model(address).models() == ["a", "b"]
