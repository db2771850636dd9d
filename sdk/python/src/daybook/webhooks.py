"""Verifies deliveries of webhooks according to Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ._json import loads
from .errors import DaybookError

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

TOLERANCE_SECONDS = 300


class WebhookRefused(DaybookError):
    """The signature of a delivery is wrong, or the delivery is too old.

    Respond with 400 and ignore its content.
    """


class WebhookEvent(TypedDict):
    """An event. If the consumer has a choice of ``fields``, the event has only these."""

    EventId: str
    RuleType: str
    """The type of the event. New values may appear, so handle unknown values too."""
    GeneratedAt: str
    ClientId: str
    ClientName: str
    CompanyId: NotRequired[str]
    DataConnectionId: NotRequired[str]
    Message: str
    Data: dict[str, Any]


class Webhook(NamedTuple):
    message_id: str
    """The same delivery can arrive twice: store this id with your results."""
    event: WebhookEvent


def verify_webhook(
    *,
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str] | None = None,
    public_key: str | Sequence[str] | None = None,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Webhook:
    """Verify a delivery and parse its event.

    Args:
        body: The body exactly as received.
        headers: The headers of the request, in any case.
        secret: The secret of the consumer (``whsec_…``). While it is being rotated, pass both.
        public_key: The public key of the consumer (``whpk_…``), if its deliveries are signed with
            ed25519. It needs the package cryptography: install ``daybook[ed25519]``. While a key
            is being rotated, pass both, and while a secret is replaced by a key, ``secret`` too.
        tolerance_seconds: How far the time of the delivery may be from the own clock.
        now: The time in seconds since 1970, for tests.

    Raises:
        WebhookRefused: The delivery is not from the service, or too old.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id = _header(given, "webhook-id")
    timestamp = _header(given, "webhook-timestamp")
    signatures = _header(given, "webhook-signature").split()
    moment = int(timestamp) if timestamp.isascii() and timestamp.isdecimal() else None
    current = time.time() if now is None else now
    if moment is None or abs(current - moment) > tolerance_seconds:
        raise WebhookRefused(
            "The timestamp of the delivery is invalid, or too far from the current time."
        )
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    secrets, public_keys = _list(secret), _list(public_key)
    if not secrets and not public_keys:
        raise ValueError("Pass the secret or the public key of the consumer.")
    # A key is never tried on the signatures of the other kind.
    if any(_matches_secret(one, signed, _of_version("v1", signatures)) for one in secrets) or any(
        _matches_public_key(one, signed, _of_version("v1a", signatures)) for one in public_keys
    ):
        return Webhook(message_id, loads(content))
    raise WebhookRefused("No signature of the delivery matches the secret or the public key.")


def _list(keys: str | Sequence[str] | None) -> Sequence[str]:
    return [keys] if isinstance(keys, str) else keys or []


def _matches_secret(secret: str, signed: bytes, signatures: Sequence[bytes]) -> bool:
    key = b"" if secret.startswith("whpk_") else _decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError('Invalid secret: it must be "whsec_" followed by Base64.')
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    return any(hmac.compare_digest(expected, one) for one in signatures)


def _matches_public_key(public_key: str, signed: bytes, signatures: Sequence[bytes]) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise RuntimeError("A public key needs cryptography: install daybook[ed25519].") from error
    key = _decode(public_key.removeprefix("whpk_")) if public_key.startswith("whpk_") else b""
    if len(key) != 32:
        raise ValueError('Invalid public key: it must be "whpk_" followed by 32 bytes in Base64.')
    verifier = Ed25519PublicKey.from_public_bytes(key)
    for one in signatures:
        try:
            verifier.verify(one, signed)
        except InvalidSignature:
            continue
        return True
    return False


def _of_version(version: str, signatures: Sequence[str]) -> list[bytes]:
    parts = [one.partition(",") for one in signatures]
    return [_decode(value) for name, _, value in parts if name == version]


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookRefused(f'The delivery has no header "{name}".')
    return value
