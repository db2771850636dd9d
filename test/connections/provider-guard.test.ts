import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createEgressGuard, EgressRefused } from '../../src/outbound/egress-guard.ts';
import { createOutbound, NoAnswer } from '../../src/outbound/http.ts';
import { openApp } from '../harness.ts';

/** An internal server that no client may reach by entering its address as that of an accounting system. */
let asked = 0;
const neighbour = createServer((_request, answer) => {
  asked++;
  answer.writeHead(401).end();
});
await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
after(() => neighbour.close());
const { port } = neighbour.address() as AddressInfo;

async function authorize(url: string, providerAllowedAddresses: string[]) {
  const { app, stop } = await openApp({ config: { selfHostedPlatforms: ['tryton'], providerAllowedAddresses } });
  try {
    const account = await app.account();
    const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
    const path = `/companies/${companyId}/connections`;
    const { connectionId } = (await account.send(`POST ${path}`, { body: { platformKey: 'tryton' } })).body;
    const credentials = { url, database: 'd', user: 'u', password: 'p' };
    return await account.send(`PUT ${path}/${connectionId}/authorization`, { body: { credentials } });
  } finally {
    await stop();
  }
}

test('no request is sent to an internal address, however it is written', async () => {
  const names = ['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]'];
  for (const host of names) {
    const answer = await authorize(`http://${host}:${port}`, []);
    assert.equal(answer.status, 403, answer.text);
    assert.match(answer.body.error, /No request was sent: the address must not point to .+ not a public address/);
  }
  assert.equal(asked, 0);
});

test('requests to an address that the operator allows are sent', async () => {
  const answer = await authorize(`http://127.0.0.1:${port}`, ['127.0.0.0/8']);
  assert.equal(answer.status, 403, answer.text);
  assert.match(answer.body.error, /does not accept the user name and password/);
  assert.equal(asked, 1);
});

test('a name that resolves to an internal address is rejected, but only for guarded requests', async () => {
  const guard = createEgressGuard({ allowed: [], resolve: async () => ['127.0.0.1'] });
  const outbound = createOutbound({ guard });
  const send = (isGuarded: boolean, url = `http://books.example:${port}/`) =>
    outbound.send({ method: 'GET', url, timeoutMs: 2000, answerBytesMax: 1000, isGuarded });
  try {
    const before = asked;
    await assert.rejects(send(true), EgressRefused);
    await assert.rejects(send(true, 'http://user:pass@books.example/'), EgressRefused);
    await assert.rejects(send(true, 'file:///etc/passwd'), EgressRefused);
    await assert.rejects(send(true, 'no URL'), EgressRefused);
    await assert.rejects(send(false, 'http://127.0.0.1:1/'), NoAnswer);
    assert.equal(asked, before);
    assert.equal((await send(false, `http://127.0.0.1:${port}/`)).status, 401);
  } finally {
    await outbound.close();
  }
  await assert.rejects(
    createOutbound().send({ method: 'GET', url: 'http://127.0.0.1', timeoutMs: 1, answerBytesMax: 1, isGuarded: true }),
    /without an egress guard/,
  );
});
