import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { wrongState } from '../base/errors.ts';
import type { Db, Tx } from '../db/db.ts';
import { type ComparedEvent, compareGenerations, type Difference, type RehearsedEvent } from './compare-generations.ts';
import { endRehearsal, type RehearsalContext } from './start-rehearsal.ts';
import { lastRehearsal } from './store.ts';

export type RehearsalReport = {
  rehearsalId: string;
  started: string;
  /** Null while the rehearsal is under way. */
  ended: string | null;
  events: number;
  same: number;
  different: number;
  /** Number of events by kind of difference. */
  reasons: Partial<Record<Difference['kind'], number>>;
  olderSentTwice: number;
  /** Time from the event to the start of its last attempt, in ms: median and maximum. */
  olderMs: { median: number; max: number } | undefined;
  newerMs: { median: number; max: number } | undefined;
  perEvent: ComparedEvent[];
};

/** Maximum number of events in a report. */
const eventsMax = 10_000;

const noRehearsal = () => wrongState({ error: 'this account has had no rehearsal.', service: 'migration' });

export async function reportRehearsal({ db }: { db: Db }, accountId: string): Promise<RehearsalReport> {
  return db.transaction(accountId, async (tx) => {
    const rehearsal = await lastRehearsal(tx);
    if (!rehearsal) throw noRehearsal();
    const { rehearsal_id: rehearsalId, events_max } = rehearsal;
    const urls = await readUrls(tx, rehearsalId);
    const rows = await readEvents(tx, rehearsalId, Math.min(events_max, eventsMax));
    const perEvent = rows.map((row) => compareGenerations(row, urls));
    const same = perEvent.filter(({ isSame }) => isSame).length;
    return {
      rehearsalId,
      started: rehearsal.started_at.toISOString(),
      ended: rehearsal.ended_at?.toISOString() ?? null,
      events: perEvent.length,
      same,
      different: perEvent.length - same,
      reasons: countReasons(perEvent),
      olderSentTwice: perEvent.filter((one) => one.olderSentTwice).length,
      olderMs: times(perEvent.flatMap(({ older }) => older.flatMap(({ ms }) => ms ?? []))),
      newerMs: times(perEvent.flatMap(({ newer }) => newer.flatMap(({ ms }) => ms ?? []))),
      perEvent,
    };
  });
}

/** Maximum time to wait for pending deliveries. The older webhooks retry for two minutes. */
const settledWithinMs = 150_000;

/**
 * Waits until the time of the rehearsal is over or its maximum number of events is reached. Then ends the rehearsal,
 * waits until no delivery is pending, and returns the report.
 */
export async function followRehearsal(
  ctx: RehearsalContext,
  options: { accountId: string; onProgress?: (events: number) => void; everyMs?: number },
): Promise<RehearsalReport> {
  const { accountId, onProgress, everyMs = 500 } = options;
  const rehearsal = await ctx.db.transaction(accountId, lastRehearsal);
  if (!rehearsal) throw noRehearsal();
  const { rehearsal_id: rehearsalId, until, events_max } = rehearsal;
  const count = () => ctx.db.transaction(accountId, (tx) => countEvents(tx, rehearsalId));
  for (let events = 0; events < events_max && ctx.clock.now() < until; ) {
    await sleep(everyMs);
    events = await count();
    onProgress?.(events);
  }
  await endRehearsal(ctx, { accountId, rehearsalId });
  for (let waitedMs = 0; waitedMs < settledWithinMs; waitedMs += everyMs) {
    const report = await reportRehearsal(ctx, accountId);
    const isOpen = report.perEvent.some((one) => [...one.older, ...one.newer].some((of) => of.outcome === 'pending'));
    if (!isOpen) return report;
    await sleep(everyMs);
  }
  return reportRehearsal(ctx, accountId);
}

async function countEvents(tx: Tx, rehearsalId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from rehearsal_event
    where account_id = ${tx.accountId}::uuid and rehearsal_id = ${rehearsalId}::uuid`.execute(tx);
  return rows[0]?.n ?? 0;
}

async function readUrls(tx: Tx, rehearsalId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('migration_consumer')
    .select(['consumer_id', 'url'])
    .where('account_id', '=', tx.accountId)
    .where('rehearsal_id', '=', rehearsalId)
    .execute();
  return new Map(rows.map((row) => [row.consumer_id, row.url]));
}

/** An alert id starts with the timestamp of its event's id, so alerts are found by a range of the primary key. */
async function readEvents(tx: Tx, rehearsalId: string, limit: number): Promise<RehearsedEvent[]> {
  const { rows } = await sql<RehearsedEvent>`select e.event_id, e.rule_type, e.at, m.body as message_body,
      coalesce((select json_agg(json_build_object('body', a.body, 'deliveries', (
          select coalesce(json_agg(json_build_object('target', d.target, 'status', d.status, 'attempts', d.attempts,
            'endedAt', d.ended_at)), '[]') from alert_delivery d
          where d.account_id = a.account_id and d.alert_id = a.alert_id and d.kind = 'webhook')))
        from alert a where a.account_id = e.account_id and a.event_id = e.event_id
          and a.alert_id >= overlay(e.event_id::text placing '8000-000000000000' from 20)::uuid
          and a.alert_id <= overlay(e.event_id::text placing '8fff-ffffffffffff' from 20)::uuid), '[]') as alerts,
      coalesce((select json_agg(json_build_object('consumerId', t.consumer_id, 'outcome', t.outcome,
          'statusCode', t.status_code, 'endedAt', t.started_at) order by t.attempt_id)
        from attempt t where t.account_id = e.account_id and t.message_id = e.event_id), '[]') as attempts,
      coalesce((select json_agg(d.consumer_id) from delivery d
        where d.account_id = e.account_id and d.message_id = e.event_id), '[]') as pending
    from rehearsal_event e left join message m on m.account_id = e.account_id and m.message_id = e.event_id
    where e.account_id = ${tx.accountId}::uuid and e.rehearsal_id = ${rehearsalId}::uuid
    order by e.event_id limit ${limit}`.execute(tx);
  return rows;
}

function countReasons(events: readonly ComparedEvent[]): RehearsalReport['reasons'] {
  const reasons: RehearsalReport['reasons'] = {};
  for (const { differences } of events)
    for (const kind of new Set(differences.map((one) => one.kind))) reasons[kind] = (reasons[kind] ?? 0) + 1;
  return reasons;
}

function times(ms: readonly number[]): { median: number; max: number } | undefined {
  if (ms.length === 0) return undefined;
  const sorted = ms.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}
