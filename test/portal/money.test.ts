import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateText } from '../../portal/src/ui/date-words.ts';
import { negate, percentChange, plain, signOf, subtract, sum } from '../../portal/src/ui/money/decimal.ts';
import { formatChange, formatMoney, formatNumber } from '../../portal/src/ui/money/format-money.ts';

test('an amount has the decimal places of its currency, and keeps every digit beyond them', () => {
  const shown: [string, string | undefined, string][] = [
    ['3177.1', 'EUR', '€3,177.10'],
    ['3177.105', 'EUR', '€3,177.105'],
    ['1000', 'JPY', '¥1,000'],
    ['1000.5', 'JPY', '¥1,000.5'],
    ['1.5', 'BHD', 'BHD 1.500'],
    ['-12.30', 'USD', '-$12.30'],
    ['12345678901234567890.123456789', 'EUR', '€12,345,678,901,234,567,890.123456789'],
    ['1e3', 'EUR', '€1,000.00'],
    ['3177.1', undefined, '3,177.10'],
    ['7', 'not a currency', '7.00'],
    ['0', 'EUR', '€0.00'],
  ];
  for (const [amount, currency, text] of shown)
    assert.equal(formatMoney(amount, currency).replaceAll('\u00a0', ' '), text, `${amount} ${currency}`);
  assert.deepEqual([formatNumber('1250.5'), formatNumber('6')], ['1,250.5', '6']);
  assert.deepEqual(['12', '-0.5', '0', '2341.1'].map(formatChange), ['+12.0', '-0.5', '0.0', '+2,341.1']);
});

test('the digits of a shown amount are the digits of the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat({ max: 12 }), (mantissa, places) => {
      const amount = plain(`${mantissa}e-${places}`);
      assert.equal(plain(formatMoney(amount, 'EUR').replaceAll(/[€,]/g, '')), amount);
    }),
  );
});

test('sums and differences of decimals are exact where doubles are not', () => {
  assert.equal(sum(['0.1', '0.2']), '0.3');
  assert.equal(sum(['9007199254740993', '0.01', '-1e2']), '9007199254740893.01');
  assert.equal(sum([]), '0');
  assert.equal(subtract('10.50', '0.5'), '10');
  assert.deepEqual([negate('5'), negate('-0.10'), negate('0')], ['-5', '0.1', '0']);
  assert.deepEqual(['-0.00', '3', '-1e-9'].map(signOf), [0, 1, -1]);
  assert.throws(() => plain('12,5'), SyntaxError);
});

test('a change in percent is of the size of the earlier amount, rounded to one place, and needs one', () => {
  const changes: [string, string, string | undefined][] = [
    ['100', '150', '50'],
    ['3', '4', '33.3'],
    ['-100', '-50', '50'],
    ['-100', '-150', '-50'],
    ['200', '200.1', '0.1'],
    ['0', '5', undefined],
    ['-100', '50', undefined],
    ['100', '-50', undefined],
    ['12.50', '0', '-100'],
    ['90071992547409930', '90071992547409931', '0'],
  ];
  for (const [from, to, percent] of changes) assert.equal(percentChange(from, to), percent, `${from} to ${to}`);
});

test('a date of the books stays the same day in every time zone; a point in time has its time of day', () => {
  const module = new URL('../../portal/src/ui/date-words.ts', import.meta.url);
  const code = `const { dateText } = await import('${module}'); process.stdout.write(dateText('2026-01-31T00:00:00Z'))`;
  for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, TZ } });
    assert.equal(String(shown), '31 Jan 2026', TZ);
  }
  assert.equal(dateText('2026-01-31T00:00:00Z'), '31 Jan 2026');
  assert.equal(dateText('2026-01-31'), '31 Jan 2026');
  assert.match(dateText('2026-01-31T10:20:30Z'), /^(30|31) Jan 2026, \d{2}:20$/);
  assert.equal(dateText('soon'), 'soon');
});
