import { isUuid } from '../../base/ids.ts';
import type { Field, FieldKind } from '../fields.ts';
import { queryValue } from '../refusals.ts';
import { type FilterPlace, inQuery } from './filter-place.ts';
import type { Comparison, Operator } from './parse-filter.ts';

/** The operators that each kind of field supports. */
const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['=', '!=', '~', '<', '<=', '>', '>='],
  choice: ['=', '!=', '~'],
  number: ['=', '!=', '<', '<=', '>', '>='],
  time: ['=', '!=', '<', '<=', '>', '>='],
  boolean: ['=', '!='],
  uuid: ['=', '!='],
  structure: [],
};

type Placed = Comparison & { place: FilterPlace };

/**
 * Checks the value of a comparison against the kind of its field. Returns the value for PostgreSQL, or null if the
 * comparison tests for absence.
 */
export function readFilterValue(
  { kind, choices }: Pick<Field, 'kind' | 'choices'>,
  given: Comparison,
  place: FilterPlace = inQuery,
): string | null {
  const comparison = { ...given, place };
  const { operator, value, quoted } = comparison;
  if (value === 'null' && !quoted) {
    if (operator === '=' || operator === '!=') return null;
    throw refuse(comparison, `supports "null" only with = and !=`);
  }
  if (kind === 'structure') throw refuse(comparison, 'contains other fields and can only be compared with null');
  if (!operatorsOf[kind].includes(operator)) {
    throw refuse(comparison, `supports only ${operatorsOf[kind].join(' ')}, not ${operator}`);
  }
  if (kind === 'number') return readNumber(comparison);
  if (kind === 'time') return readTime(comparison);
  if (kind === 'boolean' && value !== 'true' && value !== 'false')
    throw refuse(comparison, `must be compared with true or false, not with "${value}"`);
  if (kind === 'uuid' && !isUuid(value)) {
    throw refuse(
      comparison,
      `must be compared with an id such as 01890a5d-ac96-774b-bcce-b302099a8057, not with "${value}"`,
    );
  }
  const compared = kind === 'choice' ? lowerAscii(value) : value;
  if (choices) requireChoice(comparison, compared, kind === 'choice' ? choices.map(lowerAscii) : choices, choices);
  return compared;
}

/**
 * Lowercases only ASCII letters, as PostgreSQL does with the field's value. toLowerCase would turn the Kelvin sign into
 * "k".
 */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Rejects values that the field can never have. Without this, the result would be an empty list. */
function requireChoice(comparison: Placed, given: string, possible: readonly string[], named: readonly string[]) {
  const { operator, value } = comparison;
  if (operator === '~' && !possible.some((one) => one.includes(given)))
    throw refuse(comparison, `never contains "${value}". Its values: ${named.join(', ')}`);
  if ((operator === '=' || operator === '!=') && !possible.includes(given))
    throw refuse(comparison, `is never "${value}". Its values: ${named.join(', ')}`);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,6}))?$/;
const exponentMax = 1000;

function readNumber(comparison: Placed): string {
  const found = decimal.exec(comparison.value);
  if (!found || Math.abs(Number(found[1] ?? 0)) > exponentMax) {
    throw refuse(comparison, `must be compared with a number, not with "${comparison.value}"`);
  }
  return comparison.value;
}

// A plus sign that was not percent-encoded in the URL arrives as a space.
const time = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?(Z|[+ -]\d{2}:\d{2})?)?$/i;

function readTime(comparison: Placed): string {
  const instant = readInstant(comparison.value);
  if (instant !== undefined) return instant;
  const hint = /^today\b/i.test(comparison.value) ? `. ${todayHint}` : '';
  throw refuse(
    comparison,
    `must be compared with a date such as 2026-01-31 or 2026-01-31T09:30:00Z, not with "${comparison.value}"${hint}`,
  );
}

/** Totals and pages of lists are remembered, so they must not depend on the day. */
const todayHint =
  'Standing queries can use "today", "today-30" or "today+7" (up to 999 days); lists and other filters cannot';

/** Dates are compared as instants. A date without a time means midnight UTC. A time without an offset is in UTC. */
export function readInstant(given: string): string | undefined {
  const [whole, day = '', hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] =
    time.exec(given) ?? [];
  const zone = offset.replace(' ', '+').toUpperCase();
  const text = `${day}T${hour}:${minute}:${second}${fraction}${zone}`;
  const [offsetHour = 0, offsetMinute = 0] = zone === 'Z' ? [] : zone.slice(1).split(':').map(Number);
  const isReal =
    whole !== undefined &&
    new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) &&
    !day.startsWith('0000') &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    offsetHour < 15 &&
    offsetMinute < 60;
  return isReal ? text : undefined;
}

function refuse({ path, place }: Placed, problem: string) {
  const named = path.join('.');
  const error = `The ${place.name} is invalid: the field "${named}" ${problem}.`;
  return queryValue({ itemId: place.itemId ?? named, error });
}
