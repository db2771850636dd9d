"""Files that arrive in parts, such as exports."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import IO

import httpx

from ._request import Request, failure_of

AnyPath = str | os.PathLike[str]


class _File:
    """What both kinds of downloads know about the file."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._response: httpx.Response | None = None

    @property
    def headers(self) -> httpx.Headers:
        """The headers of the response. They are there when reading has begun."""
        if self._response is None:
            raise RuntimeError("The download has not begun: read it, or use it with 'with'.")
        return self._response.headers

    @property
    def generation(self) -> int:
        """The number of the published state that is in the file."""
        return int(self.headers["x-generation"])

    @property
    def total_results(self) -> int:
        """The number of records in the file."""
        return int(self.headers["x-total-results"])


class Download(_File):
    """A file that arrives while you read it. It is never in memory as a whole.

    Iterate over it for its bytes, or ``save`` it. It can be read once. The request is sent when
    reading begins, and is retried like every other one until then. If the connection ends before
    the file does, reading raises a ``NetworkError``.
    """

    def __init__(self, request: Request, begin: Callable[[Request], httpx.Response]) -> None:
        super().__init__(request)
        self._begin = begin

    def __enter__(self) -> Download:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection. Reading to the end does this too."""
        if self._response is not None:
            self._response.close()

    def __iter__(self) -> Iterator[bytes]:
        response = self._open()
        try:
            yield from response.iter_bytes()
        except httpx.RequestError as error:
            raise failure_of(self._request, error) from error
        finally:
            response.close()

    def save(self, path: AnyPath) -> int:
        """Write the file and return its size in bytes.

        It has its name only when it is complete: until then, ``.part`` is added to the name.
        """
        part = _part_of(path)
        try:
            with part.open("wb") as file:
                size = sum(map(file.write, self))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return size

    def _open(self) -> httpx.Response:
        if self._response is None:
            self._response = self._begin(self._request)
        return self._response


class AsyncDownload(_File):
    """A file that arrives while you read it. It is never in memory as a whole.

    Iterate over it with ``async for`` for its bytes, or ``await save(…)``. It can be read once. The
    request is sent when reading begins, and is retried like every other one until then. If the
    connection ends before the file does, reading raises a ``NetworkError``.
    """

    def __init__(
        self, request: Request, begin: Callable[[Request], Awaitable[httpx.Response]]
    ) -> None:
        super().__init__(request)
        self._begin = begin

    async def __aenter__(self) -> AsyncDownload:
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection. Reading to the end does this too."""
        if self._response is not None:
            await self._response.aclose()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        response = await self._open()
        try:
            async for part in response.aiter_bytes():
                yield part
        except httpx.RequestError as error:
            raise failure_of(self._request, error) from error
        finally:
            await response.aclose()

    async def save(self, path: AnyPath) -> int:
        """Write the file and return its size in bytes.

        It has its name only when it is complete: until then, ``.part`` is added to the name.
        """
        part = _part_of(path)
        size = 0
        try:
            file: IO[bytes] = await asyncio.to_thread(part.open, "wb")
            try:
                async for piece in self:
                    size += await asyncio.to_thread(file.write, piece)
            finally:
                await asyncio.to_thread(file.close)
            await asyncio.to_thread(part.replace, path)
        finally:
            await asyncio.to_thread(part.unlink, missing_ok=True)
        return size

    async def _open(self) -> httpx.Response:
        if self._response is None:
            self._response = await self._begin(self._request)
        return self._response


def _part_of(path: AnyPath) -> Path:
    return Path(f"{os.fspath(path)}.part")
