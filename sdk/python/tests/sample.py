"""A program as a user writes it. mypy checks its types, and ``npm run sdk:python`` runs it."""

from __future__ import annotations

import asyncio
import os
from decimal import Decimal

from daybook import AsyncDaybook, Conflict, Daybook, Page
from daybook.types import Company, CompanyInput, Invoice

URL = os.environ["DAYBOOK_TEST_URL"]
KEY = os.environ["DAYBOOK_TEST_KEY"]


def outstanding(invoices: list[Invoice]) -> Decimal:
    return sum((invoice["amountDue"] for invoice in invoices), Decimal(0))


def main() -> None:
    with Daybook(base_url=URL, api_key=KEY) as daybook:
        new: CompanyInput = {"name": "Bakery Sunrise"}
        company: Company = daybook.create_company(body=new)
        page: Page[Company] = daybook.list_companies(query='name="Bakery Sunrise"')
        assert page["results"][0]["companyId"] == company["companyId"]
        try:
            daybook.get_invoice(company_id=company["companyId"], id="1")
        except Conflict as error:
            print(error.code, error.correlation_id)
    asyncio.run(count())


async def count() -> None:
    async with AsyncDaybook(base_url=URL, api_key=KEY) as daybook:
        names = [company["name"] async for company in daybook.each_companies()]
        print(len(names))


def mistakes(daybook: Daybook) -> None:
    """Mistakes that mypy finds: it reports an ignored error that does not occur."""
    daybook.get_company()  # type: ignore[call-arg]
    daybook.create_company(body={"nam": "Bakery"})  # type: ignore[typeddict-item]
    daybook.create_company(body={"name": 1})  # type: ignore[typeddict-item]
    daybook.list_companies(page="1")  # type: ignore[arg-type]
    daybook.list_companies()["result"]  # type: ignore[typeddict-item]
    for invoice in daybook.each_invoices(company_id="x"):
        amount: float = invoice["totalAmount"]  # type: ignore[assignment]
        print(amount)


if __name__ == "__main__":
    main()
