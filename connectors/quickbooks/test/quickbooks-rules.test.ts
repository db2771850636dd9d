import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PulledPage, PushWish } from '@daybook/connector-kit';
import { CursorTooOld, parseExact, RateLimited } from '@daybook/connector-kit';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { attemptPush } from '../../../src/push/lanes/attempt-push.ts';
import type { PushRow } from '../../../src/push/store.ts';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { startQuickbooksServer } from '../contract-server/quickbooks-server.ts';
import { lineAmount } from '../src/line-amount.ts';
import { createQuickbooksConnector } from '../src/quickbooks-connector.ts';
import { invoices } from '../src/records/invoices.ts';

const server = await startQuickbooksServer({ invoices: 25, bills: 3, limits: { perMinute: 10_000 } });
after(() => server.stop());
const { books } = server;
const connector = createQuickbooksConnector({ baseUrl: server.url, pageSize: 10 });
const access = { http: signedSender(connector, server.oauth), credentials: { tenant: server.realm } };
const invoiceIds = () => [...books.rows.Invoice.keys()];

function open(dataType: string, given: Omit<PushWish, 'reference'>) {
  const push = connector.push?.[dataType] ?? assert.fail();
  const wish = { reference: randomUUID(), ...given };
  return push.send({ ...access, wish, prepared: push.prepare(wish, access.credentials) });
}

test('invoices that are deleted during a full pass do not make it skip others', async () => {
  const pages: PulledPage[] = [];
  const gone = invoiceIds().slice(0, 3);
  const kept = invoiceIds().slice(3);
  for await (const page of connector.pull.invoices?.(access) ?? []) {
    pages.push(page);
    // All later invoices move up by three positions.
    if (pages.length === 1) for (const id of gone) books.remove('Invoice', id);
  }
  const seen = new Set(pages.flatMap((page) => page.records.map(({ id }) => id)));
  assert.deepEqual(
    kept.filter((id) => !seen.has(id)),
    [],
  );
});

test('no page asks for more than 1,000 records, the most that QuickBooks gives', async () => {
  const large = await startQuickbooksServer({ invoices: 2005 });
  try {
    const usual = createQuickbooksConnector({ baseUrl: large.url });
    const target = { http: signedSender(usual, large.oauth), credentials: { tenant: large.realm } };
    const seen: string[] = [];
    for await (const { records } of usual.pull.invoices?.(target) ?? []) seen.push(...records.map(({ id }) => id));
    const receipts = [...large.books.rows.SalesReceipt.keys()].map((id) => `salesreceipt-${id}`);
    assert.deepEqual(seen.sort(), [...large.books.rows.Invoice.keys(), ...receipts].sort());
  } finally {
    await large.stop();
  }
});

test('a full pass skips nothing if the last record of a page is deleted', async () => {
  const pages: PulledPage[] = [];
  const kept = () => invoiceIds();
  for await (const page of connector.pull.invoices?.(access) ?? []) {
    pages.push(page);
    if (pages.length === 1) books.remove('Invoice', page.records.at(-1)?.id ?? '');
  }
  const seen = new Set(pages.flatMap((page) => page.records.map(({ id }) => id)));
  assert.deepEqual(
    kept().filter((id) => !seen.has(id)),
    [],
  );
});

test('a record that somebody else changes between the read and the write is read again and then changed', async () => {
  const recordId = invoiceIds()[5] ?? '';
  const record = { customerRef: { id: [...books.rows.Customer.keys()][0] }, issueDate: '2026-11-01' };
  const lineItems = [{ unitAmount: 5, quantity: 2, itemRef: { id: [...books.rows.Item.keys()][0] } }];
  const { request } = access.http;
  let others = 1;
  const http = {
    ...access.http,
    async request(asked: Parameters<typeof request>[0]) {
      const answer = await request(asked);
      // Change the invoice between the connector's read and its write.
      if (asked.method === 'GET' && others-- > 0) books.keep('Invoice', { ...books.rows.Invoice.get(recordId) });
      return answer;
    },
  };
  const push = connector.push?.invoices ?? assert.fail();
  const send = () => {
    const wish = { operation: 'update' as const, recordId, reference: randomUUID(), record: { ...record, lineItems } };
    return push.send({ ...access, http, wish, prepared: push.prepare(wish, access.credentials) });
  };
  assert.equal((await send()).kind, 'done');
  others = 100;
  const refused = await send();
  assert.ok(refused.kind === 'refused' && refused.statusCode === 409 && refused.providerStatus === 400, 'it gives up');
  assert.match(refused.message, /5010/);
});

test('an update keeps the fields that a client cannot set, and replaces the lines', async () => {
  const recordId = invoiceIds()[6] ?? '';
  books.keep('Invoice', { ...books.rows.Invoice.get(recordId), SalesTermRef: { value: '3' } });
  const lineItems = [{ unitAmount: 7, quantity: 1, itemRef: { id: [...books.rows.Item.keys()][0] } }];
  const customerRef = { id: [...books.rows.Customer.keys()][0] };
  const answer = await open('invoices', {
    operation: 'update',
    recordId,
    record: { customerRef, issueDate: '2026-11-01', lineItems },
  });
  assert.equal(answer.kind, 'done');
  const { SalesTermRef, TotalAmt } = books.rows.Invoice.get(recordId) ?? {};
  assert.deepEqual([SalesTermRef, TotalAmt], [{ value: '3' }, 7]);
});

test('deleting a record that does not exist is rejected with 404', async () => {
  const answer = await open('invoices', { operation: 'delete', recordId: '999999' });
  assert.ok(answer.kind === 'refused' && answer.statusCode === 404 && answer.providerStatus === 400);
});

const taxRate = (name: string, component: object = {}) => ({
  operation: 'create' as const,
  record: { name, components: [{ name: `${name} rate`, rate: 2.5, ...component }] },
});

test('a tax code gets the only tax agency; if there are two, the error lists them', async () => {
  const made = await open('taxRates', taxRate('Local'));
  assert.ok(made.kind === 'done');
  assert.equal(
    textsOf(await pullAll(connector, access, 'taxRates'))
      .get(made.record.id)
      ?.includes('"Local"'),
    true,
  );
  books.keep('TaxAgency', { Id: '2', DisplayName: 'Revenue Scotland' });
  const refused = await open('taxRates', taxRate('Other'));
  books.rows.TaxAgency.delete('2');
  assert.ok(refused.kind === 'refused');
  assert.deepEqual(
    refused.errors.map(({ itemId }) => itemId),
    ['components.0.agencyRef.id'],
  );
  assert.match(refused.message, /1 \(HM Revenue & Customs \(VAT\)\), 2 \(Revenue Scotland\)/);
});

test('a tax code name that is in use is rejected before sending, and find does not match the other code', async () => {
  const push = connector.push?.taxRates ?? assert.fail();
  const before = server.requests.length;
  const refused = await open('taxRates', taxRate('exempt'));
  assert.ok(refused.kind === 'refused' && refused.errors[0]?.itemId === 'name');
  assert.ok(server.requests.slice(before).every(({ method }) => method === 'GET'));
  const wish = { reference: randomUUID(), ...taxRate('Exempt') };
  const input = { ...access, wish, prepared: push.prepare(wish, access.credentials) };
  assert.deepEqual(await push.find?.(input), { kind: 'absent' });
});

test('a tax code that was created but could not be read back is searched for and never sent again', async () => {
  const push = connector.push?.taxRates ?? assert.fail();
  for (const [at, status] of [429, 403, 401].entries()) {
    const wish = { reference: randomUUID(), ...taxRate(`Unread ${at}`) };
    let isMade = false;
    const http = {
      ...access.http,
      async request(asked: Parameters<typeof access.http.request>[0]) {
        if (isMade) return { status, headers: {}, body: '{}' };
        const answer = await access.http.request(asked);
        isMade = asked.method === 'POST';
        return answer;
      },
    };
    const prepared = push.prepare(wish, access.credentials);
    const row = { attempts: 1 } as PushRow;
    const input = { ...access, http, wish, prepared };
    const outcome = await attemptPush({ row, action: 'send', push, input, custom: [], isLate: false });
    assert.ok(outcome.kind === 'wait' && outcome.step === 'sent', `${status}: ${JSON.stringify(outcome)}`);
    assert.equal((await push.find?.({ ...access, wish, prepared }))?.kind, 'done');
  }
});

test('P-VENDORS: 1,000 changes or more, and a cursor of 30 days ago, are CursorTooOld', async () => {
  const http = {
    ...access.http,
    request: async () => {
      const Bill = Array.from({ length: 1000 }, (_, n) => ({ Id: String(n), TxnDate: '2026-01-01', TotalAmt: 1 }));
      return { status: 200, headers: {}, body: JSON.stringify({ CDCResponse: [{ QueryResponse: [{ Bill }] }] }) };
    },
  };
  const cursor = new Date().toISOString();
  await assert.rejects(pullAll(connector, { ...access, http }, 'bills', { cursor }), CursorTooOld);
  const old = new Date(Date.now() - 30 * 86_400_000).toISOString();
  await assert.rejects(pullAll(connector, access, 'bills', { cursor: old }), CursorTooOld);
  const [page] = await pullAll(connector, access, 'bills', { cursor: new Date(Date.now() + 60_000).toISOString() });
  assert.deepEqual(page?.records, [], 'no records if nothing has changed');
});

test('a rate limit without Retry-After is retried after a minute', async () => {
  server.order({ kind: 'rateLimited', dataType: 'bill' });
  const before = Date.now();
  await assert.rejects(pullAll(connector, access, 'bills'), (error: Error) => {
    assert.ok(error instanceof RateLimited);
    return error.retryAtMs >= before + 60_000 && error.retryAtMs <= Date.now() + 60_000;
  });
  server.clearFaults();
});

test('inactive customers and tax codes are archived; item categories are left out', async () => {
  const [customer] = books.rows.Customer.values();
  books.keep('Customer', { ...customer, Active: false });
  const texts = textsOf(await pullAll(connector, access, 'customers'));
  assert.match(texts.get(String(customer?.Id)) ?? '', /"status":"Archived"/);
  assert.equal(textsOf(await pullAll(connector, access, 'items')).size, 2);
  assert.match(textsOf(await pullAll(connector, access, 'taxRates')).get('4') ?? '', /"Archived"/);
});

test('the status of a document follows from its open amount', () => {
  const base = { Id: '1', TxnDate: '2026-11-01' };
  const cases: [object, string][] = [
    [{ TotalAmt: 100, Balance: 100 }, 'Submitted'],
    [{ TotalAmt: 100, Balance: 40 }, 'PartiallyPaid'],
    [{ TotalAmt: 100, Balance: 0 }, 'Paid'],
    [{ TotalAmt: 0, Balance: 0, PrivateNote: 'Voided - by Pat' }, 'Void'],
    [{ TotalAmt: 0, Balance: 0 }, 'Submitted'],
    [parseExact('{"TotalAmt":12345678901234567.89,"Balance":12345678901234567.89}') as object, 'Submitted'],
  ];
  for (const [given, status] of cases) assert.equal(invoices.map({ ...base, ...given }).status, status);
});

test('price times quantity is rounded to the cent, half a cent away from zero', () => {
  const cases: [string, string, string][] = [
    ['12.345', '3', '37.04'],
    ['0.05', '2.5', '0.13'],
    ['1.005', '1', '1.01'],
    ['-1.005', '1', '-1.01'],
    ['10', '3', '30'],
    ['0.1', '3', '0.3'],
    ['12345678901234567.89', '2', '24691357802469135.78'],
    ['1e2', '2', '200'],
    ['-0.125e0', '1', '-0.13'],
  ];
  for (const [price, quantity, amount] of cases)
    assert.equal(JSON.stringify(lineAmount(parseExact(price), parseExact(quantity))), amount, `${price} × ${quantity}`);
});

test('notifications are read in both formats, with several companies in one', () => {
  const read = connector.notifications?.read ?? assert.fail();
  const event = (entity: string, realm: string) => ({
    ...{ specversion: '1.0', id: randomUUID(), type: `qbo.${entity}.updated.v1`, intuitaccountid: realm, data: {} },
  });
  assert.deepEqual(read([event('invoice', '1'), event('payment', '1'), event('vendor', '2'), event('estimate', '3')]), [
    { tenant: '1', dataTypes: ['invoices', 'payments'] },
    { tenant: '2', dataTypes: ['suppliers'] },
    { tenant: '3', dataTypes: [] },
  ]);
  assert.deepEqual(read([event('salesreceipt', '4'), event('refundreceipt', '4')]), [
    { tenant: '4', dataTypes: ['invoices', 'payments', 'creditNotes'] },
  ]);
  const entities = [{ name: 'CreditMemo', id: '1', operation: 'Create', lastUpdated: '2026-11-15T00:00:00Z' }];
  assert.deepEqual(read({ eventNotifications: [{ realmId: '9', dataChangeEvent: { entities } }] }), [
    { tenant: '9', dataTypes: ['creditNotes'] },
  ]);
  assert.throws(() => read({ other: 1 }));
});

test('P-CONDITION: QuickBooks itself rejects an outdated SyncToken, and a repeated request changes nothing more', async () => {
  const push = connector.push?.invoices ?? assert.fail();
  const recordId = invoiceIds()[6] ?? '';
  const active = [...books.rows.Customer.values()].find((row) => row.Active !== false);
  const record = { customerRef: { id: String(active?.Id) }, issueDate: '2026-11-01' };
  const lineItems = [{ unitAmount: 7, quantity: 1, itemRef: { id: [...books.rows.Item.keys()][0] } }];
  const inputOf = (version?: string) => {
    const wish = { operation: 'update' as const, recordId, reference: randomUUID(), record: { ...record, lineItems } };
    const known = { ...wish, ...(version !== undefined && { version }) };
    return { ...access, wish: known, prepared: push.prepare(known, access.credentials) };
  };
  const versionNow = async () => {
    const found = await push.read?.(inputOf());
    assert.equal(found?.kind, 'done');
    return push.versionOf?.((found as { record: { source: string } }).record.source);
  };
  const before = (await versionNow()) ?? assert.fail();
  const input = inputOf(before);
  const first = await push.send(input);
  assert.equal(first.kind, 'done', JSON.stringify(first));
  const after = await versionNow();
  assert.notEqual(after, before);
  assert.equal((await push.send(input)).kind, 'done', 'the answer to the first request');
  assert.equal(await versionNow(), after);
  const refused = await push.send(inputOf(before));
  assert.deepEqual([refused.kind, (refused as { isStale?: true }).isStale], ['refused', true]);
  assert.equal(await versionNow(), after);
});

test('P-CUSTOM-PUSH: custom fields become elements with a DefinitionId, in new invoices and in changes', async () => {
  const active = [...books.rows.Customer.values()].find(({ Active }) => Active !== false);
  const itemRef = { id: [...books.rows.Item.keys()][0] };
  const lineItems = [{ unitAmount: 5, quantity: 2, itemRef }];
  const record = { customerRef: { id: active?.Id }, issueDate: '2026-11-01', lineItems };
  const custom = (project: string) => [
    { name: 'project', field: 'CustomField.2', type: 'text' as const, value: project },
    { name: 'place', field: 'DepartmentRef.value', type: 'text' as const, value: '7' },
  ];
  const made = await open('invoices', { operation: 'create', record, customFields: custom('P-1') });
  if (made.kind !== 'done') assert.fail(JSON.stringify(made));
  const recordId = made.record.id;
  const read = () => {
    const { CustomField, DepartmentRef } = books.rows.Invoice.get(recordId) ?? {};
    return { CustomField, DepartmentRef };
  };
  const stored = (StringValue: string) => ({
    CustomField: [{ DefinitionId: '2', Type: 'StringType', StringValue }],
    DepartmentRef: { value: '7' },
  });
  assert.deepEqual(read(), stored('P-1'));
  const changed = await open('invoices', { operation: 'update', recordId, record, customFields: custom('P-2') });
  assert.equal(changed.kind, 'done', JSON.stringify(changed));
  assert.deepEqual(read(), stored('P-2'));
  assert.match(made.record.source ?? '', /"StringValue":"P-1"/);
  const pattern = new RegExp(`^(?:${connector.push?.invoices?.customFields?.pattern})$`);
  for (const field of ['SyncToken', 'Id', 'sparse', 'DocNumber', 'CustomField', 'CustomField.0', 'EmailStatus', 'Line'])
    assert.ok(!pattern.test(field), field);
});
