import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseExact, splitArray } from '../src/exact-json.ts';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));

/**
 * Numbers of up to 40 digits, without leading zeros and without trailing zeros of the fraction, because JavaScript does
 * not write these zeros.
 */
const number = fc
  .tuple(fc.boolean(), digits(1, 25), digits(0, 15), fc.constantFrom('', '', '', 'e5', 'E-300', 'e+999'))
  .map(([isNegative, whole, fraction, exponent]) => {
    const trimmed = fraction.replace(/0+$/, '');
    const text = `${whole.replace(/^0+(?=\d)/, '')}${trimmed && `.${trimmed}`}${exponent}`;
    return isNegative && !/^0$/.test(text) ? `-${text}` : text;
  });

test('numbers that are parsed and written again keep every digit', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 5 }), fc.string(), (numbers, text) => {
      const json = `{"list":[${numbers.join(',')}],"text":${JSON.stringify(text)},"inner":{"n":${numbers[0] ?? 'null'}}}`;
      assert.equal(JSON.stringify(parseExact(json)), json);
    }),
    { numRuns: 20_000 },
  );
  for (const alone of ['1e400', '12345678901234567890', '0.00000001', '7'])
    assert.equal(JSON.stringify(parseExact(alone)), alone);
});

test('numbers that a double holds exactly stay numbers', () => {
  assert.deepEqual(parseExact('{"a":[1,-2.5,123456789012345,0.000001,12345678.25],"b":"1234567890123456"}'), {
    a: [1, -2.5, 123456789012345, 0.000001, 12345678.25],
    b: '1234567890123456',
  });
});

test('an array is split into the exact texts of its elements, whatever they contain', () => {
  const space = fc.constantFrom('', ' ', '\n  ');
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), space, (values, other, gap) => {
      const texts = values.map((value) => JSON.stringify(value, null, gap));
      const before = JSON.stringify({ records: other, text: '"records":[1]' });
      const json = `{"before":${gap}${before},"records"${gap}:${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}],"after":${JSON.stringify(other)}}`;
      const { elements, rest } = splitArray(json, 'records');
      assert.deepEqual(elements, texts);
      assert.deepEqual(JSON.parse(rest), {
        before: JSON.parse(before),
        records: [],
        after: JSON.parse(JSON.stringify(other)),
      });
    }),
    { numRuns: 5000 },
  );
});

test('a truncated text or a missing array is a SyntaxError', () => {
  const whole = '{"records":[{"a":"x\\"]"},{"b":[1,2]}],"next":null}';
  for (let end = 0; end < whole.length - 1; end++) {
    assert.throws(() => JSON.parse(splitArray(whole.slice(0, end), 'records').rest), SyntaxError, whole.slice(0, end));
  }
  assert.throws(() => splitArray('{"records":{"a":[]}}', 'records'), SyntaxError);
  assert.throws(() => splitArray('<html>', 'records'), SyntaxError);
});
