import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Db, ReadOptions, Statement } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { column, columns, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { count, generation, open, plan } from './wire.ts';

/** Read-only SQL over all accounts of the cell (the installation). */

/**
 * Returns a database handle for the operator. It reads lists as the database owner, without the scope of one account.
 */
export function asOwner(db: Db): Db {
  return {
    ...db,
    read: async <Row>(_: string, statement: Statement<Row>, { bytesOf }: ReadOptions = {}) => {
      const { rows } = await db.system.executeQuery('compile' in statement ? statement.compile(db.system) : statement);
      return bytesOf === undefined ? rows : rows.map((row) => withBytes(row, bytesOf));
    },
  };
}

/** A reader that asks for bytes (`ReadOptions.bytesOf`) cannot use text. */
function withBytes<Row>(row: Row, column: string): Row {
  const text = (row as Record<string, unknown>)[column];
  return typeof text === 'string' ? { ...row, [column]: Buffer.from(text) } : row;
}

const rowsIn = (table: string, more: RawBuilder<unknown> = sql`true`) =>
  sql`(select count(*) from ${sql.table(table)} x where x.account_id = a.account_id and ${more})`;

const accountId = column(sql`a.account_id`, uuid);
const accountName = column(sql`a.name`, Type.String());
const webhookGeneration = column(sql`a.webhook_generation`, generation);

const accountColumns = columns({
  accountId,
  name: accountName,
  plan: column(sql`a.plan`, plan),
  requestsPerMinute: shown(
    sql`a.requests_per_minute`,
    Type.Optional(
      Type.Integer({ description: "The account's own limit. If absent, the installation's default applies." }),
    ),
  ),
  webhookGeneration,
  companies: column(
    sql`(select coalesce(sum(l.total), 0)::bigint from company_count l where l.account_id = a.account_id)`,
    count,
  ),
  consumers: shown(rowsIn('consumer'), count),
  apiKeys: shown(rowsIn('api_key', sql`x.deleted_at is null`), count),
  members: shown(rowsIn('member'), count),
  created: column(sql`a.created_at`, time),
  lastActivity: column(
    sql`(select max(x.last_used_at) from api_key x where x.account_id = a.account_id)`,
    Type.Optional(
      Type.String({ format: 'date-time', description: "Time of the last request with one of the account's API keys." }),
    ),
  ),
});
export const ClientAccount = Type.Object(accountColumns.shape, { title: 'ClientAccount' });

const key = { expression: sql`a.account_id`, type: sql`uuid`, descending: false } as const;

export function clientAccountList(): List {
  return countedList({
    name: 'client accounts',
    small: true,
    from: sql`account a`,
    scope: sql`true`,
    record: accountColumns.json,
    fields: accountColumns.fields,
    key,
  });
}

export async function findClientAccount(system: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`select ${accountColumns.json} as json from account a
    where a.account_id = ${accountId}::uuid`.execute(system);
  return rows[0]?.json;
}

const step = (kind: string) =>
  sql`(select max(x.at) from migration_step x where x.account_id = a.account_id and x.kind = ${sql.lit(kind)})`;
const migrationColumns = columns(
  {
    accountId,
    name: accountName,
    webhookGeneration,
    state: column(
      sql`(case when a.webhook_generation = 'newer' then 'migrated'
        when ${step('rolledBack')} is not null then 'rolledBack' else 'notMigrated' end)`,
      Type.Enum(['notMigrated', 'migrated', 'rolledBack'], { description: open }),
    ),
    rules: shown(rowsIn('rule'), count),
    declared: shown(sql`(${step('declared')} is not null)`, Type.Boolean()),
    requested: column(
      step('requested'),
      Type.Optional(Type.String({ format: 'date-time', description: 'When the client asked to migrate.' })),
    ),
    lastStep: column(
      sql`(select max(x.at) from migration_step x where x.account_id = a.account_id)`,
      Type.Optional(time),
    ),
  },
  { created: { kind: 'time', value: sql`a.created_at`, arrays: [], required: true } },
);
export const ClientMigration = Type.Object(migrationColumns.shape, { title: 'ClientMigration' });

/** Lists the accounts that use the older webhooks, or used them until they were migrated. */
export function clientMigrationList(): List {
  return countedList({
    name: 'client migrations',
    small: true,
    from: sql`account a`,
    scope: sql`(a.webhook_generation = 'older' or exists (select from migration_step x where x.account_id = a.account_id))`,
    record: migrationColumns.json,
    fields: migrationColumns.fields,
    key,
  });
}
