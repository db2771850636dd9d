import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { ConsumerTable } from '../../db/tables.ts';
import { columnFields, type Field, type Fields } from '../../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../../lists/json-text.ts';
import type { List } from '../../lists/page/read-page.ts';

/** SQL on `consumer`, and on those parts of `account`, `company`, `message` and `delivery` that consumers need. */
const column = (name: string) => sql.ref(`c.${name}`);
const own = (accountId: string) => sql<boolean>`c.account_id = ${accountId}::uuid`;
const status = sql`case when c.is_enabled then 'enabled' else 'disabled' end`;

/** The API form of a consumer, except that the headers are still sealed (encrypted). */
const consumerJson = fixedText(
  jsonObject([
    { name: 'consumerId', json: jsonPlain(column('consumer_id')) },
    { name: 'name', json: jsonText(column('name')) },
    { name: 'url', json: jsonText(column('url')) },
    { name: 'eventTypes', json: jsonText(column('event_types')) },
    { name: 'channels', json: sql`coalesce(to_json(c.channels)::text, '[]')` },
    { name: 'headers', json: sql`coalesce(to_json(c.headers)::text, 'null')` },
    { name: 'hasAuthorization', json: sql`to_json(c.authorization_header is not null)::text` },
    {
      name: 'rateLimitPerSecond',
      json: sql`c.rate_limit_per_second::text`,
      absent: sql`c.rate_limit_per_second is null`,
    },
    { name: 'concurrencyMax', json: sql`c.concurrency_max::text`, absent: sql`c.concurrency_max is null` },
    { name: 'isOrdered', json: sql`to_json(c.is_ordered)::text` },
    { name: 'disableOn410', json: sql`to_json(c.is_disabled_by_410)::text` },
    { name: 'status', json: jsonPlain(sql`(${status})`) },
    { name: 'disabledReason', json: jsonPlain(column('disabled_reason')), absent: sql`c.disabled_reason is null` },
    { name: 'disabledAt', json: jsonTime(column('disabled_at')), absent: sql`c.disabled_at is null` },
    { name: 'failingSince', json: jsonTime(column('failing_since')), absent: sql`c.failing_since is null` },
    {
      name: 'previousSecretExpires',
      json: jsonTime(column('previous_secret_until')),
      absent: sql`c.previous_secret_until is null`,
    },
    { name: 'created', json: jsonTime(column('created_at')) },
  ]),
);

const columns = columnFields({
  consumerId: { kind: 'uuid', column: column('consumer_id'), required: true },
  name: { kind: 'text', column: column('name'), required: true },
  url: { kind: 'text', column: column('url') },
  status: { kind: 'choice', choices: ['enabled', 'disabled'], column: sql`(${status})` },
  isOrdered: { kind: 'boolean', column: column('is_ordered') },
  disableOn410: { kind: 'boolean', column: column('is_disabled_by_410') },
  disabledReason: { kind: 'choice', choices: ['client', 'failing', 'gone'], column: column('disabled_reason') },
  disabledAt: { kind: 'time', column: column('disabled_at') },
  failingSince: { kind: 'time', column: column('failing_since') },
  created: { kind: 'time', column: column('created_at'), required: true },
});

/** A comparison with one of these fields is true if it is true for any element of the array. */
const arrays: Record<string, Field> = {
  eventTypes: elementsOf(column('event_types'), 'event_type'),
  channels: elementsOf(column('channels'), 'channel'),
};

function elementsOf(array: ReturnType<typeof column>, alias: string): Field {
  return {
    kind: 'text',
    value: sql`(${sql.ref(alias)} #>> '{}')`,
    arrays: [{ elements: sql`to_jsonb(${array})`, alias }],
  };
}

const consumerFields: Fields = {
  names: [...columns.names, ...Object.keys(arrays)],
  find(path) {
    const [name = ''] = path;
    return path.length === 1 && Object.hasOwn(arrays, name) ? arrays[name] : columns.find(path);
  },
};

/** An account has few consumers, so the list is not versioned. */
export function consumerList(accountId: string): List {
  return {
    name: 'consumers',
    small: true,
    head: sql`(select coalesce(sum(c.version), 0)::bigint as version, count(*) as total from consumer c where ${own(accountId)})`,
    unversioned: true,
    from: sql`consumer c`,
    scope: own(accountId),
    asOf: () => sql`true`,
    record: consumerJson,
    fields: consumerFields,
    key: { expression: column('consumer_id'), type: sql`uuid`, descending: false },
  };
}

export function consumerStatement({ accountId, consumerId }: { accountId: string; consumerId: string }) {
  return sql<{ json: string }>`select ${consumerJson} as json from consumer c
    where ${own(accountId)} and c.consumer_id = ${consumerId}::uuid`;
}

/** Locks the account's row so that the count is exact. `no key update` still allows inserts that reference the row. */
export async function countConsumers(tx: Tx): Promise<number> {
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
  ConsumerTable,
  | 'consumer_id'
  | 'name'
  | 'url'
  | 'event_types'
  | 'channels'
  | 'headers'
  | 'secret'
  | 'rate_limit_per_second'
  | 'concurrency_max'
  | 'created_at'
> & { is_ordered: boolean; is_disabled_by_410: boolean };

export async function insertConsumer(tx: Tx, row: ConsumerToInsert): Promise<void> {
  await tx
    .insertInto('consumer')
    .values({ ...row, account_id: tx.accountId })
    .execute();
}

export type ConsumerColumns = Partial<
  Omit<
    ConsumerTable,
    'account_id' | 'consumer_id' | 'lane' | 'version' | 'is_ordered' | 'is_enabled' | 'is_disabled_by_410'
  >
> & { is_ordered?: boolean; is_enabled?: boolean; is_disabled_by_410?: boolean };

/** Increments the version, so that workers reload the consumer. Returns its lane; undefined for an unknown consumer. */
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
    .select(['lane', 'url', 'authorization_header', 'secret', 'is_enabled', 'event_types', 'channels', 'hold_until'])
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
