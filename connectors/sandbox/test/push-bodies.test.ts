import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTypes, parseExact } from '@daybook/connector-kit';
import { isAsWished } from '../src/is-as-wished.ts';
import { ourField } from '../src/push-fields.ts';
import { invoices } from '../src/records/sales/invoices.ts';
import { createSandboxConnector } from '../src/sandbox-connector.ts';
import type { SandboxShared, sandboxType } from '../src/sandbox-type.ts';

const connector = createSandboxConnector({ baseUrl: 'http://sandbox.example' });
const credentials = { company: 'acme-100', secret: 'sandbox-acme-100' };
const reference = '01980000-0000-7000-8000-000000000001';

test('a push becomes exactly these bytes, long numbers included', () => {
  const record = parseExact(
    '{"invoiceNumber":"A-1","customerRef":{"id":"cus_1"},"issueDate":"2026-11-01T00:00:00Z","dueDate":"2026-11-30","currency":"USD","currencyRate":0.00000091' +
      ',"lineItems":[{"description":"Pump","unitAmount":12345678901234567890.12,"quantity":2,"discountAmount":1e-7,"accountRef":{"id":"acc_1"}' +
      ',"taxRateRef":{"id":"tax_1"},"itemRef":{"id":"itm_1"},"tracking":[{"id":"trk_1"}]}],"status":"Submitted","note":"n"}',
  ) as object;
  const prepare = (dataType: string, wish: object) =>
    connector.push?.[dataType]?.prepare({ reference, ...wish } as never, credentials);
  assert.deepEqual(prepare('invoices', { operation: 'create', record }), {
    method: 'POST',
    url: 'http://sandbox.example/v1/acme-100/invoices',
    headers: { 'content-type': 'application/json', 'idempotency-key': reference },
    body:
      '{"number":"A-1","customer":"cus_1","due_on":"2026-11-30","issued_on":"2026-11-01","currency":"USD","exchange_rate":0.00000091' +
      ',"lines":[{"text":"Pump","unit_price":12345678901234567890.12,"quantity":2,"discount":1e-7,"account":"acc_1","tax_rate":"tax_1"' +
      ',"item":"itm_1","tracking":["trk_1"]}],"state":"open","memo":"n"}',
  });
  assert.deepEqual(prepare('invoices', { operation: 'delete', recordId: 'inv/1' }), {
    method: 'DELETE',
    url: 'http://sandbox.example/v1/acme-100/invoices/inv%2F1',
    headers: { 'idempotency-key': reference },
  });
  const entry = { postedOn: '2026-11-01', journalLines: [] };
  assert.deepEqual(prepare('journalEntries', { operation: 'create', record: entry }), {
    method: 'POST',
    url: 'http://sandbox.example/v1/acme-100/journalEntries',
    headers: { 'content-type': 'application/json' },
    body: `{"posted_on":"2026-11-01","lines":[],"client_ref":"${reference}"}`,
  });
  const bill = { supplierRef: { id: 's' }, issueDate: '2026-11-01', lineItems: [] };
  assert.equal(
    prepare('bills', { operation: 'update', recordId: 'bil_1', record: bill })?.body,
    '{"supplier":"s","issued_on":"2026-11-01","lines":[]}',
    'an update keeps the reference of the create',
  );
});

/** The paths of all fields that a client can set, with stars for list indexes. */
function leavesOf(schema: unknown, path = ''): string[] {
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  if (items) return leavesOf(items, `${path}.*`);
  if (!properties) return [path.slice(1)];
  return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

test('every field that a client can set is the translation of a sandbox field', async () => {
  const types = await loadTypes<SandboxShared>(join(import.meta.dirname, '../src/records'));
  for (const { dataType, kind } of types as ReturnType<typeof sandboxType>[]) {
    if (!kind) continue;
    const told = new Set(Object.values(kind.fields).map((field) => field.replace('lines.0.', 'lines.*.')));
    const silent = leavesOf(kind.operations.create).filter((leaf) => !told.has(leaf));
    assert.deepEqual(silent, [], dataType);
  }
  const { fields } = invoices.kind ?? assert.fail();
  assert.equal(ourField(fields, 'lines.3.tracking.12'), 'lineItems.3.tracking.12.id');
  assert.equal(ourField(fields, 'lines.0.account'), 'lineItems.0.accountRef.id');
  assert.equal(ourField(fields, 'lines.0.unheard_of'), 'lines.0.unheard_of');
  assert.equal(ourField(fields, 'constructor'), 'constructor');
});

test('a record has the requested state if replacing it would change nothing', () => {
  const record = (members: object, line: object = {}) =>
    JSON.stringify({
      ...{ id: 'bil_1', number: 'B-1', supplier: { id: 's', name: 'S' }, issued_on: '2026-11-01', currency: 'EUR' },
      ...{ exchange_rate: 1, net_total: 10, state: 'open', payments: [], modified_at: 'then' },
      lines: [
        { unit_price: 12.5, quantity: 1, discount: 0, net: 1, account: { id: 'a', name: 'A' }, tracking: [], ...line },
      ],
      ...members,
    });
  const line = '{"unit_price":1.250e1,"quantity":1,"account":"a"}';
  const body = `{"supplier":"s","issued_on":"2026-11-01","lines":[${line}]}`;
  const cases: [string, string, boolean][] = [
    [record({}), body, true],
    [record({ number: 'B-2' }), body, true],
    [record({ memo: 'other' }), body, false],
    [record({ due_on: '2026-11-02' }), body, false],
    [record({ state: 'draft' }), body, false],
    [record({ currency: 'USD', exchange_rate: 2 }), body, false],
    [record({ supplier: { id: 't', name: 'S' } }), body, false],
    [record({}, { unit_price: 12.51 }), body, false],
    [record({}, { discount: 1 }), body, false],
    [record({}, { item: { id: 'i' } }), body, false],
    [record({}, { tracking: [{ id: 'k' }] }), body, false],
    [record({}), body.replace('[{', `[${line},{`), false],
    [record({}), body.replace('{', '{"number":"B-1",'), true],
    [record({}), body.replace('{', '{"number":"B-2",'), false],
    [record({}).replace('12.5', '12345678901234567890.10'), body.replace('1.250e1', '12345678901234567890.1'), true],
    [record({}).replace('12.5', '12345678901234567890.1'), body.replace('1.250e1', '12345678901234567890.2'), false],
  ];
  for (const [found, wished, expected] of cases)
    assert.equal(isAsWished({ record: found, body: wished }), expected, `${found} ${wished}`);
});
