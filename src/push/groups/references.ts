import { isObject, parseExact } from '@daybook/connector-kit';

/** A reference to the record of an earlier step: an object with this field only, in place of an id. */
export const referenceField = 'fromStep';

/** Returns the key of the step that the value refers to, or undefined if the value is no reference. */
export function stepOf(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const { [referenceField]: key } = value;
  return typeof key === 'string' ? key : undefined;
}

export type Found = { at: string; step: string };

/** Lists the references in a record with the places where they are. */
export function findReferences(value: unknown, at: string): Found[] {
  const step = stepOf(value);
  if (step !== undefined) return [{ at, step }];
  if (Array.isArray(value)) return value.flatMap((one, n) => findReferences(one, `${at}.${n}`));
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => findReferences(one, `${at}.${name}`)) : [];
}

/** Replaces each reference in a record with the id that `idOf` returns. Numbers keep all their digits. */
export function replaceReferences(recordText: string, idOf: (step: string) => string): string {
  return JSON.stringify(replaced(parseExact(recordText), idOf));
}

function replaced(value: unknown, idOf: (step: string) => string): unknown {
  const step = stepOf(value);
  if (step !== undefined) return idOf(step);
  if (Array.isArray(value)) return value.map((one) => replaced(one, idOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, idOf)]));
}

/** Takes the place of the id of a record that an earlier step will create. */
export const placeholderOf = (step: string) => `<id from step ${step}>`;
