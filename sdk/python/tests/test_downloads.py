"""Exports: files that arrive in parts."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from daybook import AsyncDaybook, Conflict, Daybook, NetworkError

from .given import URL, LinkedCompany, link_company, new_key
from .proxies import TroubleProxy

SIZE = 2500


class Downloads(unittest.IsolatedAsyncioTestCase):
    key: str
    company: LinkedCompany
    total: int

    @classmethod
    def setUpClass(cls) -> None:
        cls.key = new_key()
        cls.company = link_company(Daybook(base_url=URL, api_key=cls.key), size=SIZE)
        assert cls.company.sync("invoices")["status"] == "Complete"
        listed = cls.company.daybook.list_invoices(company_id=cls.company.company_id, page_size=1)
        cls.total = listed["totalResults"]

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.proxy = TroubleProxy()
        self.addCleanup(self.proxy.close)

    def test_the_records_of_an_export_are_those_of_the_list_and_arrive_in_parts(self) -> None:
        daybook, company_id = self.company.daybook, self.company.company_id
        with daybook.export_invoices(company_id=company_id) as download:
            self.assertEqual(download.total_results, self.total)
            self.assertGreaterEqual(download.generation, 1)
            self.assertIn("ndjson", download.headers["content-type"])
            parts = list(download)
        whole = b"".join(parts)
        self.assertGreater(len(parts), 5)
        self.assertLess(max(map(len, parts)), len(whole) / 4)
        exported = {json.loads(line)["id"] for line in whole.splitlines()}
        listed = {one["id"] for one in daybook.each_invoices(company_id=company_id)}
        self.assertEqual(exported, listed)
        self.assertEqual(len(whole.splitlines()), self.total)

    def test_save_writes_every_format_and_the_parameters_apply(self) -> None:
        daybook, company_id = self.company.daybook, self.company.company_id
        csv = self.folder / "invoices.csv"
        size = daybook.export_invoices(
            company_id=company_id, format="csv", columns="id,totalAmount", order_by="id"
        ).save(csv)
        self.assertEqual(size, csv.stat().st_size)
        lines = csv.read_text().splitlines()
        self.assertEqual((lines[0].strip('"'), len(lines)), ("id,totalAmount", self.total + 1))
        parquet = self.folder / "invoices.parquet"
        daybook.export_invoices(company_id=company_id, format="parquet").save(str(parquet))
        content = parquet.read_bytes()
        self.assertEqual((content[:4], content[-4:]), (b"PAR1", b"PAR1"))
        one = next(daybook.each_invoices(company_id=company_id))["id"]
        download = daybook.export_records_of_connection(
            company_id=company_id,
            connection_id=self.company.connection_id,
            data_type="invoices",
            query=f'id="{one}"',
        )
        self.assertEqual([json.loads(b"".join(download))["id"]], [one])
        self.assertEqual(sorted(self.folder.iterdir()), [csv, parquet])

    def test_a_request_that_fails_before_the_file_begins_is_retried(self) -> None:
        self.proxy.troubles += [(503, {}), "cut"]
        daybook = Daybook(base_url=self.proxy.url, api_key=self.key, first_wait=0.01)
        download = daybook.export_invoices(company_id=self.company.company_id)
        self.assertEqual(len(b"".join(download).splitlines()), self.total)
        self.assertEqual(len(self.proxy.requests), 3)

    def test_a_file_that_ends_early_is_an_error_and_leaves_no_file(self) -> None:
        self.proxy.troubles += ["half"]
        daybook = Daybook(base_url=self.proxy.url, api_key=self.key)
        place = self.folder / "invoices.ndjson"
        place.write_text("from yesterday")
        with self.assertRaises(NetworkError):
            daybook.export_invoices(company_id=self.company.company_id).save(place)
        self.assertEqual([one.name for one in self.folder.iterdir()], ["invoices.ndjson"])
        self.assertEqual(place.read_text(), "from yesterday")

    def test_an_error_of_the_api_is_raised_as_from_other_methods(self) -> None:
        daybook, company_id = self.company.daybook, self.company.company_id
        with self.assertRaises(Conflict) as caught:
            daybook.export_bills(company_id=company_id).save(self.folder / "bills")
        self.assertEqual(caught.exception.code, "dataSetNotRequested")
        self.assertEqual(list(self.folder.iterdir()), [])
        with self.assertRaises(RuntimeError):
            _ = daybook.export_bills(company_id=company_id).headers

    async def test_all_of_it_with_asyncio(self) -> None:
        company_id = self.company.company_id
        place = self.folder / "invoices.ndjson"
        async with AsyncDaybook(
            base_url=self.proxy.url, api_key=self.key, first_wait=0.01
        ) as daybook:
            self.proxy.troubles += [(503, {}), "cut"]
            size = await daybook.export_invoices(company_id=company_id).save(place)
            self.assertEqual(size, place.stat().st_size)
            self.assertEqual(len(place.read_bytes().splitlines()), self.total)
            self.assertEqual(len(self.proxy.requests), 3)
            self.proxy.troubles += ["half"]
            with self.assertRaises(NetworkError):
                await daybook.export_invoices(company_id=company_id).save(self.folder / "half")
            self.assertEqual([one.name for one in self.folder.iterdir()], ["invoices.ndjson"])
        async with AsyncDaybook(base_url=URL, api_key=self.key) as daybook:
            async with daybook.export_invoices(company_id=company_id) as download:
                parts = [part async for part in download]
                self.assertEqual(download.total_results, self.total)
            self.assertGreater(len(parts), 5)
            self.assertEqual(b"".join(parts), place.read_bytes())
            with self.assertRaises(Conflict):
                async for _ in daybook.export_bills(company_id=company_id):
                    self.fail("bills were never synced")
