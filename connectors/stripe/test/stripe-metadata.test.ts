import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushAnswer, PushWish } from '@daybook/connector-kit';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { useApp } from '../../../test/harness.ts';
import { linkCompany } from '../../../test/providers/linked-company.ts';
import { startStripeServer } from '../contract-server/stripe-server.ts';
import { createStripeConnector } from '../src/stripe-connector.ts';

/** Custom fields of Stripe: a push sets metadata. */
const server = await startStripeServer({ invoices: 5, perSecond: 1_000_000 });
after(() => server.stop());
const app = useApp({ config: { connectorSettings: { stripe: { url: server.url } } } });
const { books } = server;
const credentials = { apiKey: server.key };
const pushes = createStripeConnector({ baseUrl: server.url }).push ?? {};
const wait = { prefer: 'wait=30' };

const text = (name: string, value: unknown) => ({ name, field: `metadata.${name}`, type: 'text' as const, value });
function send(dataType: string, given: Omit<PushWish, 'reference'>): Promise<PushAnswer> {
  const push = pushes[dataType] ?? assert.fail();
  const wish = { reference: randomUUID(), ...given };
  return push.send({ http: plainHttp(), credentials, wish, prepared: push.prepare(wish, credentials) });
}
const metadataOf = (answer: PushAnswer) => {
  if (answer.kind !== 'done') assert.fail(JSON.stringify(answer));
  return JSON.parse(answer.record.source ?? '{}').metadata;
};
const newInvoice = () => ({
  ...{ customerRef: { id: books.list('customers').at(-1)?.id }, dueDate: '2031-12-31', currency: 'USD' },
  lineItems: [{ description: 'Pump', unitAmount: 10, quantity: 1 }],
});

test('P-CUSTOM-PUSH: metadata of Stripe are set in new records and in changes, and other keys stay', async () => {
  const record = { customerName: 'With metadata' };
  const customFields = [text('project', 'P-1'), { ...text('budget', 12.5), type: 'number' as const }];
  const made = await send('customers', { operation: 'create', record, customFields });
  assert.deepEqual(metadataOf(made), { project: 'P-1', budget: '12.5' });
  const recordId = made.kind === 'done' ? made.record.id : '';
  const again = { operation: 'update' as const, recordId, record };
  const changed = await send('customers', { ...again, customFields: [text('project', 'P-2')] });
  assert.deepEqual(metadataOf(changed), { project: 'P-2', budget: '12.5' });
  assert.deepEqual(metadataOf(await send('customers', again)), { project: 'P-2', budget: '12.5' });
  const removed = await send('customers', { ...again, customFields: [text('project', '')] });
  assert.deepEqual(metadataOf(removed), { budget: '12.5' });
  const long = await send('customers', { ...again, customFields: [text('project', 'x'.repeat(501))] });
  assert.ok(long.kind === 'refused' && long.errors[0]?.itemId === 'customFields.project', JSON.stringify(long));

  const record2 = { ...newInvoice(), status: 'Submitted' };
  const invoice = await send('invoices', { operation: 'create', record: record2, customFields });
  assert.deepEqual(metadataOf(invoice), { project: 'P-1', budget: '12.5' });
});

test('P-CUSTOM-PUSH: a push can set nothing else of Stripe than metadata', () => {
  for (const dataType of ['customers', 'invoices']) {
    const pattern = new RegExp(`^(?:${pushes[dataType]?.customFields?.pattern})$`);
    assert.ok(pattern.test('metadata.project') && pattern.test('metadata.Cost-center_2'));
    const others = ['metadata', 'metadata.', 'metadata.a.b', 'metadata[a]', 'metadata.a]', 'status', 'auto_advance'];
    for (const field of [...others, 'collection_method', `metadata.${'x'.repeat(41)}`])
      assert.ok(!pattern.test(field), field);
  }
});

test('P-CUSTOM-PUSH: a mapping with pushTo sets metadata of an invoice and shows them; a change of its status sets nothing else', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'stripe', credentials });
  const own = (name: string, type: string) => ({ name, path: `metadata.${name}`, type, pushTo: `metadata.${name}` });
  const fields = [own('project', 'text'), own('budget', 'number'), own('start', 'date'), own('urgent', 'boolean')];
  const map = (given: object[]) => account.send('PUT /mappings/stripe/invoices', { body: { fields: given } });
  assert.equal((await map(fields)).status, 200);
  for (const dataType of ['customers', 'invoices']) await company.sync(dataType);
  const wrong = await map([{ ...own('project', 'text'), pushTo: 'description' }]);
  assert.equal(wrong.status, 400, wrong.text);
  assert.match(wrong.text, /metadata\.project/);

  const path = `${company.path}/connections/${company.connectionId}/push/invoices`;
  const customFields = { project: 'P-1', budget: 12.5, start: '2026-01-31', urgent: true };
  const made = await account.send(`POST ${path}`, { body: { ...newInvoice(), customFields }, headers: wait });
  assert.equal(made.body.status, 'Success', made.text);
  assert.deepEqual(made.body.validation?.warnings ?? [], []);
  const { id } = made.body.record;
  const read = async () => (await account.send(`GET ${company.path}/data/invoices/${id}`)).body.customFields;
  assert.deepEqual(await read(), customFields);

  const put = (body: object) => account.send(`PUT ${path}/${id}`, { body, headers: wait });
  const changed = await put({ customFields: { project: 'P-2' } });
  assert.equal(changed.body.status, 'Success', changed.text);
  assert.deepEqual(await read(), { ...customFields, project: 'P-2' });
  for (const status of ['Submitted', 'Paid', 'Void']) {
    const refused = await put({ status, customFields: { project: 'P-3' } });
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, new RegExp(`An update with the status ${status} changes nothing else`));
  }
  assert.deepEqual(await read(), { ...customFields, project: 'P-2' });
});
