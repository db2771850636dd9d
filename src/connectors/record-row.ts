import { createHash } from 'node:crypto';
import { Compile, type Validator } from 'typebox/compile';
import type { DataType } from '../data-types/data-type.ts';
import type { PulledRecord } from './connector.ts';

/** From what a connector brought to what the store keeps. Pure. */

/** A provider sent what is not a record of the data type; the message names it. */
export class RecordRefused extends Error {
  override name = 'RecordRefused';
}

const hashBytes = 16;

/**
 * What tells a changed record from an unchanged one. The provider's own text is hashed, and the version of the mapping
 * with it: the record is a function of both, and nothing has to be mapped or brought into an order to compare.
 */
export function recordHash(pulled: PulledRecord, mappingVersion: number): Buffer {
  const content = pulled.source ?? JSON.stringify(pulled.record?.());
  return createHash('sha256').update(`${mappingVersion}|${content}`).digest().subarray(0, hashBytes);
}

/** A row in three parts: its small columns as JSON, and the two large ones as they are. */
export type RecordRow = { columns: string; payload: string; source: string | undefined };

export function recordRow(
  dataType: DataType,
  pulled: PulledRecord,
  row: { hash: Buffer; modified: string; pushId?: string },
): RecordRow {
  const record = makeRecord(dataType, pulled);
  const payload = JSON.stringify({
    id: pulled.id,
    ...record,
    modifiedDate: row.modified,
    ...(pulled.sourceModifiedDate && { sourceModifiedDate: pulled.sourceModifiedDate }),
    metadata: { isDeleted: false, ...(row.pushId !== undefined && { pushId: row.pushId }) },
  });
  requireValid(dataType, pulled.id, record, payload);
  const { columns } = dataType;
  const at = (path: string | undefined) => (path === undefined ? undefined : textAt(record, path));
  const [amount1, amount2] = [at(columns.amount1), at(columns.amount2)];
  const typed = JSON.stringify({
    record_id: pulled.id,
    hash: `\\x${row.hash.toString('hex')}`,
    status: at(columns.status)?.toLowerCase(),
    date1: at(columns.date1),
    date2: at(columns.date2),
    amount1,
    amount1_f: companion(amount1),
    amount2,
    amount2_f: companion(amount2),
    ref1: at(columns.ref1),
  });
  return { columns: storable(typed), payload: storable(payload), source: pulled.source?.replaceAll('\0', '\ufffd') };
}

/** Longer ones do not fit into an index. */
const idLengthMax = 500;

function makeRecord(dataType: DataType, pulled: PulledRecord): object {
  if (pulled.id.length > idLengthMax)
    throw new RecordRefused(`A ${dataType.name} record has an id of more than ${idLengthMax} characters.`);
  try {
    const record = pulled.record?.();
    if (record) return record;
  } catch (error) {
    throw new RecordRefused(`The ${dataType.name} record "${pulled.id}" cannot be mapped.`, { cause: error });
  }
  throw new RecordRefused(`The ${dataType.name} record "${pulled.id}" came without content.`);
}

const validators = new Map<string, Validator>();

/** Filters cast what is stored: what is not of its schema must not get in. */
function requireValid(dataType: DataType, id: string, record: object, payload: string): void {
  let validator = validators.get(dataType.name);
  if (!validator) {
    validator = Compile(dataType.record);
    validators.set(dataType.name, validator);
  }
  // Raw numbers are no numbers to the validator: what it refuses is looked at again as it will be stored.
  if (validator.Check(record)) return;
  const stored: unknown = JSON.parse(payload);
  if (validator.Check(stored)) return;
  const [problem] = validator.Errors(stored);
  throw new RecordRefused(
    `The ${dataType.name} record "${id}" is not as the data type demands: ${problem?.instancePath || '/'} ${problem?.message ?? ''}.`,
  );
}

function textAt(record: object, path: string): string | undefined {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === undefined || value === null) return undefined;
  const raw = value as { rawJSON?: string };
  return typeof value === 'object' ? raw.rawJSON : String(value);
}

/** Rounded as PostgreSQL rounds it, so that the order of the companions is that of the numbers. */
function companion(amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined;
  return Math.min(Math.max(Number(amount), -Number.MAX_VALUE), Number.MAX_VALUE);
}

const escapes = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|u[0-9a-f]{4}|.)/g;

/** PostgreSQL keeps neither NUL nor half of a surrogate pair; both become the replacement character. */
function storable(json: string): string {
  if (!json.includes('\\u')) return json;
  return json.replace(escapes, (one) => (/^\\(?:u0000|ud)/.test(one) ? '\\ufffd' : one));
}
