import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { linkPushing, pushPath } from './pushing-company.ts';
import { newCustomer, newInvoice } from './records.ts';

/** Records pushed to a platform: created, replaced, deleted, rejected. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const wait = { prefer: 'wait=20' };
const writes = (company: string) => control.send('GET', `/companies/${company}/writes`) as Promise<{ id: string }[]>;

test('R-SVC-04 R-EP-19 R-PUSH-03: a record is created, replaced and deleted on the platform, and readable at once', async () => {
  const company = await linkPushing(await app.account(), 'crud-100');
  const { account, path, references } = company;
  const made = await company.push('invoices', newInvoice(references), { headers: wait });
  assert.deepEqual(
    [
      made.status,
      made.statusCode,
      made.step,
      made.operation,
      made.dataType,
      made.providerStatus,
      made.timeoutInMinutes,
    ],
    ['Success', 200, 'known', 'create', 'invoices', 201, 60],
  );
  assert.deepEqual([made.companyId, made.connectionId], [company.companyId, company.connectionId]);
  assert.ok(made.completed >= made.requested);
  const { id } = made.record;
  const read = async () => (await account.send(`GET ${path}/data/invoices/${id}`)).body;
  const created = await read();
  assert.deepEqual([created.note, created.metadata.pushId], ['Invoice 1', made.pushId]);

  const put = await company.push('invoices', newInvoice(references, 2), { id, method: 'PUT', headers: wait });
  assert.deepEqual([put.status, put.record.id, put.operation], ['Success', id, 'update']);
  const replaced = await read();
  assert.deepEqual([replaced.note, replaced.metadata.pushId], ['Invoice 2', put.pushId]);
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const confirmed = await read();
  assert.deepEqual([confirmed.note, confirmed.metadata.pushId], ['Invoice 2', undefined], 'confirmed by the sync');

  const gone = await company.push('invoices', undefined, { id, method: 'DELETE', headers: wait });
  assert.deepEqual([gone.status, gone.operation], ['Success', 'delete']);
  assert.equal((await read()).metadata.isDeleted, true);

  const list = (await account.send(`GET ${path}/push?query=${encodeURIComponent('status=Success')}`)).body;
  assert.deepEqual(
    list.results.map((one: { pushId: string }) => one.pushId),
    [gone.pushId, put.pushId, made.pushId],
  );
});

test('R-BODY-13: a record that does not match the schema or the choices answers 400 and names every item', async () => {
  const company = await linkPushing(await app.account(), 'refused-100');
  const { account, references } = company;
  const post = (body: object) => account.send(`POST ${pushPath(company, 'invoices')}`, { body });
  const bad = await post({ issueDate: 'soon', lineItems: [], colour: 'red' });
  assert.equal(bad.status, 400);
  const items = bad.body.validation.errors.map((error: { itemId: string }) => error.itemId).sort();
  assert.deepEqual(items, ['colour', 'customerRef', 'issueDate', 'lineItems']);
  const invoice = newInvoice(references);
  const line = { ...invoice.lineItems[0], accountRef: { id: 'nowhere' } };
  const choice = await post({ ...invoice, lineItems: [invoice.lineItems[0], line] });
  assert.deepEqual(
    [choice.status, choice.body.validation.errors.map((error: { itemId: string }) => error.itemId)],
    [400, ['lineItems.1.accountRef.id']],
  );
  assert.deepEqual(await writes('refused-100'), []);
  assert.equal((await account.send(`GET ${company.path}/push`)).body.totalResults, 0);
});

test("R-BODY-13: a record that breaks the platform's own rules fails with the platform's text and the names of the items", async () => {
  const company = await linkPushing(await app.account(), 'rules-100');
  const invoice = { ...newInvoice(company.references), dueDate: '2026-10-01T00:00:00Z', customerRef: { id: 'nobody' } };
  const failed = await company.push('invoices', invoice, { headers: wait });
  assert.deepEqual([failed.status, failed.statusCode, failed.providerStatus], ['Failed', 400, 422]);
  assert.ok(failed.errorMessage.length > 0);
  const items = failed.validation.errors.map((error: { itemId: string }) => error.itemId);
  assert.ok(items.includes('customerRef.id'), items.join());
  assert.deepEqual(await writes('rules-100'), []);
  const unknown = await company.push('invoices', newInvoice(company.references), {
    id: 'none',
    method: 'PUT',
    headers: wait,
  });
  assert.deepEqual([unknown.status, unknown.statusCode], ['Failed', 404]);
});

test('R-ERR-12: a push on a connection that is not linked answers 403, and one that the platform rejects fails with 403 or 402', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'unlinked-100');
  const path = `${company.path}/connections/${company.connectionId}`;
  await control.fault({
    match: { company: 'unlinked-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'status', status: 403 },
    times: 1,
  });
  const denied = await company.push('customers', newCustomer(), { headers: wait });
  assert.deepEqual([denied.status, denied.statusCode, denied.providerStatus], ['Failed', 403, 403]);
  await control.fault({
    match: { company: 'unlinked-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'status', status: 402 },
    times: 1,
  });
  const unpaid = await company.push('customers', newCustomer(), { headers: wait });
  assert.deepEqual([unpaid.status, unpaid.statusCode, unpaid.providerStatus], ['Failed', 402, 402]);
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  const refused = await account.send(`POST ${pushPath(company, 'customers')}`, { body: newCustomer() });
  assert.deepEqual([refused.status, refused.body.service], [403, 'push']);
  assert.deepEqual(await writes('unlinked-100'), []);
});

test('A-11 R-ERR-14: an unsupported data type answers 404 in the words of the requirement; a read-only one has its own error', async () => {
  const company = await linkPushing(await app.account(), 'unsupported-100', []);
  const { account } = company;
  const types = await account.send(`POST ${pushPath(company, 'unicorns')}`, { body: {} });
  assert.deepEqual([types.status, types.body.error], [404, 'Datatype unicorns not supported by platform(s) Sandbox']);
  const read = await account.send(`POST ${pushPath(company, 'balanceSheet')}`, { body: {} });
  assert.deepEqual([read.status, read.body.code], [404, 'pushNotSupported']);
  assert.match(
    read.body.error,
    /balanceSheet can be read from Sandbox, but not pushed\. Data types that can be pushed: .*invoices/,
  );
  const operation = await account.send(`DELETE ${pushPath(company, 'payments')}/1`);
  assert.deepEqual([operation.status, operation.body.code], [404, 'pushNotSupported']);
  assert.match(operation.body.error, /Sandbox does not support the operation delete for payments\. Supported: create/);
  const options = await account.send(`GET ${pushPath(company, 'options')}/balanceSheet`);
  assert.deepEqual([options.status, options.body.code], [404, 'pushNotSupported']);
});

test('R-EP-18: push options are JSON Schema with the accounts and tax rates of the platform filled in', async () => {
  const company = await linkPushing(await app.account(), 'options-100');
  const { body } = await company.account.send(`GET ${pushPath(company, 'options')}/invoices`);
  assert.deepEqual(Object.keys(body.operations), ['create', 'update', 'delete']);
  const { lineItems, customerRef } = body.operations.create.properties;
  const { accountRef, taxRateRef } = lineItems.items.properties;
  const ids = (field: { oneOf: { const: string }[] }) => field.oneOf.map((choice) => choice.const);
  const live = (await company.account.send(`GET ${company.path}/data/taxRates?pageSize=100`)).body.results;
  assert.deepEqual(
    ids(taxRateRef.properties.id).sort(),
    live
      .filter((rate: { status: string }) => rate.status !== 'Archived')
      .map((rate: { id: string }) => rate.id)
      .sort(),
  );
  assert.ok(ids(accountRef.properties.id).includes(company.references.account));
  assert.equal(customerRef.properties.id.oneOf, undefined, 'customers are not listed as choices');
});

test('two requests with the same Idempotency-Key create one operation, even if they wait for it', async () => {
  const company = await linkPushing(await app.account(), 'idem-100');
  const headers = { 'idempotency-key': 'once', ...wait };
  const path = `POST ${pushPath(company, 'customers')}`;
  const first = await company.account.send(path, { body: newCustomer(), headers });
  const again = await company.account.send(path, { body: newCustomer(), headers });
  assert.deepEqual([first.body.status, again.body.pushId], ['Success', first.body.pushId]);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const put = { headers: { 'idempotency-key': 'put' }, id: first.body.record.id, method: 'PUT' } as const;
  const one = await company.push('customers', newCustomer(2), put);
  assert.equal((await company.push('customers', newCustomer(2), put)).pushId, one.pushId);
  await company.ended(one.pushId);
  assert.equal((await writes('idem-100')).length, 2);
});

test('amounts reach the platform and are read back without losing a digit', async () => {
  const company = await linkPushing(await app.account(), 'exact-100');
  const record = JSON.stringify(newInvoice(company.references)).replace(
    '"unitAmount":11',
    '"unitAmount":12345678901234567.89',
  );
  const answer = await fetch(`${app.url}${pushPath(company, 'invoices')}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(company.account.key).toString('base64')}`,
      'content-type': 'application/json',
      ...wait,
    },
    body: record,
  });
  const made = (await answer.json()) as { status: string; record: { id: string } };
  assert.equal(made.status, 'Success', JSON.stringify(made));
  const read = await company.account.send(`GET ${company.path}/data/invoices/${made.record.id}`);
  assert.match(read.text, /"unitAmount": ?12345678901234567\.89/);
});

test('a single operation shows the record that was sent; a list does not', async () => {
  const company = await linkPushing(await app.account(), 'sent-100');
  const record = { ...newCustomer(7), phone: '+44 1' };
  const { pushId } = await company.push('customers', record, { headers: wait });
  const one = await company.readPush(pushId);
  assert.deepEqual(one.sent, record);
  const list = (await company.account.send(`GET ${company.path}/push`)).body;
  assert.ok(list.results.length > 0 && !('sent' in list.results[0]));
});
