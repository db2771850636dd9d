import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

const app = useApp({ config: { readerTimeoutMs: 3000, bytesInFlightPerAccount: 1_000_000 } });
const note = 'x'.repeat(6000);

/** Sends a request and does not read the response. `closed` is true after the server has closed the connection. */
async function openIdleReader(account: TestAccount, path: string): Promise<{ socket: Socket; closed: () => boolean }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  const authorization = `Basic ${Buffer.from(account.key).toString('base64')}`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`);
  return { socket, closed: () => isClosed };
}

test('A-26: a client that does not read is disconnected; the unread bytes of its account are limited without affecting others', async (t) => {
  const [account, neighbour] = [await app.account(), await app.account()];
  const { path } = await companyWith(
    app.ctx.db,
    account,
    someInvoices(4000, () => ({ note })),
  );
  const slow = await openIdleReader(account, `${path}?pageSize=5000`);
  t.after(() => slow.socket.destroy());
  let refused = await account.send('GET /companies');
  await waitFor(async () => {
    refused = await account.send('GET /companies');
    return refused.status !== 200;
  });
  assert.deepEqual([refused.status, refused.body.code], [429, 'tooManyRequests'], refused.text);
  assert.match(refused.body.error, /more than 1000000 bytes of earlier responses/);
  assert.equal((await neighbour.send('GET /companies')).status, 200);

  const disconnected = () => app.logLines.find((line) => line.msg === 'slow reader disconnected');
  await waitFor(() => disconnected() !== undefined);
  assert.equal(disconnected()?.accountId, account.accountId);
  slow.socket.resume();
  await waitFor(slow.closed);
  assert.equal((await account.send('GET /companies')).status, 200, 'the account has room again');
});

test('A-26: a slow client that reads a little at a time gets its whole response', async () => {
  const account = await app.account();
  const { path } = await companyWith(
    app.ctx.db,
    account,
    someInvoices(1500, () => ({ note })),
  );
  const { socket, closed } = await openIdleReader(account, `${path}?pageSize=5000`);
  let bytes = 0;
  let tail = '';
  socket.on('data', (part) => {
    bytes += part.length;
    tail = (tail + part.toString('latin1')).slice(-2000);
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  socket.resume();
  await waitFor(() => tail.includes('"totalResults":1500') || closed(), 60_000);
  assert.ok(tail.includes('"totalResults":1500'), `only ${bytes} bytes arrived`);
  socket.destroy();
});
