import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { orderSteps } from './group-records.ts';
import { linkPushing, type PushBody, type PushingCompany } from './pushing-company.ts';
import { newCustomer, newInvoice, newTransfer } from './records.ts';

/** Push groups: several pushes as one operation. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const types = ['invoices', 'payments'];

async function request(company: PushingCompany, steps: object[], { onFailure = 'stop', query = '' } = {}) {
  const { account, path, connectionId } = company;
  return account.send(`POST ${path}/pushGroups${query}`, { body: { connectionId, onFailure, steps } });
}

async function start(company: PushingCompany, steps: object[], onFailure = 'stop'): Promise<PushBody> {
  const answer = await request(company, steps, { onFailure });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const read = async ({ account, path }: PushingCompany, id: string) =>
  (await account.send(`GET ${path}/pushGroups/${id}`)).body;

/** Advances the clock until the group has ended. */
async function ended(company: PushingCompany, { pushGroupId }: PushBody): Promise<PushBody> {
  let group: PushBody;
  await waitFor(async () => {
    clock.advanceMs(3000);
    await app.pushLanes.sweep();
    group = await read(company, pushGroupId);
    return group.completed !== undefined;
  }, 60_000);
  return group;
}

const outcomes = ({ steps }: PushBody) => steps.map((step: PushBody) => `${step.key} ${step.outcome}`);
const writesOf = async (name: string) =>
  (await control.writes(name)).map(({ operation, type, id }) => `${operation} ${type} ${id}`);
const errorsOf = ({ body }: PushBody) => body.validation.errors.map((item: PushBody) => item.itemId);

test('P-GROUP: a customer, its invoice and its payment are carried out in order, and each is in its data set', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'order-100', types);
  const group = await ended(company, await start(company, orderSteps(company.references)));
  assert.equal(group.status, 'Succeeded', JSON.stringify(group));
  const [customer, invoice, payment] = group.steps.map((step: PushBody) => step.recordId);
  assert.deepEqual(await writesOf('order-100'), [
    `create customers ${customer}`,
    `create invoices ${invoice}`,
    `create payments ${payment}`,
  ]);
  const stored = (await account.send(`GET ${company.path}/data/payments/${payment}`)).body;
  assert.equal(stored.customerRef.id, customer);
  assert.equal(stored.lines[0].links[0].id, invoice);
  for (const { key, pushId } of group.steps)
    assert.deepEqual((await company.readPush(pushId)).group, { pushGroupId: group.pushGroupId, step: key });
  const told = (await account.send('GET /webhooks/messages?pageSize=100')).body.results;
  assert.equal(told.filter((message: PushBody) => message.eventType === 'pushGroup.ended').length, 1);
  const query = encodeURIComponent(`group.pushGroupId=${group.pushGroupId}`);
  assert.equal((await account.send(`GET ${company.path}/push?query=${query}`)).body.totalResults, 3);
});

test('P-GROUP: the list of groups has filters, and a group of another account is not found', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'list-100', types);
  const { customerRef: _, ...rest } = newInvoice(company.references);
  const bad = [
    { key: 'invoice', dataType: 'invoices', operation: 'create', record: { ...rest, customerRef: { id: 'x' } } },
  ];
  const failed = await ended(company, await start(company, bad));
  const good = await ended(company, await start(company, orderSteps(company.references).slice(0, 1)));
  const list = async (query = '') => {
    const { body } = await account.send(`GET ${company.path}/pushGroups?query=${encodeURIComponent(query)}`);
    return body.results.map((group: PushBody) => group.pushGroupId);
  };
  assert.deepEqual(await list(), [good.pushGroupId, failed.pushGroupId]);
  assert.deepEqual(await list('status=Failed'), [failed.pushGroupId]);
  const other = await app.account();
  const { status } = await other.send(`GET ${company.path}/pushGroups/${good.pushGroupId}`);
  assert.ok(status === 403 || status === 404, String(status));
});

test('P-GROUP: a dry run shows every request and every undo, and neither sends nor stores anything', async () => {
  const company = await linkPushing(await app.account(), 'dry-100', types);
  const answer = await request(company, orderSteps(company.references), { onFailure: 'undo', query: '?dryRun=true' });
  assert.equal(answer.status, 200, answer.text);
  const { steps } = answer.body;
  assert.deepEqual(
    steps.map(({ key, undo }: PushBody) => [key, undo]),
    [
      ['customer', 'archive'],
      ['invoice', 'void'],
      ['payment', undefined],
    ],
  );
  assert.deepEqual(
    steps.map(({ undoRequest }: PushBody) => undoRequest && [undoRequest.method, new URL(undoRequest.url).pathname]),
    [
      ['POST', '/v1/dry-100/customers/%3Cid%20from%20step%20customer%3E/archive'],
      ['POST', '/v1/dry-100/invoices/%3Cid%20from%20step%20invoice%3E/void'],
      undefined,
    ],
  );
  assert.equal(JSON.parse(steps[1].request.body).customer, '<id from step customer>');
  assert.equal(steps[2].request.method, 'POST');
  const { account, path } = company;
  assert.equal((await account.send(`GET ${path}/pushGroups`)).body.totalResults, 0);
  assert.equal((await account.send(`GET ${path}/push`)).body.totalResults, 0);
  clock.advanceMs(60_000);
  await app.pushLanes.sweep();
  assert.deepEqual(await writesOf('dry-100'), []);
});

test('P-GROUP: with stop, a failure starts no further step and leaves what was done', async () => {
  const company = await linkPushing(await app.account(), 'stop-100', types);
  const steps = orderSteps(company.references);
  const [customer, invoice, payment] = steps as [object, { record: object }, object];
  const bad = { ...invoice, record: { ...invoice.record, dueDate: '2020-01-01T00:00:00Z' } };
  const group = await ended(company, await start(company, [customer, bad, payment]));
  assert.equal(group.status, 'Failed');
  assert.deepEqual(outcomes(group), ['customer succeeded', 'invoice failed', 'payment notStarted']);
  assert.match(group.steps[1].errorMessage, /due/i);
  assert.equal((await writesOf('stop-100')).length, 1);
});

test('P-GROUP: with undo, a failure undoes the steps before it, the last one first', async () => {
  const company = await linkPushing(await app.account(), 'undo-100', types);
  const steps = orderSteps(company.references, 1, { amount: 1_000_000 });
  const group = await ended(company, await start(company, steps, 'undo'));
  assert.equal(group.status, 'Undone', JSON.stringify(group));
  assert.deepEqual(outcomes(group), ['customer undone', 'invoice undone', 'payment failed']);
  const [customer, invoice] = group.steps.map((step: PushBody) => step.recordId);
  assert.deepEqual(await writesOf('undo-100'), [
    `create customers ${customer}`,
    `create invoices ${invoice}`,
    `void invoices ${invoice}`,
    `archive customers ${customer}`,
  ]);
  const statusOf = async (dataType: string, id: string) =>
    (await company.account.send(`GET ${company.path}/data/${dataType}/${id}`)).body.status;
  assert.deepEqual([await statusOf('invoices', invoice), await statusOf('customers', customer)], ['Void', 'Archived']);
  const undo = await company.readPush(group.steps[0].undoPushId);
  assert.deepEqual([undo.operation, undo.status, undo.validation], ['update', 'Success', undefined]);
});

test('P-GROUP: a draft is undone by its deletion', async () => {
  const company = await linkPushing(await app.account(), 'draft-100', types);
  const [customer, invoice, payment] = orderSteps(company.references, 1) as [PushBody, PushBody, PushBody];
  const draft = { ...invoice, record: { ...invoice.record, status: 'Draft' } };
  const group = await ended(company, await start(company, [customer, draft, payment], 'undo'));
  assert.deepEqual(outcomes(group), ['customer undone', 'invoice undone', 'payment failed']);
  const [made] = group.steps.slice(1);
  assert.equal(made.undo, 'delete');
  assert.ok((await writesOf('draft-100')).includes(`delete invoices ${made.recordId}`));
});

test('P-GROUP: an undo that the platform rejects ends the group, and every step says what became of it', async () => {
  const company = await linkPushing(await app.account(), 'undofail-100', types);
  const steps = orderSteps(company.references, 1, { amount: 1_000_000 });
  await control.fault({
    match: { company: 'undofail-100', path: '/v1/undofail-100/invoices/' },
    fault: { kind: 'status', status: 403 },
  });
  const group = await ended(company, await start(company, steps, 'undo'));
  await control.clearFaults();
  assert.equal(group.status, 'UndoFailed');
  assert.deepEqual(outcomes(group), ['customer succeeded', 'invoice undoFailed', 'payment failed']);
});

test('P-GROUP: a group that could not be undone, and references that cannot hold, are rejected before anything is sent', async () => {
  const company = await linkPushing(await app.account(), 'refuse-100', types);
  const [customer, invoice, payment] = orderSteps(company.references) as [PushBody, PushBody, PushBody];
  const notLast = await request(company, [customer, invoice, payment, { ...customer, key: 'more' }], {
    onFailure: 'undo',
  });
  assert.deepEqual([notLast.status, errorsOf(notLast)], [400, ['steps.2']]);
  const early = await request(company, [invoice, customer]);
  assert.deepEqual([early.status, errorsOf(early)], [400, ['steps.0.record.customerRef.id']]);
  assert.deepEqual(errorsOf(await request(company, [customer, customer])), ['steps.1.key']);
  const { recordId: _, ...update } = { ...customer, key: 'change', operation: 'update', recordId: 'x' };
  assert.deepEqual(errorsOf(await request(company, [update])), ['steps.0.recordId']);
  const wrongType = { ...payment, record: { ...payment.record, accountRef: { id: { fromStep: 'customer' } } } };
  assert.deepEqual(errorsOf(await request(company, [customer, invoice, wrongType])), ['steps.2.record.accountRef.id']);
  const noName = await request(company, [customer, { ...invoice, record: { ...invoice.record, issueDate: 7 } }]);
  assert.deepEqual([noName.status, errorsOf(noName)], [400, ['steps.1.record.issueDate']]);
  assert.deepEqual(await writesOf('refuse-100'), []);
});

test('P-GROUP: a step whose response is lost is not carried out again, and the group goes on', async () => {
  const company = await linkPushing(await app.account(), 'lost-100', types);
  for (const fault of [{ kind: 'lost', status: 504 }, { kind: 'cut' }, { kind: 'lost' }])
    await control.fault({ match: { company: 'lost-100', method: 'POST', path: '/v1/' }, fault, times: 1 } as Parameters<
      typeof control.fault
    >[0]);
  const group = await ended(company, await start(company, orderSteps(company.references)));
  assert.equal(group.status, 'Succeeded', JSON.stringify(group));
  assert.equal((await writesOf('lost-100')).length, 3);
});

test('P-GROUP: a group waits for a step whose outcome is unknown, and goes on when a person has resolved it', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'unknown-100', ['bankAccounts']);
  await control.fault({
    match: { company: 'unknown-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'lost', status: 504 },
    times: 1,
  });
  const steps = [
    { key: 'transfer', dataType: 'transfers', operation: 'create', record: newTransfer(company.references) },
    { key: 'customer', dataType: 'customers', operation: 'create', record: newCustomer() },
  ];
  const { pushGroupId, steps: begun } = await start(company, steps);
  const { pushId } = begun[0];
  await waitFor(async () => {
    clock.advanceMs(5000);
    await app.pushLanes.sweep();
    return (await company.readPush(pushId)).step === 'unknown';
  }, 30_000);
  const waiting = await read(company, pushGroupId);
  assert.deepEqual([waiting.status, outcomes(waiting)], ['Running', ['transfer running', 'customer notStarted']]);
  await account.send(`POST ${company.path}/push/${pushId}/resolve`, { body: { outcome: 'Success', recordId: 'T1' } });
  const group = await ended(company, { pushGroupId });
  assert.deepEqual(outcomes(group), ['transfer succeeded', 'customer succeeded']);
});

test('P-GROUP P-CONDITION: a step with ifMatch is carried out only on the version that it names', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'version-100', types);
  const { record } = await company.push('customers', newCustomer(), { headers: { prefer: 'wait=20' } });
  const etag = (await account.send(`GET ${company.path}/data/customers/${record.id}`)).headers.get('etag') as string;
  const change = (n: number) => [
    {
      ...{ key: 'change', dataType: 'customers', operation: 'update', recordId: record.id, ifMatch: etag },
      record: newCustomer(n),
    },
  ];
  assert.equal((await ended(company, await start(company, change(2)))).status, 'Succeeded');
  const late = await request(company, change(3));
  assert.deepEqual([late.status, late.body.code], [412, 'recordMovedOn']);
  assert.equal(errorsOf(late)[0], 'steps.0.record.customerName');
});
