import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Row } from '../../db/tables.ts';
import type { List } from '../../lists/page/read-page.ts';
import { consumerColumns } from './consumer-columns.ts';

/** SQL on `consumer`, and on those parts of `account`, `company`, `message` and `delivery` that consumers need. */
const own = (accountId: string) => sql<boolean>`c.account_id = ${accountId}::uuid`;

/** `unversioned`: an account has few consumers, so they are counted again for each page. */
export function consumerList(accountId: string): List {
  return {
    name: 'consumers',
    small: true,
    head: sql`(select coalesce(sum(c.version), 0)::bigint as version, count(*) as total from consumer c where ${own(accountId)})`,
    unversioned: true,
    from: sql`consumer c`,
    scope: own(accountId),
    asOf: () => sql`true`,
    record: consumerColumns.json,
    fields: consumerColumns.fields,
    key: { expression: sql`c.consumer_id`, type: sql`uuid`, descending: false },
  };
}

export function consumerStatement({ accountId, consumerId }: { accountId: string; consumerId: string }) {
  return sql<{ json: string }>`select ${consumerColumns.json} as json from consumer c
    where ${own(accountId)} and c.consumer_id = ${consumerId}::uuid`;
}

/** Locks the account's row so that the count is exact. `no key update` still allows inserts that reference the row. */
export async function lockAndCountConsumers(tx: Tx): Promise<number> {
  await sql`select from account where account_id = ${tx.accountId}::uuid for no key update`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*) as n from consumer c where ${own(tx.accountId)}`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Returns those of the given ids that belong to existing companies of the account. */
export async function findCompanies(tx: Tx, companyIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ company_id: string }>`select company_id from company
    where account_id = ${tx.accountId}::uuid and company_id = any (${[...companyIds]}::uuid[]) and deleted_at is null`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.company_id));
}

export type ConsumerToInsert = Pick<
  Row<'consumer'>,
  | 'consumer_id'
  | 'name'
  | 'url'
  | 'event_types'
  | 'channels'
  | 'filter'
  | 'fields'
  | 'headers'
  | 'secret'
  | 'public_key'
  | 'rate_limit_per_second'
  | 'concurrency_max'
  | 'created_at'
> & { is_ordered: boolean; is_disabled_by_410: boolean; filter_rules: string | null };

export async function insertConsumer(tx: Tx, row: ConsumerToInsert): Promise<void> {
  await tx
    .insertInto('consumer')
    .values({ ...row, account_id: tx.accountId })
    .execute();
}

export type ConsumerColumns = Partial<
  Omit<
    Row<'consumer'>,
    | 'account_id'
    | 'consumer_id'
    | 'lane'
    | 'version'
    | 'is_ordered'
    | 'is_enabled'
    | 'is_disabled_by_410'
    | 'filter_rules'
  >
> & { is_ordered?: boolean; is_enabled?: boolean; is_disabled_by_410?: boolean; filter_rules?: string | null };

/**
 * Increments the consumer's version, so that workers reload the consumer. Returns the consumer's lane, or undefined if
 * there is no such consumer.
 */
export async function updateConsumer(
  tx: Tx,
  consumerId: string,
  columnsToSet: ConsumerColumns,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('consumer')
    .set({ ...columnsToSet, version: sql`version + 1` })
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .returning('lane')
    .executeTakeFirst();
  return row?.lane;
}

/** Locks the consumer's row until the transaction ends. */
export async function lockConsumer(tx: Tx, consumerId: string) {
  return tx
    .selectFrom('consumer')
    .select([
      'lane',
      'url',
      'authorization_header',
      'oauth_client_secret',
      'secret',
      'public_key',
      'is_enabled',
      'event_types',
      'channels',
      'hold_until',
      'filter',
      'filter_rules',
      'fields',
    ])
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Deletes the consumer and returns its lane. The worker that owns the lane removes the pending deliveries later. */
export async function removeConsumer(tx: Tx, consumerId: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('consumer')
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .returning('lane')
    .executeTakeFirst();
  return row?.lane;
}

export type TestMessage = {
  messageId: string;
  eventType: string;
  companyId: string | null;
  at: Date;
  consumerId: string;
  lane: number;
  body: { beforeName: string; afterName: string };
};

/** Inserts a message and its delivery to one consumer, even if the consumer does not subscribe to the event type. */
export async function insertTestMessage(tx: Tx, message: TestMessage): Promise<void> {
  const { messageId, eventType, companyId, at, consumerId, lane, body } = message;
  await sql`with kept as (
      insert into message (account_id, message_id, event_type, company_id, recipients, is_test, created_at, body)
      select account_id, ${messageId}::uuid, ${eventType}, ${companyId}::uuid, 1, true, ${at}::timestamptz,
        ${body.beforeName}::text || to_json(name)::text || ${body.afterName}::text
      from account where account_id = ${tx.accountId}::uuid
    )
    insert into delivery (account_id, message_id, consumer_id, lane, due_at, cause)
    values (${tx.accountId}::uuid, ${messageId}::uuid, ${consumerId}::uuid, ${lane}::int, ${at}::timestamptz, 't')`.execute(
    tx,
  );
}
