import assert from 'node:assert/strict';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookRefused } from '../../sdk/src/daybook.ts';
import { settableClock } from '../../src/base/clock.ts';
import { readSecret, signatures } from '../../src/webhooks/sending/signature.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { type Received, useReceivers } from './receiver.ts';

/** Deliveries that are signed with ed25519 (Standard Webhooks `v1a`), and rotation between keys and secrets. */
const clock = settableClock(new Date());
const app = useApp({ clock });
const startReceiver = useReceivers();
const path = '/webhooks/consumers';

type Made = { consumerId: string; secret?: string; publicKey?: string; signature: string };

/** Verifies without code of Daybook: SPKI is the DER header of RFC 8410 and the 32 bytes after `whpk_`. */
function isSignedBy(publicKey: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  assert.match(publicKey, /^whpk_[A-Za-z0-9+/]{43}=$/);
  const bytes = Buffer.from(publicKey.slice('whpk_'.length), 'base64');
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]),
    format: 'der',
    type: 'spki',
  });
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((part) => part.startsWith('v1a,'))
    .some((part) => verify(null, signed, key, Buffer.from(part.slice('v1a,'.length), 'base64')));
}

/** What anybody who knows the public key could send, to a receiver that takes it for a shared secret. */
function signedWithPublicKey({ headers, body }: Received, publicKey: string) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const hmac = createHmac('sha256', Buffer.from(publicKey.slice('whpk_'.length), 'base64')).update(signed);
  return { body, headers: { ...headers, 'webhook-signature': `v1,${hmac.digest('base64')}` } };
}

const versions = ({ headers }: Received) =>
  String(headers['webhook-signature'])
    .split(' ')
    .map((part) => part.split(',')[0])
    .join(' ');

async function consume(account: TestAccount, more: object): Promise<Made> {
  const receiver = await startReceiver();
  const made = await account.send(`POST ${path}`, { body: { name: 'c', url: receiver.url, ...more } });
  assert.equal(made.status, 201, made.text);
  return { ...made.body, receiver };
}

async function deliver(account: TestAccount, made: Made): Promise<Received> {
  const { receiver } = made as unknown as { receiver: Awaited<ReturnType<typeof startReceiver>> };
  const before = receiver.requests.length;
  assert.equal((await account.send(`POST ${path}/${made.consumerId}/test`)).status, 202);
  const received = (await receiver.waitFor(before + 1))[before];
  assert.ok(received);
  return received;
}

test('a signature is the one that RFC 8032 gives for the key', () => {
  // Test 2 of RFC 8032, section 7.1, signs the byte 0x72; the key must be read correctly for any message.
  const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
  const key = readSecret(`whsk_${seed.toString('base64')}`);
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  const expected = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c';
  assert.equal(Buffer.from(x, 'base64url').toString('hex'), expected);
  const signature = signatures({ secrets: [key], messageId: 'm', timestamp: '1', body: '{}' });
  const headers = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': signature };
  const publicKey = `whpk_${Buffer.from(expected, 'hex').toString('base64')}`;
  assert.equal(isSignedBy(publicKey, { headers, body: '{}' }), true);
  assert.equal(isSignedBy(publicKey, { headers, body: '{ }' }), false);
});

test('P-SIGNATURE: a consumer with ed25519 has a public key that can be read and no secret, and its deliveries are verified with it', async () => {
  const account = await app.account();
  const made = await consume(account, { signature: 'ed25519' });
  assert.deepEqual([made.signature, 'secret' in made], ['ed25519', false]);
  const publicKey = made.publicKey ?? '';
  const read = await account.send(`GET ${path}/${made.consumerId}`);
  assert.equal(read.body.publicKey, publicKey);
  assert.ok(!read.text.includes('whsk_') && !JSON.stringify(made).includes('whsk_'), 'the private key is never shown');
  const listed = await account.send(`GET ${path}?query=signature=ed25519`);
  assert.equal(listed.body.results[0]?.publicKey, publicKey);
  const delivery = await deliver(account, made);
  assert.equal(versions(delivery), 'v1a');
  assert.ok(isSignedBy(publicKey, delivery));
  const { event } = await verifyWebhook({ ...delivery, publicKey, nowMs: clock.nowMs() });
  assert.ok(event.EventId);
  const other = (await consume(account, { signature: 'ed25519' })).publicKey ?? '';
  for (const wrong of [
    { ...delivery, publicKey: other },
    { ...delivery, body: `${delivery.body} `, publicKey },
    { ...delivery, secret: publicKey },
    { ...signedWithPublicKey(delivery, publicKey), secret: publicKey },
    { ...signedWithPublicKey(delivery, publicKey), publicKey },
    { ...delivery, publicKey: 'whpk_AAAA' },
    { ...delivery },
  ]) {
    await assert.rejects(verifyWebhook({ ...wrong, nowMs: clock.nowMs() }), WebhookRefused);
  }
});

test('a rotation signs with the previous key or secret until the overlap ends, also if the kind changes', async () => {
  const account = await app.account();
  const made = await consume(account, {});
  assert.deepEqual([made.signature, 'publicKey' in made], ['sharedSecret', false]);
  const secret = made.secret ?? '';
  const rotate = async (body: object) => {
    const rotated = await account.send(`POST ${path}/${made.consumerId}/secret/rotate`, { body });
    assert.equal(rotated.status, 200, rotated.text);
    return rotated.body;
  };
  const toKey = await rotate({ signature: 'ed25519', overlapSeconds: 3600 });
  assert.deepEqual([toKey.signature, 'secret' in toKey, 'previousPublicKey' in toKey], ['ed25519', false, false]);
  const both = await deliver(account, made);
  assert.equal(versions(both), 'v1a v1');
  assert.ok(isSignedBy(toKey.publicKey, both));
  new Webhook(secret).verify(both.body, both.headers as Record<string, string>);
  await verifyWebhook({ ...both, secret, nowMs: clock.nowMs() });

  const next = await rotate({ overlapSeconds: 3600 });
  assert.equal(next.previousPublicKey, toKey.publicKey);
  assert.notEqual(next.publicKey, toKey.publicKey);
  const overlapping = await deliver(account, made);
  assert.equal(versions(overlapping), 'v1a v1a');
  assert.ok(isSignedBy(next.publicKey, overlapping) && isSignedBy(toKey.publicKey, overlapping));
  clock.advanceMs(3601_000);
  const after = await deliver(account, made);
  assert.ok(isSignedBy(next.publicKey, after) && !isSignedBy(toKey.publicKey, after));
  const read = (await account.send(`GET ${path}/${made.consumerId}`)).body;
  assert.deepEqual(['previousPublicKey' in read, 'previousSecretExpires' in read], [false, false]);

  const back = await rotate({ signature: 'sharedSecret', overlapSeconds: 0 });
  assert.deepEqual([back.signature, 'publicKey' in back], ['sharedSecret', false]);
  const last = await deliver(account, made);
  assert.equal(versions(last), 'v1');
  await verifyWebhook({ ...last, secret: back.secret, nowMs: clock.nowMs() });
});

test('the public key is shown to viewers, and the shown request of an attempt has its signature', async () => {
  const account = await app.account();
  const made = await consume(account, { signature: 'ed25519' });
  const viewer = await (await makePerson(app, { accountId: account.accountId, role: 'viewer' })).signIn();
  assert.equal((await viewer.send(`GET ${path}/${made.consumerId}`)).body.publicKey, made.publicKey);
  const { headers } = await deliver(account, made);
  const at = `/webhooks/messages/${headers['webhook-id']}/attempts`;
  let attempts = (await account.send(`GET ${at}`)).body.results;
  for (; attempts.length === 0; attempts = (await account.send(`GET ${at}`)).body.results);
  const { request } = (await account.send(`GET ${at}/${attempts[0].attemptId}`)).body;
  const shown = request.headers.find(({ name }: { name: string }) => name === 'webhook-signature');
  assert.equal(shown?.value, headers['webhook-signature']);
});
