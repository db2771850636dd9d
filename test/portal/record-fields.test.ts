import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import {
  filterFields,
  filterValues,
  firstColumns,
  narrowColumns,
  possibleColumns,
  shapesOf,
  valueAt,
} from '../../portal/src/pages/company/browse/record-fields.ts';

const invoice = {
  id: '1',
  invoiceNumber: 'INV-1',
  customerRef: { id: 'c', companyName: 'Baker' },
  issueDate: '2026-01-31T00:00:00Z',
  lineItems: [{ quantity: 2, itemRef: { id: 'i' } }],
  totalAmount: 10,
  status: 'Paid',
  modifiedDate: '2026-02-01T10:00:00Z',
  metadata: { isDeleted: false },
  sourceData: { secret: 1 },
};
const shapes = shapesOf([invoice]);

test('fields of records are found with their kinds, also inside lists, but not in source data', () => {
  const kinds = Object.fromEntries(shapes.map(({ path, kind }) => [path, kind]));
  assert.deepEqual(
    [kinds.issueDate, kinds.totalAmount, kinds.lineItems, kinds['lineItems.itemRef.id'], kinds['metadata.isDeleted']],
    ['time', 'number', 'list', 'text', 'boolean'],
  );
  assert.ok(!Object.keys(kinds).some((path) => path.startsWith('sourceData')));
});

test('default columns are those of the data type that occur in a record; lists are not columns', () => {
  assert.deepEqual(firstColumns('invoices', shapes), [
    'invoiceNumber',
    'customerRef.companyName',
    'issueDate',
    'status',
    'totalAmount',
    'modifiedDate',
  ]);
  assert.ok(!possibleColumns('invoices', shapes, [invoice]).some((path) => path.startsWith('lineItems')));
  assert.ok(possibleColumns('invoices', shapes, [invoice]).includes('id'));
  assert.deepEqual(firstColumns('brandNew', shapesOf([{ id: '1', a: 'x', b: 2 }])), ['a', 'b', 'modifiedDate']);
});

test('a narrow screen shows the first two columns and the first number', () => {
  const columns = firstColumns('invoices', shapes);
  assert.deepEqual(narrowColumns(columns, shapes), ['invoiceNumber', 'customerRef.companyName', 'totalAmount']);
  assert.deepEqual(narrowColumns(['a', 'b', 'c', 'd'], []), ['a', 'b', 'c']);
});

test('every default column of every data type is a field of its records', () => {
  for (const { name, record } of dataTypes) {
    for (const path of firstColumns(name, []).filter((column) => !['id', 'modifiedDate'].includes(column))) {
      let schema = record as unknown as { properties?: Record<string, unknown> } | undefined;
      for (const part of path.split('.')) schema = schema?.properties?.[part] as typeof schema;
      assert.ok(schema, `${name}.${path}`);
    }
  }
});

test('a filter is offered the fields of the records, and the values of fields with few values', () => {
  assert.ok(filterFields('invoices', shapes).includes('lineItems.quantity'));
  const values = filterValues('invoices', shapes, [invoice]);
  assert.ok(values.status?.includes('Draft'));
  assert.deepEqual(values['metadata.isDeleted'], ['true', 'false']);
  assert.equal(valueAt(invoice, 'customerRef.companyName'), 'Baker');
  assert.equal(valueAt(invoice, 'customerRef.none.deep'), undefined);
});
