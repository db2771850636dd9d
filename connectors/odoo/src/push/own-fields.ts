import { isSameValue, type PushableFields, type PushedField } from '@daybook/connector-kit';
import type { OdooCall } from '../requests.ts';
import type { Row } from '../source.ts';
import type { Table } from './table.ts';

/**
 * Fields that a push can set in addition to those of the data type: fields that the company has added, whose names begin
 * with `x_`, and a few of Odoo's own that no push sets. `/.id` names a record by its id, as Odoo's import does.
 */
export const ownFields = (...more: string[]): PushableFields => ({
  pattern: ['x_[a-z0-9_]{1,60}(?:/\\.id)?', ...more].join('|'),
  types: ['text', 'number', 'date', 'boolean'],
  description: `${more.map((name) => `${name}, or `).join('')}fields whose names begin with x_, such as x_studio_project; for a reference to a record x_studio_project_id/.id with its id`,
});

const idColumn = '/.id';
const nameOf = ({ field }: PushedField) => field.replace(idColumn, '');
const isReference = ({ field }: PushedField) => field.endsWith(idColumn);

/** Adds the fields to a call that creates or writes a record. */
export function withOwn(call: OdooCall, fields: readonly PushedField[] = []): OdooCall {
  const { method, parameters } = call;
  if (fields.length === 0 || !['load', 'write'].includes(method)) return call;
  if (method === 'load') {
    const { fields: columns, data } = parameters as unknown as Table;
    const rows = data.map((row, at) => [...row, ...fields.map((one) => (at === 0 ? importedText(one) : ''))]);
    return { ...call, parameters: { fields: [...columns, ...fields.map(({ field }) => field)], data: rows } };
  }
  return { ...call, parameters: { ...parameters, vals: { ...(parameters.vals as object), ...ownValues(fields) } } };
}

/** A value as Odoo imports it. */
const importedText = ({ value }: PushedField) =>
  typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'string' ? value : JSON.stringify(value);

export const ownValues = (fields: readonly PushedField[]) =>
  Object.fromEntries(fields.map((one) => [nameOf(one), isReference(one) ? Number(importedText(one)) : one.value]));

/** Whether the stored record has the values. A field that is not read, such as a computed one, counts as different. */
export function isOwnKept(row: Row, fields: readonly PushedField[] = []): boolean {
  return fields.every((one) => {
    const kept = (row as Row & Record<string, unknown>)[nameOf(one)];
    if (kept === undefined) return false;
    return isSameValue(isReference(one) ? Number(importedText(one)) : one.value, kept);
  });
}

/** Maps the fields to those of the client's record, so that an error can name them. */
export const ownNames = (fields: readonly PushedField[] = []) =>
  Object.fromEntries(fields.map((one) => [nameOf(one), `customFields.${one.name}`]));
