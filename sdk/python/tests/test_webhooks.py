"""Real deliveries, and signatures with a public key."""

from __future__ import annotations

import base64
import json
import time
import unittest
from decimal import Decimal
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from daybook import Daybook, WebhookRefused, verify_webhook

from .given import URL, new_key
from .receiver import Receiver


class Deliveries(unittest.TestCase):
    def test_a_delivery_is_verified_before_during_and_after_a_rotation(self) -> None:
        receiver = Receiver()
        self.addCleanup(receiver.close)
        daybook = Daybook(base_url=URL, api_key=new_key())
        made = daybook.create_consumer(body={"name": "python", "url": receiver.url})
        daybook.create_company(body={"name": "Ünïcode"})
        first = receiver.next()
        old = made["secret"]
        message_id, event = verify_webhook(body=first.body, headers=first.headers, secret=old)
        self.assertEqual(event["RuleType"], "company.created")
        self.assertEqual(event["Data"]["name"], "Ünïcode")
        self.assertEqual(message_id, event["EventId"])
        verify_webhook(body=first.body.decode(), headers=first.headers, secret=old)

        rotated = daybook.rotate_consumer_secret(consumer_id=made["consumerId"])
        new = rotated["secret"]
        daybook.create_company(body={"name": "after"})
        second = receiver.next()
        for secret in (old, [old, new], [new, old], new):
            verify_webhook(body=second.body, headers=second.headers, secret=secret)

        sent_at = int(lower(first.headers)["webhook-timestamp"])
        others: tuple[dict[str, Any], ...] = (
            {"secret": new},
            {"body": first.body + b" "},
            {"now": sent_at + 301},
            {"now": sent_at - 301},
            {"headers": {}},
            {"headers": {**lower(first.headers), "webhook-timestamp": "x"}},
            {"headers": {**lower(first.headers), "webhook-signature": "v1,AAAA v1,%%% v2,x"}},
        )
        for changed in others:
            given: dict[str, Any] = {
                "body": first.body,
                "headers": lower(first.headers),
                "secret": old,
                **changed,
            }
            with self.subTest(changed=list(changed)), self.assertRaises(WebhookRefused):
                verify_webhook(**given)
        with self.assertRaisesRegex(ValueError, "whsec_"):
            verify_webhook(body=first.body, headers=first.headers, secret="%")


class PublicKey(unittest.TestCase):
    def test_a_delivery_is_verified_from_a_secret_to_a_public_key_and_to_the_next_one(self) -> None:
        receiver = Receiver()
        self.addCleanup(receiver.close)
        daybook = Daybook(base_url=URL, api_key=new_key())
        made = daybook.create_consumer(body={"name": "python", "url": receiver.url})
        consumer_id = made["consumerId"]

        def next_delivery() -> dict[str, Any]:
            daybook.test_consumer(consumer_id=consumer_id)
            received = receiver.next()
            return {"body": received.body, "headers": received.headers}

        keyed = daybook.rotate_consumer_secret(
            consumer_id=consumer_id, body={"signature": "ed25519", "overlapSeconds": 3600}
        )
        self.assertNotIn("secret", keyed)
        during = next_delivery()
        verify_webhook(**during, secret=made["secret"])
        verify_webhook(**during, public_key=keyed["publicKey"])
        verify_webhook(**during, secret=made["secret"], public_key=keyed["publicKey"])

        rotated = daybook.rotate_consumer_secret(
            consumer_id=consumer_id, body={"overlapSeconds": 0}
        )
        after = next_delivery()
        message_id, event = verify_webhook(
            **after, public_key=[keyed["publicKey"], rotated["publicKey"]]
        )
        self.assertEqual(message_id, event["EventId"])
        with self.assertRaises(WebhookRefused):
            verify_webhook(**after, public_key=keyed["publicKey"])
        with self.assertRaises(WebhookRefused):
            verify_webhook(
                **{**after, "body": after["body"] + b" "}, public_key=rotated["publicKey"]
            )
        mistakes: tuple[dict[str, Any], ...] = (
            {"secret": rotated["publicKey"]},
            {"public_key": made["secret"]},
            {},
        )
        for wrong in mistakes:
            with self.subTest(wrong=list(wrong)), self.assertRaises(ValueError):
                verify_webhook(**after, **wrong)

    def test_a_delivery_is_verified_with_a_public_key_beside_the_secret(self) -> None:
        private = Ed25519PrivateKey.generate()
        public = "whpk_" + base64.b64encode(private.public_key().public_bytes_raw()).decode()
        body = json.dumps({"EventId": "m", "Data": {"totalAmount": 5}}).encode()
        moment = str(int(time.time()))
        signature = base64.b64encode(private.sign(f"m.{moment}.".encode() + body)).decode()
        headers = {
            "Webhook-Id": "m",
            "Webhook-Timestamp": moment,
            "Webhook-Signature": f"v1,AAAA v1a,{signature}",
        }
        _, event = verify_webhook(body=body, headers=headers, public_key=public)
        self.assertIsInstance(event["Data"]["totalAmount"], Decimal)
        verify_webhook(body=body, headers=headers, secret="whsec_" + "A" * 32, public_key=public)
        with self.assertRaises(WebhookRefused):
            verify_webhook(body=body + b" ", headers=headers, public_key=public)
        # A signature of another kind does not count for this key.
        symmetric = {**headers, "Webhook-Signature": f"v1,{signature}"}
        with self.assertRaises(WebhookRefused):
            verify_webhook(body=body, headers=symmetric, public_key=public)


def lower(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
