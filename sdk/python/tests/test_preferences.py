"""Headers that the client sends and reads: the version of a record, and the age of data."""

from __future__ import annotations

import asyncio
import unittest
from typing import Any

from daybook import AsyncDaybook, Daybook, PreconditionFailed

from .given import URL, LinkedCompany, link_company, new_key


class Preferences(unittest.TestCase):
    company: LinkedCompany
    key: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.key = new_key()
        cls.company = link_company(Daybook(base_url=URL, api_key=cls.key))
        assert cls.company.sync("customers")["status"] == "Complete"

    def place(self) -> dict[str, Any]:
        company = self.company
        return {"company_id": company.company_id, "connection_id": company.connection_id}

    def test_a_push_with_the_etag_of_an_older_version_raises(self) -> None:
        daybook, place = self.company.daybook, self.place()
        pushed: Any = daybook.push_create(
            **place, data_type="customers", body={"customerName": "Mill"}, wait=20
        )
        record_id = pushed["record"]["id"]
        read = daybook.with_headers(
            daybook.get_customer, company_id=self.company.company_id, id=record_id
        )
        self.assertEqual(read.body["customerName"], "Mill")
        assert read.etag is not None
        changed: Any = daybook.push_update(
            **place,
            data_type="customers",
            id=record_id,
            body={"customerName": "Old Mill"},
            if_match=read.etag,
            wait=20,
        )
        self.assertEqual(changed["status"], "Success")
        with self.assertRaises(PreconditionFailed) as caught:
            daybook.push_delete(**place, data_type="customers", id=record_id, if_match=read.etag)
        self.assertEqual(caught.exception.code, "recordMovedOn")
        self.assertEqual(caught.exception.validation[0].get("itemId"), "customerName")

    def test_a_read_says_which_age_it_accepts_and_gets_the_age(self) -> None:
        daybook, company_id = self.company.daybook, self.company.company_id
        young = daybook.with_headers(
            daybook.list_customers, company_id=company_id, page_size=1, max_age=3600
        )
        self.assertEqual(young.headers["preference-applied"], "max-age=3600")
        self.assertIs(young.is_age_met, True)
        assert young.data_age is not None
        self.assertTrue(0 <= young.data_age < 3600)
        old = daybook.with_headers(
            daybook.list_customers, company_id=company_id, page_size=1, max_age=0
        )
        self.assertEqual((old.is_age_met, len(old.body["results"])), (False, 1))
        plain = daybook.with_headers(daybook.list_customers, company_id=company_id, page_size=1)
        self.assertEqual((plain.data_age, plain.is_age_met), (None, None))
        waited = daybook.with_headers(
            daybook.list_customers, company_id=company_id, page_size=1, wait=20
        )
        self.assertEqual(waited.is_age_met, True)
        seen = list(daybook.each_customers(company_id=company_id, max_age=60, wait=1))
        self.assertEqual(len(seen), waited.body["totalResults"])

    def test_headers_of_calls_at_once_do_not_mix(self) -> None:
        company_id = self.company.company_id

        async def read() -> list[str | None]:
            async with AsyncDaybook(base_url=URL, api_key=self.key) as daybook:
                asked = (
                    daybook.with_headers(
                        daybook.list_customers, company_id=company_id, page_size=1, max_age=age
                    )
                    for age in range(100, 110)
                )
                return [
                    one.headers.get("preference-applied") for one in await asyncio.gather(*asked)
                ]

        self.assertEqual(asyncio.run(read()), [f"max-age={age}" for age in range(100, 110)])

    def test_with_headers_takes_a_method_that_sends_a_request(self) -> None:
        daybook = self.company.daybook
        with self.assertRaises(TypeError):
            daybook.with_headers(daybook.each_companies)
