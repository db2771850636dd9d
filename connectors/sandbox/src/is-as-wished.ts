import { parseExact } from '@daybook/connector-kit';

/**
 * Whether the record already has the values in `body`, so that replacing it would change nothing. Used only for bills,
 * which can be replaced but for which the sandbox accepts no idempotency key. If `body` omits a field, the record must
 * also lack the field (also a field of the company's own, x_…) or have the sandbox's default value. An omitted document number is not compared, because the
 * sandbox then keeps the existing number. A reference is an id in `body` and an object in the record.
 */
export function isAsWished({ record, body }: { record: string; body: string }): boolean {
  const defaults = { due_on: undefined, memo: undefined, currency: 'EUR', exchange_rate: 1, state: 'open' };
  const lineDefaults = { text: undefined, discount: 0, item: undefined, tracking: [] };
  const wished = parseExact(body) as { lines?: object[] };
  const lines = wished.lines?.map((line) => ({ ...lineDefaults, ...line }));
  const found = parseExact(record) as object;
  const own = Object.keys(found).filter((name) => name.startsWith('x_'));
  return holds(found, {
    ...{ ...Object.fromEntries(own.map((name) => [name, undefined])), ...defaults },
    ...wished,
    ...(lines && { lines }),
  });
}

function holds(found: unknown, wished: unknown): boolean {
  if (Array.isArray(wished)) {
    return (
      Array.isArray(found) && found.length === wished.length && wished.every((value, at) => holds(found[at], value))
    );
  }
  const number = decimalOf(wished);
  if (number !== undefined) return number === decimalOf(found);
  if (typeof wished === 'string' && isObject(found)) return found.id === wished;
  if (!isObject(wished)) return (found ?? undefined) === (wished ?? undefined);
  return isObject(found) && Object.entries(wished).every(([name, value]) => holds(found[name], value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a number as its digits and a power of ten, so that 12.50, 12.5 and 1.25e1 are equal. Returns undefined if the
 * value is not a number.
 */
function decimalOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : (value as { rawJSON?: unknown } | null | undefined)?.rawJSON;
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (!whole) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}
