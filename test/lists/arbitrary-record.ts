import fc from 'fast-check';
import { Decimal, daysInMonth, type Json } from './compare-values.ts';

/** Random records of the schema TestRecord. Values come from small sets, so that records often share them. */

/** Quotes, separators and braces of filters, SQL wildcards, and characters that UTF-16 orders differently. */
const characters = [
  ...'aabbAzé ßΩ漢İK\u{212A}',
  ...'\uE000\uFF5E\uFFFD\u{10000}\u{1F600}\u{10FFFF}',
  ...'"\\\'&|{}%_;-=~<>!.,/\t\n\u00A0\u0001',
  ...'01null',
];
export const someText = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map((list) => list.join('')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'null',
      'true',
      '7',
      'Ab',
      'ab',
      '&&',
      '||',
      '{a}',
      '\\"',
      "'; drop table company; --",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  },
);

const digits = (min: number, max: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((list) => list.join(''));
const longNumber = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom(...'123456789'), digits(0, 17), digits(0, 12), fc.boolean())
  .map(([sign, first, whole, fraction, small]) => {
    const integer = small ? '0' : first + whole;
    return new Decimal(`${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`);
  });
const someNumber = fc.oneof(
  { weight: 1, arbitrary: longNumber },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...['0', '-0', '0.0', '1', '1.0', '1.50', '-1', '10', '0.1', '0.10', '1e5', '15E-1', '-2.5e+2', '1e-7'],
        ...['123456789012345678901234567890', '123456789012345678901234567890.5', '123456789012345678.901234567890'],
      )
      .map((text) => new Decimal(text)),
  },
);

const twoDigits = (value: number) => String(value).padStart(2, '0');
const someDay = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('2026-01-31', '2026-02-01', '2024-02-29', '1999-12-31') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 2, max: 9998 }), fc.integer({ min: 1, max: 12 }), fc.nat(30))
      .map(([year, month, day]) => {
        const inMonth = (day % daysInMonth(year, month)) + 1;
        return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(inMonth)}`;
      }),
  },
);
const someClock = fc.oneof(
  fc.constantFrom('00:00:00', '23:59:59.999999', '12:00:00', '12:00:00.5', '12:00:00.500'),
  fc
    .tuple(fc.nat(23), fc.nat(59), fc.nat(59), digits(0, 6))
    .map(
      ([hour, minute, second, fraction]) =>
        `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${fraction === '' ? '' : `.${fraction}`}`,
    ),
);
const someTime = fc
  .tuple(someDay, someClock, fc.constantFrom('Z', 'Z', '+00:00', '+01:00', '-11:30', '+14:00'))
  .map(([day, clock, offset]) => `${day}T${clock}${offset}`);

const someUuid = fc.constantFrom(
  '01890a5d-ac96-774b-bcce-b302099a8057',
  '01890A5D-AC96-774B-BCCE-B302099A8058',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
);

/** Absent, null or a value. */
function maybe<T extends Json>(there: fc.Arbitrary<T>): fc.Arbitrary<Json | undefined> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: there },
  );
}

function object(members: Record<string, fc.Arbitrary<Json | undefined>>): fc.Arbitrary<{ [name: string]: Json }> {
  return fc.record(members).map((given) => {
    const there = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined);
    return Object.fromEntries(there);
  });
}

const list = (element: fc.Arbitrary<Json>, maxLength = 3) =>
  fc.array(fc.oneof({ weight: 12, arbitrary: element }, { weight: 1, arbitrary: fc.constant(null) }), { maxLength });

const tracking = object({ name: maybe(someText), weight: maybe(someNumber), since: maybe(someDay) });
const line = object({
  description: maybe(someText),
  quantity: maybe(someNumber),
  taxed: maybe(fc.boolean()),
  itemRef: maybe(object({ id: maybe(someText), kind: maybe(fc.constantFrom('Product', 'Service')) })),
  tracking: maybe(list(tracking)),
});

export const arbitraryRecord: fc.Arbitrary<Json> = object({
  id: someText,
  n: fc.integer({ min: -3, max: 3 }).map((value) => new Decimal(String(value))),
  title: maybe(someText),
  note: maybe(someText),
  nickname: maybe(someText),
  status: maybe(fc.constantFrom('Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Überfällig', 'null')),
  stage: maybe(fc.constantFrom('Open', 'LinKed')),
  amount: maybe(someNumber),
  rate: maybe(someNumber),
  Größe: maybe(someNumber),
  'sort-key_2': maybe(someText),
  issued: maybe(someTime),
  due: maybe(someDay),
  paidOn: maybe(someTime),
  paid: maybe(fc.boolean()),
  reference: maybe(someUuid),
  customer: maybe(
    object({
      id: maybe(someText),
      companyName: maybe(someText),
      address: maybe(object({ city: maybe(someText), opened: maybe(someTime), active: maybe(fc.boolean()) })),
    }),
  ),
  lines: maybe(list(line)),
  grid: maybe(list(list(object({ code: maybe(someText), value: maybe(someNumber) }), 2), 2)),
  labels: maybe(list(someText, 2)),
});
