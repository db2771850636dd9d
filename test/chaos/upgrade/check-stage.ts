import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, say } from '../../../bench/report.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { createSealer } from '../../../src/base/secrets.ts';
import { checkRows } from '../check-rows.ts';
import { judge } from '../pushes/judge.ts';
import { readRows } from '../read-rows.ts';
import { secretKey } from '../stage-parts.ts';
import { compareToSandbox } from '../syncs/check-data-sets.ts';
import type { Accounts } from './make-accounts.ts';
import type { Stage as Whole } from './open-stage.ts';
import type { Traffic as All } from './send-traffic.ts';

type Stage = Pick<Whole, 'databaseUrl' | 'sandboxUrl' | 'noted'>;
type Traffic = Pick<All, 'writer' | 'pushes'>;

const drainedWithinMs = 120_000;

/** Compares what clients were told with the database, the platform and the receiver of webhooks. */
export async function checkStage(stage: Stage, accounts: Accounts, traffic: Traffic): Promise<Figures> {
  const client = new pg.Client(stage.databaseUrl);
  await client.connect();
  try {
    // The traffic may have ended between a change at the platform and its sync. A sync sends messages.
    await accounts.synced.sync('invoices');
    const left = await whenDrained(client);
    return {
      left,
      ...(await checkWrites(stage, accounts, traffic)),
      ...(await checkPushes(stage, accounts, { client, traffic })),
      ...(await checkSyncs(stage, accounts, client)),
      ...(await checkDeliveries(stage, accounts, client)),
    };
  } finally {
    await client.end();
  }
}

/** Returns how many deliveries, pushes, syncs and purges are still open at the time limit. */
async function whenDrained(client: pg.Client): Promise<number> {
  let open: Record<string, number> = {};
  for (const until = Date.now() + drainedWithinMs; Date.now() < until; await sleep(250)) {
    const { rows } = await client.query(`select (select count(*)::int from delivery) as deliveries,
      (select count(*)::int from alert_delivery where status = 'pending') as alerts,
      (select count(*)::int from push where step in ('waiting', 'sent', 'accepted')) as pushes,
      (select count(*)::int from sync where completed_at is null) as syncs,
      (select count(*)::int from purge_receipt where purged_at is null) as purges`);
    open = rows[0];
    if (Object.values(open).every((n) => n === 0)) return 0;
  }
  say(`still open: ${JSON.stringify(open)}`);
  const { rows } = await client.query(`select d.*, d.due_at - now() as due_in, (select json_agg(a order by a.started_at)
    from attempt a where a.message_id = d.message_id) as tried from delivery d limit 5`);
  for (const row of rows) say(JSON.stringify(row));
  return Object.values(open).reduce((sum, n) => sum + n, 0);
}

async function checkWrites(stage: Stage, { writes }: Accounts, { writer }: Traffic): Promise<Figures> {
  const all = await readRows(stage.databaseUrl);
  const isOwn = (row: { account_id: string }) => row.account_id === writes.accountId;
  const rows = { ...all, companies: all.companies.filter(isOwn), answers: all.answers.filter(isOwn) };
  const accountIds = [writes.accountId];
  const found = checkRows(rows, { ledger: writer.ledger, accountIds, sealer: createSealer([secretKey]) });
  return Object.fromEntries(Object.entries(found).map(([name, n]) => [`writes.${name}`, n]));
}

async function checkPushes(
  stage: Stage,
  { pushed, books }: Accounts,
  { client, traffic }: { client: pg.Client; traffic: Traffic },
): Promise<Figures> {
  const judged = await judge({ companies: pushed, control: controlSandbox(stage.sandboxUrl), account: books }, client);
  const { rows } = await client.query<{ push_id: string }>('select push_id from push');
  const stored = new Set(rows.map(({ push_id }) => push_id));
  const figures = Object.entries(judged).map(([name, n]) => [`pushes.${name}`, n]);
  return {
    ...Object.fromEntries(figures),
    'pushes.lost': [...traffic.pushes].filter((id) => !stored.has(id)).length,
  };
}

async function checkSyncs(stage: Stage, { synced }: Accounts, client: pg.Client): Promise<Figures> {
  const { rows } = await client.query(
    "select count(*)::int as n, count(*) filter (where status <> 'Complete')::int as failed from sync",
  );
  const { sandboxUrl } = stage;
  const differences = await compareToSandbox(client, { struck: synced.companyId, sandboxUrl, name: synced.name });
  return { 'syncs.ended': rows[0].n, 'syncs.failed': rows[0].failed, 'syncs.differences': differences };
}

type Expected = { target: string; event_id: string; failed: number; event: string };

/**
 * Every message and alert must have arrived, once, and once more for each attempt that was recorded as failed. Every
 * company that clients have created must have its event, once. A message that was written after the deliveries ended
 * may still be under way, so what is missing is looked for again.
 */
async function checkDeliveries(stage: Stage, { older, writes }: Accounts, client: pg.Client): Promise<Figures> {
  let found = await compareArrivals(stage, client);
  for (let again = 0; again < 2 && found.lost + found.strangers > 0; again++) {
    await whenDrained(client);
    found = await compareArrivals(stage, client);
  }
  const count = async (text: string, values: unknown[]) => Number((await client.query(text, values)).rows[0].n);
  const wrongEvents = (table: string, type: string) => `select count(*) as n from (
      select company_id from company where account_id = $1 union select company_id from purge_receipt where account_id = $1) c
    where c.company_id <> $2 and 1 <> (select count(*) from ${table} e where e.account_id = $1
      and e.${type} = 'company.created' and e.company_id = c.company_id)`;
  return {
    'deliveries.expected': found.expected,
    'deliveries.lost': found.lost,
    'deliveries.doubled': found.doubled,
    'deliveries.retried': found.repeated,
    'deliveries.strangers': found.strangers,
    'events.wrong':
      (await count(wrongEvents('message', 'event_type'), [writes.accountId, older.companyId])) +
      (await count(wrongEvents('alert', 'rule_type'), [older.accountId, older.companyId])),
  };
}

async function compareArrivals(stage: Stage, client: pg.Client) {
  const { rows } = await client.query<Expected>(`
    select 'newer ' || c.name as target, m.message_id as event_id, (select count(*)::int from attempt a
        where (a.account_id, a.message_id, a.consumer_id) = (m.account_id, m.message_id, c.consumer_id) and a.outcome <> 'd') as failed,
        to_jsonb(m) - 'body' || jsonb_build_object('now', now()) as event
      from message m join consumer c using (account_id)
    union all
    select 'older older', a.event_id, (select count(*)::int from jsonb_array_elements(d.attempts) t
        where coalesce((t->>'statusCode')::int, 0) not between 200 and 299),
        to_jsonb(a) - 'payload' - 'body'
      from alert a join alert_delivery d using (account_id, alert_id)`);
  const arrived = new Map<string, { sent: number; taken: number }>();
  for (const [target, eventId, generation, isTaken] of await stage.noted()) {
    const key = `${generation} ${target} ${eventId}`;
    const one = arrived.get(key) ?? { sent: 0, taken: 0 };
    arrived.set(key, { sent: one.sent + 1, taken: one.taken + isTaken });
  }
  const found = { expected: rows.length, lost: 0, doubled: 0, repeated: 0, strangers: 0 };
  for (const { target, event_id, failed, event } of rows) {
    const { sent, taken } = arrived.get(`${target} ${event_id}`) ?? { sent: 0, taken: 0 };
    if (taken === 0) {
      found.lost++;
      say(`did not reach ${target} (${sent} requests, ${failed} failed): ${JSON.stringify(event).slice(0, 1000)}`);
    }
    found.repeated += failed;
    found.doubled += Math.max(0, sent - 1 - failed);
    arrived.delete(`${target} ${event_id}`);
  }
  return { ...found, strangers: arrived.size };
}
