"""Live events of an account, as server-sent events."""

from __future__ import annotations

from typing import Any

from ._json import loads

# The service sends data at least every 15 s. After 45 s of silence, the connection is dead.
SILENT_SECONDS = 45.0
LONGEST_TRIES = 6


class EventReader:
    """Collects the lines of an event until the empty line that ends it."""

    def __init__(self) -> None:
        self._event = ""
        self._data = ""

    def read(self, line: str) -> dict[str, Any] | None:
        if line.startswith("event: "):
            self._event = line[len("event: ") :]
        elif line.startswith("data: "):
            self._data += line[len("data: ") :]
        elif line == "":
            event, data = self._event, self._data
            self._event = self._data = ""
            if event and data:
                return {"event": event, "data": loads(data)}
        return None
