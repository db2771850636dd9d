import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptableName,
  flat,
  type Mapping,
  mapColumn,
  openFields,
  type Preview,
  previewColumns,
  setConstant,
  withLabels,
} from '../../portal/src/link/upload/reading.ts';

const mapping: Mapping = {
  fields: { invoiceNumber: 'No', totalAmount: 'Total' },
  constants: { currency: 'EUR' },
  decimalMark: '.',
  dateOrder: 'ymd',
  idColumns: [],
  lines: 'none',
};
const field = (name: string, label: string) => ({ name, label, isRequired: false, isLine: false });
const fields = [field('invoiceNumber', 'Invoice number'), field('totalAmount', 'Total'), field('currency', 'Currency')];

test('P-FILES: a field has one column, and a column one field', () => {
  assert.deepEqual(mapColumn(mapping, 'Net', 'totalAmount').fields, { invoiceNumber: 'No', totalAmount: 'Net' });
  assert.deepEqual(mapColumn(mapping, 'No', 'totalAmount').fields, { totalAmount: 'No' });
  assert.deepEqual(mapColumn(mapping, 'No', undefined).fields, { totalAmount: 'Total' });
});

test('a column takes the place of a value for all rows', () => {
  const mapped = mapColumn(mapping, 'Ccy', 'currency');
  assert.deepEqual([mapped.fields.currency, mapped.constants], ['Ccy', {}]);
  assert.deepEqual(setConstant(mapping, 'currency', undefined).constants, {});
  assert.deepEqual(setConstant(mapping, 'currency', 'USD').constants, { currency: 'USD' });
});

test('only fields without a column and a value can get a value', () => {
  const due = field('amountDue', 'Amount due');
  assert.deepEqual(openFields([...fields, due], mapping), [due]);
});

test('messages of the service name fields as the page does', () => {
  assert.equal(
    withLabels('Map a column to totalAmount or currency.', fields),
    'Map a column to “Total” or “Currency”.',
  );
  assert.equal(withLabels('There is no column "currency".', fields), 'There is no column "currency".');
});

test('the preview shows what is mapped and has values, and of a statement everything that says something', () => {
  const shared = {
    isRemembered: false,
    mode: 'replace',
    errors: [],
    total: 1,
    problems: [],
    problemsTotal: 0,
  };
  const table: Preview = {
    ...shared,
    ...{
      fields,
      records: [{ id: '1', invoiceNumber: 'A', totalAmount: 1 }],
      reading: { dataType: 'invoices', mapping },
    },
  };
  assert.deepEqual(
    previewColumns(table).map(({ label }) => label),
    ['Invoice number', 'Total'],
  );
  const records = [{ id: '1', date: '2026-01-02T00:00:00Z', bankAccountRef: { id: 'x', name: 'DE02' }, amount: -5.5 }];
  const statement: Preview = { ...shared, fields: [], records, reading: { dataType: 'bankTransactions' } };
  assert.deepEqual(
    previewColumns(statement).map(({ label }) => label),
    ['Date', 'Bank account name', 'Amount'],
  );
  assert.deepEqual(flat(records[0]), {
    id: '1',
    date: '2026-01-02',
    'bankAccountRef.id': 'x',
    'bankAccountRef.name': 'DE02',
    amount: '-5.5',
  });
});

test('the name of a file is one that the service accepts', () => {
  assert.equal(acceptableName('a\nb.csv'), 'a b.csv');
  assert.equal(acceptableName(`${'x'.repeat(300)}.csv`).length, 255);
  assert.equal(acceptableName(''), 'file');
});
