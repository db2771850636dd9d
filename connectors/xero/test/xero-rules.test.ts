import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PushWish } from '@daybook/connector-kit';
import { AuthRejected, PermissionDenied, RateLimited, Unavailable } from '@daybook/connector-kit';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { startXeroServer } from '../contract-server/xero-server.ts';
import { fieldOf } from '../src/push-fields.ts';
import { bills } from '../src/records/bills.ts';
import { creditNotes } from '../src/records/credit-notes.ts';
import { customers } from '../src/records/customers.ts';
import { invoices } from '../src/records/invoices.ts';
import { payments } from '../src/records/payments.ts';
import { taxRates } from '../src/records/tax-rates.ts';
import { fail, isTokenRejected } from '../src/request-xero.ts';
import { createXeroConnector } from '../src/xero-connector.ts';
import { readDay, readMoment } from '../src/xero-dates.ts';

const server = await startXeroServer({ invoices: 8, bills: 4, limits: { perMinute: 10_000, atOnce: 20 } });
after(() => server.stop());
const connector = createXeroConnector({ baseUrl: server.url });
const sender = { http: signedSender(connector, server.oauth), credentials: { tenant: server.tenant } };

test("both of Xero's time formats are read, and dates have no time of day", () => {
  assert.equal(readMoment('/Date(1573755038314+0000)/'), '2019-11-14T18:10:38.314Z');
  assert.equal(readMoment('/Date(1573755038314)/'), '2019-11-14T18:10:38.314Z');
  assert.equal(readMoment('2026-11-15T10:00:00'), '2026-11-15T10:00:00.000Z');
  assert.equal(readDay('/Date(1573755038314+0000)/'), '2019-11-14T00:00:00Z');
});

test("statuses, amounts including tax and exchange rates map to Daybook's values", () => {
  const base = { Type: 'ACCREC', Date: '/Date(1573755038314+0000)/', Total: 120, AmountDue: 120 };
  const states: [object, string, string][] = [
    [{ Status: 'DRAFT' }, 'Draft', 'Draft'],
    [{ Status: 'SUBMITTED' }, 'Draft', 'Draft'],
    [{ Status: 'AUTHORISED' }, 'Submitted', 'Open'],
    [{ Status: 'AUTHORISED', AmountPaid: 20 }, 'PartiallyPaid', 'PartiallyPaid'],
    [{ Status: 'AUTHORISED', AmountCredited: 20 }, 'PartiallyPaid', 'PartiallyPaid'],
    [{ Status: 'PAID' }, 'Paid', 'Paid'],
    [{ Status: 'VOIDED' }, 'Void', 'Void'],
    [{ Status: 'NEW-WORD' }, 'Unknown', 'Unknown'],
  ];
  for (const [given, invoice, bill] of states) {
    const wire = { ...base, ...(given as { Status: string }) };
    assert.deepEqual([invoices.map(wire).status, bills.map(wire).status], [invoice, bill]);
  }
  const note = { ...base, Status: 'AUTHORISED', RemainingCredit: 120 };
  assert.equal(creditNotes.map(note).status, 'Submitted');
  assert.equal(creditNotes.map({ ...note, RemainingCredit: 1 }).status, 'PartiallyPaid');
  const line = { Quantity: 1, UnitAmount: 120, LineAmount: 120, TaxAmount: 20 };
  const amounts = (LineAmountTypes: string) => {
    const [item] = invoices.map({ ...base, Status: 'PAID', LineAmountTypes, LineItems: [line] }).lineItems ?? [];
    return [item?.subTotal, item?.totalAmount];
  };
  assert.deepEqual(
    [amounts('Exclusive'), amounts('Inclusive')],
    [
      [120, undefined],
      [undefined, 120],
    ],
  );
  // One pound buys 1.25 dollars: a dollar is worth 0.8 pounds.
  assert.equal(invoices.map({ ...base, Status: 'PAID', CurrencyRate: 1.25 }).currencyRate, 0.8);
});

test('a contact is a customer or a supplier, or both if it has no documents', async () => {
  const names = async (dataType: string, name: string) =>
    [...textsOf(await pullAll(connector, sender, dataType)).values()].map((text) => JSON.parse(text)[name]).sort();
  assert.deepEqual(await names('customers', 'customerName'), [
    'Basket Case',
    'City Limousines',
    'Net Connect',
    'Nobody Yet',
  ]);
  assert.deepEqual(await names('suppliers', 'supplierName'), ['Nobody Yet', 'SMART Agency', 'Young Bros']);
});

test('invoices have lines, because they are requested in pages', async () => {
  const [page] = await pullAll(connector, sender, 'invoices');
  const records = (page?.records ?? []).map(({ record }) => record?.() as { lineItems?: object[] } | undefined);
  assert.equal(records.length, 8);
  for (const record of records) assert.ok((record?.lineItems ?? []).length > 0);
});

test("Xero's error responses are distinguished: token, scope, organisation, limit, outage", () => {
  const http = { request: () => assert.fail(), nowMs: () => 1000 };
  const thrown = (status: number, body: string, headers: Record<string, string> = {}) => {
    try {
      return fail({ status, body, headers }, http);
    } catch (error) {
      return error as Error;
    }
  };
  const detail = (Detail: string) => JSON.stringify({ Title: 'Unauthorized', Detail });
  assert.ok(thrown(401, detail('TokenExpired: token expired at 11/15/2026')) instanceof AuthRejected);
  assert.ok(thrown(401, detail('AuthorizationUnsuccessful')) instanceof PermissionDenied);
  assert.ok(thrown(403, detail('AuthenticationUnsuccessful')) instanceof AuthRejected);
  assert.ok(thrown(403, '') instanceof PermissionDenied);
  assert.ok(thrown(503, 'The organisation is offline') instanceof Unavailable);
  assert.equal(isTokenRejected({ status: 401, body: detail('AuthorizationUnsuccessful'), headers: {} }), false);
  assert.equal(
    isTokenRejected({ status: 401, body: '', headers: { 'www-authenticate': 'insufficient_scope' } }),
    false,
  );
  assert.equal(isTokenRejected({ status: 401, body: '', headers: {} }), true);
  const limits: [Record<string, string>, RegExp, number][] = [
    [{ 'x-rate-limit-problem': 'minute', 'retry-after': '12' }, /per-minute limit for this organisation/, 13_000],
    [{ 'x-rate-limit-problem': 'Day', 'retry-after': '66975' }, /daily limit/, 66_976_000],
    [{ 'x-rate-limit-problem': 'appminute' }, /limit for this application/, 61_000],
    [{ 'x-rate-limit-problem': 'concurrent' }, /rate limit/, 3000],
    [{}, /rate limit/, 61_000],
  ];
  for (const [headers, text, retryAtMs] of limits) {
    const error = thrown(429, '', headers);
    assert.ok(error instanceof RateLimited);
    assert.match(error.message, text);
    assert.equal(error.retryAtMs, retryAtMs);
  }
});

test("Xero's error sentences are mapped to the field and the line that they are about", () => {
  const sent = JSON.stringify({
    Invoices: [{ LineItems: [{ AccountCode: '200' }, { AccountCode: '999', TaxType: 'NONE' }] }],
  });
  const types = [invoices, bills, payments, customers, taxRates];
  const cases: [string, string, string | undefined][] = [
    ['invoices', "Account code '999' is not a valid code for this document.", 'lineItems.1.accountRef.id'],
    [
      'invoices',
      "The TaxType code 'NONE' does not exist or cannot be used for this type of transaction.",
      'lineItems.1.taxRateRef.id',
    ],
    ['invoices', 'Invoice # must be unique.', 'invoiceNumber'],
    ['invoices', 'DueDate cannot be empty', 'dueDate'],
    ['bills', 'A Contact must be specified for this type of transaction', 'supplierRef.id'],
    ['payments', 'Payment amount exceeds the amount outstanding on this document', 'totalAmount'],
    ['customers', 'The contact name X is already assigned to another contact.', 'customerName'],
    ['taxRates', 'ReportTaxType must be specified.', 'reportTaxType'],
    ['taxRates', 'Tax rate name must be unique.', 'name'],
    ['invoices', 'Something quite new.', undefined],
  ];
  for (const [dataType, message, field] of cases)
    assert.equal(
      fieldOf(message, types.find((type) => type.dataType === dataType)?.complaints ?? [], sent),
      field,
      message,
    );
});

test("a tax rate is changed at the common URL, by its type; Xero's system tax rates cannot be changed", async () => {
  const push = connector.push?.taxRates ?? assert.fail();
  const record = { name: 'City tax', components: [{ name: 'City', rate: 2.125 }], reportTaxType: 'OUTPUT' };
  const send = (given: Pick<PushWish, 'operation' | 'recordId'>) => {
    const wish = { ...given, record, reference: randomUUID() };
    const prepared = push.prepare(wish, sender.credentials);
    return push.send({ ...sender, wish, prepared }).then((answer) => ({ answer, prepared }));
  };
  const made = await send({ operation: 'create' });
  assert.ok(made.answer.kind === 'done' && made.prepared.method === 'PUT');
  const { id } = made.answer.record;
  record.components = [{ name: 'City', rate: 3 }];
  const changed = await send({ operation: 'update', recordId: id });
  assert.ok(changed.answer.kind === 'done');
  assert.deepEqual(
    [changed.prepared.method, new URL(changed.prepared.url).pathname],
    ['POST', '/api.xro/2.0/TaxRates'],
  );
  assert.deepEqual(JSON.parse(changed.prepared.body ?? '').TaxRates[0].TaxType, id);
  assert.equal(server.books.rows.TaxRates.get(id)?.EffectiveRate, 3);
  record.name = 'Another';
  const refused = await send({ operation: 'update', recordId: 'OUTPUT2' });
  assert.ok(refused.answer.kind === 'refused');
  assert.equal(server.books.rows.TaxRates.get('OUTPUT2')?.EffectiveRate, 20);
});

test('deleting an approved invoice is rejected, and deleting an unknown one is 404', async () => {
  const push = connector.push?.invoices ?? assert.fail();
  const remove = (recordId: string) => {
    const wish = { operation: 'delete' as const, recordId, reference: randomUUID() };
    return push.send({ ...sender, wish, prepared: push.prepare(wish, sender.credentials) });
  };
  const approved = [...server.books.rows.Invoices.values()].find((row) => row.Status === 'AUTHORISED');
  const refused = await remove(String(approved?.InvoiceID));
  assert.ok(refused.kind === 'refused' && refused.providerStatus === 400);
  assert.equal(refused.message, 'Xero rejected the record: Invoice not of valid status for modification');
  const unknown = await remove(randomUUID());
  assert.deepEqual(unknown, { kind: 'refused', providerStatus: 404, message: 'Xero has no such record.', errors: [] });
});

test('a 404 in HTML comes from a proxy, so the outcome of a push is unknown', async () => {
  const push = connector.push?.invoices ?? assert.fail();
  const wish = { operation: 'delete' as const, recordId: randomUUID(), reference: randomUUID() };
  const prepared = push.prepare(wish, sender.credentials);
  const http = { nowMs: Date.now, request: async () => ({ status: 404, headers: {}, body: '<html>Not here</html>' }) };
  await assert.rejects(push.send({ ...sender, http, wish, prepared }), Unavailable);
});

test('of several organisations the one authorized last is linked; a practice does not count', async () => {
  const tenant = await connector.oauth?.findTenant({ http: sender.http, callback: {} });
  assert.equal(tenant, server.tenant);
  const http = { ...sender.http, request: async () => ({ status: 200, headers: {}, body: '[]' }) };
  await assert.rejects(connector.oauth?.findTenant({ http, callback: {} }) ?? assert.fail(), AuthRejected);
});

test('P-CONDITION: an invoice is read with the time that every change alters, and an unknown one is absent', async () => {
  const push = connector.push?.invoices ?? assert.fail();
  const [row] = server.books.rows.Invoices.values();
  const read = (recordId: string) => {
    const wish = { operation: 'update' as const, recordId, reference: randomUUID(), record: { status: 'Void' } };
    return push.read?.({ ...sender, wish, prepared: push.prepare(wish, sender.credentials) }) ?? assert.fail();
  };
  const found = await read(String(row?.InvoiceID));
  assert.ok(found.kind === 'done' && found.record.source !== undefined);
  assert.equal(push.versionOf?.(found.record.source), row?.UpdatedDateUTC);
  assert.deepEqual(await read(randomUUID()), { kind: 'absent' });
});

test('P-CUSTOM-PUSH: fields of Xero that the data type lacks are set in new records and in changes', async () => {
  const push = connector.push?.customers ?? assert.fail();
  const send = (wish: Omit<PushWish, 'reference'>) => {
    const whole = { reference: randomUUID(), ...wish };
    return push.send({ ...sender, wish: whole, prepared: push.prepare(whole, sender.credentials) });
  };
  const record = { customerName: 'With a number' };
  const custom = (value: string) => [{ name: 'own', field: 'AccountNumber', type: 'text' as const, value }];
  const made = await send({ operation: 'create', record, customFields: custom('A-1') });
  if (made.kind !== 'done') assert.fail(JSON.stringify(made));
  assert.equal(JSON.parse(made.record.source ?? '{}').AccountNumber, 'A-1');
  const changed = await send({ operation: 'update', recordId: made.record.id, record, customFields: custom('A-2') });
  if (changed.kind !== 'done') assert.fail(JSON.stringify(changed));
  assert.equal(JSON.parse(changed.record.source ?? '{}').AccountNumber, 'A-2');
  const pattern = new RegExp(`^(?:${connector.push?.invoices?.customFields?.pattern})$`);
  for (const field of ['Status', 'InvoiceID', 'InvoiceNumber', 'Type', 'SentToContact', 'LineItems', 'UrlX'])
    assert.ok(!pattern.test(field), field);
});
