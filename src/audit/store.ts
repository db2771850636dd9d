import { type Insertable, type Kysely, sql } from 'kysely';
import type { AuditTable } from '../db/people-tables.ts';
import type { Tables } from '../db/tables.ts';
import { columnFields, valuesOf } from '../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedRows } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { AuditEntry } from './wire.ts';

/** SQL on `audit`. */
export async function insertAudit(tx: Kysely<Tables>, row: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('audit').values(row).execute();
}

const column = (name: string) => sql.ref(`u.${name}`);
const isNull = (name: string) => sql<boolean>`${column(name)} is null`;

const record = fixedText(
  jsonObject([
    { name: 'auditId', json: jsonPlain(column('audit_id')) },
    { name: 'at', json: jsonTime(column('at')) },
    {
      name: 'actor',
      json: jsonObject([
        { name: 'kind', json: jsonPlain(column('actor_kind')) },
        { name: 'id', json: jsonPlain(column('actor_id')), absent: isNull('actor_id') },
        { name: 'name', json: jsonText(column('actor_name')) },
      ]),
    },
    { name: 'operation', json: jsonPlain(column('operation')) },
    {
      name: 'subject',
      json: jsonObject([
        { name: 'kind', json: jsonPlain(column('subject_kind')) },
        { name: 'id', json: jsonText(column('subject_id')), absent: isNull('subject_id') },
        { name: 'name', json: jsonText(column('subject_name')), absent: isNull('subject_name') },
      ]),
    },
    { name: 'companyId', json: jsonPlain(column('company_id')), absent: isNull('company_id') },
    { name: 'before', json: sql`u.before::text`, absent: isNull('before') },
    { name: 'after', json: sql`u.after::text`, absent: isNull('after') },
    { name: 'address', json: jsonText(column('address')), absent: isNull('address') },
    { name: 'correlationId', json: jsonPlain(column('correlation_id')), absent: isNull('correlation_id') },
  ]),
);

const fields = columnFields({
  auditId: { kind: 'uuid', column: column('audit_id'), required: true },
  at: { kind: 'time', column: column('at'), required: true },
  'actor.kind': {
    kind: 'choice',
    choices: valuesOf(AuditEntry.properties.actor.properties.kind),
    column: column('actor_kind'),
  },
  'actor.id': { kind: 'uuid', column: column('actor_id') },
  'actor.name': { kind: 'text', column: column('actor_name') },
  operation: { kind: 'text', column: column('operation') },
  'subject.kind': { kind: 'text', column: column('subject_kind') },
  'subject.id': { kind: 'text', column: column('subject_id') },
  'subject.name': { kind: 'text', column: column('subject_name') },
  companyId: { kind: 'uuid', column: column('company_id') },
  address: { kind: 'text', column: column('address') },
  correlationId: { kind: 'uuid', column: column('correlation_id') },
});

/** The audit entries of the account, newest first. */
export function auditList(accountId: string): List {
  return countedList({
    name: 'audit',
    from: sql`audit u`,
    pinned: pinnedRows('audit', 'u'),
    scope: sql<boolean>`u.account_id = ${accountId}::uuid`,
    record,
    fields,
    key: { expression: column('audit_id'), type: sql`uuid`, descending: true },
  });
}

/** Deletes one batch, oldest first. Returns the number of deleted rows. */
export async function deleteAuditBefore(
  system: Kysely<Tables>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const result = await sql`delete from audit where (account_id, audit_id) in (
      select account_id, audit_id from audit where at < ${before}::timestamptz order by at limit ${limit})`.execute(
    system,
  );
  return Number(result.numAffectedRows ?? 0);
}
