"""`python3 examples/receive_webhooks.py whsec_…` receives webhooks on port 3000, verifies each one and prints its event.

It needs nothing but Python. With the package in sdk/python, `verify_webhook` does the same.
"""

import base64
import hashlib
import hmac
import json
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer

if len(sys.argv) < 2 or not sys.argv[1].startswith("whsec_"):
    sys.exit("Usage: python3 examples/receive_webhooks.py SECRET [PORT]. The secret is shown once, when you create the consumer.")
secret = sys.argv[1]
port = int(sys.argv[2]) if len(sys.argv) > 2 else 3000

# Ids of the messages received so far, because a message can arrive more than once. Your own program should store the
# ids together with the results of processing the messages.
seen: set[str] = set()


def verify(headers: Mapping[str, str], body: bytes) -> None:
    """Raises ValueError unless Daybook sent this delivery within the last five minutes."""
    sent = headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        raise ValueError("The delivery is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['webhook-id']}.{sent}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(right, given) for given in headers["webhook-signature"].split(" ")):
        raise ValueError("The signature is wrong.")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            verify(self.headers, body)
        except (KeyError, TypeError, ValueError) as error:
            print(f"refused   {error}", flush=True)
            self.answer(400)
            return
        event = json.loads(body)
        message_id = self.headers["webhook-id"]
        again = " (again)" if message_id in seen else ""
        seen.add(message_id)
        print(f"verified  {event['RuleType']}  {event['Message']}{again}", flush=True)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Prints nothing for each request."""


print(f"Waiting for deliveries at http://localhost:{port}/hooks", flush=True)
# Accepts connections from this machine only.
HTTPServer(("127.0.0.1", port), Receiver).serve_forever()
