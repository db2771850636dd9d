"""Proxies before the real server that fail as networks do."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx

from .given import URL

Trouble = tuple[int, dict[str, str]] | Literal["cut", "lost", "hang", "half"]
"""A status with headers; the connection is cut before or after ("lost") the server carried the
request out, or in the middle of the answer ("half"); or no answer comes."""


class TroubleProxy:
    """Answers with the queued troubles first, then forwards to the server."""

    def __init__(self) -> None:
        self.troubles: deque[Trouble] = deque()
        self.requests: list[tuple[str, str, str | None]] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                proxy.requests.append((self.command, self.path, self.headers["idempotency-key"]))
                trouble = proxy.troubles.popleft() if proxy.troubles else None
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                if trouble == "hang":
                    time.sleep(1)
                if trouble in ("cut", "hang"):
                    self.close_connection = True
                    return
                if isinstance(trouble, tuple):
                    self.reply(trouble[0], trouble[1], b"<html>trouble</html>")
                    return
                passed = {k: v for k, v in self.headers.items() if k.lower() not in _OWN}
                answer = httpx.request(self.command, URL + self.path, headers=passed, content=body)
                if trouble == "lost":
                    self.close_connection = True
                    return
                self.reply(
                    answer.status_code,
                    {name: value for name, value in answer.headers.items() if name not in _OF_HOP},
                    answer.content,
                    sent=0.5 if trouble == "half" else 1,
                )

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def reply(
                self, status: int, headers: dict[str, str], content: bytes, *, sent: float = 1
            ) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: int(len(content) * sent)])
                self.close_connection = sent < 1

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


_OWN = {"host", "connection", "content-length", "accept-encoding"}
_OF_HOP = {"connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length"}


class CuttingProxy:
    """Forwards bytes, and can cut all connections at once."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        server = urlsplit(URL)
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection((server.hostname, server.port or 80))
                self._sockets += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(one, other), daemon=True).start()

    def cut(self) -> None:
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._sockets.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_RDWR)
