"""Model servers on the loopback address: one that answers, and whatever else a test makes it do."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Behaviour = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def server(behave: Behaviour) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
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


def chunk(text: str | None) -> bytes:
    delta = {"content": text} if text is not None else {"role": "assistant"}
    body = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny"}
    return b"data: " + json.dumps({**body, "choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def stream(*pieces: str | None, end: bytes = b"data: [DONE]\n\n", pause: float = 0) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(chunk(piece))
            handler.wfile.flush()
            time.sleep(pause)
        handler.wfile.write(end)

    return behave
