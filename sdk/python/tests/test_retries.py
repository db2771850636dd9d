"""Retries: where they may help, and never with a change that is applied twice."""

from __future__ import annotations

import time
import unittest

from daybook import (
    Daybook,
    DaybookError,
    NetworkError,
    RequestTimeout,
    ServerError,
    TooManyRequests,
)

from .given import URL, new_key
from .proxies import Trouble, TroubleProxy


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        self.proxy = TroubleProxy()
        self.addCleanup(self.proxy.close)
        self.key = new_key()

    def client(self, retries: int = 3, timeout: float = 65.0) -> Daybook:
        client = Daybook(
            base_url=self.proxy.url,
            api_key=self.key,
            retries=retries,
            timeout=timeout,
            first_wait=0.005,
        )
        self.addCleanup(client.close)
        return client

    def test_429_503_and_lost_connections_are_retried_with_one_key_and_create_one_company(
        self,
    ) -> None:
        client = self.client(retries=4)
        # The server has carried out the request whose answer is lost.
        self.proxy.troubles += [(429, {"retry-after": "0"}), (503, {}), "cut", "lost"]
        client.create_company(body={"name": "once"})
        keys = [key for _, _, key in self.proxy.requests]
        self.assertEqual(len(keys), 5)
        self.assertEqual(len(set(keys)), 1)
        self.assertTrue(keys[0])
        self.assertEqual(client.list_companies()["totalResults"], 1)

    def test_a_key_of_the_program_creates_one_company_over_two_calls(self) -> None:
        client = self.client()
        ids = {
            client.create_company(body={"name": "two"}, idempotency_key="mine")["companyId"]
            for _ in range(2)
        }
        self.assertEqual(len(ids), 1)

    def test_a_walk_over_pages_survives_troubles_and_yields_everything_once(self) -> None:
        direct = Daybook(base_url=URL, api_key=self.key)
        for n in range(6):
            direct.create_company(body={"name": f"{n}"})
        seen = []
        for company in self.client().each_companies(page_size=2):
            seen.append(company["name"])
            self.proxy.troubles += ["lost"] if len(seen) % 2 else []
        self.assertEqual(seen, [f"{n}" for n in range(6)])
        self.assertGreater(len(self.proxy.requests), 3)

    def test_a_post_without_a_key_is_retried_only_after_a_429(self) -> None:
        cases: list[tuple[Trouble, int]] = [
            ((429, {"retry-after": "0"}), 2),
            ((503, {}), 1),
            ("cut", 1),
        ]
        for trouble, sent in cases:
            with self.subTest(trouble=trouble):
                self.proxy.requests.clear()
                self.proxy.troubles.append(trouble)
                with self.assertRaises(DaybookError):
                    self.client().prove_session(body={"password": "x"})
                self.assertEqual(len(self.proxy.requests), sent)

    def test_the_client_waits_for_retry_after(self) -> None:
        self.proxy.troubles.append((503, {"retry-after": "1"}))
        started = time.monotonic()
        self.client().list_companies()
        self.assertGreaterEqual(time.monotonic() - started, 1.0)

    def test_after_the_last_retry_the_error_names_its_cause(self) -> None:
        client = self.client(retries=1)
        cases: list[tuple[Trouble, type[DaybookError]]] = [
            ((429, {}), TooManyRequests),
            ((502, {}), ServerError),
            ("cut", NetworkError),
        ]
        for trouble, kind in cases:
            with self.subTest(trouble=trouble):
                self.proxy.requests.clear()
                self.proxy.troubles += [trouble, trouble]
                with self.assertRaises(kind):
                    client.list_companies()
                self.assertEqual(len(self.proxy.requests), 2)
        self.proxy.troubles += ["hang", "hang"]
        with self.assertRaises(RequestTimeout) as caught:
            self.client(retries=1, timeout=0.1).list_companies()
        self.assertIsInstance(caught.exception, TimeoutError)
        self.proxy.troubles.append("hang")
        with self.assertRaises(RequestTimeout):
            self.client(retries=0).list_companies(timeout=0.1)

    def test_a_redirect_is_an_error_so_the_key_goes_to_no_other_host(self) -> None:
        self.proxy.troubles.append((302, {"location": "http://127.0.0.1:9/"}))
        with self.assertRaises(DaybookError) as caught:
            self.client().list_companies()
        self.assertIn("302", str(caught.exception))
