import type { PulledRecord, PushAnswer, PushWish } from '@daybook/connector-kit';
import { recordOf, unreadable } from './pull-records.ts';
import { readFirst } from './push-records.ts';
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
