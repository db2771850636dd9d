import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { firstColumns } from '../../portal/src/pages/company/browse/record-fields.ts';
import { currencyOf, kindOfField, toneOfStatus } from '../../portal/src/pages/company/records/field-kind.ts';
import { fieldWord } from '../../portal/src/pages/company/records/field-words.ts';
import { paidDocument, referenceAt, relatedLists } from '../../portal/src/pages/company/records/references.ts';

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema };

/** All paths of a schema that lead to single values. */
function pathsOf(schema: Schema, path = ''): { path: string; type: string | undefined }[] {
  const inner = schema.items ?? schema;
  if (!inner.properties) return [{ path, type: schema.type }];
  return Object.entries(inner.properties).flatMap(([name, part]) => pathsOf(part, path ? `${path}.${name}` : name));
}

const schemas = dataTypes.map(({ name, record }) => ({ name, paths: pathsOf(record as unknown as Schema) }));
const typed = new Map(schemas.map(({ name, paths }) => [name, paths]));

test('every field of every data type has a name in words', () => {
  assert.ok(schemas.length > 20);
  for (const { name, paths } of schemas)
    for (const { path } of paths) assert.doesNotMatch(fieldWord(path), /[a-z][A-Z]|\.|Ref\b/, `${name}.${path}`);
  assert.equal(fieldWord('customerRef.companyName'), 'Customer');
  assert.equal(fieldWord('lineItems.accountRef.name'), 'Lines · Account');
  assert.equal(fieldWord('extraInfo.colourCode'), 'Extra info · Colour code');
});

test('the default columns of a data type have different names', () => {
  for (const { name } of dataTypes) {
    const names = firstColumns(name, []).map(fieldWord);
    assert.equal(new Set(names).size, names.length, `${name}: ${names}`);
  }
});

test('every number of every data type is an amount, a percentage or one of the known other numbers', () => {
  const others = new Set<string>();
  for (const { paths } of schemas)
    for (const { path, type } of paths)
      if (type === 'number' && kindOfField(path, 'number') === 'number') others.add(path);
  assert.deepEqual([...others].sort(), ['currencyRate', 'lineItems.quantity']);
  assert.equal(kindOfField('components.rate', 'number'), 'percent');
  assert.equal(kindOfField('lineItems.taxRateRef.effectiveTaxRate', 'number'), 'percent');
});

test('an amount has the currency beside it, otherwise the currency of the record', () => {
  const transfer = { currency: 'EUR', from: { amount: 1, currency: 'USD' }, to: { amount: 2 } };
  assert.deepEqual(
    ['from.amount', 'to.amount', 'total'].map((path) => currencyOf(transfer, path)),
    ['USD', 'EUR', 'EUR'],
  );
  assert.equal(currencyOf({}, 'amount'), undefined);
});

test('a reference leads to its record; a field that is no reference leads nowhere', () => {
  const invoice = { customerRef: { id: 'c', companyName: 'Baker' }, lineItems: [], note: 'x' };
  assert.deepEqual(referenceAt('invoices', invoice, 'customerRef.companyName'), { dataType: 'customers', id: 'c' });
  assert.deepEqual(referenceAt('invoices', { accountRef: { id: 'a' } }, 'accountRef.id'), {
    dataType: 'accounts',
    id: 'a',
  });
  assert.equal(referenceAt('invoices', invoice, 'note'), undefined);
  assert.equal(referenceAt('invoices', {}, 'customerRef.companyName'), undefined);
  assert.equal(referenceAt('items', { parentId: 'p' }, 'parentId'), undefined);
  assert.deepEqual(paidDocument({ type: 'Bill', id: 'b' }), { dataType: 'bills', id: 'b' });
  assert.equal(paidDocument({ type: 'Other', id: 'b' }), undefined);
});

test('every related list filters by a field that its data type has, and quotes the identifier', () => {
  for (const { name } of dataTypes)
    for (const { dataType, query } of relatedLists(name, 'a"b\\c')) {
      const [field, value] = query.split('=');
      assert.ok(
        typed.get(dataType)?.some(({ path }) => path === field),
        `${name} → ${dataType}: ${field}`,
      );
      assert.equal(value, '"a\\"b\\\\c"');
    }
  assert.deepEqual(relatedLists('invoices', 'inv_1'), [{ dataType: 'payments', query: 'lines.links.id="inv_1"' }]);
});

test('a status has a tone; an unknown one is neutral', () => {
  assert.deepEqual(['Paid', 'Void', 'Draft', 'New one'].map(toneOfStatus), ['good', 'idle', 'wait', 'idle']);
});
