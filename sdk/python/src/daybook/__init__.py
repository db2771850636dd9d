"""A client for Daybook, the self-hosted data API for company accounting data."""

from . import types
from ._answered import Answered
from ._async_client import AsyncDaybook
from ._client import Daybook
from ._download import AsyncDownload, Download
from ._page import Page
from .errors import (
    ApiError,
    BadRequest,
    Conflict,
    DaybookError,
    Forbidden,
    Gone,
    NetworkError,
    NotFound,
    PaymentRequired,
    PreconditionFailed,
    RequestTimeout,
    ServerError,
    TooManyRequests,
    Unauthorized,
    ValidationItem,
)
from .webhooks import Webhook, WebhookEvent, WebhookRefused, verify_webhook

__all__ = [
    "Answered",
    "ApiError",
    "AsyncDaybook",
    "AsyncDownload",
    "BadRequest",
    "Conflict",
    "Daybook",
    "DaybookError",
    "Download",
    "Forbidden",
    "Gone",
    "NetworkError",
    "NotFound",
    "Page",
    "PaymentRequired",
    "PreconditionFailed",
    "RequestTimeout",
    "ServerError",
    "TooManyRequests",
    "Unauthorized",
    "ValidationItem",
    "Webhook",
    "WebhookEvent",
    "WebhookRefused",
    "types",
    "verify_webhook",
]
