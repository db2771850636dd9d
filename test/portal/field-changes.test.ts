import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWord, elementFields, fieldChanges } from '../../portal/src/pages/company/records/field-changes.ts';
import { publicationStops, stopAt } from '../../portal/src/pages/company/time/publication-stops.ts';
import { parseExact } from '../../portal/src/ui/code/exact-json.ts';

test('two versions of a record are compared field by field; equal decimals and the time of the version do not count', () => {
  const before = parseExact(
    '{"status":"Draft","totalAmount":10.50,"note":"x","modifiedDate":"2026-01-01T00:00:00Z","lineItems":[{"quantity":1}]}',
  );
  const after = parseExact(
    '{"status":"Paid","totalAmount":10.5,"paidOnDate":"2026-02-01T00:00:00Z","modifiedDate":"2026-02-02T00:00:00Z","lineItems":[{"quantity":12345678901234567890.1}]}',
  );
  assert.deepEqual(fieldChanges(before, after), [
    { path: 'status', kind: 'status', isAdded: false, isRemoved: false },
    { path: 'paidOnDate', kind: 'time', isAdded: true, isRemoved: false },
    { path: 'lineItems.0.quantity', kind: 'number', isAdded: false, isRemoved: false },
    { path: 'note', kind: 'text', isAdded: false, isRemoved: true },
  ]);
  assert.deepEqual(fieldChanges(after, after), []);
});

test('a line that was added or removed is one change; the id of a reference is left out beside its name', () => {
  const line = (id: string, name: string) => ({ itemRef: { id, name }, accountRef: { id } });
  const before = { lineItems: [line('1', 'Rope'), line('2', 'Nails'), line('3', 'Paint')] };
  const after = { lineItems: [line('9', 'Wire')] };
  assert.deepEqual(
    fieldChanges(before, after).map(({ path, isRemoved }) => [path, isRemoved]),
    [
      ['lineItems.0.itemRef.name', false],
      ['lineItems.0.accountRef.id', false],
      ['lineItems.1', true],
      ['lineItems.2', true],
    ],
  );
  assert.deepEqual(elementFields({ itemRef: { name: 'Rope' }, subTotal: 3 }), {
    name: 'itemRef.name',
    amount: 'subTotal',
  });
  assert.deepEqual(elementFields('text'), {});
});

test('amounts that differ beyond the digits of a double are different', () => {
  const version = (amount: string) => parseExact(`{"totalAmount":${amount}}`);
  assert.equal(fieldChanges(version('90071992547409930.01'), version('90071992547409930.02')).length, 1);
});

test('a changed field is named in words, with the place of its line', () => {
  assert.equal(changeWord('lineItems.1.quantity'), 'Lines 2 · Quantity');
  assert.equal(changeWord('lineItems.0.tracking.2.name'), 'Lines 1 · Tracking 3 · Name');
  assert.equal(changeWord('customerRef.companyName'), 'Customer');
});

test('publications of different data types within a minute are one stop; a time shows the last stop before it', () => {
  const at = (publishedAt: string, dataType: string) => ({ publishedAt, dataType, changes: 2 });
  const stops = publicationStops([
    at('2026-01-02T10:00:00Z', 'bills'),
    at('2026-01-01T10:00:50Z', 'items'),
    at('2026-01-01T10:00:00Z', 'invoices'),
    at('2026-01-01T10:00:20Z', 'bills'),
    at('2026-01-02T10:00:30Z', 'bills'),
  ]);
  assert.deepEqual(stops, [
    { at: '2026-01-01T10:00:50Z', changes: 6, dataTypes: ['invoices', 'bills', 'items'] },
    { at: '2026-01-02T10:00:00Z', changes: 2, dataTypes: ['bills'] },
    { at: '2026-01-02T10:00:30Z', changes: 2, dataTypes: ['bills'] },
  ]);
  assert.deepEqual(
    ['2026-01-01T09:00:00Z', '2026-01-01T10:00:50Z', '2026-01-02T09:59:59Z', '2027-01-01T00:00:00Z'].map((time) =>
      stopAt(stops, time),
    ),
    [-1, 0, 0, 2],
  );
});
