import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestAccount, useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { TrytonBooks } from './tryton-books.ts';
import { makeDraft } from './tryton-changes.ts';
import { trytonExamples } from './tryton-pushes.ts';
import { newBooks, throttle, throttledStatuses, throttledUrl } from './tryton-server.ts';

/**
 * These tests use a real proxy that times out after 250 ms. Posting an invoice takes longer: the proxy answers 504, and
 * Tryton continues.
 */
const pushes = isQuick ? 10 : 50;
const changes = isQuick ? 6 : 30;
const fast = { RATE: '6000r/m', BURST: '1000', CONNS: '50' };
const app = useApp({
  config: { selfHostedPlatforms: ['tryton'], providerAllowedAddresses: ['127.0.0.0/8'] },
});

let books: TrytonBooks;
let account: TestAccount;
let company: LinkedCompany;
const drafts: number[] = [];
before(async () => {
  const place = await newBooks(50);
  books = await TrytonBooks.open(place);
  for (let draft = 0; draft < changes; draft++) drafts.push(await makeDraft(books));
  account = await app.account();
  await throttle('up', { ...fast, READ_TIMEOUT: '30s' });
  // Signing in takes Tryton 0.3 s, so it happens before the proxy's timeout is lowered.
  company = await linkCompany(account, {
    platformKey: 'tryton',
    credentials: { ...place, url: throttledUrl },
  });
  for (const dataType of ['accounts', 'taxRates', 'invoices']) await company.sync(dataType);
  await throttle('reload', { ...fast, READ_TIMEOUT: '250ms' });
});
after(() => throttle('down'));

type Row = { id: number; reference: string | null; state: string; number: string; total_amount: string };
const invoices = () =>
  books.read<Row>('account.invoice', [['type', '=', 'out']], ['reference', 'state', 'number', 'total_amount']);

test(`${pushes} invoices pushed through a proxy that cuts off posts exist once, and every push succeeds`, async () => {
  const examples = trytonExamples(books);
  const before = await invoices();
  const began = performance.now();
  const pushIds: string[] = [];
  for (let push = 0; push < pushes; push++)
    pushIds.push((await company.push('invoices', await examples.example('invoices'))).pushId);
  // biome-ignore lint/suspicious/noExplicitAny: operations as they come over HTTP.
  let ended: any[] = [];
  await waitFor(async () => {
    ended = await Promise.all(pushIds.map(company.readPush));
    return ended.every(({ status }) => status !== 'Pending');
  }, 900_000);
  const statuses = await throttledStatuses();
  const now = await invoices();
  const underReference = (pushId: string) => now.filter(({ reference }) => reference === pushId);
  tell({
    pushes,
    pushSeconds: Math.round((performance.now() - began) / 1000),
    gatewayTimeouts: statuses['504'] ?? 0,
    pushedTwice: pushIds.filter((pushId) => underReference(pushId).length > 1).length,
    pushesLost: pushIds.filter((pushId) => underReference(pushId).length === 0).length,
    pushesTrue: ended.filter(({ pushId, status, record }) => {
      const [found] = underReference(pushId);
      return status === 'Success' && found?.state === 'posted' && String(found.id) === record.id;
    }).length,
  });
  assert.ok((statuses['504'] ?? 0) >= pushes / 2, `the proxy has cut off ${statuses['504']} requests`);
  for (const { pushId, status, record, errorMessage } of ended) {
    const found = underReference(pushId);
    assert.deepEqual([status, found.length], ['Success', 1], `${pushId}: ${errorMessage}`);
    assert.deepEqual([found[0]?.state, String(found[0]?.id)], ['posted', record.id]);
  }
  assert.equal(now.length, before.length + pushes);
  const numbers = now.filter(({ reference }) => pushIds.includes(reference ?? '')).map(({ number }) => number);
  assert.equal(new Set(numbers).size, pushes);
});

test(`${changes} drafts are updated and posted, cancelled or deleted once through the same proxy`, async () => {
  const examples = trytonExamples(books);
  const before = await invoices();
  const began = performance.now();
  const wanted = ['posted', 'cancelled', undefined];
  const pushIds: string[] = [];
  for (const [at, id] of drafts.entries()) {
    const path = `${company.path}/connections/${company.connectionId}/push/invoices/${id}`;
    const update = { ...(await examples.example('invoices')), status: 'Submitted' };
    const [request, options] = [
      [`PUT ${path}`, { body: update }] as const,
      [`PUT ${path}`, { body: { status: 'Void' } }] as const,
      [`DELETE ${path}`, {}] as const,
    ][at % 3] as readonly [string, object];
    const answer = await account.send(request, options);
    assert.equal(answer.status, 200, answer.text);
    pushIds.push(answer.body.pushId);
  }
  // biome-ignore lint/suspicious/noExplicitAny: operations as they come over HTTP.
  let ended: any[] = [];
  await waitFor(async () => {
    ended = await Promise.all(pushIds.map(company.readPush));
    return ended.every(({ status }) => status !== 'Pending');
  }, 900_000);
  const now = await invoices();
  const stateOf = (id: number) => now.find((row) => row.id === id)?.state;
  const isTrue = (at: number) => ended[at].status === 'Success' && stateOf(drafts[at] ?? 0) === wanted[at % 3];
  tell({
    changes,
    changeSeconds: Math.round((performance.now() - began) / 1000),
    changesTrue: drafts.filter((_, at) => isTrue(at)).length,
  });
  for (const [at, id] of drafts.entries())
    assert.deepEqual([ended[at].status, stateOf(id)], ['Success', wanted[at % 3]], ended[at].errorMessage);
  assert.equal(now.length, before.length - changes / 3);
  const numbers = now.flatMap(({ number }) => number ?? []);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('pushed records are in the data set at once, exactly as a later sync reads them', async () => {
  await throttle('reload', { ...fast, READ_TIMEOUT: '30s' });
  const pushed = await company.records('invoices');
  assert.equal((await company.sync('invoices', '?full=true')).counts.added, 0);
  const synced = await company.records('invoices');
  const plain = ({ modifiedDate: _, metadata: __, sourceModifiedDate: ___, ...record }: Record<string, unknown>) =>
    record;
  for (const [id, record] of synced) assert.deepEqual(plain(pushed.get(id)), plain(record), `invoice ${id}`);
});

test('a payment pays its invoice', async () => {
  const record = await trytonExamples(books).example('payments');
  const { pushId } = await company.push('payments', record);
  await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 60_000);
  const { status, errorMessage } = await company.readPush(pushId);
  assert.equal(status, 'Success', errorMessage);
  const { lines } = record as { lines: { links: { id: string }[] }[] };
  const [paid] = await books.read<Row>('account.invoice', [['id', '=', Number(lines[0]?.links[0]?.id)]], ['state']);
  assert.equal(paid?.state, 'paid');
});
