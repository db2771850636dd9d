import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { pushStates, statesBefore } from '../../src/push/states.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkPushing, type PushingCompany } from './pushing-company.ts';
import { newBill, newCustomer, newInvoice, newJournalEntry, newTransfer } from './records.ts';

/** Pushes for which the platform's response is late, lost or wrong. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

type Write = { id: string; key?: string; client_ref?: string };
const writes = (company: string) => control.send('GET', `/companies/${company}/writes`) as Promise<Write[]>;
const fault = (company: string, kind: object, times = 1) =>
  control.fault({ match: { company, method: 'POST', path: '/v1/' }, fault: kind, times } as Parameters<
    typeof control.fault
  >[0]);

/** Advances the clock until the push has finished. */
async function untilEnded(company: PushingCompany, pushId: string, stepMs = 5000) {
  await waitFor(async () => {
    clock.advanceMs(stepMs);
    await app.pushLanes.sweep();
    return (await company.readPush(pushId)).status !== 'Pending';
  }, 30_000);
  return company.readPush(pushId);
}

test('R-READY-06: a push is pending until it succeeds, fails or times out; only a timed-out one can be resolved', () => {
  assert.deepEqual(pushStates, ['Pending', 'TimedOut', 'Success', 'Failed']);
  assert.deepEqual(statesBefore('Success'), ['Pending', 'TimedOut']);
  assert.deepEqual(statesBefore('Failed'), ['Pending', 'TimedOut']);
  assert.deepEqual(statesBefore('TimedOut'), ['Pending']);
});

for (const [name, dataType, record] of [
  ['an idempotency key', 'invoices', newInvoice],
  ['a search', 'bills', newBill],
  ['a search with read-back', 'journalEntries', newJournalEntry],
] as const) {
  test(`a push whose response is a 504 or lost is settled by ${name}, and never carried out twice`, async () => {
    const key = `lost-${dataType.toLowerCase()}-100`;
    const company = await linkPushing(await app.account(), key, [dataType]);
    await fault(key, { kind: 'lost', status: 504 });
    const first = await company.push(dataType, record(company.references));
    assert.equal((await untilEnded(company, first.pushId)).status, 'Success');
    await fault(key, { kind: 'lost' });
    const second = await company.push(dataType, record(company.references, 2));
    assert.equal((await untilEnded(company, second.pushId)).status, 'Success');
    await fault(key, { kind: 'cut' });
    const third = await company.push(dataType, record(company.references, 3));
    assert.equal((await untilEnded(company, third.pushId)).status, 'Success');
    const references = (await writes(key)).map((write) => write.key ?? write.client_ref);
    assert.deepEqual(references, [first.pushId, second.pushId, third.pushId]);
  });
}

test('a 201 for a record that the platform did not store is not trusted, and the record is stored once in the end', async () => {
  const company = await linkPushing(await app.account(), 'forget-100', ['journalEntries']);
  await fault('forget-100', { kind: 'forget' });
  const made = await company.push('journalEntries', newJournalEntry(company.references));
  const ended = await untilEnded(company, made.pushId);
  assert.equal(ended.status, 'Success', JSON.stringify(ended));
  assert.deepEqual(
    (await writes('forget-100')).map((write) => write.id),
    [ended.record.id],
  );
});

test('a success whose read-back hits a rate limit is read back later, and not sent a second time', async () => {
  const company = await linkPushing(await app.account(), 'readback-100', ['journalEntries']);
  await control.fault({
    match: { company: 'readback-100', method: 'GET', type: 'journalEntries' },
    fault: { kind: 'status', status: 429, retryAfter: 1 },
    times: 2,
  });
  const made = await company.push('journalEntries', newJournalEntry(company.references));
  const ended = await untilEnded(company, made.pushId);
  assert.equal(ended.status, 'Success', JSON.stringify(ended));
  assert.equal((await writes('readback-100')).length, 1);
});

test('a push that was certainly not sent is sent later, even if its outcome could not have been looked up', async () => {
  const company = await linkPushing(await app.account(), 'unsent-100', []);
  await control.fault({
    match: { company: 'unsent-100', type: 'token' },
    fault: { kind: 'status', status: 503 },
    times: 1,
  });
  const made = await company.push('transfers', newTransfer(company.references));
  const ended = await untilEnded(company, made.pushId);
  assert.equal(ended.status, 'Success', JSON.stringify(ended));
  assert.equal((await writes('unsent-100')).length, 1);
});

test('if the outcome cannot be determined, the step becomes unknown, nothing is sent again, and a person resolves the push', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'unknown-100', ['bankAccounts']);
  await fault('unknown-100', { kind: 'lost', status: 504 });
  const made = await company.push('transfers', newTransfer(company.references));
  const asked = await untilEnded(company, made.pushId);
  assert.deepEqual([asked.status, asked.step, asked.statusCode], ['TimedOut', 'unknown', 504]);
  assert.match(asked.errorMessage, /cannot determine .*resolve/);
  clock.advanceMs(86_400_000);
  await app.pushLanes.sweep();
  assert.equal((await writes('unknown-100')).length, 1);
  const path = `POST ${company.path}/push/${made.pushId}/resolve`;
  const resolved = await account.send(path, { body: { outcome: 'Success', recordId: 'T1' } });
  assert.deepEqual([resolved.body.status, resolved.body.record.id, resolved.body.step], ['Success', 'T1', 'known']);
  assert.equal((await account.send(path, { body: { outcome: 'Failed' } })).status, 409);
});

test('R-READY-06: a push that could not be sent in time is timed out and never sent', async () => {
  const company = await linkPushing(await app.account(), 'never-100');
  await fault('never-100', { kind: 'status', status: 429, retryAfter: 3600 });
  const made = await company.push('customers', newCustomer(), { query: '?timeoutInMinutes=5' });
  await waitFor(async () => (await company.readPush(made.pushId)).retryAt !== undefined);
  const timedOut = await untilEnded(company, made.pushId, 301_000);
  assert.deepEqual([timedOut.status, timedOut.step], ['TimedOut', 'known']);
  clock.advanceMs(86_400_000);
  await app.pushLanes.sweep();
  assert.deepEqual(await writes('never-100'), []);
});

test('R-READY-06 R-HOOK-23: a late outcome resolves a timed-out push, with an event of its own', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'late-100', ['bills']);
  await control.fault({ match: { company: 'late-100', type: 'bills' }, fault: { kind: 'lost', status: 504 } });
  const made = await company.push('bills', newBill(company.references), { query: '?timeoutInMinutes=1' });
  await waitFor(async () => (await writes('late-100')).length === 1);
  const timedOut = await untilEnded(company, made.pushId, 61_000);
  assert.deepEqual([timedOut.status, timedOut.step], ['TimedOut', 'sent']);
  await control.clearFaults();
  await waitFor(async () => {
    clock.advanceMs(120_000);
    await app.pushLanes.sweep();
    return (await company.readPush(made.pushId)).status === 'Success';
  }, 30_000);
  const resolved = await company.readPush(made.pushId);
  assert.ok(resolved.resolved > resolved.completed);
  assert.equal((await writes('late-100')).length, 1);
  const told = (await account.send('GET /webhooks/messages?pageSize=100')).body.results;
  const types = told.map((message: { eventType: string }) => message.eventType);
  assert.deepEqual(types.filter((type: string) => type.startsWith('push.')).sort(), ['push.resolved', 'push.timedOut']);
});

test('R-HOOK-23: events report the success and the failure of pushes', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'told-100');
  const headers = { prefer: 'wait=20' };
  const good = await company.push('customers', newCustomer(), { headers });
  const invoice = { ...newInvoice(company.references), customerRef: { id: 'nobody' } };
  const bad = await company.push('invoices', invoice, { headers });
  const told = (await account.send('GET /webhooks/messages?pageSize=100')).body.results;
  const of = (type: string) => told.filter((message: { eventType: string }) => message.eventType === type);
  const bodies = async (type: string) =>
    Promise.all(
      of(type).map(async ({ messageId }: { messageId: string }) => {
        const { body } = (await account.send(`GET /webhooks/messages/${messageId}`)).body;
        return (typeof body === 'string' ? JSON.parse(body) : body).Data;
      }),
    );
  const [succeeded] = await bodies('push.succeeded');
  assert.deepEqual([succeeded.pushId, succeeded.recordId], [good.pushId, good.record.id]);
  const [failed] = await bodies('push.failed');
  assert.deepEqual([failed.pushId, failed.status, failed.errorMessage], [bad.pushId, 'Failed', bad.errorMessage]);
  const changed = (await bodies('dataset.changed')).filter((data: { pushId?: string }) => data.pushId === good.pushId);
  assert.deepEqual([changed.length, changed[0].added], [1, 1]);
});

test('a push with credentials that are no longer accepted fails with 403 and deauthorizes the connection', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'rejected-100');
  await fault('rejected-100', { kind: 'status', status: 401 }, 2);
  const failed = await company.push('customers', newCustomer(), { headers: { prefer: 'wait=20' } });
  assert.deepEqual([failed.status, failed.statusCode], ['Failed', 403]);
  const connection = await account.send(`GET ${company.path}/connections/${company.connectionId}`);
  assert.equal(connection.body.status, 'Deauthorized');
});

test('pushes of a connection arrive one at a time and in order, even if one has to wait', async () => {
  const company = await linkPushing(await app.account(), 'order-100');
  await control.fault({
    match: { company: 'order-100', method: 'POST' },
    fault: { kind: 'status', status: 429, retryAfter: 1 },
    skip: 5,
    times: 3,
  });
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push((await company.push('customers', newCustomer(n))).pushId);
  await untilEnded(company, ids.at(-1) as string, 1000);
  assert.deepEqual(
    (await writes('order-100')).map((write) => write.key),
    ids,
  );
  assert.equal((await control.stats()).companies['order-100']?.atOnceMax, 1);
});
