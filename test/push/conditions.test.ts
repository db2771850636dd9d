import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { findDifferences } from '../../src/push/conditions/find-differences.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkPushing, type PushBody, type PushingCompany, pushPath } from './pushing-company.ts';
import { newBill, newCustomer } from './records.ts';

/** Pushes with `If-Match`: they are only sent if the record is still the version that the client knows. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const wait = { prefer: 'wait=20' };

async function made(company: PushingCompany): Promise<{ id: string; tag: string }> {
  const { record } = await company.push('customers', newCustomer(), { headers: wait });
  return { id: record.id, tag: await tagOf(company, record.id) };
}

async function tagOf({ account, path }: PushingCompany, id: string, dataType = 'customers'): Promise<string> {
  const answer = await account.send(`GET ${path}/data/${dataType}/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.headers.get('etag') as string;
}

const put = (company: PushingCompany, id: string, tag: string, body: object, query = '') =>
  company.account.send(`PUT ${pushPath(company, 'customers')}/${id}${query}`, {
    body,
    headers: { 'if-match': tag, ...wait },
  });

/** Another program changes the record at the platform; Daybook does not know it until the next sync. */
async function changeElsewhere(name: string, id: string, body: object, dataType = 'customers'): Promise<void> {
  const other = await linkPushing(await app.account(), name, [dataType]);
  const changed = await other.push(dataType, body, { id, method: 'PUT', headers: wait });
  assert.equal(changed.status, 'Success', JSON.stringify(changed));
}

const fieldsOf = (push: PushBody) =>
  push.validation.errors.map((item: PushBody) => [item.itemId, item.before, item.after]);
const updatesOf = async (name: string) =>
  (await control.writes(name)).filter(({ operation }) => operation === 'update');

test('P-CONDITION: a push with the ETag of the record succeeds, and its result has a new ETag', async () => {
  const company = await linkPushing(await app.account(), 'match-100');
  const { id, tag } = await made(company);
  const changed = await put(company, id, tag, newCustomer(2));
  assert.equal(changed.body.status, 'Success', changed.text);
  assert.notEqual(await tagOf(company, id), tag);
  const late = await put(company, id, tag, newCustomer(3));
  assert.deepEqual([late.status, late.body.code], [412, 'recordMovedOn']);
  assert.deepEqual(fieldsOf(late.body), [
    ['customerName', 'Customer 1', 'Customer 2'],
    ['emailAddress', 'customer1@example.com', 'customer2@example.com'],
  ]);
  assert.equal((await updatesOf('match-100')).length, 1);
});

test('P-CONDITION: a version that only confirms a push is the same version', async () => {
  const company = await linkPushing(await app.account(), 'confirm-100');
  const { id, tag } = await made(company);
  await company.sync('customers');
  assert.notEqual(await tagOf(company, id), tag, 'the sync has removed metadata.pushId');
  assert.equal((await put(company, id, tag, newCustomer(2))).body.status, 'Success');
});

test('P-CONDITION: an unknown ETag, several ETags and a deleted record are rejected', async () => {
  const company = await linkPushing(await app.account(), 'reject-100');
  const { id, tag } = await made(company);
  assert.deepEqual([(await put(company, id, '"none"', newCustomer(2))).status], [412]);
  for (const wrong of ['*', `${tag}, ${tag}`, 'none'])
    assert.equal((await put(company, id, wrong, newCustomer(2))).body.code, 'inputInvalid', wrong);
  assert.equal((await put(company, 'nobody', tag, newCustomer(2))).status, 412);
  await company.push('customers', undefined, { id, method: 'DELETE', headers: wait });
  const gone = await put(company, id, tag, newCustomer(2));
  assert.deepEqual([gone.status, fieldsOf(gone.body)], [412, [['metadata.isDeleted', false, true]]]);
  assert.deepEqual(await updatesOf('reject-100'), []);
});

test('P-CONDITION: a dry run compares the version too', async () => {
  const company = await linkPushing(await app.account(), 'dry-100');
  const { id, tag } = await made(company);
  assert.equal((await put(company, id, tag, newCustomer(2), '?dryRun=true')).body.dryRun, true);
  assert.equal((await put(company, id, '"none"', newCustomer(2), '?dryRun=true')).status, 412);
});

test('P-CONDITION: a change at the platform that Daybook has not read is found before sending', async () => {
  const company = await linkPushing(await app.account(), 'elsewhere-100');
  const { id, tag } = await made(company);
  await changeElsewhere('elsewhere-100', id, newCustomer(5));
  const failed = (await put(company, id, tag, newCustomer(2))).body;
  assert.deepEqual([failed.status, failed.statusCode], ['Failed', 412]);
  assert.match(failed.validation.errors[0].message, /errors#recordMovedOn/);
  assert.deepEqual(fieldsOf(failed), [
    ['customerName', 'Customer 1', 'Customer 5'],
    ['emailAddress', 'customer1@example.com', 'customer5@example.com'],
  ]);
  assert.equal((await updatesOf('elsewhere-100')).length, 1);
});

test('P-CONDITION: a version that a sync publishes while the push waits is found before sending', async () => {
  const company = await linkPushing(await app.account(), 'meanwhile-100');
  const { id, tag } = await made(company);
  await changeElsewhere('meanwhile-100', id, newCustomer(5));
  // The platform cannot be asked, so only the published version can show the change.
  await control.fault({
    match: { company: 'meanwhile-100', method: 'GET', path: `/v1/meanwhile-100/customers/${id}` },
    fault: { kind: 'status', status: 503 },
  });
  const waiting = (
    await company.account.send(`PUT ${pushPath(company, 'customers')}/${id}`, {
      body: newCustomer(2),
      headers: { 'if-match': tag },
    })
  ).body;
  await waitFor(async () => (await company.readPush(waiting.pushId)).retryAt !== undefined);
  await company.sync('customers');
  clock.advanceMs(120_000);
  await app.pushLanes.sweep();
  const failed = await company.ended(waiting.pushId);
  await control.clearFaults();
  assert.deepEqual([failed.status, failed.statusCode], ['Failed', 412], JSON.stringify(failed));
  assert.deepEqual(fieldsOf(failed)[0], ['customerName', 'Customer 1', 'Customer 5']);
});

for (const [name, dataType, record] of [
  ['key', 'customers', newCustomer],
  ['search', 'bills', newBill],
] as const)
  test(`P-CONDITION: a lost response of a push with a condition is settled without a second write (${name})`, async () => {
    const key = `again-${name}-100`;
    const company = await linkPushing(await app.account(), key, [dataType]);
    const recordOf = (n: number) =>
      dataType === 'bills' ? newBill(company.references, n) : (record as typeof newCustomer)(n);
    const { record: stored } = await company.push(dataType, recordOf(1), { headers: wait });
    const tag = await tagOf(company, stored.id, dataType);
    await control.fault({ match: { company: key, method: 'PUT' }, fault: { kind: 'lost', status: 504 }, times: 1 });
    const push = await company.push(dataType, recordOf(2), {
      id: stored.id,
      method: 'PUT',
      headers: { 'if-match': tag },
    });
    await waitFor(async () => {
      clock.advanceMs(5000);
      await app.pushLanes.sweep();
      return (await company.readPush(push.pushId)).status !== 'Pending';
    }, 30_000);
    const ended = await company.readPush(push.pushId);
    assert.equal(ended.status, 'Success', JSON.stringify(ended));
    assert.equal((await updatesOf(key)).length, 1);
  });

test('P-CONDITION: differences name each field with both values, and leave out what only Daybook writes', () => {
  const before = { id: '1', a: 1, list: [{ x: 1 }, { x: 2 }], modifiedDate: '2026-01-01', day: '2026-01-01', b: null };
  const after = { id: '1', a: 2, list: [{ x: 1 }], modifiedDate: '2026-01-02', day: '2026-01-01T00:00:00Z', c: [] };
  const found = findDifferences(before, after, { withCustom: true });
  assert.deepEqual(
    found.map(({ itemId, before: was, after: now }) => [itemId, was, now]),
    [
      ['a', 1, 2],
      ['list.1', { x: 2 }, undefined],
    ],
  );
});
