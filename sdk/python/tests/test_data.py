"""Records of a platform: exact amounts, the change feed and pushes."""

from __future__ import annotations

import unittest
from decimal import Decimal
from typing import Any

from daybook import BadRequest, Daybook

from .given import URL, LinkedCompany, link_company, new_key
from .proxies import CuttingProxy

EXACT = Decimal("123456789012345678901.2345")


def invoice(company: LinkedCompany, unit_amount: Any) -> dict[str, Any]:
    daybook, company_id = company.daybook, company.company_id
    account = daybook.list_accounts(company_id=company_id, page_size=1, query="status=Active")
    rate = daybook.list_tax_rates(company_id=company_id, page_size=1)
    customer = daybook.list_customers(company_id=company_id, page_size=1, query="status=Active")
    return {
        "customerRef": {"id": customer["results"][0]["id"]},
        "issueDate": "2026-11-01T00:00:00Z",
        "dueDate": "2026-12-01T00:00:00Z",
        "lineItems": [
            {
                "description": "Flour",
                "unitAmount": unit_amount,
                "quantity": 1,
                "accountRef": {"id": account["results"][0]["id"]},
                "taxRateRef": {"id": rate["results"][0]["id"]},
            }
        ],
    }


class Amounts(unittest.TestCase):
    company: LinkedCompany

    @classmethod
    def setUpClass(cls) -> None:
        cls.company = link_company(Daybook(base_url=URL, api_key=new_key()))
        for data_type in ("accounts", "taxRates", "customers", "invoices"):
            assert cls.company.sync(data_type)["status"] == "Complete"

    def push(self, unit_amount: Any) -> Any:
        return self.company.daybook.push_create(
            company_id=self.company.company_id,
            connection_id=self.company.connection_id,
            data_type="invoices",
            body=invoice(self.company, unit_amount),
            wait=20,
        )

    def test_a_decimal_with_25_digits_is_pushed_and_read_back_exactly(self) -> None:
        pushed = self.push(EXACT)
        self.assertEqual(pushed["status"], "Success")
        daybook, company_id = self.company.daybook, self.company.company_id
        record_id = pushed["record"]["id"]
        read = daybook.get_invoice(company_id=company_id, id=record_id)
        line = read.get("lineItems", [])[0]
        self.assertEqual(line["unitAmount"], EXACT)
        self.assertEqual(str(line["unitAmount"]), str(EXACT))
        self.assertIsInstance(line["quantity"], Decimal)
        self.assertIsInstance(read["totalAmount"], Decimal)
        untyped = daybook.get_record(company_id=company_id, data_type="invoices", id=record_id)
        self.assertEqual(untyped["lineItems"][0]["unitAmount"], EXACT)

    def test_an_amount_as_a_string_is_rejected_by_the_api(self) -> None:
        with self.assertRaises(BadRequest) as caught:
            self.push("12.50")
        self.assertIn("unitAmount", str(caught.exception.validation))

    def test_all_amounts_of_a_data_set_are_decimals_and_each_record_comes_once(self) -> None:
        daybook, company_id = self.company.daybook, self.company.company_id
        records = list(daybook.each_invoices(company_id=company_id, page_size=7))
        total = daybook.list_invoices(company_id=company_id, page_size=1)["totalResults"]
        self.assertEqual(len({record["id"] for record in records}), total)
        self.assertEqual(len(records), total)
        for record in records:
            self.assertIsInstance(record["totalAmount"], Decimal)
            for line in record.get("lineItems", []):
                self.assertIsInstance(line["unitAmount"], Decimal)


class Changes(unittest.TestCase):
    def test_follow_yields_existing_changes_then_new_ones_and_resumes_at_a_cursor(self) -> None:
        company = link_company(Daybook(base_url=URL, api_key=new_key()))
        daybook, company_id = company.daybook, company.company_id
        company.sync("customers")
        total = daybook.list_customers(company_id=company_id, page_size=1)["totalResults"]
        seen: list[str] = []
        cursors: list[str] = []
        for change in daybook.follow(company_id=company_id):
            seen.append(f"{change['change']} {change['id']}")
            cursors.append(change["cursor"])
            if len(seen) == total:
                company.change_on_platform("customers", update=2)
                company.sync("customers")
            if len(seen) == total + 2:
                break
        self.assertEqual(len(set(seen)), total + 2)
        self.assertTrue(all(one.startswith("updated") for one in seen[total:]))
        middle = total // 2
        again = []
        for change in daybook.follow(company_id=company_id, after=cursors[middle - 1]):
            again.append(change["cursor"])
            if change["cursor"] == cursors[-1]:
                break
        self.assertEqual(again[-2:], cursors[-2:])
        self.assertEqual(len(set(again)), len(again))
        company.change_on_platform("customers", update=1)
        company.sync("customers")
        for change in daybook.follow(after=cursors[-1], data_type="customers", include="none"):
            self.assertEqual((change["change"], change["companyId"]), ("updated", company_id))
            self.assertNotIn("record", change)
            break


class Live(unittest.TestCase):
    def test_watch_yields_events_and_reconnects_after_a_lost_connection(self) -> None:
        proxy = CuttingProxy()
        self.addCleanup(proxy.close)
        key = new_key()
        daybook = Daybook(base_url=URL, api_key=key)
        events = Daybook(base_url=proxy.url, api_key=key, first_wait=0.02).watch()
        self.assertEqual(next(events), {"event": "hello", "data": {}})
        daybook.create_company(body={"name": "a"})
        self.assertIn("company", (event["event"] for event in events))
        proxy.cut()
        self.assertIn("hello", (event["event"] for event in events))
        events.close()
