import { isShort, plainText, signOf, subtract } from './decimal.ts';

/** What a platform holds otherwise than it was sent, or did not take. */
export type PushWarning = { itemId?: string; message: string; validatorName: string };

/** More than that nobody reads. */
const warningsMax = 100;
const shownChars = 100;

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/**
 * The record that was sent against the record that the platform answered with, field by field as far as it was sent and
 * as far as records of the data type (`whole`, a JSON Schema) can show it.
 */
export function compareKept({ sent, kept, whole }: { sent: object; kept: object; whole: object }): PushWarning[] {
  const warnings: PushWarning[] = [];
  const visit = (given: unknown, held: unknown, schema: Schema, at: string): void => {
    if (warnings.length >= warningsMax) return;
    if (Array.isArray(given)) {
      const list = Array.isArray(held) ? held : [];
      const byType = onlyOnesByType(list);
      for (const [index, element] of given.entries()) {
        if (warnings.length >= warningsMax) return;
        visit(element, partnerOf(element, byType) ?? list[index], schema.items ?? {}, `${at}.${index}`);
      }
    } else if (isObject(given)) {
      // A reference or a line that is gone as a whole is one warning, not one for each of its members.
      if (held === undefined && at !== '') warnings.push(warningOf(at, given, undefined));
      else
        for (const [name, inner] of Object.entries(given)) {
          const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
          if (field) visit(inner, isObject(held) ? held[name] : undefined, field, at ? `${at}.${name}` : name);
        }
    } else if (!isSame(given, held)) warnings.push(warningOf(at, given, held));
  };
  visit(sent, kept, whole as Schema, '');
  return warnings;
}

/** Elements whose type no other element of the list has. Built once per list: a search per element was quadratic. */
function onlyOnesByType(list: readonly unknown[]): Map<unknown, unknown> {
  const byType = new Map<unknown, unknown>();
  for (const one of list) {
    if (!isObject(one) || one.type === undefined) continue;
    byType.set(one.type, byType.has(one.type) ? undefined : one);
  }
  return byType;
}

/** Lists that a platform keeps in an order of its own have a member that tells their elements apart. */
const partnerOf = (element: unknown, byType: Map<unknown, unknown>): unknown =>
  isObject(element) ? byType.get(element.type) : undefined;

/** Raw JSON is a number beyond 15 digits. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);
}

function numberText(value: unknown): string | undefined {
  const text = typeof value === 'number' || (typeof value === 'object' && value) ? JSON.stringify(value) : undefined;
  return text !== undefined && /^-?\d/.test(text) && isShort(text) ? plainText(text) : undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null || value === false || value === '';

function isSame(given: unknown, held: unknown): boolean {
  const [left, right] = [numberText(given), numberText(held)];
  if (left !== undefined && right !== undefined) return signOf(subtract(left, right)) === 0;
  if (left !== undefined && isNothing(held)) return signOf(left) === 0;
  if (isNothing(given) && isNothing(held)) return true;
  if (given === held) return true;
  // Days come with and without a time.
  const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return isDay(given) && isDay(held) && Date.parse(String(given)) === Date.parse(String(held));
}

function warningOf(itemId: string, given: unknown, held: unknown): PushWarning {
  const field = `the field "${itemId}"`;
  if (isNothing(held)) {
    const message = `The platform did not keep ${field}: its record does not have it.`;
    return { itemId, message, validatorName: 'ignoredFieldValidator' };
  }
  const values = `keeps ${shown(held)} where ${shown(given)} was sent`;
  if (isRounded(numberText(given), numberText(held)))
    return { itemId, message: `The platform rounds ${field}: it ${values}.`, validatorName: 'roundedValueValidator' };
  if (/(^|\.)id$/.test(itemId)) {
    const message = `The platform replaced the reference in ${field}: it ${values}.`;
    return { itemId, message, validatorName: 'replacedReferenceValidator' };
  }
  return { itemId, message: `The platform changed ${field}: it ${values}.`, validatorName: 'changedValueValidator' };
}

/** Fewer digits behind the point, and less than one unit of the last of them away. */
function isRounded(given: string | undefined, held: string | undefined): boolean {
  if (given === undefined || held === undefined) return false;
  const places = (text: string) => text.split('.')[1]?.length ?? 0;
  if (places(held) >= places(given)) return false;
  const off = subtract(given, held).replace('-', '');
  const unit = places(held) === 0 ? '1' : `0.${'0'.repeat(places(held) - 1)}1`;
  return signOf(subtract(off, unit)) < 0;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}
