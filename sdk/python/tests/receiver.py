from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Delivery:
    body: bytes
    headers: dict[str, str]


class Receiver:
    """Receives webhooks, as a client's own server does."""

    def __init__(self) -> None:
        received: queue.Queue[Delivery] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                received.put(Delivery(body, dict(self.headers.items())))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._received = received
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hooks"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> Delivery:
        return self._received.get(timeout=30)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
