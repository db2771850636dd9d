import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { startSandbox } from '../src/start-sandbox.ts';
import { controlSandbox } from './control-sandbox.ts';
import { sandboxClient } from './sandbox-client.ts';
import { writeExamples } from './write-examples.ts';

const clock = settableClock();
const folder = await mkdtemp(join(tmpdir(), 'daybook-sandbox-'));
const stateFile = join(folder, 'state.jsonl');
let sandbox = await startSandbox({ clock, stateFile });
after(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await sandbox.stop();
  sandbox = await startSandbox({ clock, stateFile });
}

async function open(company: string) {
  const client = sandboxClient(() => sandbox.url, company);
  const { bodyOf } = await writeExamples(client);
  const control = controlSandbox(() => sandbox.url);
  const count = async (type: string) => (await client.all(type)).length;
  return { client, bodyOf, control, count };
}

const keyed = ['customers', 'suppliers', 'items', 'invoices', 'payments', 'creditNotes'];
const searched = ['bills', 'billPayments', 'journalEntries'];

test('an idempotency key is processed once, even across a restart; another request with it gets 409', async () => {
  const { client, bodyOf, count } = await open('keys-100');
  for (const type of keyed) {
    const headers = { 'idempotency-key': `key of ${type}` };
    const before = await count(type);
    const first = await client.send('POST', type, bodyOf(type), headers);
    assert.equal(first.status, 201, first.text);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    const again = await client.send('POST', type, bodyOf(type), headers);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    await restart();
    assert.equal((await client.send('POST', type, bodyOf(type), headers)).text, first.text);
    const other = await client.send('POST', type, { ...bodyOf(type), memo: 'x' }, headers);
    assert.deepEqual([other.status, other.body.error], [409, 'key_reused']);
    assert.equal(await count(type), before + 1);
    const asked = await client.get(`${type}?idempotency_key=${encodeURIComponent(headers['idempotency-key'])}`);
    assert.deepEqual([asked.status, await asked.text()], [201, first.text]);
    assert.equal((await client.get(`${type}?idempotency_key=nobody`)).status, 404);
  }
  assert.equal((await client.get('bills?idempotency_key=x')).status, 400);
  const headers = { 'idempotency-key': 'deleted' };
  const [{ id } = {}] = await client.all('items');
  for (let time = 0; time < 2; time++)
    assert.equal((await client.send('DELETE', `items/${id}`, undefined, headers)).status, 200);
  const refused = { 'idempotency-key': 'refused first' };
  assert.equal((await client.send('POST', 'customers', {}, refused)).status, 422);
  assert.equal(
    (await client.send('POST', 'customers', bodyOf('customers'), refused)).status,
    201,
    'an error response is not stored',
  );
});

test('bills, bill payments and journal entries ignore keys; client_ref finds them, oldest first', async () => {
  const { client, bodyOf, count } = await open('refs-100');
  for (const type of searched) {
    const body = { ...bodyOf(type), client_ref: `my ${type}/1` };
    const search = async () => {
      const answer = await client.get(`${type}?client_ref=${encodeURIComponent(body.client_ref)}`);
      return ((await answer.json()) as { records: { id: string }[] }).records.map(({ id }) => id);
    };
    assert.deepEqual(await search(), []);
    const before = await count(type);
    const headers = { 'idempotency-key': 'same' };
    const ids: string[] = [];
    for (let time = 0; time < 4; time++) ids.push(String((await client.send('POST', type, body, headers)).body.id));
    assert.equal(await count(type), before + 4, 'the reference is not unique');
    assert.deepEqual(await search(), ids);
    await restart();
    assert.deepEqual(await search(), ids);
    const [found] = (await client.all(type)).filter((record) => record.id === ids[0]);
    assert.equal(found?.client_ref, body.client_ref);
  }
  const id = String((await client.send('POST', 'bills', { ...bodyOf('bills'), client_ref: 'kept' })).body.id);
  const updated = await client.send('PUT', `bills/${id}`, bodyOf('bills'));
  assert.equal(updated.body.client_ref, 'kept', 'a replacement keeps it');
  for (const type of ['invoices', 'transfers', 'accounts'])
    assert.equal((await client.get(`${type}?client_ref=x`)).status, 400);
  assert.equal((await client.send('POST', 'transfers', { ...bodyOf('transfers'), client_ref: 'x' })).status, 422);
});

test('a write that gets 202 is done at once; its ticket returns the result later, even after a restart', async () => {
  const { client, bodyOf, control, count } = await open('tickets-100');
  const match = { company: 'tickets-100', method: 'POST' };
  const before = await count('invoices');
  await control.fault({ match, fault: { kind: 'accept', looks: 2 }, times: 1 });
  const headers = { 'idempotency-key': 'accepted' };
  const accepted = await client.send('POST', 'invoices', bodyOf('invoices'), headers);
  assert.equal(accepted.status, 202);
  const look = async (ticket: unknown) => client.get(`tickets/${ticket}`);
  const { ticket } = accepted.body;
  assert.equal(await count('invoices'), before + 1);
  assert.deepEqual((await client.send('POST', 'invoices', bodyOf('invoices'), headers)).body, accepted.body);
  assert.deepEqual([(await look(ticket)).status, (await look(ticket)).status], [202, 202]);
  const told = await look(ticket);
  const { id } = (await told.json()) as { id: string };
  assert.deepEqual([told.status, (await client.get(`invoices/${id}`)).status], [201, 200]);

  await control.fault({ match, fault: { kind: 'accept', ms: 5000 }, times: 2 });
  const refused = await client.send('POST', 'invoices', {});
  const slow = await client.send('POST', 'bills', bodyOf('bills'));
  assert.deepEqual([refused.status, slow.status], [202, 202]);
  await restart();
  assert.equal((await look(slow.body.ticket)).status, 202);
  clock.advanceMs(5000);
  assert.equal((await look(slow.body.ticket)).status, 201);
  assert.equal((await look(refused.body.ticket)).status, 422);
  assert.equal((await look('nobody')).status, 404);
  assert.equal((await sandboxClient(sandbox.url, 'others-100').get(`tickets/${ticket}`)).status, 404);
});

test('a fault before a write stores nothing, a fault after it stores it, a false success stores nothing', async () => {
  const company = 'lost-100';
  const { client, bodyOf, control, count } = await open(company);
  const match = { company, method: 'POST' };
  const post = () => client.send('POST', 'bills', bodyOf('bills'));
  const stored = async (send: () => Promise<unknown>) => {
    const before = await count('bills');
    await send();
    return (await count('bills')) - before;
  };
  await control.fault({ match, fault: { kind: 'status', status: 503 }, times: 1 });
  assert.equal(await stored(async () => assert.equal((await post()).status, 503)), 0);
  await control.fault({ match, fault: { kind: 'cut' }, times: 1 });
  assert.equal(await stored(() => assert.rejects(post())), 0);
  await control.fault({ match, fault: { kind: 'lost', status: 504 }, times: 1 });
  assert.equal(await stored(async () => assert.equal((await post()).status, 504)), 1);
  await control.fault({ match, fault: { kind: 'lost' }, times: 1 });
  assert.equal(await stored(() => assert.rejects(post())), 1);
  await control.fault({ match, fault: { kind: 'forget' }, times: 1 });
  assert.equal(await stored(async () => assert.equal((await post()).status, 201)), 0);

  await control.fault({ match, fault: { kind: 'late', ms: 3000 }, times: 1 });
  const before = (await control.writes(company)).length;
  let isAnswered = false;
  const late = post().finally(() => {
    isAnswered = true;
  });
  for (let look = 0; look < 100 && (await control.writes(company)).length === before; look++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal((await control.writes(company)).length, before + 1);
  assert.equal(isAnswered, false, 'the write is done before it is answered');
  assert.equal((await late).status, 201);
  await control.clearFaults();
});

test('a fault with a share hits that part of the requests, the same ones for the same seed', async () => {
  const company = 'shares-100';
  const { client, control } = await open(company);
  const hits = async (seed: number) => {
    const match = { company, type: 'info' };
    await control.fault({ match, fault: { kind: 'status', status: 503 }, share: 0.3, seed });
    let text = '';
    for (let number = 0; number < 100; number++) text += (await client.get('info')).status === 503 ? 'x' : '.';
    await control.clearFaults();
    return text;
  };
  const first = await hits(1);
  assert.equal(await hits(1), first);
  assert.notEqual(await hits(2), first);
  const share = first.replaceAll('.', '').length;
  assert.ok(share >= 15 && share <= 45, `${share} of 100`);
});

test('all writes are listed in the order of their arrival, even after a restart', async () => {
  const company = 'told-100';
  const { client, bodyOf, control } = await open(company);
  const key = { 'idempotency-key': 'k' };
  const customer = String((await client.send('POST', 'customers', bodyOf('customers'), key)).body.id);
  await client.send('POST', 'customers', bodyOf('customers'), key);
  await client.send('POST', 'customers', {});
  const bill = String((await client.send('POST', 'bills', { ...bodyOf('bills'), client_ref: 'r' })).body.id);
  await client.send('PUT', `customers/${customer}`, bodyOf('customers'));
  await client.send('DELETE', `bills/${bill}`);
  const told = await control.writes(company);
  const at = clock.now().toISOString();
  assert.deepEqual(told, [
    { position: 1, type: 'customers', operation: 'create', id: customer, key: 'k', at },
    { position: 2, type: 'bills', operation: 'create', id: bill, client_ref: 'r', at },
    { position: 3, type: 'customers', operation: 'update', id: customer, at },
    { position: 4, type: 'bills', operation: 'delete', id: bill, at },
  ]);
  const books = async () => (await client.bodies('customers')).join() + (await client.bodies('bills')).join();
  const before = await books();
  await restart();
  assert.deepEqual(await control.writes(company), told);
  assert.equal(await books(), before);
  assert.deepEqual(await control.writes('never-100'), []);
});
