import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Look } from '../db/db.ts';
import type { Row, Tables } from '../db/tables.ts';
import { eventNames } from '../events/event-types.ts';
import { column, columns, shown } from '../lists/columns.ts';
import type { List } from '../lists/list.ts';
import { pinnedRows } from '../lists/page/pin.ts';
import { time, uuid } from '../lists/wire.ts';

/** SQL on `alert` and `alert_delivery`. The SQL function `fire_rules` raises alerts (schema/functions/legacy.sql). */
const deliveryColumns = columns({
  kind: shown(sql`d.kind`, Type.String({ description: '`webhook` or `email`.' }), { plain: true }),
  target: shown(
    sql`d.target`,
    Type.String({ description: 'The URL or e-mail address that the rule had when the alert was raised.' }),
  ),
  status: shown(sql`d.status`, Type.String({ description: '`pending`, `delivered` or `failed`.' }), { plain: true }),
  attempts: shown(
    sql`d.attempts::text`,
    Type.Array(
      Type.Object({
        at: time,
        statusCode: Type.Optional(
          Type.Integer({
            description: 'HTTP status or, for an e-mail, SMTP reply code. Absent if there was no response.',
          }),
        ),
        error: Type.Optional(Type.String()),
      }),
    ),
  ),
});

const alertColumns = columns({
  alertId: column(sql`a.alert_id`, uuid),
  ruleId: column(
    sql`a.rule_id`,
    Type.String({
      format: 'uuid',
      deprecated: true,
      description: 'Deprecated: do not depend on it. `ruleType` identifies the event.',
    }),
  ),
  ruleType: column(sql`a.rule_type`, Type.String(), { field: { kind: 'choice', choices: eventNames } }),
  companyId: column(sql`a.company_id`, Type.Optional(uuid)),
  dataConnectionId: column(sql`a.connection_id`, Type.Optional(uuid)),
  // The type of the body is json, not jsonb, because json keeps numbers exactly as they were written.
  message: shown(sql`(a.body::json -> 'Message')::text`, Type.String(), { isJson: true }),
  data: shown(sql`(a.body::json -> 'Data')::text`, Type.Object({}, { additionalProperties: true })),
  raisedOn: column(sql`a.raised_at`, time),
  deliveries: shown(
    sql`'[' || coalesce((select string_agg(${deliveryColumns.json}, ',' order by d.notifier) from alert_delivery d
      where d.account_id = a.account_id and d.alert_id = a.alert_id), '') || ']'`,
    Type.Array(Type.Object(deliveryColumns.shape)),
  ),
});
export const Alert = Type.Object(alertColumns.shape, { title: 'Alert' });

const own = (accountId: string) => sql<boolean>`a.account_id = ${accountId}::uuid`;

/** Alerts of the account or, with `ruleId`, of one rule. For an unknown rule, the query `head` returns no row. */
export function alertList({ accountId, ruleId }: { accountId: string; ruleId?: string }): List {
  const scope = ruleId === undefined ? own(accountId) : sql<boolean>`${own(accountId)} and a.rule_id = ${ruleId}::uuid`;
  const counted = sql`select 0::bigint as version, (select count(*) from alert a where ${scope}) as total`;
  return {
    name: ruleId === undefined ? 'alerts' : `alerts ${ruleId}`,
    unversioned: true,
    head:
      ruleId === undefined
        ? sql`(${counted})`
        : sql`(${counted} from rule r where r.account_id = ${accountId}::uuid and r.rule_id = ${ruleId}::uuid)`,
    bareHead:
      ruleId === undefined
        ? sql`(select 0::bigint as version, 0::bigint as total)`
        : sql`(select 0::bigint as version, 0::bigint as total from rule r
            where r.account_id = ${accountId}::uuid and r.rule_id = ${ruleId}::uuid)`,
    from: sql`alert a`,
    pinned: pinnedRows('alert', 'a'),
    scope,
    asOf: () => sql`true`,
    record: alertColumns.json,
    fields: alertColumns.fields,
    key: { expression: sql`a.alert_id`, type: sql`uuid`, descending: true },
  };
}

export function alertStatement(place: { accountId: string; alertId: string }): RawBuilder<{ json: string }> {
  return sql`select ${alertColumns.json} as json from alert a
    where ${own(place.accountId)} and a.alert_id = ${place.alertId}::uuid`;
}

export type DueDelivery = Pick<Row<'alert_delivery'>, 'account_id' | 'alert_id' | 'notifier' | 'kind' | 'target'> & {
  attempts: { at: string }[];
  body: string;
  trace: string | null;
  authorization_header: string | null;
};

/** Whether any delivery is due. */
export const isAnyAlertDue = ({ now }: Look) =>
  sql<boolean>`exists (select from alert_delivery where status = 'pending' and due_at <= ${now})`;

/**
 * Claims due deliveries of all accounts except those in `busy` and those that are about to be moved to another cell,
 * oldest first. No other worker claims them before
 * `leaseUntil`. If this worker dies before it records an outcome, another worker claims the delivery after that time.
 */
export async function takeDue(
  system: Kysely<Tables>,
  options: { now: Date; leaseUntil: Date; busy: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`with due as materialized (
      select account_id, alert_id, notifier from alert_delivery
      where status = 'pending' and due_at <= ${options.now.toISOString()}::timestamptz
        and account_id <> all (${[...options.busy]}::uuid[])
        and not exists (select from account_departure m where m.account_id = alert_delivery.account_id
          and (m.state in ('handed', 'moved') or m.state = 'frozen' and m.frozen_until > now() or m.is_draining and m.touched_at > now() - interval '15 seconds'))
      order by due_at limit ${options.limit} for update skip locked
    ), taken as (
      update alert_delivery d set due_at = ${options.leaseUntil.toISOString()}::timestamptz
      from due where d.account_id = due.account_id and d.alert_id = due.alert_id and d.notifier = due.notifier
      returning d.account_id, d.alert_id, d.notifier, d.kind, d.target, d.attempts
    )
    select t.*, a.body, a.trace, p.authorization_header from taken t
      join alert a on a.account_id = t.account_id and a.alert_id = t.alert_id
      left join webhook_profile p on p.account_id = t.account_id`.execute(system);
  return rows;
}

export type AttemptOutcome = {
  attempt: { at: string; statusCode?: number; error?: string };
  /** The time of the next attempt, or undefined if the delivery has ended. */
  nextAt: Date | undefined;
  status: 'pending' | 'delivered' | 'failed';
};

/**
 * The table `delivery_count` counts all attempts of the older webhooks under this consumer id. Their latencies are not
 * counted (schema/tables/10-webhooks.sql).
 */
const olderWebhooks = '00000000-0000-0000-0000-000000000000';
const latencyColumns = 20;

/**
 * Builds the statement that records an attempt. The statement changes nothing if the lease has expired and another
 * worker has already recorded this attempt.
 */
export function recordStatement(delivery: DueDelivery, { attempt, nextAt, status }: AttemptOutcome) {
  const startedAt = sql`${attempt.at}::timestamptz`;
  const isDelivered = status === 'delivered' ? 1 : 0;
  return sql`with recorded as (update alert_delivery set status = ${status}, attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
      due_at = coalesce(${nextAt?.toISOString() ?? null}::timestamptz, due_at),
      ended_at = case when ${status} = 'pending' then null else ${startedAt} end
    where account_id = ${delivery.account_id}::uuid and alert_id = ${delivery.alert_id}::uuid
      and notifier = ${delivery.notifier}::smallint and status = 'pending'
      and jsonb_array_length(attempts) = ${delivery.attempts.length}::int returning account_id, kind)
    insert into delivery_count as c
    select account_id, date_bin('15 minutes', ${startedAt}, 'epoch'), ${olderWebhooks}::uuid, ${isDelivered}::int,
      1 - ${isDelivered}::int${sql.raw(', 0'.repeat(latencyColumns))}
    from recorded where kind = 'webhook'
    on conflict (account_id, quarter, consumer_id) do update set delivered = c.delivered + excluded.delivered,
      failed = c.failed + excluded.failed`;
}

const rowsAtOnce = 5000;

/** Removes one batch of the oldest alerts with their deliveries. Call it until `isAll` is true. */
export async function removeAlerts(system: Kysely<Tables>, before: Date): Promise<{ removed: number; isAll: boolean }> {
  const { rows } = await sql<{ n: number }>`with gone as (
      delete from alert where ctid = any (array(
        select ctid from alert where raised_at < ${before.toISOString()}::timestamptz order by raised_at limit ${rowsAtOnce}))
      returning account_id, alert_id
    ), deliveries as (
      delete from alert_delivery d using gone g where d.account_id = g.account_id and d.alert_id = g.alert_id
    )
    select count(*) as n from gone`.execute(system);
  const removed = rows[0]?.n ?? 0;
  return { removed, isAll: removed < rowsAtOnce };
}

/** Removes usage counts of days that are too old for any migration check. */
export async function removeOldUse(system: Kysely<Tables>, before: Date): Promise<void> {
  await sql`delete from event_log_use where day < (${before.toISOString()}::timestamptz at time zone 'UTC')::date`.execute(
    system,
  );
}
