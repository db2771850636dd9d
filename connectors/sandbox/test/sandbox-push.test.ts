import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { Unavailable } from '@daybook/connector-kit';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { createSandboxConnector } from '../src/sandbox-connector.ts';
import { pushExamples } from './push-examples.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);
const company = 'pushed-100';
const connector = createSandboxConnector({ baseUrl: sandbox.url });
const sender = { http: plainHttp(), credentials: { company, secret: `sandbox-${company}` } };
const { idOf } = pushExamples(connector, sender);
const lineItems = [
  {
    unitAmount: 10,
    quantity: 1,
    accountRef: { id: await idOf('accounts') },
    taxRateRef: { id: await idOf('taxRates') },
  },
];
/** Only the required fields: the sandbox fills in the rest. */
const bill = { supplierRef: { id: await idOf('suppliers') }, issueDate: '2026-11-01', lineItems };
const invoice = { customerRef: { id: await idOf('customers') }, issueDate: '2026-11-01', lineItems };

function open(dataType: string, wish: Omit<PushWish, 'reference'> & { reference?: string }) {
  const push = connector.push?.[dataType] ?? assert.fail();
  const whole = { reference: randomUUID(), ...wish };
  const input = { ...sender, wish: whole, prepared: push.prepare(whole, sender.credentials) };
  const find = push.find ?? (() => assert.fail());
  return { send: () => push.send(input), find: () => find(input), poll: push.poll, input };
}

async function create(dataType: string, record: object): Promise<string> {
  const answer = await open(dataType, { operation: 'create', record }).send();
  return answer.kind === 'done' ? answer.record.id : assert.fail(JSON.stringify(answer));
}

const lose = (method: 'PUT' | 'DELETE') =>
  control.fault({ match: { company, type: 'bills', method }, fault: { kind: 'lost' }, times: 1 });

test('a bill update whose response was lost is found, unless somebody has changed the bill since', async () => {
  const recordId = await create('bills', bill);
  const update = open('bills', { operation: 'update', record: { ...bill, note: 'n' }, recordId });
  assert.deepEqual(await update.find(), { kind: 'absent' });
  await lose('PUT');
  await assert.rejects(update.send(), Unavailable);
  const found = await update.find();
  assert.equal(found.kind, 'done');
  await open('bills', { operation: 'update', record: bill, recordId }).send();
  assert.deepEqual(await update.find(), { kind: 'absent' });
});

test('a bill deletion whose response was lost is found, and not before', async () => {
  const recordId = await create('bills', bill);
  const remove = open('bills', { operation: 'delete', recordId });
  assert.deepEqual(await remove.find(), { kind: 'absent' });
  await lose('DELETE');
  await assert.rejects(remove.send(), Unavailable);
  assert.deepEqual(await remove.find(), {
    kind: 'done',
    providerStatus: 404,
    record: { id: recordId, isDeleted: true },
  });
  const update = open('bills', { operation: 'update', record: bill, recordId });
  assert.deepEqual(await update.find(), { kind: 'absent' });
});

test('a bill whose void was performed but not answered is found as voided, and not before', async () => {
  const recordId = await create('bills', bill);
  const voiding = open('bills', { operation: 'update', record: { status: 'Void' }, recordId });
  assert.match(voiding.input.prepared.url, /\/void$/);
  assert.deepEqual(await voiding.find(), { kind: 'absent' });
  await control.fault({ match: { company, type: 'bills', method: 'POST' }, fault: { kind: 'lost' }, times: 1 });
  await assert.rejects(voiding.send(), Unavailable);
  const found = await voiding.find();
  assert.ok(found.kind === 'done');
  assert.match(JSON.stringify(found.record.record?.()), /"amountDue":0,"status":"Void"/);
});

test('of two records with the same reference, the older one is found', async () => {
  const reference = randomUUID();
  const twice = open('bills', { operation: 'create', record: bill, reference });
  const [first, second] = [await twice.send(), await twice.send()];
  assert.ok(first.kind === 'done' && second.kind === 'done' && first.record.id !== second.record.id);
  const found = await twice.find();
  assert.ok(found.kind === 'done');
  assert.equal(found.record.id, first.record.id);
  assert.equal(found.record.source, first.record.source, 'the same text, byte for byte');
  const told = (await control.writes(company)).filter((write) => write.client_ref === reference);
  assert.deepEqual(
    told.map(({ id }) => id),
    [first.record.id, second.record.id],
  );
});

test("a rejection by the sandbox has its status, its message and Daybook's field names", async () => {
  const lines = [...lineItems, { ...lineItems[0], accountRef: { id: 'acc_nobody' } }];
  const wrong = await open('invoices', { operation: 'create', record: { ...invoice, lineItems: lines } }).send();
  assert.deepEqual(wrong, {
    kind: 'refused',
    providerStatus: 422,
    message: 'The sandbox rejected the record: lineItems.1.accountRef.id there is no account acc_nobody.',
    errors: [{ itemId: 'lineItems.1.accountRef.id', message: 'there is no account acc_nobody' }],
  });
  const gone = await open('invoices', { operation: 'update', record: invoice, recordId: 'inv_nobody' }).send();
  assert.deepEqual(gone, {
    kind: 'refused',
    providerStatus: 404,
    message: 'There is no such record: inv_nobody.',
    errors: [],
  });
  const reference = randomUUID();
  await open('invoices', { operation: 'create', record: invoice, reference }).send();
  const other = { ...invoice, note: 'other' };
  const reused = await open('invoices', { operation: 'create', record: other, reference }).send();
  assert.deepEqual([reused.kind, reused.providerStatus], ['refused', 409]);
});

test('an accepted push that the sandbox rejects later is rejected', async () => {
  await control.fault({ match: { company, method: 'POST' }, fault: { kind: 'accept', looks: 0 }, times: 1 });
  const { send, poll, input } = open('invoices', {
    operation: 'create',
    record: { ...invoice, dueDate: '2026-10-01' },
  });
  const accepted = await send();
  assert.ok(accepted.kind === 'accepted' && (accepted.pollAtMs ?? 0) >= Date.now() - 1000);
  const answer = await poll?.({ ...input, ticket: accepted.ticket });
  assert.ok(answer?.kind === 'refused');
  assert.deepEqual(answer.errors, [{ itemId: 'dueDate', message: 'must not be before issued_on' }]);
});

test('an error response that cannot be parsed leaves the outcome unknown', async () => {
  const garbled = { ...sender.http, request: async () => ({ status: 422, headers: {}, body: '<html>' }) };
  const { input } = open('customers', { operation: 'create', record: { customerName: 'x' } });
  const http = {
    ...garbled,
    request: (request: Parameters<typeof sender.http.request>[0]) =>
      request.url.endsWith('/oauth/token') ? sender.http.request(request) : garbled.request(),
  };
  await assert.rejects(connector.push?.customers?.send({ ...input, http }) ?? Promise.resolve(), Unavailable);
});
