import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggest } from '../../portal/src/ui/filter/filter-suggestions.ts';
import { allOf, anyOf, quoted } from '../../portal/src/ui/filter/filter-text.ts';

const fields = ['status', 'totalAmount', 'customerRef.id', 'lineItems', 'lineItems.quantity'];
const values = { status: ['Draft', 'Paid'] };
const texts = (text: string) => suggest({ text, fields, values }).items.map((item) => item.text);
const operators = ['=', '!=', '>', '<', '>=', '<=', '~'];

test('fields are suggested first, and those that start with the typed text before those that contain it', () => {
  assert.deepEqual(texts(''), ['status', 'totalAmount', 'lineItems', 'customerRef.id', 'lineItems.quantity']);
  assert.deepEqual(texts('STA'), ['status']);
  assert.deepEqual(texts('am'), ['totalAmount']);
  assert.deepEqual(texts('nothing'), []);
});

test('after a complete field, operators and nested fields are suggested', () => {
  assert.deepEqual(texts('status'), operators);
  assert.deepEqual(texts('lineItems'), [...operators, '.quantity']);
});

test('known values of a field are suggested, and "and" and "or" after a complete value', () => {
  assert.deepEqual(texts('status='), ['Draft', 'Paid', 'null']);
  assert.deepEqual(texts('status= p'), ['Paid']);
  assert.deepEqual(texts('status=Paid'), [' && ', ' || ']);
  assert.deepEqual(texts('totalAmount>10'), [' && ', ' || ']);
});

test('a suggestion replaces only the incomplete part of the text', () => {
  const text = 'status=Paid && {tot';
  const { from, items } = suggest({ text, fields, values });
  assert.equal(text.slice(0, from) + items[0]?.text, 'status=Paid && {totalAmount');
});

test('operators inside quotes are ignored', () => {
  assert.deepEqual(texts('status="a && b'), []);
  assert.deepEqual(texts('status="a && b" && tot'), ['totalAmount']);
  assert.deepEqual(texts('status="a \\" || '), []);
});

test('joined parts of a filter keep their meaning', () => {
  assert.equal(allOf(undefined, '', 'a=1'), 'a=1');
  assert.equal(allOf('a=1', anyOf('b=2', 'c=3')), 'a=1 && {b=2 || c=3}');
  assert.equal(allOf(), undefined);
  assert.equal(quoted('say "hi" \\'), '"say \\"hi\\" \\\\"');
});
