import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountOf, decimalOf, isShort, negate, plainText, shift, signOf, subtract, sum } from '../src/decimal.ts';

test('decimals are added, negated and shifted exactly', () => {
  assert.equal(sum(['0.1', '0.2', '-0.30']), '0.00');
  assert.equal(sum([]), '0');
  assert.equal(sum(['99999999999999999999.99', '0.01']), '100000000000000000000.00');
  assert.equal(subtract('1', '1.005'), '-0.005');
  assert.equal(negate('-0.50'), '0.50');
  assert.equal(shift('0.2000', 2), '20.00');
  assert.equal(shift('7', -3), '0.007');
  assert.equal(decimalOf(-12000, 2), '-120.00');
  assert.deepEqual(['-0.00', '0.001', '-3'].map(signOf), [0, 1, -1]);
  assert.deepEqual(['1E+2', '0E-8', '-1.5e-3'].map(plainText), ['100', '0.00000000', '-0.0015']);
  assert.equal(
    JSON.stringify([amountOf('12345678901234567890.10'), amountOf('1E+2')]),
    '[12345678901234567890.10,100]',
  );
  for (const wrong of ['', 'NaN', '1,5', '0x10', '--1']) assert.throws(() => sum([wrong]), SyntaxError);
});

test('sums of cents equal sums of integers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 })), (cents) => {
      const total = cents.reduce((all, one) => all + one, 0);
      assert.equal(Number(sum(cents.map((one) => decimalOf(one, 2)))), total / 100);
    }),
  );
});

test('A-18: a number of more than 1,000 digits is rejected before it is written out', () => {
  assert.equal(decimalOf(1, 990).length, 992);
  const long = ['1e30000000', '1e-30000000', '1'.repeat(1001), `0.${'1'.repeat(1001)}`, '1e99999999999999999999'];
  for (const text of long) {
    assert.throws(() => plainText(text), /more than 1000 digits/);
    assert.equal(isShort(text), false);
  }
  assert.throws(() => decimalOf(1, 30_000_000), /more than 1000 digits/);
  assert.throws(() => shift('1', 30_000_000), SyntaxError);
  assert.ok(isShort('-12.50') && isShort('1E+2'));
});
