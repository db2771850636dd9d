"""What the clients with and without asyncio share: requests, and which of them are sent again."""

from __future__ import annotations

import base64
import random
import uuid
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import httpx

from ._answered import note_headers
from ._json import dumps, loads
from ._routes import ROUTES
from .errors import ApiError, DaybookError, NetworkError, RequestTimeout, error_of

LONGEST_WAIT_SECONDS = 60.0
LONGEST_POLL_SECONDS = 55


class Request(NamedTuple):
    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float


class Settings:
    """How a client sends its requests."""

    def __init__(
        self, base_url: str, api_key: str, retries: int, timeout: float, first_wait: float
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"base_url must begin with https:// or http://, not {base_url!r}.")
        self.prefix = base_url.rstrip("/")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.retries = retries
        self.timeout = timeout
        self.first_wait = first_wait
        self.headers = {
            "authorization": f"Basic {base64.b64encode(api_key.encode()).decode()}",
            "accept": "application/json",
            "user-agent": f"daybook-python/{version('daybook')}",
        }

    def request_of(
        self,
        operation: str,
        parameters: Mapping[str, Any],
        *,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Request:
        route = ROUTES[operation]
        path = route.path
        for name, value in parameters.items():
            if f"{{{name}}}" in path:
                if value is None or value == "":
                    raise ValueError(f"{operation} needs {name!r}.")
                path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        query = {name: parameters[name] for name in route.query if parameters.get(name) is not None}
        headers = dict(self.headers)
        if route.takes_key:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["if-match"] = if_match
        preferences = {"max-age": max_age, "wait": wait}
        wanted = [f"{name}={value}" for name, value in preferences.items() if value is not None]
        if wanted:
            headers["prefer"] = ", ".join(wanted)
        content = None
        if body is not None:
            is_file = isinstance(body, bytes)
            headers["content-type"] = "application/octet-stream" if is_file else "application/json"
            content = body if is_file else dumps(body).encode()
        url = self.url_of(path, query)
        return Request(route.method, url, headers, content, timeout or self.timeout)

    def url_of(self, path: str, query: Mapping[str, Any]) -> str:
        search = urlencode({name: _text(value) for name, value in query.items()})
        return f"{self.prefix}{path}{'?' + search if search else ''}"

    def next_request(self, page: Any, timeout: float | None) -> Request | None:
        """Follow the link to the next page, on the own host: the key is sent to no other one."""
        link = page["_links"].get("next")
        if link is None:
            return None
        target = urlsplit(link["href"])
        url = f"{self.origin}{target.path}{'?' + target.query if target.query else ''}"
        return Request("GET", url, self.headers, None, timeout or self.timeout)

    def poll_seconds(self) -> int:
        """A long poll must end before the client's own timeout."""
        return max(1, min(LONGEST_POLL_SECONDS, int(self.timeout) - 5))

    def wait_before_retry(self, request: Request, error: DaybookError, tries: int) -> float | None:
        """Seconds until the request is sent again, or None if it is not."""
        if tries >= self.retries or not is_worth_repeating(error):
            return None
        return self.seconds_until(error, tries) if _is_safe_to_repeat(request, error) else None

    def seconds_until(self, error: DaybookError | None, tries: int) -> float:
        if isinstance(error, ApiError) and error.retry_after is not None:
            return max(error.retry_after, 0.0) + random.random() / 10
        # Jitter spreads the retries of clients that failed at the same time.
        wait: float = min(self.first_wait * 2**tries, LONGEST_WAIT_SECONDS)
        return wait * (0.75 + random.random() / 2)


def is_worth_repeating(error: DaybookError) -> bool:
    if not isinstance(error, ApiError):
        return isinstance(error, (NetworkError, RequestTimeout))
    # Of the temporary conflicts, only `requestUnderWay` is retried. Others can last long; a first
    # sync, for example, takes minutes.
    return error.status == 429 or error.status >= 500 or error.code == "requestUnderWay"


def _is_safe_to_repeat(request: Request, error: DaybookError) -> bool:
    """Whether a retry cannot apply a change twice.

    A POST without an idempotency key may have been carried out although no response arrived. It is
    repeated only after a 429, which says that nothing was done.
    """
    if request.method != "POST" or "idempotency-key" in request.headers:
        return True
    return isinstance(error, ApiError) and error.status == 429


def answer_of(response: httpx.Response) -> Any:
    """Return the JSON of a complete response, or raise the error that it stands for."""
    if not response.is_success:
        raise error_of(response.status_code, response.headers, response.content)
    note_headers(response.headers)
    if not response.content:
        return None
    try:
        return loads(response.content)
    except ValueError as error:
        raise DaybookError(f"{response.url}: the response is not JSON.") from error


def failure_of(request: Request, error: httpx.RequestError) -> DaybookError:
    if isinstance(error, httpx.TimeoutException):
        return RequestTimeout(
            f"{request.method} {request.url}: no response within {request.timeout:g} s."
        )
    return NetworkError(f"{request.method} {request.url}: {error or type(error).__name__}")


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
