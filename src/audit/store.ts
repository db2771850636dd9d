import { type Insertable, type Kysely, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../base/open-values.ts';
import type { Tx } from '../db/db.ts';
import type { Row, Tables } from '../db/tables.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';
import { column, columns, group } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedRows } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';

/** SQL on `audit`. */
const written = [
  'account_id',
  'audit_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'operation',
  'subject_kind',
  'subject_id',
  'subject_name',
  'company_id',
  'before',
  'after',
  'address',
  'correlation_id',
] as const;

/** Every change writes an entry, so the statement is compiled and planned only once. */
export const auditStatement = fixedStatement(
  (row: Insertable<Tables['audit']>) => written.map((name) => row[name] ?? null),
  (values) => sql`insert into audit (${sql.join(written.map((name) => sql.ref(name)))}) values (${sql.join(values)})`,
);

export async function insertAudit(tx: Kysely<Tables>, row: Insertable<Tables['audit']>): Promise<void> {
  await tx.executeQuery(auditStatement(tx, row));
}

export async function setAuditAfter(tx: Tx, auditId: string, after: string | null): Promise<void> {
  await tx
    .updateTable('audit')
    .set({ after })
    .where('account_id', '=', tx.accountId)
    .where('audit_id', '=', auditId)
    .execute();
}

const auditColumns = columns({
  auditId: column(sql`u.audit_id`, uuid),
  at: column(sql`u.at`, time),
  actor: group({
    kind: column(
      sql`u.actor_kind`,
      Type.Enum(['person', 'key', 'operator', 'service', 'link'], {
        description: openValues(
          '`person`: a member of the account. `key`: an API key. `operator`: someone who runs the service. `service`: the service itself. `link`: someone who used a company link.',
        ),
      }),
    ),
    id: column(sql`u.actor_id`, Type.Optional(uuid)),
    name: column(
      sql`u.actor_name`,
      Type.String({ description: 'The name that the actor had at the time of the change.' }),
    ),
  }),
  operation: column(
    sql`u.operation`,
    Type.String({ description: 'An operationId such as `changeCompany`, or an action such as `resetPerson`.' }),
    { plain: true },
  ),
  subject: group({
    kind: column(
      sql`u.subject_kind`,
      Type.String({ description: 'The kind of object that was changed, such as `company`.' }),
      { plain: true },
    ),
    id: column(sql`u.subject_id`, Type.Optional(Type.String())),
    name: column(sql`u.subject_name`, Type.Optional(Type.String())),
  }),
  companyId: column(sql`u.company_id`, Type.Optional(uuid)),
  before: column(
    sql`u.before::text`,
    Type.Optional(Type.Unknown({ description: 'The state before the change, with secrets masked.' })),
    { absent: sql`u.before is null` },
  ),
  after: column(
    sql`u.after::text`,
    Type.Optional(Type.Unknown({ description: 'The response to the change, with secrets masked.' })),
    { absent: sql`u.after is null` },
  ),
  address: column(sql`u.address`, Type.Optional(Type.String({ description: 'IP address of the client.' }))),
  correlationId: column(sql`u.correlation_id`, Type.Optional(uuid)),
});
export const AuditEntry = Type.Object(auditColumns.shape, { title: 'AuditEntry' });

/** The audit entries of the account, newest first. */
export function auditList(accountId: string): List {
  return countedList({
    name: 'audit',
    from: sql`audit u`,
    pinned: pinnedRows('audit', 'u'),
    scope: sql<boolean>`u.account_id = ${accountId}::uuid`,
    record: auditColumns.json,
    fields: auditColumns.fields,
    key: { expression: sql`u.audit_id`, type: sql`uuid`, descending: true },
  });
}

/** Deletes one batch, oldest first. Returns the number of deleted rows. */
export async function deleteAuditBefore(
  system: Kysely<Tables>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const result = await sql`delete from audit where ctid = any (array(
      select ctid from audit where at < ${before}::timestamptz order by at limit ${limit}))`.execute(system);
  return Number(result.numAffectedRows ?? 0);
}

/** Reads the newest entries of the account's audit log. */
export async function readNewest(tx: Tx, limit: number): Promise<Row<'audit'>[]> {
  return tx
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute();
}
