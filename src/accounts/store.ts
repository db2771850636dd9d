import { type Kysely, sql, type Transaction } from 'kysely';
import Type from 'typebox';
import type { Look, Tx } from '../db/db.ts';
import { snapshotBytesOf } from '../db/snapshot-disk.ts';
import type { Row, Tables } from '../db/tables.ts';
import { column, columns } from '../lists/columns.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import type { NewApiKey } from './api-key.ts';
import { Scopes, Tags } from './wire.ts';

/** SQL on `account` and `api_key`. */
type System = Kysely<Tables>;

export type KeyRow = {
  account_id: string;
  api_key_id: string;
  name: string;
  scopes: string[];
  company_tags: Record<string, string> | null;
  expires_at: Date | null;
  deleted_at: Date | null;
  plan: Row<'account'>['plan'];
  account_created_at: Date;
  requests_per_minute: number | null;
};

/** The query is not scoped to an account, because the key determines the account. */
export async function findKeyByHash(system: System, hash: Buffer): Promise<KeyRow | undefined> {
  const { rows } =
    await sql<KeyRow>`select k.account_id, k.api_key_id, k.name, k.scopes, k.company_tags, k.expires_at, k.deleted_at,
      a.plan, a.created_at as account_created_at, a.requests_per_minute
    from api_key k join account a using (account_id) where k.hash = ${hash}`.execute(system);
  return rows[0];
}

export async function recordKeyUse(
  system: System,
  uses: { accountId: string; apiKeyId: string; at: Date }[],
): Promise<void> {
  await sql`update api_key k set last_used_at = greatest(k.last_used_at, u.at)
    from unnest(${uses.map((use) => use.accountId)}::uuid[], ${uses.map((use) => use.apiKeyId)}::uuid[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[]) u (account_id, api_key_id, at)
    where k.account_id = u.account_id and k.api_key_id = u.api_key_id`.execute(system);
}

/** A callback that writes further rows in the database transaction that creates an account. */
export type AlsoWritten = (tx: Transaction<Tables>, accountId: string) => Promise<void>;

export async function insertAccount(
  system: System,
  account: Pick<Row<'account'>, 'account_id' | 'name' | 'plan' | 'created_at'> & {
    webhook_generation: 'older' | 'newer';
  },
  also: AlsoWritten,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    await tx.insertInto('account').values(account).execute();
    await also(tx, account.account_id);
  });
}

export async function renameAccount(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('account').set({ name }).where('account_id', '=', tx.accountId).execute();
}

/** Returns false if the account does not exist. */
export async function updateAccount(
  tx: Tx,
  set: Partial<Pick<Row<'account'>, 'name' | 'plan' | 'requests_per_minute' | 'snapshot_days' | 'snapshot_bytes'>> & {
    second_factor_required?: boolean;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set(set)
    .where('account_id', '=', tx.accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type KeyToInsert = {
  apiKeyId: string;
  name: string;
  key: NewApiKey;
  scopes: readonly string[];
  companyTags: Readonly<Record<string, string>> | null;
  expires: Date | null;
  created: Date;
};

/** Locks the account row, so that the number of keys cannot change until the transaction ends. */
export async function lockAndCountKeys(tx: Tx): Promise<number> {
  await tx.selectFrom('account').select('account_id').where('account_id', '=', tx.accountId).forUpdate().execute();
  const { live } = await tx
    .selectFrom('api_key')
    .select(sql<number>`count(*)`.as('live'))
    .where('account_id', '=', tx.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return live;
}

export async function insertKey(tx: Tx, row: KeyToInsert): Promise<void> {
  await tx
    .insertInto('api_key')
    .values({
      account_id: tx.accountId,
      api_key_id: row.apiKeyId,
      name: row.name,
      prefix: row.key.prefix,
      hash: row.key.hash,
      scopes: [...row.scopes],
      company_tags: row.companyTags && JSON.stringify(row.companyTags),
      created_at: row.created,
      expires_at: row.expires,
      last_used_at: null,
      deleted_at: null,
    })
    .execute();
}

export async function findLiveKey(tx: Tx, apiKeyId: string) {
  return tx
    .selectFrom('api_key')
    .select(['api_key_id', 'scopes', 'company_tags'])
    .where('account_id', '=', tx.accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function markKeyDeleted(tx: Tx, apiKeyId: string, at: Date): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ deleted_at: at })
    .where('account_id', '=', tx.accountId)
    .where('api_key_id', '=', apiKeyId)
    .execute();
}

const apiKeyColumns = columns({
  apiKeyId: column(sql`k.api_key_id`, uuid),
  name: column(sql`k.name`, Type.String({ minLength: 1, maxLength: 50 })),
  prefix: column(
    sql`k.prefix`,
    Type.String({ description: 'The first characters of the key, by which you can recognise the key.' }),
    { plain: true },
  ),
  created: column(sql`k.created_at`, time),
  lastUsed: column(
    sql`k.last_used_at`,
    Type.Optional(
      Type.String({ format: 'date-time', description: 'When the key was last used. Updated every few seconds.' }),
    ),
  ),
  expires: column(sql`k.expires_at`, Type.Optional(time)),
  scopes: column(sql`to_json(k.scopes)::text`, Scopes),
  companyTags: column(sql`k.company_tags::text`, Type.Optional(Tags), { absent: sql`k.company_tags is null` }),
});
export const ApiKey = Type.Object(apiKeyColumns.shape, { title: 'ApiKey' });
export const CreatedApiKey = Type.Object(
  { ...apiKeyColumns.shape, secret: Type.String({ description: 'The API key itself. It is not shown again.' }) },
  { title: 'CreatedApiKey' },
);

/**
 * An account has few keys, so no version number of the list is stored. Instead, the time of the newest creation or
 * deletion of a key serves as the version. A new `lastUsed` therefore does not change the version.
 */
export function apiKeyList(accountId: string): List {
  const own = sql<boolean>`k.account_id = ${accountId}::uuid and k.deleted_at is null`;
  return {
    name: 'apiKeys',
    small: true,
    head: sql`(select coalesce((extract(epoch from max(greatest(k.created_at, k.deleted_at))) * 1000000)::bigint, 0) as version,
      count(*) filter (where k.deleted_at is null) as total from api_key k where k.account_id = ${accountId}::uuid)`,
    unversioned: true,
    from: sql`api_key k`,
    scope: own,
    asOf: () => sql`true`,
    record: apiKeyColumns.json,
    fields: apiKeyColumns.fields,
    key: { expression: sql`k.api_key_id`, type: sql`uuid`, descending: false },
  };
}

type LimitWindow = 'minute' | 'day';

/**
 * Records that a limit was reached. Returns true only for the first caller. A concurrent caller waits until the first
 * database transaction ends, and then gets false.
 */
export async function insertLimitReached(
  tx: Tx,
  { window, resetsAt }: { window: LimitWindow; resetsAt: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into limit_reached (account_id, limit_window, resets_at)
    values (${tx.accountId}::uuid, ${window}, ${resetsAt}::timestamptz) on conflict do nothing returning account_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes the account's `limit_reached` rows whose window is over, and returns their windows. */
export async function endLimits(tx: Tx, now: Date): Promise<LimitWindow[]> {
  const { rows } = await sql<{ limit_window: LimitWindow }>`delete from limit_reached
    where account_id = ${tx.accountId}::uuid and resets_at <= ${now}::timestamptz returning limit_window`.execute(tx);
  return rows.map((row) => row.limit_window);
}

/** Whether any window of a reached limit is over. */
export const isAnyLimitOver = ({ now }: Look) =>
  sql<boolean>`exists (select from limit_reached where resets_at <= ${now})`;

/** Returns the accounts that have a `limit_reached` row whose window is over. */
export async function findLimitsOver(system: System, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`select distinct account_id from (
      select account_id from limit_reached where resets_at <= ${now}::timestamptz order by resets_at limit ${limit}) over_now`.execute(
    system,
  );
  return rows.map((row) => row.account_id);
}

/** The values of an account that are shown to the operator. */
export type AccountLine = {
  accountId: string;
  name: string;
  plan: string;
  webhooks: string;
  companies: number;
  keys: number;
  requestsPerMinute: number | null;
  snapshotDays: number | null;
  snapshotBytes: number | null;
  /** What its snapshots hold on disk. */
  snapshotBytesHeld: number;
  created: Date;
};

/** Reads the account with the given id, or all accounts if no id is given. */
export async function readAccountLines(system: System, accountId: string | null = null): Promise<AccountLine[]> {
  const { rows } = await sql<AccountLine>`select a.account_id as "accountId", a.name, a.plan,
      a.webhook_generation as webhooks,
      (select coalesce(sum(l.total), 0)::bigint from company_count l where l.account_id = a.account_id) as companies,
      (select count(*) from api_key k where k.account_id = a.account_id and k.deleted_at is null) as keys,
      a.requests_per_minute as "requestsPerMinute", a.snapshot_days as "snapshotDays",
      a.snapshot_bytes as "snapshotBytes", ${snapshotBytesOf(sql`a.account_id`)} as "snapshotBytesHeld",
      a.created_at as created
    from account a where ${accountId}::uuid is null or a.account_id = ${accountId}::uuid
    order by a.created_at, a.account_id`.execute(system);
  return rows;
}

/** Reads the account's keys, including deleted ones. */
export async function readKeys(tx: Tx): Promise<Row<'api_key'>[]> {
  return tx.selectFrom('api_key').selectAll().where('account_id', '=', tx.accountId).orderBy('api_key_id').execute();
}
