"""A server on loopback that speaks OpenAI's protocol for chats, and answers as a test says."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Answer", "ChatServer", "chat_server", "first_action"]

NUMBERED = re.compile(r"(?:^ *|: |, |; )(\d+)=", re.M)
Answer = str | tuple[int, str] | dict[str, Any] | bytes | Callable[["Handler"], None]
"""A reply; a status with a body; a whole response; bytes; or what writes the response itself."""


def first_action(messages: list[dict[str, str]]) -> str:
    """``ACTION n`` with the first number that the last observation lists."""
    listed = next(m["content"] for m in messages if "Legal actions, " in m["content"])
    number = NUMBERED.search(listed, listed.index("Legal actions, ") + len("Legal actions, as number=words"))
    assert number, listed
    return f"I take the first one.\nACTION {number[1]}"


class Handler(BaseHTTPRequestHandler):
    """Keeps each request, and sends what ``server.answer`` returns for it."""

    server: "ChatServer"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        answer = self.server.answer(len(self.server.requests), body["messages"])
        if callable(answer):
            answer(self)
            return
        status, data = 200, answer
        if isinstance(answer, tuple):
            status, data = answer
        elif isinstance(answer, str):
            data = {
                "choices": [{"message": {"content": answer}}],
                "usage": {"prompt_tokens": 900, "completion_tokens": 7},
            }
        self.send(status, data if isinstance(data, bytes) else data if isinstance(data, str) else json.dumps(data))

    def send(self, status: int, data: str | bytes, **headers: str) -> None:
        raw = data.encode() if isinstance(data, str) else data
        self.send_response(status)
        for name, value in {"Content-Length": str(len(raw)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def drip(self) -> None:
        """A byte now and then, without an end."""
        self.send_response(200)
        self.end_headers()
        while not self.server.stopping:
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.05)

    def log_message(self, *words: Any) -> None:
        """Print nothing."""


class ChatServer(ThreadingHTTPServer):
    """``answer(number, messages)`` is called for each request, the first one with 1."""

    daemon_threads = True
    stopping = False
    answer: Callable[[int, list[dict[str, str]]], Answer]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[dict[str, Any]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, *words: Any) -> None:
        """A client that gives up closes the connection."""


@contextmanager
def chat_server(answer: Callable[[int, list[dict[str, str]]], Answer]) -> Iterator[ChatServer]:
    server = ChatServer()
    server.answer = answer
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.stopping = True
        server.shutdown()
        thread.join(timeout=10)
        server.server_close()
