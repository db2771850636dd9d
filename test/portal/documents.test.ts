import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import {
  debitOrCredit,
  journalTotals,
  paidTotal,
  taxByRate,
} from '../../portal/src/pages/company/records/documents/document-figures.ts';
import { documentKinds, numberOf } from '../../portal/src/pages/company/records/documents/document-kinds.ts';

test('tax is summed by rate, exactly, in the order of the lines', () => {
  const line = (id: string, taxAmount: number | undefined) => ({ taxRateRef: { id, name: `rate ${id}` }, taxAmount });
  assert.deepEqual(taxByRate([line('b', 0.1), line('a', 5), line('b', 0.2), line('c', undefined), { taxAmount: 9 }]), [
    { id: 'b', name: 'rate b', amount: '0.3' },
    { id: 'a', name: 'rate a', amount: '5' },
  ]);
});

test('payments against a document are summed by what is allocated to it, not by their own totals', () => {
  const allocations = [0.1, 0.2].map((totalAmount) => ({
    payment: { id: 'p', totalAmount: 99 },
    allocation: { totalAmount },
  }));
  assert.equal(paidTotal(allocations), '0.3');
  assert.equal(paidTotal([]), '0');
});

test('a journal entry has debits and credits per currency, and says by how much they differ', () => {
  const lines = [
    { netAmount: 10.1, currency: 'EUR' },
    { netAmount: -10, currency: 'EUR' },
    { netAmount: -0.1, currency: 'EUR' },
    { netAmount: 3, currency: 'USD' },
  ];
  assert.deepEqual(lines.map(debitOrCredit), [{ debit: '10.1' }, { credit: '10' }, { credit: '0.1' }, { debit: '3' }]);
  assert.deepEqual(journalTotals(lines), [
    { currency: 'EUR', debit: '10.1', credit: '10.1', difference: '0' },
    { currency: 'USD', debit: '3', credit: '0', difference: '3' },
  ]);
});

test('every kind of document is a data type with the fields that its view reads', () => {
  for (const [name, { number, rest }] of Object.entries(documentKinds)) {
    const schema = dataTypes.find((dataType) => dataType.name === name)?.record as
      | { properties: Record<string, unknown> }
      | undefined;
    for (const field of [number, 'lineItems', 'issueDate', ...(rest ? [rest.field] : [])])
      assert.ok(schema?.properties[field], `${name}.${field}`);
    assert.equal(numberOf({ title: '', number, issuer: 'other' }, { id: '7' }), '7');
  }
});
