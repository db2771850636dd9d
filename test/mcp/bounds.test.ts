import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundResult, resultBytesMax } from '../../src/mcp/bound-result.ts';
import { chooseFields, fieldsOf, requireFields } from '../../src/mcp/tools/filter-help.ts';

const sizeOf = (message: object) => Buffer.byteLength(JSON.stringify(message));
// biome-ignore lint/suspicious/noExplicitAny: a result has the schema of its tool
const dataOf = (message: { structuredContent: object }) => message.structuredContent as any;
const record = (id: number, characters: number) => ({ id, text: 'ä"'.repeat(characters / 2) });

test('a short result is returned as it is, as text and as structured content', () => {
  const message = boundResult({ data: { results: [1, 2] }, rest: '' });
  assert.deepEqual(message.structuredContent, { results: [1, 2] });
  assert.equal(message.content[0].text, '{"results":[1,2]}');
});

test('a page that is too long keeps whole records, and the next page continues right after them', () => {
  const all = Array.from({ length: 600 }, (_, i) => record(i, 900));
  const page = (number: number, size: number) => all.slice((number - 1) * size, number * size);
  for (const first of [1, 2, 3])
    for (const size of [200, 100, 30, 97, 64]) {
      const read: number[] = [];
      let [number, limit] = [first, size];
      for (;;) {
        const results = page(number, limit);
        const message = boundResult({ data: { results }, rest: '', page: { number, size: limit } });
        assert.ok(sizeOf(message) <= resultBytesMax, `${sizeOf(message)} bytes`);
        const { nextPage, limit: shorter, leftOut, results: shown } = dataOf(message);
        read.push(...shown.map(({ id }: { id: number }) => id));
        if (results.length === 0) break;
        if (nextPage !== undefined) assert.match(leftOut, new RegExp(`limit ${shorter} and page ${nextPage}`));
        [number, limit] = nextPage === undefined ? [number + 1, limit] : [nextPage, shorter];
      }
      const start = (first - 1) * size;
      assert.deepEqual(
        read,
        Array.from({ length: Math.max(0, 600 - start) }, (_, i) => start + i),
        `${first} of ${size}`,
      );
    }
});

test('one record that is too long is shortened, and the result says how to get the rest', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => record(i, 100));
  const message = boundResult({ data: { record: { id: 'x', lines } }, rest: 'Use the API.' });
  assert.ok(sizeOf(message) <= resultBytesMax);
  const { record: shown, leftOut } = dataOf(message);
  assert.equal(shown.id, 'x');
  assert.match(shown.lines.at(-1), /^… \d+ more of 5000 items$/);
  assert.match(leftOut, /Use the API\.$/);
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, 'x'.repeat(50)]));
  const nothing = boundResult({ data: wide, rest: 'Use the API.' });
  assert.match(dataOf(nothing).leftOut, /too long even when it is shortened\. Use the API/);
});

test('chosen fields reach into lists, always include the id, and unknown ones are answered with those there are', () => {
  const invoice = { id: 'i', customerRef: { id: 'c', companyName: 'A' }, lineItems: [{ quantity: 1, x: 2 }, {}], y: 3 };
  assert.deepEqual(chooseFields(invoice, ['customerRef.companyName', 'lineItems.quantity', 'missing']), {
    id: 'i',
    customerRef: { companyName: 'A' },
    lineItems: [{ quantity: 1 }, {}],
  });
  assert.deepEqual(chooseFields({ id: 'i', constructor: 1 }, ['__proto__', 'toString']), { id: 'i' });
  requireFields('invoices', ['totalAmount', 'lineItems.description']);
  assert.throws(() => requireFields('invoices', ['total']), { code: 'fieldUnknown', whatToDo: /totalAmount/ });
  assert.ok(fieldsOf('invoices').some(({ field, kind }) => field === 'dueDate' && kind === 'time'));
});
