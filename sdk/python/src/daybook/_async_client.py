from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal, ParamSpec, TypeVar

import httpx

from . import types
from ._answered import Answered, answered, noting_headers
from ._async_operations import AsyncOperations
from ._download import AsyncDownload
from ._live import LONGEST_TRIES, SILENT_SECONDS, EventReader
from ._request import Request, Settings, answer_of, failure_of, is_worth_repeating
from .errors import DaybookError, error_of

_T = TypeVar("_T")
_P = ParamSpec("_P")


class AsyncDaybook(AsyncOperations):
    """A client for Daybook in programs with asyncio.

    Args:
        base_url: URL of the service, for example https://api.example.com.
        api_key: An API key of the account.
        retries: Maximum number of retries. Requests that create something carry an idempotency
            key, so that a retry does not apply a change twice. A POST without a key is retried only
            after a 429.
        timeout: Seconds that one attempt may wait for a connection or for data. Default: 65,
            because a long poll takes up to 60 s.
        first_wait: Seconds before the first retry, if the service sends no Retry-After.
        http_client: Your own ``httpx.AsyncClient``, for example with a proxy. You close it
            yourself.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        retries: int = 3,
        timeout: float = 65.0,
        first_wait: float = 0.5,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(base_url, api_key, retries, timeout, first_wait)
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient()

    async def __aenter__(self) -> AsyncDaybook:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._is_own:
            await self._http.aclose()

    async def follow(
        self,
        *,
        company_id: str | None = None,
        data_type: str | None = None,
        include: Literal["none", "record", "sourceData"] | None = None,
        after: str | None = None,
    ) -> AsyncGenerator[types.Change, None]:
        """Yield changes as they happen, until you leave the loop.

        Args:
            company_id: Only changes of this company.
            data_type: Only changes of this data type.
            include: What each change contains. Default: the new version of the record.
            after: The ``cursor`` of the last change that you have seen, or ``latest`` for only new
                changes. Default: the beginning.
        """
        fixed = {"companyId": company_id, "dataType": data_type, "include": include}
        operation = "listChanges" if company_id is None else "listCompanyChanges"
        while True:
            page = await self._call(
                operation, {**fixed, "after": after, "wait": self._settings.poll_seconds()}
            )
            for result in page["results"]:
                yield result
            after = page["next"]

    async def watch(self) -> AsyncGenerator[types.LiveEvent, None]:
        """Yield live events of the account, until you leave the loop.

        The client reconnects after a lost connection. The service then sends ``hello`` again: some
        events may have been missed.
        """
        tries = 0
        while True:
            failure: DaybookError | None = None
            try:
                async with self.stream("/live", timeout=SILENT_SECONDS) as response:
                    reader = EventReader()
                    async for line in response.aiter_lines():
                        event: Any = reader.read(line)
                        if event is not None:
                            tries = 0
                            yield event
            except DaybookError as error:
                if not is_worth_repeating(error):
                    raise
                failure = error
            await asyncio.sleep(self._settings.seconds_until(failure, tries))
            tries = min(tries + 1, LONGEST_TRIES)

    @asynccontextmanager
    async def stream(
        self,
        path: str,
        params: Mapping[str, str | int | bool] | None = None,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[httpx.Response]:
        """Open a GET whose response is not JSON, such as a CSV file, and read it piece by piece.

        It is not retried.
        """
        settings = self._settings
        url = settings.url_of(path, params or {})
        headers = {**settings.headers, "accept": "*/*"}
        request = Request("GET", url, headers, None, timeout or settings.timeout)
        try:
            async with self._http.stream(
                "GET", url, headers=headers, timeout=request.timeout, follow_redirects=False
            ) as response:
                if not response.is_success:
                    raise error_of(response.status_code, response.headers, await response.aread())
                yield response
        except httpx.RequestError as error:
            raise failure_of(request, error) from error

    async def with_headers(
        self,
        method: Callable[_P, Awaitable[_T]],
        /,
        *args: _P.args,
        **given: _P.kwargs,
    ) -> Answered[_T]:
        """Call a method of this client, and return the headers of the response with its result.

        For example ``await daybook.with_headers(daybook.get_invoice, company_id=…, id=…)``.
        """
        with noting_headers() as noted:
            return answered(await method(*args, **given), noted)

    async def _call(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Any:
        return await self._send(
            self._settings.request_of(
                operation,
                parameters,
                body=body,
                idempotency_key=idempotency_key,
                if_match=if_match,
                max_age=max_age,
                wait=wait,
                timeout=timeout,
            )
        )

    async def _each(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Any]:
        # The further pages show the state of the first one.
        request: Request | None
        request = self._settings.request_of(
            operation, parameters, max_age=max_age, wait=wait, timeout=timeout
        )
        while request is not None:
            page = await self._send(request)
            for result in page["results"]:
                yield result
            request = self._settings.next_request(page, timeout)

    def _download(
        self, operation: str, parameters: dict[str, Any], *, timeout: float | None = None
    ) -> AsyncDownload:
        request = self._settings.request_of(operation, parameters, timeout=timeout)
        request.headers["accept"] = "*/*"
        return AsyncDownload(request, lambda given: self._retried(given, self._begin_once))

    async def _send(self, request: Request) -> Any:
        return await self._retried(request, self._send_once)

    async def _retried(
        self, request: Request, once: Callable[[Request], Awaitable[_T]]
    ) -> _T:
        tries = 0
        while True:
            try:
                return await once(request)
            except DaybookError as error:
                wait = self._settings.wait_before_retry(request, error, tries)
                if wait is None:
                    raise
            await asyncio.sleep(wait)
            tries += 1

    async def _begin_once(self, request: Request) -> httpx.Response:
        """Return a response whose body has not arrived yet."""
        sent = self._http.build_request(
            request.method, request.url, headers=request.headers, timeout=request.timeout
        )
        try:
            response = await self._http.send(sent, stream=True, follow_redirects=False)
            if response.is_success:
                return response
            content = await response.aread()
            await response.aclose()
        except httpx.RequestError as error:
            raise failure_of(request, error) from error
        raise error_of(response.status_code, response.headers, content)

    async def _send_once(self, request: Request) -> Any:
        try:
            response = await self._http.request(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                timeout=request.timeout,
                follow_redirects=False,
            )
        except httpx.RequestError as error:
            raise failure_of(request, error) from error
        return answer_of(response)
