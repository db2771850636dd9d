"""Errors of the client: one class for each cause."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class ValidationItem(TypedDict):
    itemId: NotRequired[str]
    message: str
    validatorName: NotRequired[str]


class DaybookError(Exception):
    """The base of all errors of this package."""


class ApiError(DaybookError):
    """The service rejected the request.

    ``code`` is stable; support asks for the ``correlation_id``.
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.service = str(body.get("service", "unknown"))
        self.correlation_id: str | None = body.get("correlationId") or headers.get(
            "x-correlation-id"
        )
        self.retryable: bool = body.get("retryable") is True
        validation = body.get("validation")
        self.validation: list[ValidationItem] = (
            validation.get("errors", []) if isinstance(validation, dict) else []
        )
        self.docs: str | None = body.get("docs")
        self.retry_after = _seconds(headers.get("retry-after"))
        """Seconds from the Retry-After header, if the service sent one."""
        message = str(body.get("error", f"The service answered with status {status}."))
        if self.correlation_id:
            message += f" (correlation id {self.correlation_id})"
        super().__init__(message)


class BadRequest(ApiError):
    """Status 400, 413, 415 or 422: ``validation`` lists what is wrong."""


class Unauthorized(ApiError):
    """Status 401: the key is missing or wrong."""


class PaymentRequired(ApiError):
    """Status 402: the request exceeds a limit of the plan."""


class Forbidden(ApiError):
    """Status 403: the key lacks permission, or the platform denies access."""


class NotFound(ApiError):
    """Status 404 or 405: the resource or the operation does not exist."""


class Conflict(ApiError):
    """Status 409: not possible in the current state. Some conflicts are temporary."""


class Gone(ApiError):
    """Status 410: the requested data is no longer stored."""


class PreconditionFailed(ApiError):
    """Status 412: the record is no longer the version that a push was made from.

    ``validation`` lists what has changed.
    """


class TooManyRequests(ApiError):
    """Status 429: a rate limit was still exceeded after the last retry."""


class ServerError(ApiError):
    """Status 5xx: the service still failed after the last retry."""


class NetworkError(DaybookError):
    """There is no complete response, because the connection failed or was cut off."""


class RequestTimeout(DaybookError, TimeoutError):
    """No response arrived within the client's own time limit."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequest,
    401: Unauthorized,
    402: PaymentRequired,
    403: Forbidden,
    404: NotFound,
    405: NotFound,
    409: Conflict,
    410: Gone,
    412: PreconditionFailed,
    413: BadRequest,
    415: BadRequest,
    422: BadRequest,
    429: TooManyRequests,
}


def error_of(status: int, headers: Mapping[str, str], text: str | bytes) -> ApiError:
    """Create the error for a response. Its body may come from a proxy instead of the service."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    try:
        body = json.loads(text)
    except ValueError:
        body = {}
    return kind(status, headers, body if isinstance(body, dict) else {})


def _seconds(value: str | None) -> float | None:
    # A proxy may send a date instead: the client then waits as without the header.
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None
