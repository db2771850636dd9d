import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { columnFields, valuesOf } from '../lists/fields.ts';
import { jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { ClientAccount, ClientMigration } from './wire.ts';

/** Read-only SQL over all accounts of the cell. */

/**
 * Returns a database handle for the operator. It reads lists as the database owner, without the scope of one account.
 */
export function asOwner(db: Db): Db {
  return {
    ...db,
    read: async <Row>(_: string, statement: Parameters<Db['read']>[1]) => {
      const { rows } = await db.system.executeQuery('compile' in statement ? statement.compile(db.system) : statement);
      return rows as Row[];
    },
  };
}

const count = (table: string, more: RawBuilder<unknown> = sql`true`) =>
  sql`(select count(*) from ${sql.table(table)} x where x.account_id = a.account_id and ${more})`;
const companies = sql`(select coalesce(sum(l.total), 0)::bigint from company_count l where l.account_id = a.account_id)`;
const lastActivity = sql`(select max(x.last_used_at) from api_key x where x.account_id = a.account_id)`;

const accountJson = jsonObject([
  { name: 'accountId', json: jsonPlain(sql`a.account_id`) },
  { name: 'name', json: jsonText(sql`a.name`) },
  { name: 'plan', json: jsonPlain(sql`a.plan`) },
  {
    name: 'requestsPerMinute',
    json: sql`a.requests_per_minute::text`,
    absent: sql`a.requests_per_minute is null`,
  },
  { name: 'webhookGeneration', json: jsonPlain(sql`a.webhook_generation`) },
  { name: 'companies', json: sql`${companies}::text` },
  { name: 'consumers', json: sql`${count('consumer')}::text` },
  { name: 'apiKeys', json: sql`${count('api_key', sql`x.deleted_at is null`)}::text` },
  { name: 'members', json: sql`${count('member')}::text` },
  { name: 'created', json: jsonTime(sql`a.created_at`) },
  { name: 'lastActivity', json: jsonTime(lastActivity), absent: sql`${lastActivity} is null` },
]);

const accountColumns = {
  accountId: { kind: 'uuid', column: sql`a.account_id`, required: true },
  name: { kind: 'text', column: sql`a.name`, required: true },
  webhookGeneration: {
    kind: 'choice',
    choices: valuesOf(ClientAccount.properties.webhookGeneration),
    column: sql`a.webhook_generation`,
  },
  created: { kind: 'time', column: sql`a.created_at`, required: true },
} as const;
const key = { expression: sql`a.account_id`, type: sql`uuid`, descending: false } as const;

export function clientAccountList(): List {
  return countedList({
    name: 'client accounts',
    small: true,
    from: sql`account a`,
    scope: sql`true`,
    record: accountJson,
    fields: columnFields({
      ...accountColumns,
      plan: { kind: 'choice', choices: valuesOf(ClientAccount.properties.plan), column: sql`a.plan` },
      companies: { kind: 'number', column: companies },
      lastActivity: { kind: 'time', column: lastActivity },
    }),
    key,
  });
}

export async function findClientAccount(system: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`select ${accountJson} as json from account a
    where a.account_id = ${accountId}::uuid`.execute(system);
  return rows[0]?.json;
}

const step = (kind: string) =>
  sql`(select max(x.at) from migration_step x where x.account_id = a.account_id and x.kind = ${sql.lit(kind)})`;
const lastStep = sql`(select max(x.at) from migration_step x where x.account_id = a.account_id)`;
const state = sql`(case when a.webhook_generation = 'newer' then 'migrated'
  when ${step('rolledBack')} is not null then 'rolledBack' else 'notMigrated' end)`;

/** Lists the accounts that use the older webhooks, or used them until they were migrated. */
export function clientMigrationList(): List {
  return countedList({
    name: 'client migrations',
    small: true,
    from: sql`account a`,
    scope: sql`(a.webhook_generation = 'older' or exists (select from migration_step x where x.account_id = a.account_id))`,
    record: jsonObject([
      { name: 'accountId', json: jsonPlain(sql`a.account_id`) },
      { name: 'name', json: jsonText(sql`a.name`) },
      { name: 'webhookGeneration', json: jsonPlain(sql`a.webhook_generation`) },
      { name: 'state', json: jsonPlain(state) },
      { name: 'rules', json: sql`${count('rule')}::text` },
      { name: 'declared', json: sql`(${step('declared')} is not null)::text` },
      { name: 'requested', json: jsonTime(step('requested')), absent: sql`${step('requested')} is null` },
      { name: 'lastStep', json: jsonTime(lastStep), absent: sql`${lastStep} is null` },
    ]),
    fields: columnFields({
      ...accountColumns,
      state: { kind: 'choice', choices: valuesOf(ClientMigration.properties.state), column: state },
      requested: { kind: 'time', column: step('requested') },
      lastStep: { kind: 'time', column: lastStep },
    }),
    key,
  });
}
