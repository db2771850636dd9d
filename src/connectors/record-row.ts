import { createHash } from 'node:crypto';
import type { DataType, PulledPage, PulledRecord } from '@daybook/connector-kit';
import { Compile, type Validator } from 'typebox/compile';
import { type CustomField, readCustomFields } from './custom-fields.ts';
import { leafOf } from './record-leaf.ts';
import { inStoredOrder } from './stored-order.ts';

/**
 * A record as a sync gets it. If a thread has read the record, the content stays in the thread, and only its hash is
 * here (`contentHash`).
 */
export type ReadRecord = PulledRecord & { contentHash?: Buffer };

export type ReadPage = Omit<PulledPage, 'records'> & {
  records: ReadRecord[];
  /** Converts the given records to database rows. Set only if a thread has read the page (connector-threads.ts). */
  rows?(records: readonly ReadRecord[], making: RowMaking): Promise<RecordRow[]>;
};

export type RowMaking = {
  /** The time when Daybook's copy changed, in ISO 8601. */
  modified: string;
  /** Whether the leaf is computed with the row. Otherwise a proof computes it later, which takes longer. */
  isProven: boolean;
};

/** A provider sent a record that does not match its data type. The error message names the record. */
export class RecordRefused extends Error {
  override name = 'RecordRefused';
}

export const hashBytes = 16;

/**
 * Computes the hash that detects changed records. The hash covers the provider's own text and the mapping (mapping.ts),
 * because the record depends on nothing else. So records are compared without mapping them or sorting their fields.
 */
export function recordHash(pulled: PulledRecord, mapping: string): Buffer {
  const content = pulled.source ?? JSON.stringify(pulled.record?.());
  return createHash('sha256').update(`${mapping}|${content}`).digest().subarray(0, hashBytes);
}

/**
 * A row in three parts: the small columns as one JSON text, and the two large columns as plain text. `unreadable`: how
 * many values could not be read as the type of their custom field.
 */
export type RecordRow = { columns: string; payload: string; source: string | undefined; unreadable?: number };

export const countUnreadable = (rows: readonly RecordRow[]) =>
  rows.reduce((sum, { unreadable = 0 }) => sum + unreadable, 0);

/** Maximum size of one record. */
export const rowBytesMax = 4 * 1024 * 1024;

export const rowBytes = ({ columns, payload, source = '' }: RecordRow) =>
  Buffer.byteLength(columns) + Buffer.byteLength(payload) + Buffer.byteLength(source);

export function recordRow(
  dataType: DataType,
  pulled: PulledRecord,
  row: RowMaking & { hash: Buffer; pushId?: string; fields?: readonly CustomField[] | undefined },
): RecordRow {
  const record = makeRecord(dataType, pulled);
  const custom = row.fields && pulled.source !== undefined ? readCustomFields(pulled.source, row.fields) : undefined;
  const { payload, leaf } = writePayload(dataType, row.isProven, {
    id: pulled.id,
    ...record,
    ...(custom && { customFields: custom.values }),
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
    ...(leaf !== undefined && { leaf: `\\x${leaf}` }),
  });
  return {
    columns: storable(typed),
    payload,
    source: pulled.source?.replaceAll('\0', '\ufffd'),
    ...(custom && custom.unreadable.length > 0 && { unreadable: custom.unreadable.length }),
  };
}

/** The text of the record, and its leaf if the text is certainly the one that will be read from PostgreSQL. */
function writePayload(
  { name }: DataType,
  isProven: boolean,
  content: object,
): { payload: string; leaf: string | undefined } {
  if (!isProven) return { payload: storable(JSON.stringify(content)), leaf: undefined };
  const { value, isCertain } = inStoredOrder(content, name);
  const text = JSON.stringify(value);
  const payload = storable(text);
  return { payload, leaf: isCertain && payload === text ? leafOf(payload) : undefined };
}

/** Longer ids do not fit into an index. */
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
  throw new RecordRefused(`The ${dataType.name} record "${pulled.id}" has no content.`);
}

const validators = new Map<string, Validator>();

/** Filters cast stored values to types, so a record that does not match its schema must not be stored. */
function requireValid(dataType: DataType, id: string, record: object, payload: string): void {
  let validator = validators.get(dataType.name);
  if (!validator) {
    validator = Compile(dataType.record);
    validators.set(dataType.name, validator);
  }
  // The validator does not recognise raw JSON numbers, so a rejected record is checked again in its stored form.
  if (validator.Check(record)) return;
  const stored: unknown = JSON.parse(payload);
  if (validator.Check(stored)) return;
  const [problem] = validator.Errors(stored);
  throw new RecordRefused(
    `The ${dataType.name} record "${id}" does not match the data type's schema: ${problem?.instancePath || '/'} ${problem?.message ?? ''}.`,
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

/**
 * Converts an amount to the double that is stored next to it (`amount1_f` or `amount2_f`). It is rounded as PostgreSQL
 * would round it, so that both columns sort in the same order.
 */
function companion(amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined;
  return Math.min(Math.max(Number(amount), -Number.MAX_VALUE), Number.MAX_VALUE);
}

const escapes = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|u[0-9a-f]{4}|.)/g;

/**
 * Replaces NUL characters and halves of surrogate pairs with the replacement character. PostgreSQL cannot store them.
 */
function storable(json: string): string {
  if (!json.includes('\\u')) return json;
  return json.replace(escapes, (one) => (/^\\(?:u0000|ud)/.test(one) ? '\\ufffd' : one));
}
