import { digitsOf } from '../../../ui/code/exact-json.ts';
import { plain } from '../../../ui/money/decimal.ts';
import { type Shape, valueAt } from '../browse/record-fields.ts';
import { type FieldKind, kindOfField } from './field-kind.ts';
import { fieldWord } from './field-words.ts';

/** A field that differs between two versions of a record. */
export type FieldChange = { path: string; kind: FieldKind; isAdded: boolean; isRemoved: boolean };

/** Daybook's own time of the version. It differs between any two versions. */
const ownFields = ['modifiedDate'];

/** Compares two versions of a record field by field. Amounts are compared as decimals: 1.50 is 1.5. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const changes = compare(before, after, '').filter(({ path }) => !ownFields.includes(path));
  const changed = new Set(changes.map(({ path }) => path));
  // The id of a reference says nothing beside its name.
  return changes.filter(
    ({ path }) => !names.some((name) => changed.has(path.replace(/\.id$/, `.${name}`))) || !isId(path),
  );
}

const names = ['name', 'companyName', 'supplierName', 'reference'];
const isId = (path: string) => path.endsWith('.id');

function compare(before: unknown, after: unknown, path: string): FieldChange[] {
  if (before === after || (isAbsent(before) && isAbsent(after))) return [];
  const [was, is] = [childrenOf(before), childrenOf(after)];
  // An element that was added to a list, or removed from it, is one change. Other objects are compared by their fields.
  const isElement = /\.\d+$/.test(path) && (isAbsent(before) || isAbsent(after));
  if ((was || is) && !isElement) {
    const keys = new Set([...Object.keys(is ?? {}), ...Object.keys(was ?? {})]);
    return [...keys].flatMap((name) => compare(was?.[name], is?.[name], path === '' ? name : `${path}.${name}`));
  }
  if (textOf(before) === textOf(after)) return [];
  const kind = kindOfField(path.replaceAll(/\.\d+(?=\.|$)/g, ''), shapeOf(isAbsent(after) ? before : after));
  return [{ path, kind, isAdded: isAbsent(before), isRemoved: isAbsent(after) }];
}

const isAbsent = (value: unknown) => value === undefined || value === null;

function childrenOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || digitsOf(value) !== undefined) return undefined;
  return value as Record<string, unknown>;
}

function textOf(value: unknown): string {
  const digits = digitsOf(value);
  return digits === undefined ? (JSON.stringify(value) ?? '') : plain(digits);
}

function shapeOf(value: unknown): Shape['kind'] {
  if (digitsOf(value) !== undefined) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? 'time' : 'text';
}

/** Names a field in words, with the place of an element of a list: "Lines 2 · Quantity". */
export function changeWord(path: string): string {
  const [, list, place, rest] = /^(.+?)\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (list === undefined || place === undefined) return fieldWord(path);
  const element = `${fieldWord(list)} ${Number(place) + 1}`;
  return rest === undefined ? element : `${element} · ${changeWord(rest)}`;
}

const nameFields = ['description', 'name', 'itemRef.name', 'accountRef.name', 'payment.reference', 'type', 'id'];
const amountFields = ['totalAmount', 'subTotal', 'netAmount', 'allocation.totalAmount', 'amount', 'rate'];

/** The fields that stand for a whole element of a list: its name and its amount. */
export function elementFields(element: unknown): { name?: string; amount?: string } {
  const has = (path: string) => !isAbsent(valueAt(element, path));
  const [name, amount] = [nameFields.find(has), amountFields.find(has)];
  return { ...(name && { name }), ...(amount && { amount }) };
}
