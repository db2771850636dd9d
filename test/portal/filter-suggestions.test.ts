import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggest } from '../../portal/src/ui/filter-suggestions.ts';
import { allOf, anyOf, quoted } from '../../portal/src/ui/filter-text.ts';

const fields = ['status', 'totalAmount', 'customerRef.id', 'lineItems', 'lineItems.quantity'];
const values = { status: ['Draft', 'Paid'] };
const texts = (text: string) => suggest({ text, fields, values }).items.map((item) => item.text);
const operators = ['=', '!=', '>', '<', '>=', '<=', '~'];

test('fields come first, those that begin with what is written before those that contain it', () => {
  assert.deepEqual(texts(''), ['status', 'totalAmount', 'lineItems', 'customerRef.id', 'lineItems.quantity']);
  assert.deepEqual(texts('STA'), ['status']);
  assert.deepEqual(texts('am'), ['totalAmount']);
  assert.deepEqual(texts('nothing'), []);
});

test('a whole field is followed by operators, and by what lies inside it', () => {
  assert.deepEqual(texts('status'), operators);
  assert.deepEqual(texts('lineItems'), [...operators, '.quantity']);
});

test('a field that takes few values suggests them; after a whole value comes and, or', () => {
  assert.deepEqual(texts('status='), ['Draft', 'Paid', 'null']);
  assert.deepEqual(texts('status= p'), ['Paid']);
  assert.deepEqual(texts('status=Paid'), [' && ', ' || ']);
  assert.deepEqual(texts('totalAmount>10'), [' && ', ' || ']);
});

test('a suggestion takes the place of what is half written, and of nothing else', () => {
  const text = 'status=Paid && {tot';
  const { from, items } = suggest({ text, fields, values });
  assert.equal(text.slice(0, from) + items[0]?.text, 'status=Paid && {totalAmount');
});

test('what stands in quotes is no operator', () => {
  assert.deepEqual(texts('status="a && b'), []);
  assert.deepEqual(texts('status="a && b" && tot'), ['totalAmount']);
  assert.deepEqual(texts('status="a \\" || '), []);
});

test('parts of a filter are joined so that each keeps its meaning', () => {
  assert.equal(allOf(undefined, '', 'a=1'), 'a=1');
  assert.equal(allOf('a=1', anyOf('b=2', 'c=3')), 'a=1 && {b=2 || c=3}');
  assert.equal(allOf(), undefined);
  assert.equal(quoted('say "hi" \\'), '"say \\"hi\\" \\\\"');
});
