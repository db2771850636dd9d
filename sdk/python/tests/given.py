"""What ``npm run sdk:python`` passes to the tests: a real server, accounts and a sandbox."""

from __future__ import annotations

import itertools
import json
import os
import time
from dataclasses import dataclass
from typing import Any

import httpx

from daybook import Daybook, types

URL = os.environ["DAYBOOK_TEST_URL"]
SANDBOX_URL = os.environ["DAYBOOK_TEST_SANDBOX_URL"]
_keys = iter(json.loads(os.environ["DAYBOOK_TEST_KEYS"]))
_numbers = itertools.count(1)


def new_key() -> str:
    """Return the key of an account that no other test uses."""
    key: str = next(_keys)
    return key


@dataclass
class LinkedCompany:
    """A company whose platform is a sandbox. Nothing is synced by itself."""

    daybook: Daybook
    company_id: str
    connection_id: str
    name: str

    def sync(self, data_type: str) -> types.Sync:
        sync = self.daybook.request_data(company_id=self.company_id, data_type=data_type)
        until = time.monotonic() + 60
        while "completed" not in sync:
            if time.monotonic() > until:
                raise TimeoutError(f"The sync of {data_type} is still {sync['status']}.")
            time.sleep(0.1)
            sync = self.daybook.get_sync(company_id=self.company_id, sync_id=sync["syncId"])
        return sync

    def change_on_platform(self, data_type: str, **order: int) -> None:
        url = f"{SANDBOX_URL}/control/companies/{self.name}/changes"
        httpx.post(url, json={"type": data_type, **order}).raise_for_status()


def link_company(daybook: Daybook, *, size: int = 100) -> LinkedCompany:
    name = f"python{next(_numbers)}-{size}"
    company_id = daybook.create_company(body={"name": name})["companyId"]
    settings: Any = daybook.get_company_sync_settings(company_id=company_id)["settings"]
    quiet = [{**one, "fetchOnFirstLink": False, "schedule": "none"} for one in settings]
    change: Any = {"settings": quiet}
    daybook.replace_company_sync_settings(company_id=company_id, body=change)
    made = daybook.create_connection(company_id=company_id, body={"platformKey": "sandbox"})
    daybook.authorize_connection(
        company_id=company_id,
        connection_id=made["connectionId"],
        body={"credentials": {"company": name, "secret": f"sandbox-{name}"}},
    )
    return LinkedCompany(daybook, company_id, made["connectionId"], name)
