"""Responses with what their headers say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx

_T = TypeVar("_T")


@dataclass(frozen=True)
class Answered(Generic[_T]):
    """A response with its headers, as ``with_headers`` returns it."""

    body: _T
    """What the method itself returns."""
    headers: httpx.Headers
    """All headers."""

    @property
    def etag(self) -> str | None:
        """Identifies the version of a record, for ``if_match``."""
        etag: str | None = self.headers.get("etag")
        return etag

    @property
    def data_age(self) -> int | None:
        """Seconds since the last complete read of the platform began, rounded up.

        Only of a read with ``max_age`` or ``wait``, and not if that read is not known.
        """
        age: str | None = self.headers.get("data-age")
        return None if age is None else int(age)

    @property
    def is_age_met(self) -> bool | None:
        """Whether the data was at most ``max_age`` old, or was read since.

        Only of a read with ``max_age`` or ``wait``.
        """
        is_met: str | None = self.headers.get("data-age-met")
        return None if is_met is None else is_met == "true"


# The place in which the client notes the headers of the responses of the current call. A context
# variable, so that calls in other threads and tasks do not mix with it.
_noted: ContextVar[list[httpx.Headers] | None] = ContextVar("daybook_noted_headers", default=None)


def note_headers(headers: httpx.Headers) -> None:
    noted = _noted.get()
    if noted is not None:
        noted.append(headers)


@contextmanager
def noting_headers() -> Iterator[list[httpx.Headers]]:
    noted: list[httpx.Headers] = []
    before = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(before)


def answered(body: _T, noted: list[httpx.Headers]) -> Answered[_T]:
    if not noted:
        raise TypeError("with_headers takes a method of the client that sends one request.")
    return Answered(body, noted[-1])
