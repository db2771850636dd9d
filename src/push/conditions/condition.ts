import type { PulledRecord, Push } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { inputInvalid, type ValidationItem } from '../../base/errors.ts';
import { type CustomField, readCustomFields } from '../../connectors/custom-fields.ts';
import type { Tx } from '../../db/db.ts';
import { etagOfBody } from '../../http/etag.ts';
import { recordMovedOn } from '../refusals.ts';
import type { PushRow } from '../store.ts';
import { findDifferences } from './find-differences.ts';

/** What must still be true of the record when the push is sent. Stored as JSON text, so that no digit is lost. */
export type Condition = {
  /** The record that the client has changed, as Daybook shows it. */
  record: string;
  /** The platform's own version of the record when it was last compared. */
  version?: string;
  /** When the platform was last asked. Only a check of the last few seconds counts. */
  checkedAt?: string;
};

type Place = { companyId: string; connectionId: string; dataType: string; recordId: string };

/** How many versions of a record are searched for the one that the client knows. */
const versionsMax = 100;

type Version = { json: string; source: string | null };

/**
 * Finds the version whose ETag the client has sent, and compares it with the newest one. A newer version with the same
 * content, such as one that only confirms a push, counts as the same.
 */
export async function acceptCondition(
  tx: Tx,
  push: Push,
  { ifMatch, ...place }: Place & { ifMatch: string },
): Promise<Condition> {
  const tag = readTag(ifMatch);
  const versions = await readVersions(tx, place, versionsMax);
  const [newest] = versions;
  const known = versions.find(({ json }) => bare(etagOfBody(json)) === tag);
  if (!newest) throw recordMovedOn({ reason: 'Daybook has no such record', items: [] });
  if (!known)
    throw recordMovedOn({
      reason: 'no stored version of the record has the ETag in If-Match. Read the record again',
      items: [],
    });
  const items = findDifferences(exact(known.json), exact(newest.json), { withCustom: true });
  if (items.length > 0) throw recordMovedOn({ reason: 'the record has changed since that version', items });
  const version = newest.source === null ? undefined : push.versionOf?.(newest.source);
  return { record: newest.json, ...(version !== undefined && { version }) };
}

/** Compares the record with the newest published version, in the transaction in which a push is about to be sent. */
export async function compareWithBooks(tx: Tx, row: PushRow): Promise<ValidationItem[]> {
  const condition = conditionOf(row);
  if (!condition) return [];
  const { company_id: companyId, connection_id: connectionId, data_type: dataType, record_id: recordId } = row;
  const [newest] = await readVersions(tx, { companyId, connectionId, dataType, recordId: recordId ?? '' }, 1);
  if (!newest) return [];
  return findDifferences(exact(condition.record), exact(newest.json), { withCustom: true });
}

/**
 * Compares the record with the one that the platform has just returned. `custom` are the custom fields that the push
 * sets: those of both records are compared too. A record that Daybook shows without custom fields has none to compare.
 */
export function compareWithPlatform(
  condition: Condition,
  push: Push,
  record: PulledRecord,
  custom: readonly CustomField[],
): ValidationItem[] {
  const version = record.source === undefined ? undefined : push.versionOf?.(record.source);
  if (push.checksVersion && version !== undefined && version === condition.version) return [];
  const now = record.record?.();
  if (!now) return [];
  const before = exact(condition.record) as { customFields?: Record<string, unknown> };
  const items = findDifferences(before, exact(JSON.stringify(now)), { withCustom: false });
  const { customFields } = before;
  if (!customFields || record.source === undefined) return items;
  const { values } = readCustomFields(record.source, custom);
  const known = custom.flatMap(({ name }) => (Object.hasOwn(customFields, name) ? [[name, customFields[name]]] : []));
  const [then, after] = [{ customFields: Object.fromEntries(known) }, { customFields: values }];
  return [...items, ...findDifferences(then, exact(JSON.stringify(after)), { withCustom: true })];
}

/** What the platform returned, as the condition of the request that follows. */
export function checkedCondition(condition: Condition, push: Push, record: PulledRecord, at: Date): Condition {
  const version = record.source === undefined ? undefined : push.versionOf?.(record.source);
  return { record: condition.record, ...(version !== undefined && { version }), checkedAt: at.toISOString() };
}

export const conditionOf = ({ condition }: Pick<PushRow, 'condition'>): Condition | undefined =>
  typeof condition === 'string' ? (JSON.parse(condition) as Condition) : undefined;

/** The check counts only for a request that follows at once. */
const checkLastsMs = 3000;

/** Whether the platform must be asked before the push is sent. */
export function isCheckDue(row: Pick<PushRow, 'condition'>, push: Push, now: Date): boolean {
  const condition = conditionOf(row);
  if (!condition || !push.read) return false;
  return condition.checkedAt === undefined || now.getTime() - Date.parse(condition.checkedAt) > checkLastsMs;
}

const exact = (json: string) => parseExact(json) as object;
const bare = (tag: string) => tag.trim().replace(/^W\//, '');

function readTag(ifMatch: string): string {
  const tag = bare(ifMatch);
  if (/^"[\x21\x23-\x7e]*"$/.test(tag)) return tag;
  const message = 'The header "If-Match" must be one ETag, as GET of the record has returned it.';
  throw inputInvalid({ service: 'push', items: [{ itemId: 'If-Match', message, validatorName: 'etagValidator' }] });
}

/** The published versions of the record, newest first. */
async function readVersions(tx: Tx, place: Place, limit: number): Promise<Version[]> {
  const { rows } = await sql<Version>`select r.payload::text as json, r.source from data_set d
      cross join lateral (select * from record r where r.account_id = ${tx.accountId}::uuid
        and r.company_id = ${place.companyId}::uuid and r.data_set_id = d.data_set_id and r.record_id = ${place.recordId}
        and r.gen_from <= d.published_generation order by r.record_id desc, r.gen_from desc limit ${limit}) r
    where d.account_id = ${tx.accountId}::uuid and d.company_id = ${place.companyId}::uuid
      and d.connection_id = ${place.connectionId}::uuid and d.data_type = ${place.dataType}
    order by r.gen_from desc`.execute(tx);
  return rows;
}
