import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkPushing, type PushBody, type PushingCompany, pushPath } from './pushing-company.ts';
import { newBill, newCustomer, newInvoice } from './records.ts';

/** Custom fields whose mapping names the platform's field (`pushTo`): a push sets them. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const wait = { prefer: 'wait=20' };
const own = (name: string, type = 'text') => ({ name, path: `x_${name}`, type, pushTo: `x_${name}` });
const fields = [
  own('project'),
  own('budget', 'number'),
  own('start', 'date'),
  own('seen', 'dateTime'),
  own('urgent', 'boolean'),
  { name: 'number', path: 'number', type: 'text' },
];
const values = {
  project: 'P-1',
  budget: 12.5,
  start: '2026-01-31',
  seen: '2026-01-31T09:30:00+01:00',
  urgent: true,
};
const shown = { ...values, seen: '2026-01-31T08:30:00.000Z' };

const map = (account: TestAccount, dataType: string, given: object[] = fields, platform = 'sandbox') =>
  account.send(`PUT /mappings/${platform}/${dataType}`, { body: { fields: given } });
async function mapped(account: TestAccount, dataType: string, given?: object[]): Promise<void> {
  const answer = await map(account, dataType, given);
  assert.equal(answer.status, 200, answer.text);
}
const recordOf = async ({ account, path }: PushingCompany, dataType: string, id: string, include = '') =>
  (await account.send(`GET ${path}/data/${dataType}/${id}${include}`)).body;
const errorsOf = ({ validation }: PushBody) => validation.errors.map((item: PushBody) => item.itemId);
const writesOf = async (name: string) => (await control.writes(name)).length;

async function untilEnded(company: PushingCompany, pushId: string): Promise<PushBody> {
  await waitFor(async () => {
    clock.advanceMs(5000);
    await app.pushLanes.sweep();
    return (await company.readPush(pushId)).status !== 'Pending';
  }, 30_000);
  return company.readPush(pushId);
}
const fault = (company: string, kind: object, method = 'POST') =>
  control.fault({ match: { company, method, path: '/v1/' }, fault: kind, times: 1 } as Parameters<
    typeof control.fault
  >[0]);

test('P-CUSTOM-PUSH: a push sets custom fields, the platform has them, and the record shows them at once and after a sync', async () => {
  const account = await app.account();
  await mapped(account, 'invoices');
  const company = await linkPushing(account, 'custom-100');
  const invoice = newInvoice(company.references);
  const made = await company.push('invoices', { ...invoice, customFields: values }, { headers: wait });
  assert.deepEqual([made.status, made.validation], ['Success', undefined], JSON.stringify(made));
  const { id } = made.record;
  const first = await recordOf(company, 'invoices', id);
  const { number, ...pushed } = first.customFields;
  assert.deepEqual(pushed, shown);
  assert.equal(number, first.invoiceNumber);

  assert.equal((await company.sync('invoices')).status, 'Complete');
  const synced = await recordOf(company, 'invoices', id, '?include=sourceData');
  assert.deepEqual([synced.customFields.project, synced.metadata.pushId], ['P-1', undefined]);
  assert.deepEqual([synced.sourceData.x_project, synced.sourceData.x_budget], ['P-1', 12.5]);

  const changed = { ...invoice, customFields: { ...values, project: 'P-2' } };
  const put = await company.push('invoices', changed, { id, method: 'PUT', headers: wait });
  assert.deepEqual([put.status, put.validation], ['Success', undefined], JSON.stringify(put));
  assert.equal((await recordOf(company, 'invoices', id)).customFields.project, 'P-2');
});

test('P-CUSTOM-PUSH: numbers keep all digits, and a dry run shows the request', async () => {
  const account = await app.account();
  await mapped(account, 'customers');
  const company = await linkPushing(account, 'digits-100');
  const text = `{"customerName":"Long","customFields":{"budget":12345678901234567890.123,"urgent":false}}`;
  const dry = await account.send(`POST ${pushPath(company, 'customers')}?dryRun=true`, {
    body: text,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(dry.status, 200, dry.text);
  assert.match(dry.body.request.body, /"x_budget":12345678901234567890\.123,"x_urgent":false\}$/);
  assert.equal(await writesOf('digits-100'), 0);
});

test('P-CUSTOM-PUSH: options show what the mapping allows, and anything else is refused with the name of the field', async () => {
  const account = await app.account();
  await mapped(account, 'customers');
  const company = await linkPushing(account, 'options-100');
  const options = async (dataType: string) =>
    (await account.send(`GET ${company.path}/connections/${company.connectionId}/push/options/${dataType}`)).body
      .operations;
  const { customFields } = (await options('customers')).create.properties;
  assert.deepEqual(Object.keys(customFields.properties), ['project', 'budget', 'start', 'seen', 'urgent']);
  assert.deepEqual([customFields.properties.budget.type, customFields.properties.start.format], ['number', 'date']);
  assert.equal((await options('invoices')).create.properties.customFields, undefined);

  const send = (custom: unknown, dataType = 'customers', record: object = newCustomer()) =>
    account.send(`POST ${pushPath(company, dataType)}`, { body: { ...record, customFields: custom } });
  const refused = await send({ project: 7, budget: '7', start: '2026-02-30', seen: '2026-01-31T09:30:00', urgent: 1 });
  assert.equal(refused.status, 400, refused.text);
  assert.deepEqual(errorsOf(refused.body), [
    ...['customFields.project', 'customFields.budget', 'customFields.start', 'customFields.seen'],
    'customFields.urgent',
  ]);
  const unknown = await send({ number: 'A', nothing: 'B' });
  assert.deepEqual([unknown.status, errorsOf(unknown.body)], [400, ['customFields.number', 'customFields.nothing']]);
  assert.deepEqual(errorsOf((await send('text')).body), ['customFields']);
  const unmapped = await send({ project: 'P' }, 'invoices', newInvoice(company.references));
  assert.deepEqual([unmapped.status, errorsOf(unmapped.body)], [400, ['customFields.project']]);
  const void_ = await send({ project: 'P' }, 'customers', { ...newCustomer(), status: 'Void' });
  assert.equal(void_.status, 400);
  const group = await account.send(`POST ${company.path}/pushGroups?dryRun=true`, {
    body: {
      connectionId: company.connectionId,
      onFailure: 'stop',
      steps: [
        { key: 'one', dataType: 'customers', operation: 'create', record: newCustomer() },
        {
          key: 'two',
          dataType: 'customers',
          operation: 'create',
          record: { ...newCustomer(2), customFields: { nothing: 'x', project: { fromStep: 'one' } } },
        },
      ],
    },
  });
  assert.deepEqual([group.status, errorsOf(group.body)], [400, ['steps.1.record.customFields.nothing']]);
  assert.equal(await writesOf('options-100'), 0);
});

test('P-CUSTOM-PUSH: a mapping names only fields that a push can set, and the error says which and for what', async () => {
  const account = await app.account();
  const wrongOf = async (dataType: string, field: object, platform?: string) => {
    const answer = await map(account, dataType, [{ name: 'a', path: 'a', type: 'text', ...field }], platform);
    assert.equal(answer.status, 400, answer.text);
    const [error] = answer.body.validation.errors;
    return [error.itemId, error.message];
  };
  // What the push itself sets: the record's own members, its reference, its status.
  for (const pushTo of ['number', 'client_ref', 'state', 'lines', 'id', 'x_A', 'x_a.b', 'x_a\n'])
    assert.equal((await wrongOf('invoices', { pushTo }))[0], 'fields.0.pushTo', pushTo);
  const [, message] = await wrongOf('payments', { pushTo: 'x_a' });
  assert.match(message, /Sandbox for which they can: invoices, bills, customers, suppliers, items\./);
  const twice = await map(account, 'invoices', [own('a'), { ...own('b'), pushTo: 'x_a' }]);
  assert.deepEqual([twice.status, errorsOf(twice.body)], [400, ['fields.1.pushTo']]);
  const company = await linkPushing(account, 'refusing-100');
  const path = `${company.path}/connections/${company.connectionId}/mappings/payments`;
  const ofConnection = await account.send(`PUT ${path}`, { body: { fields: [own('a')] } });
  assert.deepEqual([ofConnection.status, errorsOf(ofConnection.body)], [400, ['fields.0.pushTo']]);
  const preview = await account.send(`POST ${path}/preview`, { body: { fields: [own('a')] } });
  assert.equal(preview.status, 400);
});

for (const [dataType, record] of [
  ['invoices', newInvoice],
  ['bills', newBill],
] as const) {
  test(`P-CUSTOM-PUSH: a lost answer doubles nothing and loses no custom field (${dataType})`, async () => {
    const account = await app.account();
    await mapped(account, dataType);
    const name = `lostcustom-${dataType}-100`;
    const company = await linkPushing(account, name, [dataType]);
    await fault(name, { kind: 'lost', status: 504 });
    const body = { ...record(company.references), customFields: values };
    const made = await untilEnded(company, (await company.push(dataType, body)).pushId);
    assert.equal(made.status, 'Success', JSON.stringify(made));
    assert.equal(await writesOf(name), 1);
    const { id } = made.record;
    assert.equal((await recordOf(company, dataType, id)).customFields.project, 'P-1');

    // The request does not arrive. The record is as wished but for the custom field, so the push must be sent again.
    await fault(name, { kind: 'status', status: 504 }, 'PUT');
    const other = { ...body, customFields: { ...values, project: 'P-2' } };
    const { pushId } = await company.push(dataType, other, { id, method: 'PUT' });
    assert.equal((await untilEnded(company, pushId)).status, 'Success');
    assert.equal((await recordOf(company, dataType, id)).customFields.project, 'P-2');
    assert.equal(await writesOf(name), 2);
  });
}

test('P-CUSTOM-PUSH: a push uses the mapping with which its request was prepared, and fails unsent if it no longer allows the field', async () => {
  const account = await app.account();
  await mapped(account, 'customers');
  const company = await linkPushing(account, 'moving-100', ['customers']);
  await fault('moving-100', { kind: 'status', status: 503 });
  const first = await company.push('customers', { ...newCustomer(), customFields: { project: 'P-1' } });
  const second = await company.push('customers', { ...newCustomer(2), customFields: { project: 'P-2' } });
  await waitFor(async () => (await company.readPush(first.pushId)).step === 'sent', 20_000);
  await mapped(account, 'customers', [{ ...own('project'), pushTo: 'x_other' }, own('budget', 'number')]);
  assert.equal((await untilEnded(company, first.pushId)).status, 'Success');
  const written = await untilEnded(company, second.pushId);
  assert.equal(written.status, 'Success', JSON.stringify(written));
  const source = async (id: string) =>
    (await recordOf(company, 'customers', id, '?include=sourceData')).sourceData as Record<string, unknown>;
  await company.sync('customers');
  const [one, two] = [await source((await company.readPush(first.pushId)).record.id), await source(written.record.id)];
  assert.deepEqual([one.x_project, one.x_other, two.x_project, two.x_other], ['P-1', undefined, undefined, 'P-2']);
  // The mapped path shows another value than the one that was sent.
  assert.deepEqual(
    written.validation.warnings.map((item: PushBody) => [item.itemId, item.validatorName]),
    [['customFields.project', 'ignoredFieldValidator']],
  );

  await fault('moving-100', { kind: 'status', status: 503 });
  const third = await company.push('customers', newCustomer(3));
  const fourth = await company.push('customers', { ...newCustomer(4), customFields: { project: 'P-4' } });
  await waitFor(async () => (await company.readPush(third.pushId)).step === 'sent', 20_000);
  await mapped(account, 'customers', [own('budget', 'number')]);
  const failed = await untilEnded(company, fourth.pushId);
  assert.deepEqual([failed.status, failed.statusCode, errorsOf(failed)], ['Failed', 400, ['customFields.project']]);
  assert.match(failed.errorMessage, /nothing was sent/);
  assert.equal(await writesOf('moving-100'), 3);
});

test('P-CUSTOM-PUSH: with If-Match, a custom field that somebody has changed on the platform is not overwritten', async () => {
  const account = await app.account();
  await mapped(account, 'customers');
  const company = await linkPushing(account, 'ifmatch-100', ['customers']);
  const made = await company.push(
    'customers',
    { ...newCustomer(), customFields: { project: 'P-1' } },
    { headers: wait },
  );
  const { id } = made.record;
  const tagged = await account.send(`GET ${company.path}/data/customers/${id}`);
  const tag = { ...wait, 'if-match': tagged.headers.get('etag') ?? '' };
  const elsewhere = await app.account();
  await mapped(elsewhere, 'customers');
  const other = await linkPushing(elsewhere, 'ifmatch-100', ['customers']);
  const theirs = { ...newCustomer(), customFields: { project: 'theirs' } };
  assert.equal((await other.push('customers', theirs, { id, method: 'PUT', headers: wait })).status, 'Success');
  const mine = { ...newCustomer(), customFields: { project: 'mine' } };
  const late = await company.push('customers', mine, { id, method: 'PUT', headers: tag });
  assert.deepEqual([late.status, late.statusCode], ['Failed', 412], JSON.stringify(late));
  assert.deepEqual(
    late.validation.errors.map((item: PushBody) => [item.itemId, item.before, item.after]),
    [['customFields.project', 'P-1', 'theirs']],
  );
});
