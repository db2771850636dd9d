import { isShort, plainText, signOf, subtract } from './decimal.ts';

/** A difference between a pushed record and the record that the platform stored. */
export type PushWarning = { itemId?: string; message: string; validatorName: string };

/** Maximum number of warnings per push. */
const warningsMax = 100;
const shownChars = 100;

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/**
 * Compares the record that was sent with the record that the platform returned, field by field. A field is compared
 * only if it was sent and the JSON Schema of the data type (`whole`) contains it.
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
      // If a whole object is missing, such as a reference or a document line, warn once and not for each of its fields.
      if (held === undefined && at !== '') warnings.push(warningOf(at, given, undefined));
      else
        for (const [name, inner] of Object.entries(given)) {
          const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
          if (field) visit(inner, isObject(held) ? held[name] : undefined, field, at ? `${at}.${name}` : name);
        }
    } else if (!isSameValue(given, held)) warnings.push(warningOf(at, given, held));
  };
  visit(sent, kept, whole as Schema, '');
  return warnings;
}

/**
 * Maps each value of `type` to the list element that has it, or to undefined if several elements have it. The map is
 * built once per list, because searching the list for every element took quadratic time.
 */
function onlyOnesByType(list: readonly unknown[]): Map<unknown, unknown> {
  const byType = new Map<unknown, unknown>();
  for (const one of list) {
    if (!isObject(one) || one.type === undefined) continue;
    byType.set(one.type, byType.has(one.type) ? undefined : one);
  }
  return byType;
}

/**
 * Finds the stored element by its `type` instead of its position, because a platform may return a list (addresses, for
 * example) in another order.
 */
const partnerOf = (element: unknown, byType: Map<unknown, unknown>): unknown =>
  isObject(element) ? byType.get(element.type) : undefined;

/**
 * Whether the value is a JSON object. A number of more than 15 digits is not one, although exact-json.ts represents it
 * as a JavaScript object with `rawJSON`.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);
}

function numberText(value: unknown): string | undefined {
  const text = typeof value === 'number' || (typeof value === 'object' && value) ? JSON.stringify(value) : undefined;
  return text !== undefined && /^-?\d/.test(text) && isShort(text) ? plainText(text) : undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null || value === false || value === '';

/** Whether two values mean the same: equal numbers, points in time, or both nothing. */
export function isSameValue(given: unknown, held: unknown): boolean {
  const [left, right] = [numberText(given), numberText(held)];
  if (left !== undefined && right !== undefined) return signOf(subtract(left, right)) === 0;
  if (left !== undefined && isNothing(held)) return signOf(left) === 0;
  if (isNothing(given) && isNothing(held)) return true;
  if (given === held) return true;
  // Some platforms add a time to a date and some do not, so dates are compared as points in time.
  const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return isDay(given) && isDay(held) && Date.parse(String(given)) === Date.parse(String(held));
}

function warningOf(itemId: string, given: unknown, held: unknown): PushWarning {
  const field = `the field "${itemId}"`;
  if (isNothing(held)) {
    const message = `The platform did not store ${field}: the field is missing from the stored record.`;
    return { itemId, message, validatorName: 'ignoredFieldValidator' };
  }
  const values = `stored ${shown(held)} instead of ${shown(given)}`;
  if (isRounded(numberText(given), numberText(held)))
    return { itemId, message: `The platform rounded ${field}: it ${values}.`, validatorName: 'roundedValueValidator' };
  if (/(^|\.)id$/.test(itemId)) {
    const message = `The platform replaced the reference in ${field}: it ${values}.`;
    return { itemId, message, validatorName: 'replacedReferenceValidator' };
  }
  // The text does not say who changed the value. It can be the connector, which may add an id to find the record again.
  const message = `The value of ${field} was changed: the platform ${values}.`;
  return { itemId, message, validatorName: 'changedValueValidator' };
}

/**
 * Whether the platform rounded the number: the stored number has fewer decimal places than the sent number, and the two
 * differ by less than one unit in the last decimal place of the stored number.
 */
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
