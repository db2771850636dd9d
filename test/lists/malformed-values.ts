import fc from 'fast-check';

/** Invalid numbers and times, and texts that an attacker could write instead. */
export const sqlAttacks = [
  "' or 1=1 --",
  "' or ''='",
  "'; drop table company; --",
  "'); delete from account; --",
  ') or (1=1',
  '; select pg_sleep(10)',
  "'||pg_sleep(10)||'",
  "' union select secret_hash from api_key --",
  '$1',
  '$$; rollback; $$',
  '/* */ or true',
  "\\'; truncate company; --",
  '"; drop role daybook_program; --',
  '%27 or 1=1',
  '(select version())',
  "#>>'{a}'",
];

/** Starts with "z", so that it is never "null" or an exponent. */
const word = fc.stringMatching(/^z[a-z]{0,7}$/);
const digits = fc.stringMatching(/^[1-9][0-9]{0,20}$/);
const attack = fc.constantFrom(...sqlAttacks).map((text) => text.replaceAll('||', '').replace(/[{}]/g, ''));

export const malformedNumbers = fc.oneof(
  word,
  fc.tuple(digits, word).map(([number, letters]) => `${number}${letters}`),
  fc.tuple(digits, attack).map(([number, text]) => `${number}${text}`),
  fc.tuple(digits, digits).map(([whole, part]) => `${whole}${Number(part) % 2 ? ',' : ' '}${part}`),
  fc.tuple(digits, digits).map(([whole, part]) => `${whole}.${part}.0`),
  fc.tuple(digits, fc.integer({ min: 1001, max: 2_000_000_000 })).map(([number, power]) => `${number}e${power}`),
  fc.tuple(digits, fc.integer({ min: 1001, max: 2_000_000_000 })).map(([number, power]) => `-${number}E-${power}`),
  digits.map((number) => `0x${number}`),
  digits.map((number) => `--${number}`),
  digits.map((number) => `${number}e`),
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-Infinity',
    '-',
    '+',
    '.',
    'e5',
    '1_000',
    '""',
    '"1',
    '١٢٣',
    '１',
    '1/2',
    '∞',
    '1%',
  ),
);

const two = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));
const year = fc.integer({ min: 1, max: 9999 }).map((value) => String(value).padStart(4, '0'));
const day = fc.tuple(year, two(1, 12), two(1, 28)).map((parts) => parts.join('-'));

export const malformedTimes = fc.oneof(
  word,
  attack,
  fc.tuple(day, attack).map((parts) => parts.join('')),
  fc.tuple(day, word).map((parts) => parts.join(' ')),
  fc.tuple(year, two(13, 99), two(1, 28)).map((parts) => parts.join('-')),
  fc.tuple(year, fc.constant('00'), two(1, 28)).map((parts) => parts.join('-')),
  fc.tuple(year, two(1, 12), two(32, 99)).map((parts) => parts.join('-')),
  fc
    .tuple(year, fc.constantFrom('02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '01-00'))
    .map((parts) => parts.join('-')),
  fc.constantFrom('2026-02-29', '1900-02-29', '2100-02-29', '2023-02-29'),
  fc.tuple(two(1, 12), two(1, 28)).map((parts) => `0000-${parts.join('-')}`),
  day.map((text) => `1${text}`),
  day.map((text) => `-${text}`),
  day.map((text) => text.replaceAll('-', '/')),
  day.map((text) => text.replaceAll('-', '')),
  year,
  fc.tuple(year, two(1, 12)).map((parts) => parts.join('-')),
  fc.tuple(day, two(24, 99), two(0, 59)).map(([date, hour, minute]) => `${date}T${hour}:${minute}:00Z`),
  fc.tuple(day, two(0, 23), two(60, 99)).map(([date, hour, minute]) => `${date}T${hour}:${minute}:00Z`),
  fc.tuple(day, two(0, 23), two(60, 99)).map(([date, hour, second]) => `${date}T${hour}:00:${second}Z`),
  fc.tuple(day, two(15, 99), two(0, 59)).map(([date, hour, minute]) => `${date}T00:00:00+${hour}:${minute}`),
  fc.tuple(day, two(0, 14), two(60, 99)).map(([date, hour, minute]) => `${date}T00:00:00-${hour}:${minute}`),
  fc.tuple(day, two(0, 23)).map(([date, hour]) => `${date}T${hour}`),
  fc.tuple(day, two(0, 14)).map(([date, hour]) => `${date}T00:00:00+${hour}`),
  fc.tuple(day, fc.stringMatching(/^[0-9]{7,9}$/)).map(([date, part]) => `${date}T00:00:00.${part}Z`),
  fc.constantFrom('now', 'today', 'yesterday', 'infinity', '-infinity', 'epoch', '2026-W05-6', '1738281600', '""'),
);
