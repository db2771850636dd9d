"""Operations, pages, errors and files."""

from __future__ import annotations

import json
import re
import unittest
from decimal import Decimal

from daybook import (
    AsyncDaybook,
    BadRequest,
    Daybook,
    DaybookError,
    Forbidden,
    NotFound,
    Unauthorized,
)
from daybook._json import dumps, loads
from daybook._routes import ROUTES

from .given import URL, new_key


class Operations(unittest.TestCase):
    def test_a_company_is_created_read_changed_and_deleted(self) -> None:
        with Daybook(base_url=URL, api_key=new_key()) as client:
            made = client.create_company(body={"name": "Bäckerei", "tags": {"region": "EU"}})
            company_id = made["companyId"]
            self.assertEqual(client.get_company(company_id=company_id)["name"], "Bäckerei")
            changed = client.change_company(company_id=company_id, body={"description": "Bread"})
            self.assertEqual(changed.get("description"), "Bread")
            removed = client.change_company(company_id=company_id, body={"description": None})
            self.assertNotIn("description", removed)
            client.delete_company(company_id=company_id)
            with self.assertRaises(NotFound):
                client.get_company(company_id=company_id)
            self.assertEqual(client.list_companies()["totalResults"], 0)

    def test_every_operation_of_the_routes_is_a_method_of_both_clients(self) -> None:
        for operation in ROUTES:
            name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", operation).lower()
            self.assertTrue(callable(getattr(Daybook, name)), name)
            self.assertTrue(callable(getattr(AsyncDaybook, name)), name)
            self.assertTrue(getattr(Daybook, name).__doc__)

    def test_a_base_url_without_a_scheme_and_an_empty_id_are_reported_before_anything_is_sent(
        self,
    ) -> None:
        with self.assertRaisesRegex(ValueError, "base_url must begin with"):
            Daybook(base_url="api.example.com", api_key="k")
        client = Daybook(base_url=URL, api_key="k")
        with self.assertRaisesRegex(ValueError, "getCompany needs 'companyId'"):
            client.get_company(company_id="")


class Pages(unittest.TestCase):
    def test_each_yields_every_company_once_although_companies_are_added_and_deleted(self) -> None:
        client = Daybook(base_url=URL, api_key=new_key())
        made = [client.create_company(body={"name": f"Company {n}"}) for n in range(23)]
        seen: list[str] = []
        for company in client.each_companies(page_size=5):
            if len(seen) == 7:
                client.create_company(body={"name": "late"})
                client.delete_company(company_id=made[2]["companyId"])
            seen.append(company["name"])
        self.assertEqual(seen, [f"Company {n}" for n in range(23)])

    def test_a_filter_holds_on_all_pages(self) -> None:
        client = Daybook(base_url=URL, api_key=new_key())
        for name in ("a 1", "b 1", "a 2", "b 2", "a 3"):
            client.create_company(body={"name": name})
        found = client.each_companies(query='name~"a "', page_size=1, order_by="-name")
        self.assertEqual([company["name"] for company in found], ["a 3", "a 2", "a 1"])

    def test_a_list_is_streamed_as_csv(self) -> None:
        client = Daybook(base_url=URL, api_key=new_key())
        client.create_company(body={"name": "Bakery"})
        with client.stream("/companies", {"format": "csv", "columns": "name"}) as response:
            self.assertEqual("".join(response.iter_text()).split(), ["name", "Bakery"])
        with self.assertRaises(BadRequest), client.stream("/companies", {"format": "x"}):
            self.fail("an error has no content")


class Errors(unittest.TestCase):
    def test_each_cause_has_its_class_with_code_correlation_id_and_validation(self) -> None:
        client = Daybook(base_url=URL, api_key=new_key())
        with self.assertRaises(BadRequest) as caught:
            client.create_company(body={"name": ""})
        error = caught.exception
        self.assertIsInstance(error, DaybookError)
        self.assertEqual((error.status, error.code), (400, "inputInvalid"))
        self.assertEqual(error.validation[0].get("itemId"), "name")
        self.assertRegex(str(error.correlation_id), r"^[0-9a-f-]{36}$")
        self.assertIn(str(error.correlation_id), str(error))
        with self.assertRaises(Unauthorized):
            Daybook(base_url=URL, api_key="nonsense").list_companies()
        theirs = Daybook(base_url=URL, api_key=new_key()).create_company(body={"name": "theirs"})
        with self.assertRaises(Forbidden):
            client.get_company(company_id=theirs["companyId"])
        with self.assertRaises(Forbidden) as refused:
            client.get_session()
        self.assertEqual(refused.exception.code, "sessionOnly")


class Json(unittest.TestCase):
    def test_amounts_are_decimals_even_without_a_decimal_point(self) -> None:
        read = loads('{"totalAmount":100,"pageSize":100,"rate":1e-3,"note":"1.5"}')
        self.assertEqual(
            read,
            {"totalAmount": Decimal(100), "pageSize": 100, "rate": Decimal("0.001"), "note": "1.5"},
        )
        self.assertIsInstance(read["totalAmount"], Decimal)
        self.assertIsInstance(read["pageSize"], int)

    def test_what_is_written_is_json_with_all_digits(self) -> None:
        number = Decimal("12345678901234567890.123456789")
        value = {"a": number, "b": [True, None, 0.1, 10**30, 'ü\n"', ()], "c": {}}
        text = dumps(value)
        self.assertIn(str(number), text)
        self.assertEqual(
            json.loads(text, parse_float=Decimal),
            {"a": number, "b": [True, None, Decimal("0.1"), 10**30, 'ü\n"', []], "c": {}},
        )
        for small in ("0E-10", "1E+20", "-0", "1.50"):
            self.assertEqual(json.loads(dumps(Decimal(small)), parse_float=Decimal), Decimal(small))
        with self.assertRaisesRegex(ValueError, "finite"):
            dumps({"amount": Decimal("NaN")})
        with self.assertRaisesRegex(TypeError, "set cannot be sent"):
            dumps({"amount": {1}})
