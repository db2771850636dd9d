import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { refusal } from '../src/push-refusals.ts';
import { createTrytonConnector } from '../src/tryton-connector.ts';

const credentials = { url: 'https://books.example', database: 'acme', user: 'me', password: 'a-secret' };
const reference = '01980000-0000-7000-8000-000000000001';
const line = { unitAmount: 99.99, quantity: 3, accountRef: { id: '6' }, taxRateRef: { id: '1' } };
const invoice = { customerRef: { id: '4' }, issueDate: '2026-11-15T00:00:00Z', lineItems: [line], note: 'n' };

test('a push becomes exactly these bytes, with every digit', () => {
  const { push } = createTrytonConnector();
  const body = (dataType: string, record: object) => {
    const {
      url,
      method,
      body: text = '',
    } = push?.[dataType]?.prepare({ operation: 'create', record, reference }, credentials) ?? assert.fail();
    assert.deepEqual([method, url], ['POST', 'https://books.example/acme/']);
    return text;
  };
  const record = parseExact(JSON.stringify(invoice).replace('99.99', '12345678901234567.89'));
  assert.equal(
    body('invoices', record as object),
    '{"id":1,"method":"model.account.invoice.create","params":[[{"type":"out","reference":"01980000-0000-7000-8000-000000000001","description":"n","party":4' +
      ',"invoice_date":{"__class__":"date","year":2026,"month":11,"day":15},"lines":[{"type":"line","invoice_type":"out","description":"","quantity":3' +
      ',"unit_price":{"__class__":"Decimal","decimal":"12345678901234567.89"},"account":6,"taxes":[1]}]}]]}',
  );
  assert.equal(
    body('customers', { customerName: 'Acme', emailAddress: 'a@acme.example' }),
    '{"id":1,"method":"model.party.party.create","params":[[{"name":"Acme","addresses":[{}],"contact_mechanisms":[{"type":"email","value":"a@acme.example"}]' +
      ',"identifiers":[{"code":"daybook:01980000-0000-7000-8000-000000000001"}]}]]}',
  );
});

test('a rejection names the field that Tryton means, if the record has it', () => {
  const itemId = (message: string, record: object) => {
    const answer = refusal(message, { record });
    return answer.kind === 'refused' && answer.errors[0]?.itemId;
  };
  assert.equal(itemId('To continue, you must create a period for the date "01/01/1999".', invoice), 'issueDate');
  const early = 'To number the invoice "(9)", you must set an invoice date after "01/02/2026".';
  assert.equal(itemId(early, invoice), 'issueDate', 'the words of Tryton 7.0');
  const account = 'The value "9" for field "Account" in "Invoice Line" does not exist.';
  assert.equal(itemId(account, invoice), 'lineItems.0.accountRef.id');
  assert.equal(itemId(account, { lineItems: [line, line] }), 'lineItems', 'Tryton does not say which line');
  assert.equal(itemId(account, {}), undefined);
  assert.equal(itemId('The value "x" for field "Party" in "Invoice" does not exist.', invoice), 'customerRef.id');
  assert.equal(itemId('Something else.', invoice), undefined);
});

type Script = (method: string, params: unknown[]) => ProviderAnswer | undefined;
const ok = (result: unknown): ProviderAnswer => ({ status: 200, headers: {}, body: JSON.stringify({ id: 1, result }) });
const status = (code: number): ProviderAnswer => ({ status: code, headers: { 'retry-after': '5' }, body: '<html>' });

/**
 * Simulates a Tryton that answers as scripted. To calls that are not in the script, it answers with the data that an
 * invoice needs.
 */
function push(script: Script) {
  const methods: string[] = [];
  const known: Record<string, unknown> = {
    'common.db.login': [5, 'key'],
    'model.res.user.get_preferences': { company: 1 },
    'model.party.party.search_read': [{ id: 4, addresses: [7], account_receivable: 5, customer_payment_term: null }],
    'model.company.company.search_read': [{ id: 1, currency: 1 }],
  };
  let nowMs = 0;
  const http: ProviderHttp = {
    nowMs: () => (nowMs += 500),
    async request({ body }) {
      const { method, params } = JSON.parse(body ?? '');
      methods.push(method.replace('model.account.invoice.', ''));
      return script(method.replace('model.account.invoice.', ''), params) ?? ok(known[method] ?? []);
    },
  };
  const { invoices } = createTrytonConnector().push ?? {};
  const wish = { operation: 'create' as const, record: invoice, reference };
  const prepared = invoices?.prepare(wish, credentials) ?? assert.fail();
  return { sent: invoices?.send({ http, credentials, wish, prepared }) ?? assert.fail(), methods };
}

test('a failure before the draft exists or a rollback is NotSent, and a rejection names its field', async () => {
  const early = push((method) => (method.startsWith('model.party') ? status(503) : undefined));
  await assert.rejects(early.sent, errors.NotSent);
  await assert.rejects(push((method) => (method === 'create' ? status(429) : undefined)).sent, errors.RateLimited);
  const locked = { ...ok(0), body: '{"id":1,"error":["could not serialize access",""]}' };
  await assert.rejects(push((method) => (method === 'create' ? locked : undefined)).sent, errors.NotSent);
  const refused = { ...ok(0), body: '{"id":1,"error":["UserError",["The \\"Party\\" is wrong.",""]]}' };
  const answer = await push((method) => (method === 'create' ? refused : undefined)).sent;
  assert.deepEqual(answer.kind === 'refused' && answer.errors[0]?.itemId, 'customerRef.id');
});

test('once the draft exists, no error claims that nothing was written', async () => {
  for (const code of [401, 403, 404, 429, 503, 504])
    await assert.rejects(
      push((method) => (method === 'create' ? ok([9]) : method === 'search' ? status(code) : undefined)).sent,
      (error: Error) => error.constructor === errors.Unavailable,
      String(code),
    );
});

test('after a lost response the draft is searched for and never created again', async () => {
  const { sent, methods } = push((method) => (method === 'create' ? status(504) : undefined));
  await assert.rejects(sent, errors.Unavailable);
  assert.equal(methods.filter((method) => method === 'create').length, 1);
  assert.ok(methods.filter((method) => method === 'search').length > 1);
});

test('a draft that Tryton refuses to post is deleted', async () => {
  const refused = { ...ok(0), body: '{"id":1,"error":["UserError",["You must create a period for the date.",""]]}' };
  const { sent, methods } = push((method) => {
    if (method === 'create' || method === 'search') return ok([9]);
    if (method === 'search_read') return ok([{ id: 9, state: 'draft' }]);
    return method === 'post' ? refused : undefined;
  });
  const answer = await sent;
  assert.deepEqual(answer.kind === 'refused' && answer.errors[0]?.itemId, 'issueDate');
  assert.equal(methods.at(-1), 'delete');
});
