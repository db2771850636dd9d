import { hash } from 'node:crypto';
import type { PulledRecord, PushAnswer, PushWish } from '@daybook/connector-kit';
import { recordOf, unreadable } from './pull-records.ts';
import { readFirst } from './read-first.ts';
import type { Tryton } from './session.ts';
import type { Source } from './source.ts';
import { decode } from './values.ts';

/** This file contains what updates and deletions of all data types share. */

/** The largest id that Tryton's database can hold. */
const idMax = 2 ** 31 - 1;

/** Returns the id as a number. A text that cannot be an id stays as it is, and no record is found by it. */
export function idFrom(recordId = ''): number | string {
  const id = Number(recordId);
  return /^[1-9][0-9]*$/.test(recordId) && id <= idMax ? id : recordId;
}

export type Found<Wire> = { wire: Wire; record: PulledRecord };

/** Reads the record that an update or a deletion names. Returns undefined if this data type has no such record. */
export async function readNamed<Wire>(
  tryton: Tryton,
  source: Source,
  { recordId }: PushWish,
): Promise<Found<Wire> | undefined> {
  const id = idFrom(recordId);
  if (typeof id === 'string') return undefined;
  const row = await readFirst(tryton, source, [...source.domain, ['id', '=', id]]);
  const [record] = row ? recordOf(source, row, { isIncremental: false }) : [];
  return record && { wire: decode(row) as Wire, record };
}

/**
 * The version of a record. Lines, addresses and payments belong to a record but do not change its `write_date`, so the
 * version is a hash of all that was read.
 */
export const versionOf = (source: string) => hash('sha256', source).slice(0, 32);

export const outdated: PushAnswer = {
  ...{ kind: 'refused', statusCode: 409, message: 'The record was just changed in Tryton.', errors: [] },
  isStale: true,
};

/** Reads the record that an update or a deletion is about to change. The answer is what rules the change out. */
export async function readForChange<Wire>(
  tryton: Tryton,
  source: Source,
  wish: PushWish,
): Promise<Found<Wire> | PushAnswer> {
  const found = await readNamed<Wire>(tryton, source, wish);
  if (!found) return gone;
  return wish.version !== undefined && wish.version !== versionOf(found.record.source ?? '') ? outdated : found;
}

/** The models of records that are written with the record that they belong to. */
const partModels: Readonly<Record<string, string>> = {
  lines: 'account.invoice.line',
  addresses: 'party.address',
  contact_mechanisms: 'party.contact_mechanism',
};

type Stamped = { id: number; _timestamp?: unknown };

/**
 * The context with which Tryton itself rejects a call, in the transaction that would write, if somebody has changed the
 * record, or a part of it, since this was read. Empty for a push without a condition.
 */
export async function guardOf(tryton: Tryton, { model, movedBy }: Source, wish: PushWish): Promise<object> {
  const id = idFrom(wish.recordId);
  if (wish.version === undefined || wish.operation === 'create' || typeof id === 'string') return {};
  const parts = Object.keys(partModels).filter((name) => movedBy.includes(name));
  const fields = ['_timestamp', ...parts.map((name) => `${name}._timestamp`)];
  const params = [[['id', '=', id]], 0, 1, null, fields];
  const [row] = await tryton.call<(Stamped & Record<string, unknown>)[]>(`model.${model}.search_read`, params);
  if (!row) return {};
  const stamped = [
    { model, rows: [row] },
    ...parts.map((name) => ({ model: partModels[name], rows: (row[`${name}.`] ?? []) as Stamped[] })),
  ];
  const stamps = stamped.flatMap(({ model: of, rows }) => rows.map((one) => [`${of},${one.id}`, one._timestamp]));
  return { _timestamp: Object.fromEntries(stamps) };
}

/** Whether a record exists, also if it now belongs to another data type. */
export async function exists(
  tryton: Tryton,
  { model }: Pick<Source, 'model'>,
  { recordId }: PushWish,
): Promise<boolean> {
  const id = idFrom(recordId);
  if (typeof id === 'string') return false;
  const params = [[['id', '=', id]], 0, 1, null];
  return (await tryton.call<number[]>(`model.${model}.search`, params).catch(unreadable)).length > 0;
}

export const gone: PushAnswer = { kind: 'refused', statusCode: 404, message: 'Tryton has no such record.', errors: [] };

/** The record is in a state in which Tryton does not allow the change. Nothing was sent. */
export function conflict(message: string, record: object | undefined): PushAnswer {
  const errors = record && 'status' in record ? [{ itemId: 'status', message }] : [];
  return { kind: 'refused', statusCode: 409, message, errors };
}
