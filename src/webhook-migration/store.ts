import { type Kysely, sql } from 'kysely';
import type { WebhookGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';

import type { Row, Tables } from '../db/tables.ts';

/** SQL on `migration_step`, `migration_consumer`, `rehearsal` and `rehearsal_event`. */
export type MigrationStep = Omit<Row<'migration_step'>, 'account_id' | 'detail'> & { detail: Record<string, unknown> };
/** Who took the step: the client in the portal, or the operator, who may act on the client's behalf. */
export type Author = { by: string; source: 'client' | 'operator' };

export async function addStep(
  ctx: { clock: Clock },
  tx: Tx,
  { kind, by, source, detail = {} }: Author & { kind: MigrationStep['kind']; detail?: object },
): Promise<void> {
  await tx
    .insertInto('migration_step')
    .values({
      account_id: tx.accountId,
      step_id: newId(ctx.clock),
      kind,
      at: ctx.clock.now(),
      by_whom: by,
      source,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** Returns the steps of the migration, oldest first. */
export async function readSteps(tx: Tx): Promise<MigrationStep[]> {
  return tx
    .selectFrom('migration_step')
    .select(['step_id', 'kind', 'at', 'by_whom', 'source', 'detail'])
    .where('account_id', '=', tx.accountId)
    .orderBy('at')
    .orderBy('step_id')
    .execute();
}

/** A consumer of the account and its relation to the migration. */
export type KnownConsumer = {
  consumer_id: string;
  name: string;
  url: string;
  is_enabled: boolean;
  created_at: Date;
  /** Whether a migration or rehearsal created the consumer and the client has not changed it since. */
  is_ours: boolean;
  rehearsal_id: string | null;
  plan_key: string | null;
  retired_at: Date | null;
  /** Whether the consumer has pending messages. */
  is_busy: boolean;
};

/**
 * Whether the client has left the consumer unchanged. When the service itself disables a consumer, the version
 * increases by one, which does not count as a change by the client.
 */
const unchanged = sql<boolean>`c.version = m.version
  + case when not c.is_enabled and c.disabled_reason in ('failing', 'gone') then 1 else 0 end`;

export async function readConsumers(tx: Tx): Promise<KnownConsumer[]> {
  const { rows } = await sql<KnownConsumer>`select c.consumer_id, c.name, c.url, c.is_enabled, c.created_at,
      m.consumer_id is not null and ${unchanged} as is_ours, m.rehearsal_id, m.plan_key, m.retired_at,
      exists (select from delivery d where d.lane = c.lane) as is_busy
    from consumer c left join migration_consumer m on m.account_id = c.account_id and m.consumer_id = c.consumer_id
      and m.removed_at is null
    where c.account_id = ${tx.accountId}::uuid order by c.consumer_id`.execute(tx);
  return rows;
}

export type AppliedConsumer = {
  consumer_id: string;
  plan_key: string;
  url: string;
  state: 'same' | 'changed' | 'gone';
};

/** Returns the consumers that the currently applied plan created. */
export async function readApplied(tx: Tx): Promise<AppliedConsumer[]> {
  const { rows } = await sql<AppliedConsumer>`select m.consumer_id, m.plan_key, m.url,
      case when c.consumer_id is null then 'gone' when ${unchanged} then 'same' else 'changed' end as state
    from migration_consumer m left join consumer c on c.account_id = m.account_id and c.consumer_id = m.consumer_id
    where m.account_id = ${tx.accountId}::uuid and m.rehearsal_id is null and m.retired_at is null
    order by m.consumer_id`.execute(tx);
  return rows;
}

/** Records that the migration created the consumer. Also stores the consumer's current version. */
export async function noteConsumer(
  tx: Tx,
  row: Pick<Row<'migration_consumer'>, 'consumer_id' | 'rehearsal_id' | 'plan_key' | 'url' | 'made_at'> & {
    retired_at?: Date;
  },
): Promise<void> {
  await sql`insert into migration_consumer (account_id, consumer_id, rehearsal_id, plan_key, url, version, made_at, retired_at)
    select account_id, consumer_id, ${row.rehearsal_id}::uuid, ${row.plan_key}, ${row.url}, version,
      ${row.made_at.toISOString()}::timestamptz, ${row.retired_at?.toISOString() ?? null}::timestamptz
    from consumer where account_id = ${tx.accountId}::uuid and consumer_id = ${row.consumer_id}::uuid`.execute(tx);
}

/** Sets the time at which the consumers are retired. With `null`, they are in use again. */
export async function retire(tx: Tx, consumerIds: readonly string[], at: Date | null): Promise<void> {
  await sql`update migration_consumer set retired_at = ${at?.toISOString() ?? null}::timestamptz
    where account_id = ${tx.accountId}::uuid and consumer_id = any (${[...consumerIds]}::uuid[])`.execute(tx);
}

/**
 * Call this after the migration has changed a consumer. Otherwise, the change would count as a change by the client.
 */
export async function noteVersion(tx: Tx, consumerId: string): Promise<void> {
  await sql`update migration_consumer m set version = c.version from consumer c
    where m.account_id = ${tx.accountId}::uuid and m.consumer_id = ${consumerId}::uuid
      and c.account_id = m.account_id and c.consumer_id = m.consumer_id`.execute(tx);
}

/** Marks a consumer as removed. Also used for consumers that the client has deleted or taken over by changing them. */
export async function noteRemoved(tx: Tx, consumerId: string, at: Date): Promise<void> {
  await tx
    .updateTable('migration_consumer')
    .set({ removed_at: at })
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .execute();
}

/** Finds consumers of all accounts whose retirement time has passed. */
export async function findRetired(system: Kysely<Tables>, options: { now: Date; limit: number }) {
  const { rows } = await sql<{ account_id: string; consumer_id: string }>`select account_id, consumer_id
    from migration_consumer where retired_at <= ${options.now.toISOString()}::timestamptz and removed_at is null
    order by retired_at limit ${options.limit}`.execute(system);
  return rows;
}

export async function forgetRehearsed(system: Kysely<Tables>, before: Date): Promise<void> {
  await sql`delete from rehearsal_event where at < ${before.toISOString()}::timestamptz`.execute(system);
}

export type Rehearsal = Omit<Row<'rehearsal'>, 'account_id'>;

export async function insertRehearsal(tx: Tx, row: Rehearsal): Promise<void> {
  await tx
    .insertInto('rehearsal')
    .values({ ...row, account_id: tx.accountId })
    .execute();
}

export async function endRehearsalRow(tx: Tx, rehearsalId: string, at: Date): Promise<void> {
  await sql`with ended as (
      update migration_consumer set retired_at = least(retired_at, ${at.toISOString()}::timestamptz)
      where account_id = ${tx.accountId}::uuid and rehearsal_id = ${rehearsalId}::uuid
    )
    update rehearsal set ended_at = ${at.toISOString()}::timestamptz
    where account_id = ${tx.accountId}::uuid and rehearsal_id = ${rehearsalId}::uuid and ended_at is null`.execute(tx);
}

/** Returns the current rehearsal or, if no rehearsal is in progress, the last one. */
export async function lastRehearsal(tx: Tx): Promise<Rehearsal | undefined> {
  return tx
    .selectFrom('rehearsal')
    .select(['rehearsal_id', 'started_at', 'until', 'events_max', 'to_url', 'ended_at'])
    .where('account_id', '=', tx.accountId)
    .orderBy('started_at', 'desc')
    .orderBy('rehearsal_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the encrypted Authorization header that all rules share. */
export async function readAuthorization(tx: Tx): Promise<{ sealed: string; setAt: Date } | undefined> {
  const row = await tx
    .selectFrom('webhook_profile')
    .select(['authorization_header', 'changed_at'])
    .where('account_id', '=', tx.accountId)
    .executeTakeFirst();
  return row?.authorization_header ? { sealed: row.authorization_header, setAt: row.changed_at } : undefined;
}

/** Returns which webhooks the account uses, `older` or `newer`. Throws a 404 error if the account does not exist. */
export async function requireAccount(tx: Tx): Promise<WebhookGeneration> {
  const row = await tx
    .selectFrom('account')
    .select('webhook_generation')
    .where('account_id', '=', tx.accountId)
    .executeTakeFirst();
  if (!row) throw notFound({ resource: 'account', service: 'accounts' });
  return row.webhook_generation;
}
