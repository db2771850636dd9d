import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp, PushWish } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { createTrytonConnector } from '../src/tryton-connector.ts';
import { decimal } from '../src/values.ts';

const credentials = { url: 'https://books.example', database: 'acme', user: 'me', password: 'a-secret' };
const reference = '01980000-0000-7000-8000-000000000001';
const line = { unitAmount: 99.99, quantity: 3, accountRef: { id: '6' }, taxRateRef: { id: '1' } };

const prepared = (dataType: string, wish: Omit<PushWish, 'reference'>) =>
  createTrytonConnector().push?.[dataType]?.prepare({ ...wish, reference }, credentials).body;

test('an update, a cancellation and a deletion become exactly these bytes', () => {
  const record = { issueDate: '2026-11-15', lineItems: [line], status: 'Submitted' };
  assert.equal(
    prepared('invoices', { operation: 'update', recordId: '9', record }),
    '{"id":1,"method":"model.account.invoice.write","params":[[9],{"invoice_date":{"__class__":"date","year":2026,"month":11,"day":15}' +
      ',"lines":[{"type":"line","invoice_type":"out","description":"","quantity":3,"unit_price":{"__class__":"Decimal","decimal":"99.99"}' +
      ',"account":6,"taxes":[1]}]}]}',
  );
  assert.equal(
    prepared('invoices', { operation: 'update', recordId: '9', record: { ...record, status: 'Void' } }),
    '{"id":1,"method":"model.account.invoice.cancel","params":[[9]]}',
  );
  assert.equal(
    prepared('invoices', { operation: 'delete', recordId: '9' }),
    '{"id":1,"method":"model.account.invoice.delete","params":[[9]]}',
  );
  assert.equal(
    prepared('suppliers', { operation: 'update', recordId: '4', record: { supplierName: 'Mill', status: 'Archived' } }),
    '{"id":1,"method":"model.party.party.write","params":[[4],{"name":"Mill","active":false,"contact_mechanisms":[]}]}',
  );
});

test('P-GROUP: only what every company in Tryton can undo is promised', () => {
  const { push = {} } = createTrytonConnector();
  assert.deepEqual(push.invoices?.undo?.({ status: 'Draft' }), { way: 'delete' });
  assert.equal(push.invoices?.undo?.({}), undefined, 'a posted invoice can be cancelled only if the company allows it');
  assert.equal(push.payments?.undo, undefined);
  assert.deepEqual(push.customers?.undo?.({}), { way: 'archive', record: { status: 'Archived' } });
  assert.equal(
    prepared('customers', { operation: 'update', recordId: '4', record: { status: 'Archived' } }),
    '{"id":1,"method":"model.party.party.write","params":[[4],{"active":false,"contact_mechanisms":[]}]}',
  );
});

/** An invoice as Tryton sends it. */
const row = (values: object) => ({
  ...{ id: 9, number: null, reference: null, description: 'Old', type: 'out', state: 'draft', invoice_date: null },
  ...{
    reconciled: null,
    currency: 1,
    'currency.': { id: 1, code: 'USD' },
    party: 4,
    'party.': { id: 4, name: 'Acme' },
  },
  ...{ untaxed_amount: decimal('10'), tax_amount: decimal('0'), total_amount: decimal('10') },
  ...{ amount_to_pay: decimal('0'), 'lines_to_pay.': [], 'payment_lines.': [], create_date: null, write_date: null },
  'lines.': [
    {
      ...{
        id: 1,
        type: 'line',
        description: 'Work',
        quantity: 3,
        unit_price: decimal('99.9900'),
        amount: decimal('1'),
      },
      ...{ 'account.': { id: 6, name: 'Revenue' }, 'product.': null, 'taxes.': [{ id: 1, name: 'VAT', rate: null }] },
    },
    {
      ...{ id: 2, type: 'comment', description: 'By hand', quantity: null, unit_price: null, amount: null },
      ...{ 'account.': null, 'product.': null, 'taxes.': [] },
    },
  ],
  ...values,
});

type Answer = { result?: unknown; error?: unknown; status?: number };

/** Sends a change of invoice 9 to a Tryton that shows `rows` one after the other, and then the last one again. */
async function change(wish: Partial<PushWish>, rows: (object | undefined)[], answers: Record<string, Answer> = {}) {
  const calls: [string, unknown][] = [];
  const contexts: [string, object][] = [];
  let nowMs = 0;
  const http: ProviderHttp = {
    nowMs: () => (nowMs += 500),
    async request({ body }): Promise<ProviderAnswer> {
      const { method, params } = JSON.parse(body ?? '');
      const name = String(method).replace('model.account.invoice.', '');
      const known: Record<string, unknown> = {
        'common.db.login': [5, 'key'],
        'model.res.user.get_preferences': { company: 1 },
      };
      const shown = () => {
        const next = rows.length > 1 ? rows.shift() : rows[0];
        return next ? [next] : [];
      };
      const { status = 200, ...answer } = answers[name] ?? {
        result: name === 'search_read' ? shown() : (known[name] ?? []),
      };
      if (!(name in known)) calls.push([name, params.slice(0, -1)]);
      contexts.push([name, params.at(-1)]);
      return { status, headers: {}, body: JSON.stringify({ id: 1, ...answer }) };
    },
  };
  const invoices = createTrytonConnector().push?.invoices ?? assert.fail();
  const whole: PushWish = { operation: 'update', recordId: '9', reference, ...wish };
  const input = { http, credentials, wish: whole, prepared: invoices.prepare(whole, credentials) };
  return {
    send: () => invoices.send(input),
    find: () => invoices.find?.(input) ?? assert.fail(),
    read: () => invoices.read?.(input) ?? assert.fail(),
    versionOf: (source = '') => invoices.versionOf?.(source) ?? assert.fail(),
    ...{ calls, contexts },
    methods: () => calls.map(([name]) => name).filter((name) => !name.startsWith('search') && !name.includes('.')),
  };
}

const lineItems = [{ ...line, description: 'Work' }];

test('the lines are replaced in one call, and a comment stays', async () => {
  const pushed = await change({ record: { lineItems: [line] } }, [row({})]);
  assert.equal((await pushed.send()).kind, 'done');
  const [, params] = pushed.calls.find(([name]) => name === 'write') ?? assert.fail();
  const [ids, { lines }] = params as [number[], { lines: [string, unknown[]][] }];
  assert.deepEqual(ids, [9]);
  assert.deepEqual(
    lines.map(([command, of]) => [command, of.length, typeof of[0]]),
    [
      ['delete', 1, 'number'],
      ['write', 1, 'number'],
      ['create', 1, 'object'],
    ],
  );
  assert.deepEqual([lines[0]?.[1], lines[1]?.[1]], [[1], [2]]);
});

test('nothing is sent if the invoice is already as the client wants it', async () => {
  for (const [record, state] of [
    [{ lineItems, note: 'Old', currency: 'USD', customerRef: { id: '4' } }, 'draft'],
    [{ lineItems, status: 'Submitted' }, 'paid'],
    [{ status: 'Void' }, 'cancelled'],
  ] as const) {
    const pushed = await change({ record }, [row({ state })]);
    assert.equal((await pushed.send()).kind, 'done');
    assert.deepEqual(pushed.methods(), []);
  }
});

test('find judges by the current state, and completes an update that stopped before it was posted', async () => {
  const find = async (record: object, values: object) => {
    const pushed = await change({ record }, [row(values), row({ ...values, state: 'posted' })]);
    return [(await pushed.find()).kind, ...pushed.methods()];
  };
  assert.deepEqual(await find({ lineItems, status: 'Submitted' }, { state: 'draft' }), ['done', 'post']);
  assert.deepEqual(await find({ lineItems: [line], status: 'Submitted' }, { state: 'draft' }), ['absent']);
  assert.deepEqual(await find({ lineItems: [...lineItems, line] }, {}), ['absent'], 'a line is missing');
  assert.deepEqual(await find({ lineItems: [{ ...lineItems[0], taxRateRef: undefined }] }, {}), ['absent']);
  assert.deepEqual(
    await find({ status: 'Submitted' }, { state: 'draft' }),
    ['absent'],
    'nothing shows that it was sent',
  );
  assert.deepEqual(await find({ status: 'Void' }, { state: 'posted' }), ['absent']);
  assert.deepEqual(await find({ status: 'Void' }, { state: 'cancelled' }), ['done']);
});

test('P-CONDITION: a push with a version names the timestamps that Tryton compares, and is stale if they have changed', async () => {
  const record = { lineItems: [line] };
  const known = await change({ record }, [row({})]);
  const read = await known.read();
  assert.ok(read.kind === 'done');
  const version = known.versionOf(read.record.source);
  const stamped = { id: 9, _timestamp: '5.25', 'lines.': [{ id: 1, _timestamp: '4.5' }] };
  const pushed = await change({ record, version }, [stamped, row({})]);
  assert.equal((await pushed.send()).kind, 'done');
  const [, context] = pushed.contexts.find(([name]) => name === 'write') ?? assert.fail();
  const _timestamp = { 'account.invoice,9': '5.25', 'account.invoice.line,1': '4.5' };
  assert.deepEqual(context, { company: 1, language: 'en', _timestamp });
  const isStale = async (shown: object, answers = {}) => {
    const tried = await change({ record, version }, [stamped, row(shown)], answers);
    const answer = await tried.send();
    return [answer.kind === 'refused' && answer.isStale, tried.methods()];
  };
  assert.deepEqual(await isStale({ description: 'Edited' }), [true, []]);
  const [edited] = (row({}) as { 'lines.': object[] })['lines.'];
  assert.deepEqual(await isStale({ 'lines.': [{ ...edited, description: 'Edited' }] }), [true, []]);
  const error = ['ConcurrencyException', 'Records were modified in the meanwhile'];
  assert.deepEqual(await isStale({}, { write: { error } }), [true, ['write']]);
});

test('after a lost response the update is not sent again, and its outcome stays unknown until Tryton shows it', async () => {
  const pushed = await change({ record: { note: 'New' } }, [row({})], { write: { status: 504 } });
  await assert.rejects(pushed.send(), (error: Error) => error.constructor === errors.Unavailable);
  assert.deepEqual(pushed.methods(), ['write']);
  const seen = await change({ record: { note: 'New' } }, [row({}), row({}), row({ description: 'New' })], {
    write: { status: 504 },
  });
  assert.equal((await seen.send()).kind, 'done');
});

test('a deletion is found by the missing record, and a numbered invoice is not deleted', async () => {
  const wish = { operation: 'delete' as const };
  const pushed = await change(wish, [row({})]);
  const answer = await pushed.send();
  assert.deepEqual(answer.kind === 'done' && answer.record, { id: '9', isDeleted: true });
  assert.deepEqual(pushed.methods(), ['delete']);
  assert.equal((await (await change(wish, [row({})], { search: { result: [9] } })).find()).kind, 'absent');
  const kept = await (await change(wish, [row({ state: 'cancelled', number: 'INV-1' })])).send();
  assert.deepEqual([kept.kind === 'refused' && kept.statusCode, kept.kind], [409, 'refused']);
  const gone = await (await change(wish, [undefined])).send();
  assert.equal(gone.kind === 'refused' && gone.statusCode, 404);
});
