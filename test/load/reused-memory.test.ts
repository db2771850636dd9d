import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';

/** The memory of a page is used again for later pages (src/db/wire/page-memory.ts), but not before the page is sent. */
const app = useApp();
const requests = 16;

async function accountWithPage(mark: string) {
  const account = await app.account();
  const records = someInvoices(100, () => ({ note: mark.repeat(6000) }));
  const { path } = await companyWith(app.ctx.db, account, records);
  const { text } = await account.send(`GET ${path}`);
  assert.ok(text.includes(mark.repeat(6000)));
  const headers = { authorization: `Basic ${Buffer.from(account.key).toString('base64')}` };
  const read = async () => (await fetch(app.url + path, { headers })).text();
  const zipped = { ...headers, 'accept-encoding': 'gzip' };
  return {
    path,
    text,
    headers,
    read,
    readZipped: async () => (await fetch(app.url + path, { headers: zipped })).text(),
  };
}

test('pages that a slow client has not read yet stay as they were while others are read', async (t) => {
  const [slow, other] = [await accountWithPage('s'), await accountWithPage('o')];
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.pause();
  // Several requests at once, so that their responses are larger than the buffers of the operating system.
  const request = `GET ${slow.path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${slow.headers.authorization}\r\n\r\n`;
  socket.write(request.repeat(requests));
  for (let turn = 0; turn < 60; turn++) assert.equal(await other.read(), other.text);
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
    if (received.length >= requests * slow.text.length) socket.end();
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  const bodies = received.split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1);
  assert.equal(bodies.length, requests);
  assert.ok(bodies.every((body) => body === slow.text));
});

test('pages of two accounts that are read at the same time, compressed or not, are not mixed up', async () => {
  const [one, two] = [await accountWithPage('1'), await accountWithPage('2')];
  for (let turn = 0; turn < 5; turn++) {
    const reads = [one.read, two.readZipped, two.read, one.readZipped, one.read, two.readZipped];
    const texts = await Promise.all(reads.map((read) => read()));
    const wanted = [one, two, two, one, one, two].map(({ text }) => text);
    assert.ok(texts.every((text, at) => text === wanted[at]));
  }
});
