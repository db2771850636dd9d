import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';

import { eventNames } from '../events/event-types.ts';
import { column, columns, group, shown } from '../lists/columns.ts';
import type { List } from '../lists/list.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { time, uuid } from '../lists/wire.ts';
import { companyId, type } from './wire.ts';

/** SQL on `rule` and `webhook_profile`. */
const own = (accountId: string) => sql<boolean>`r.account_id = ${accountId}::uuid`;

const ruleColumns = columns({
  ruleId: column(sql`r.rule_id`, uuid),
  type: column(sql`r.rule_type`, type, { field: { kind: 'choice', choices: eventNames } }),
  companyId: column(sql`r.company_id`, companyId),
  notifiers: group({
    webhook: column(sql`r.webhook_url`, Type.Optional(Type.String())),
    emails: shown(sql`to_json(r.emails)::text`, Type.Array(Type.String())),
  }),
  created: column(sql`r.created_at`, time),
});
export const Rule = Type.Object(ruleColumns.shape, { title: 'Rule' });

export function ruleList(accountId: string): List {
  return countedList({
    name: 'rules',
    small: true,
    from: sql`rule r`,
    scope: own(accountId),
    record: ruleColumns.json,
    fields: ruleColumns.fields,
    key: { expression: sql`r.rule_id`, type: sql`uuid`, descending: false },
  });
}

export function ruleStatement(place: { accountId: string; ruleId: string }): RawBuilder<{ json: string }> {
  return sql`select ${ruleColumns.json} as json from rule r where ${own(place.accountId)} and r.rule_id = ${place.ruleId}::uuid`;
}

/**
 * Locks the account row and returns the number of rules. The lock keeps this number exact until the database
 * transaction ends.
 */
export async function lockAndCountRules(tx: Tx): Promise<number> {
  await sql`select from account where account_id = ${tx.accountId}::uuid for no key update`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*) as n from rule r where ${own(tx.accountId)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export type RuleColumns = Pick<Row<'rule'>, 'rule_type' | 'company_id' | 'webhook_url' | 'emails' | 'changed_at'>;

export async function insertRule(
  tx: Tx,
  row: RuleColumns & Pick<Row<'rule'>, 'rule_id' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('rule')
    .values({ ...row, account_id: tx.accountId })
    .execute();
}

/** Returns whether the rule exists. */
export async function updateRule(tx: Tx, ruleId: string, columns: RuleColumns): Promise<boolean> {
  const [row] = await tx
    .updateTable('rule')
    .set(columns)
    .where('account_id', '=', tx.accountId)
    .where('rule_id', '=', ruleId)
    .returning('rule_id')
    .execute();
  return row !== undefined;
}

export async function removeRule(tx: Tx, ruleId: string): Promise<boolean> {
  const [row] = await tx
    .deleteFrom('rule')
    .where('account_id', '=', tx.accountId)
    .where('rule_id', '=', ruleId)
    .returning('rule_id')
    .execute();
  return row !== undefined;
}

export type StoredRule = Omit<Row<'rule'>, 'account_id'>;

/** All rules of the account in the order of their creation, for a migration plan. */
export async function findRules(tx: Tx): Promise<StoredRule[]> {
  return tx
    .selectFrom('rule')
    .select(['rule_id', 'rule_type', 'company_id', 'webhook_url', 'emails', 'created_at', 'changed_at'])
    .where('account_id', '=', tx.accountId)
    .orderBy('rule_id')
    .execute();
}

export type ProfileRow = {
  name: string;
  webhook_generation: 'older' | 'newer';
  created_at: Date;
  authorization_header: string | null;
};

export function profileStatement(accountId: string): RawBuilder<ProfileRow> {
  return sql`select a.name, a.webhook_generation, a.created_at, p.authorization_header
    from account a left join webhook_profile p on p.account_id = a.account_id
    where a.account_id = ${accountId}::uuid`;
}

export async function saveAuthorization(tx: Tx, { sealed, at }: { sealed: string | null; at: Date }): Promise<void> {
  await sql`insert into webhook_profile (account_id, authorization_header, changed_at)
    values (${tx.accountId}::uuid, ${sealed}, ${at.toISOString()}::timestamptz)
    on conflict (account_id) do update
      set authorization_header = excluded.authorization_header, changed_at = excluded.changed_at`.execute(tx);
}
