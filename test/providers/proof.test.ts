import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, PulledPage } from '@daybook/connector-kit';
import { pullAll } from '@daybook/connector-kit/conformance';
import { createProof, mergeFigures, proofsIn } from './proof.ts';
import { witnessed } from './run-conformance.ts';
import { quickbooksTouched } from './vendor-clients/quickbooks-touched.ts';
import { stripeTouched } from './vendor-clients/stripe-touched.ts';
import type { TouchedBy } from './vendor-clients/touched-by-client.ts';
import { xeroTouched } from './vendor-clients/xero-touched.ts';

test('figures of several test files are merged: counts added up, proofs united', () => {
  const [one, other] = [createProof('odoo', 'live', { version: 'Odoo 19.0' }), createProof('odoo', 'live')];
  one.note('read', 'invoices', 'bills');
  one.note('create', 'invoices');
  other.note('read', 'bills', 'items');
  const merged = mergeFigures([
    { ...one.figures(), conformanceFailed: 1, pushes: 3 },
    { ...other.figures(), conformanceFailed: 2, pushes: 4 },
  ]);
  assert.deepEqual([merged.conformanceFailed, merged.pushes], [3, 4]);
  const [proof, ...more] = proofsIn(merged);
  assert.deepEqual([proof?.against, proof?.version, more], ['live', 'Odoo 19.0', []]);
  assert.deepEqual(
    [...(proof?.done ?? [])].filter(([, names]) => names.length > 0),
    [
      ['read', ['invoices', 'bills', 'items']],
      ['create', ['invoices']],
    ],
  );
});

test('a proof notes complete passes with records, accepted pushes, and deletions only where passes report them', async () => {
  const record = { id: '1', record: () => ({}) };
  const pull = (pages: PulledPage[]): Connector['pull'][string] =>
    async function* () {
      yield* pages;
    };
  const last = { resumeAt: null, cursor: 'c' };
  const push = {
    ...{ operations: {}, choices: {}, certainty: 'none' as const, prepare: () => ({}) as never },
    send: async ({ wish }: { wish: { reference: string } }) =>
      wish.reference === 'good'
        ? ({ kind: 'done', providerStatus: 200, record } as const)
        : ({ kind: 'refused', message: '', errors: [] } as const),
  };
  const connector = {
    pull: {
      invoices: Object.assign(pull([{ records: [record], ...last }]), { readsWhole: true }),
      bills: pull([{ records: [], ...last }]),
      items: pull([{ records: [record], resumeAt: 'x' }]),
    },
    push: { invoices: push, bills: push },
    tellsDeletions: false,
  } as unknown as Connector;
  const target = { change: async () => ({ updated: ['1'], created: [], deleted: ['2'] }) } as never;
  const proof = createProof('any', 'contract');
  const [seen, place] = witnessed(connector, target, proof);
  for (const dataType of ['invoices', 'bills', 'items']) await pullAll(seen, place, dataType);
  await pullAll(seen, place, 'bills', { cursor: 'c' });
  assert.equal(seen.pull.invoices?.readsWhole, true);
  const sent = (dataType: string, operation: string, reference: string) =>
    seen.push?.[dataType]?.send({ wish: { operation, reference } } as never);
  await sent('invoices', 'update', 'good');
  await sent('bills', 'create', 'bad');
  await place.change?.('invoices');
  assert.deepEqual(proof.figures(), {
    'proof.platform': 'any',
    'proof.contract.read': 'invoices',
    'proof.contract.update': 'invoices',
    'proof.contract.changes': 'invoices',
  });
});

test("what a vendor's client has touched follows from addresses and answers", () => {
  const touched = (by: TouchedBy, method: string, target: string, answer: object, sent = '{}') => {
    const { pathname: path, searchParams: query } = new URL(target, 'http://vendor');
    const found = by({ method, path, query, headers: {}, body: sent }, answer as never);
    return [...new Set(found.flatMap(({ deed, dataTypes }) => dataTypes.map((name) => `${deed} ${name}`)))];
  };
  const xero = (method: string, name: string, answer: object) =>
    touched(xeroTouched, method, `/api.xro/2.0/${name}`, answer);
  const both = { Invoices: [{ Type: 'ACCREC' }, { Type: 'ACCPAY' }] };
  assert.deepEqual(xero('GET', 'Invoices', both), ['read invoices', 'read bills']);
  assert.deepEqual(xero('POST', 'Invoices', both), [], 'it may have created or updated them');
  assert.deepEqual(xero('POST', 'Invoices/1', { Invoices: [{ Type: 'ACCPAY' }] }), ['update bills']);
  assert.deepEqual(xero('POST', 'Payments/1', { Payments: [{ PaymentType: 'ACCRECPAYMENT', Status: 'DELETED' }] }), [
    'delete payments',
  ]);
  assert.deepEqual(xero('PUT', 'Invoices/1/History', { HistoryRecords: [{}] }), []);
  assert.deepEqual(xero('GET', 'Accounts', { Accounts: [{ Type: 'BANK' }] }), ['read accounts', 'read bankAccounts']);
  assert.deepEqual(xero('GET', 'Reports/TrialBalance', { Reports: [{}] }), []);
  const quickbooks = (method: string, name: string, answer: object, sent?: object) =>
    touched(quickbooksTouched, method, `/v3/company/1/${name}`, answer, JSON.stringify(sent ?? {}));
  assert.deepEqual(quickbooks('GET', 'query?query=x', { QueryResponse: { Vendor: [{}], maxResults: 1 } }), [
    'read suppliers',
  ]);
  assert.deepEqual(quickbooks('POST', 'bill?operation=delete', { Bill: {} }, { Id: '1' }), ['delete bills']);
  assert.deepEqual(quickbooks('POST', 'bill', { Bill: {} }), ['create bills']);
  assert.deepEqual(quickbooks('POST', 'batch', { BatchItemResponse: [] }), []);
  const stripe = (method: string, name: string, answer: object) =>
    touched(stripeTouched, method, `/v1/${name}`, answer);
  assert.deepEqual(stripe('GET', 'charges', { data: [{}] }), ['read payments']);
  assert.deepEqual(stripe('GET', 'charges', { data: [] }), []);
  assert.deepEqual(stripe('POST', 'invoices/in_1/finalize', {}), ['update invoices']);
});
