import { digitsOf } from '../../../ui/code/exact-json.ts';
import { plain } from '../../../ui/decimal.ts';
import type { Shape } from '../browse/record-fields.ts';
import { type FieldKind, kindOfField } from './field-kind.ts';
import { fieldWord } from './field-words.ts';

/** A field that differs between two versions of a record. */
export type FieldChange = { path: string; kind: FieldKind; isAdded: boolean; isRemoved: boolean };

/** Daybook's own time of the version. It differs between any two versions. */
const ownFields = ['modifiedDate'];

/** Compares two versions of a record field by field. Amounts are compared as decimals: 1.50 is 1.5. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [leaves(before), leaves(after)];
  // The order of the newer version, then what it no longer has.
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was?.text === is?.text || ownFields.includes(path)) return [];
    const kind = kindOfField(path.replaceAll(/\.\d+(?=\.|$)/g, ''), (is ?? was)?.kind);
    return [{ path, kind, isAdded: was === undefined, isRemoved: is === undefined }];
  });
}

type Leaf = { text: string; kind: Shape['kind'] };

function leaves(value: unknown, path = ''): Map<string, Leaf> {
  const digits = digitsOf(value);
  if (digits !== undefined) return new Map([[path, { text: plain(digits), kind: 'number' }]]);
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object') return new Map([[path, { text: JSON.stringify(value), kind: kindOf(value) }]]);
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [...leaves(part, path === '' ? name : `${path}.${name}`)]),
  );
}

function kindOf(value: unknown): Shape['kind'] {
  if (typeof value === 'boolean') return 'boolean';
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(String(value)) ? 'time' : 'text';
}

/** Names a field in words, with the place of an element of a list: "Lines 2 · Quantity". */
export function changeWord(path: string): string {
  const [, list, place, rest] = /^(.+?)\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (list === undefined || place === undefined) return fieldWord(path);
  const element = `${fieldWord(list)} ${Number(place) + 1}`;
  return rest === undefined ? element : `${element} · ${changeWord(rest)}`;
}
