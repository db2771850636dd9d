/**
 * Converts Tryton's JSON values. A Decimal becomes its own text, a date becomes YYYY-MM-DD, and a time becomes ISO 8601
 * with microseconds. If a dotted field such as `party.name` was requested, Tryton sends the related record in an extra
 * field `party.`. `decode` then replaces the value of `party` with that record.
 */
type Typed = { __class__: string } & Record<string, unknown>;

const two = (value: unknown) => String(value).padStart(2, '0');

export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  if ('__class__' in value) return decodeTyped(value as Typed);
  const members = Object.entries(value).map(([name, inner]) => [name, decode(inner)] as const);
  const related = members.filter(([name]) => name.endsWith('.')).map(([name, inner]) => [name.slice(0, -1), inner]);
  return Object.fromEntries([...members.filter(([name]) => !name.endsWith('.')), ...related]);
}

function decodeTyped(value: Typed): unknown {
  const day = () => `${String(value.year).padStart(4, '0')}-${two(value.month)}-${two(value.day)}`;
  const micros = () => String(value.microsecond ?? 0).padStart(6, '0');
  const time = () => `${two(value.hour)}:${two(value.minute)}:${two(value.second)}`;
  if (value.__class__ === 'Decimal') return value.decimal;
  if (value.__class__ === 'date') return day();
  if (value.__class__ === 'datetime') return `${day()}T${time()}.${micros()}Z`;
  return null;
}

export const decimal = (text: string) => ({ __class__: 'Decimal', decimal: text });

export function date(text: string) {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return { __class__: 'date', year, month, day };
}

/** Tryton's times are in UTC, because trytond sets its own time zone and that of its database sessions to UTC. */
export function datetime(ms: number) {
  const at = new Date(ms);
  return {
    __class__: 'datetime',
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    microsecond: at.getUTCMilliseconds() * 1000,
  };
}
