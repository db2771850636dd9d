"""The client with asyncio keeps the same promises."""

from __future__ import annotations

import asyncio
import contextlib
import unittest

from daybook import AsyncDaybook, BadRequest, Daybook, RequestTimeout

from .given import URL, link_company, new_key
from .proxies import CuttingProxy, TroubleProxy


class Async(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.proxy = TroubleProxy()
        self.addCleanup(self.proxy.close)

    async def test_operations_pages_errors_and_files(self) -> None:
        async with AsyncDaybook(base_url=URL, api_key=new_key()) as client:
            names = [f"Company {n}" for n in range(11)]
            for name in names:
                await client.create_company(body={"name": name})
            seen = [company["name"] async for company in client.each_companies(page_size=4)]
            self.assertEqual(seen, names)
            with self.assertRaises(BadRequest) as caught:
                await client.create_company(body={"name": ""})
            self.assertEqual(caught.exception.code, "inputInvalid")
            async with client.stream(
                "/companies", {"format": "csv", "columns": "name"}
            ) as response:
                text = "".join([part async for part in response.aiter_text()])
            self.assertEqual(len(text.splitlines()), 12)

    async def test_many_requests_at_once(self) -> None:
        async with AsyncDaybook(base_url=URL, api_key=new_key()) as client:
            made = await asyncio.gather(
                *(client.create_company(body={"name": f"{n}"}) for n in range(20))
            )
            self.assertEqual(len({company["companyId"] for company in made}), 20)

    async def test_troubles_are_retried_and_create_one_company(self) -> None:
        async with AsyncDaybook(
            base_url=self.proxy.url, api_key=new_key(), first_wait=0.005, retries=4
        ) as client:
            self.proxy.troubles += [(429, {"retry-after": "0"}), (503, {}), "cut", "lost"]
            await client.create_company(body={"name": "once"})
            self.assertEqual(len({key for _, _, key in self.proxy.requests}), 1)
            self.assertEqual((await client.list_companies())["totalResults"], 1)
            self.proxy.troubles.append("hang")
            with self.assertRaises(RequestTimeout):
                await AsyncDaybook(
                    base_url=self.proxy.url, api_key="k", retries=0, timeout=0.1
                ).list_companies()

    async def test_follow_yields_each_change_once_and_ends_when_its_task_is_cancelled(self) -> None:
        key = new_key()
        company = link_company(Daybook(base_url=URL, api_key=key))
        company.sync("customers")
        total = company.daybook.list_customers(company_id=company.company_id)["totalResults"]
        cursors: asyncio.Queue[str] = asyncio.Queue()

        async def read() -> None:
            async with AsyncDaybook(base_url=URL, api_key=key) as client:
                async for change in client.follow(company_id=company.company_id):
                    cursors.put_nowait(change["cursor"])

        reading = asyncio.create_task(read())
        seen = [await asyncio.wait_for(cursors.get(), 30) for _ in range(total)]
        company.change_on_platform("customers", update=2)
        await asyncio.to_thread(company.sync, "customers")
        seen += [await asyncio.wait_for(cursors.get(), 30) for _ in range(2)]
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading
        self.assertEqual(len(set(seen)), total + 2)
        self.assertTrue(cursors.empty())

    async def test_watch_reconnects(self) -> None:
        proxy = CuttingProxy()
        self.addCleanup(proxy.close)
        client = AsyncDaybook(base_url=proxy.url, api_key=new_key(), first_wait=0.02)
        async with client, contextlib.aclosing(client.watch()) as events:
            self.assertEqual((await anext(events))["event"], "hello")
            proxy.cut()
            self.assertEqual((await anext(events))["event"], "hello")
