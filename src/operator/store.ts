import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Db, ReadOptions, Statement } from '../db/db.ts';
import { snapshotBytesOf } from '../db/snapshot-disk.ts';
import type { Tables } from '../db/tables.ts';
import { noAccount } from '../http/access/principal.ts';
import { column, columns, shown } from '../lists/columns.ts';
import { neededText } from '../lists/filter/needed-text.ts';
import { parseFilter } from '../lists/filter/parse-filter.ts';
import type { Pinned } from '../lists/list.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { madeIn, notEndedIn } from '../lists/page/pin.ts';
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
const accountName = column(sql`a.name`, Type.String(), {
  field: { order: { expression: sql`a.name collate "C"`, type: sql`text`, indexed: true } },
});
const created = column(sql`a.created_at`, time, {
  field: { order: { expression: sql`a.created_at`, type: sql`timestamptz`, indexed: true } },
});
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
  snapshotDays: shown(
    sql`a.snapshot_days`,
    Type.Optional(
      Type.Integer({ description: 'How many days its snapshots are kept at the longest, if not the default.' }),
    ),
  ),
  snapshotBytes: shown(
    sql`a.snapshot_bytes`,
    Type.Optional(Type.Integer({ description: 'How many bytes its snapshots may hold on disk, if not the default.' })),
  ),
  snapshotBytesHeld: shown(
    snapshotBytesOf(sql`a.account_id`),
    Type.Integer({ minimum: 0, description: 'What its snapshots of companies hold on disk.' }),
  ),
  webhookGeneration,
  companies: column(
    sql`(select coalesce(sum(l.total), 0)::bigint from company_count l where l.account_id = a.account_id)`,
    count,
  ),
  consumers: shown(rowsIn('consumer'), count),
  apiKeys: shown(rowsIn('api_key', sql`x.deleted_at is null`), count),
  members: shown(rowsIn('member'), count),
  created,
  lastActivity: column(
    sql`(select max(x.last_used_at) from api_key x where x.account_id = a.account_id)`,
    Type.Optional(
      Type.String({ format: 'date-time', description: "Time of the last request with one of the account's API keys." }),
    ),
  ),
});
export const ClientAccount = Type.Object(accountColumns.shape, { title: 'ClientAccount' });

const key = { expression: sql`a.account_id`, type: sql`uuid`, descending: false } as const;

/** The accounts that existed in a snapshot, and their past versions (keep_past_account). Their counts are current. */
const pinned: Pinned = {
  alias: 'a',
  parts: (snapshot) => [
    sql`(select v.* from account v where ${madeIn(snapshot, 'v')}) a`,
    sql`(select p.* from past_row h join account v on v.account_id = h.row_id
      cross join lateral jsonb_populate_record(v, h.content) p
      where h.account_id = ${noAccount}::uuid and h.relation = 'account' and h.scope_id = ${noAccount}::uuid
        and ${notEndedIn(snapshot, 'h')} and ${madeIn(snapshot, 'h')}) a`,
  ],
};

/** `query` is the filter of the request. If it selects names that contain a text, an index finds them. */
export function clientAccountList(query?: string): List {
  const text = query?.trim() ? neededText(parseFilter(query), 'name') : undefined;
  const list = countedList({
    name: 'client accounts',
    from: sql`account a`,
    pinned,
    scope: text === undefined ? sql`true` : isNamed(text),
    record: accountColumns.json,
    fields: accountColumns.fields,
    key,
  });
  const total = sql`(select coalesce(sum(total), 0)::bigint from cell_count where counted = 'accounts')`;
  return { ...list, head: sql`(select 0::bigint as version, ${total} as total)` };
}

/** The index of names is the one of companies, with this id instead of the account's. More groups hardly narrow it. */
const isNamed = (text: string) => sql<boolean>`name_grams(${sql.lit(noAccount)}, a.name)
  @> (name_grams(${sql.lit(noAccount)}, ${text}))[1:16]`;

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

const everOlder = sql`(select o.account_id from account o where o.webhook_generation = 'older'
  union select x.account_id from migration_step x)`;

/** Lists the accounts that use the older webhooks, or used them until they were migrated. */
export function clientMigrationList(): List {
  const list = countedList({
    name: 'client migrations',
    from: sql`account a`,
    pinned,
    scope: sql`a.account_id in ${everOlder}`,
    record: migrationColumns.json,
    fields: migrationColumns.fields,
    key,
  });
  return { ...list, head: sql`(select 0::bigint as version, count(*) as total from ${everOlder} o)` };
}
