"""Model servers on the loopback address: one that answers, and whatever else a test makes it do."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def server(behave: Behaviour) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.body = self.rfile.read(int(self.headers.get("content-length", 0)))
            behave(self)

        do_GET = do_POST

        def log_message(self, format: str, *args: object) -> None:
            return

    class Quiet(ThreadingHTTPServer):
        daemon_threads = False
        over = threading.Event()

        def handle_error(self, request: object, address: object) -> None:
            return

    running = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"127.0.0.1:{running.server_address[1]}"
    finally:
        Quiet.over.set()
        running.shutdown()
        running.server_close()
        thread.join()


class Script:
    """Does one thing after another, one for each call, the last for ever. `asked`: what was sent, `paths`: where to."""

    def __init__(self, *acts: Behaviour) -> None:
        self._acts = acts
        self.asked: list[Any] = []
        self.paths: list[str] = []
        self.keys: list[str] = []

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        act = self._acts[min(len(self.asked), len(self._acts) - 1)]
        self.asked.append(json.loads(handler.body or b"null"))  # type: ignore[attr-defined]
        self.paths.append(handler.path)
        self.keys.append(handler.headers.get("x-api-key") or handler.headers.get("authorization") or "")
        act(handler)


# ── whatever the protocol ─────────────────────────────────────────────────────────────────────────────────────────
def gives(body: Any, status: int = 200, **headers: str) -> Behaviour:
    """One JSON answer; a text is sent as it is. Underscores in names of headers become hyphens."""

    def behave(handler: BaseHTTPRequestHandler) -> None:
        sent = (body if isinstance(body, str) else json.dumps(body)).encode()
        handler.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(sent)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(sent)

    return behave


def fails(status: int, message: str = "nope", **headers: str) -> Behaviour:
    return gives({"error": {"message": message, "type": "error"}}, status, **headers)


def hangs(handler: BaseHTTPRequestHandler) -> None:
    """Says nothing until the test is over, so that no thread outlives it."""
    handler.server.over.wait(30)  # type: ignore[attr-defined]


def closes(handler: BaseHTTPRequestHandler) -> None:
    """Takes the question and breaks the connection off."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    handler.connection.close()


def dribbles(handler: BaseHTTPRequestHandler) -> None:
    """Sends a byte now and then and never comes to an end."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    for _ in range(1500):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        if handler.server.over.wait(0.02):  # type: ignore[attr-defined]
            return


# ── the OpenAI protocol ───────────────────────────────────────────────────────────────────────────────────────────
def completion(text: Any, sent: int = 11, received: int = 7) -> Behaviour:
    """A whole answer."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    return gives(
        {"id": "1", "object": "chat.completion", "created": 1, "model": "tiny"} | {"choices": [choice], "usage": usage}
    )


def chunk(text: str | None) -> bytes:
    delta = {"content": text} if text is not None else {"role": "assistant"}
    body = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny"}
    return b"data: " + json.dumps({**body, "choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def cost(sent: int, received: int) -> bytes:
    """The last part of a stream, for who asked what it costs."""
    usage = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    body = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny", "choices": [], "usage": usage}
    return b"data: " + json.dumps(body).encode() + b"\n\ndata: [DONE]\n\n"


def stream(*pieces: str | None, end: bytes = b"data: [DONE]\n\n", pause: float = 0) -> Behaviour:
    return _events([chunk(piece) for piece in pieces], end, pause)


def _events(parts: list[bytes], end: bytes = b"", pause: float = 0) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        for part in parts:
            handler.wfile.write(part)
            handler.wfile.flush()
            time.sleep(pause)
        handler.wfile.write(end)

    return behave


# ── the Anthropic protocol ────────────────────────────────────────────────────────────────────────────────────────
def _message(content: list[dict[str, Any]], sent: int, received: int) -> dict[str, Any]:
    usage = {"input_tokens": sent, "output_tokens": received}
    head = {"id": "1", "type": "message", "role": "assistant", "model": "tiny", "stop_reason": "end_turn"}
    return {**head, "content": content, "usage": usage}


def message(text: Any, sent: int = 11, received: int = 7) -> Behaviour:
    """A whole answer."""
    return gives(_message([{"type": "text", "text": text}], sent, received))


def tool_use(value: Any, sent: int = 11, received: int = 7) -> Behaviour:
    """An answer put into the tool that was offered."""
    return gives(_message([{"type": "tool_use", "id": "t", "name": "fill_in", "input": value}], sent, received))


def _event(name: str, **body: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name, **body})}\n\n".encode()


def message_stream(*texts: Any, sent: int = 11, received: int = 7, ends: bool = True) -> Behaviour:
    block = {"type": "text", "text": ""}
    parts = [
        _event("message_start", message=_message([], sent, 1)),
        _event("content_block_start", index=0, content_block=block),
        *(_event("content_block_delta", index=0, delta={"type": "text_delta", "text": text}) for text in texts),
    ]
    if ends:
        stop = {"stop_reason": "end_turn", "stop_sequence": None}
        parts += [
            _event("content_block_stop", index=0),
            _event("message_delta", delta=stop, usage={"output_tokens": received}),
            _event("message_stop"),
        ]
    return _events(parts)
