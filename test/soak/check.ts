import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, say } from '../../bench/report.ts';
import { createSealer } from '../../src/base/secrets.ts';
import { checkRows } from '../chaos/check-rows.ts';
import { readRows } from '../chaos/read-rows.ts';
import { secretKey } from '../chaos/stage-parts.ts';
import type { Stage } from './stage.ts';
import type { Traffic } from './traffic.ts';

/** Messages and alerts that must arrive. The retention removes their rows, so they are noted while they are there. */
export type Expected = Map<string, { type: string; companyId: string; accountId: string }>;

const drainedWithinMs = 180_000;

export async function noteExpected({ databaseUrl }: Stage, expected: Expected): Promise<void> {
  for (const { key, ...about } of await query<{ key: string; type: string; companyId: string; accountId: string }>(
    databaseUrl,
    `select 'newer ' || c.name || ' ' || m.message_id as key, m.event_type as type, m.company_id as "companyId",
        m.account_id as "accountId" from message m join consumer c using (account_id)
      union all
      select 'older older ' || a.event_id, a.rule_type, a.company_id, a.account_id from alert a`,
  ))
    expected.set(key, about);
}

/**
 * Forgets deleted companies that are purged, after checking them: the clients would hardly find an existing company
 * among them. Returns how many were forgotten.
 */
export async function settlePurged({ databaseUrl }: Stage, { writer: { ledger } }: Traffic): Promise<number> {
  const receipts = await query<{ id: string }>(
    databaseUrl,
    `select company_id as id from purge_receipt r where purged_at is not null
      and not exists (select from company c where c.company_id = r.company_id)`,
  );
  const purged = new Set(receipts.map(({ id }) => id));
  const before = ledger.subjects.length;
  ledger.subjects = ledger.subjects.filter(
    ({ companyId, possible, isBusy }) =>
      isBusy || possible.length > 1 || possible[0] !== 'deleted' || !purged.has(companyId ?? ''),
  );
  return before - ledger.subjects.length;
}

/** What is still open at the time limit, after the traffic has ended. */
export async function whenDrained({ databaseUrl }: Stage, withinMs = drainedWithinMs): Promise<number> {
  let left: Record<string, number> = {};
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(250)) {
    [left = {}] = await query<Record<string, number>>(
      databaseUrl,
      `select (select count(*)::int from delivery) as deliveries,
        (select count(*)::int from alert_delivery where status = 'pending') as alerts,
        (select count(*)::int from push where step in ('waiting', 'sent', 'accepted')) as pushes,
        (select count(*)::int from sync where completed_at is null) as syncs,
        (select count(*)::int from purge_receipt where purged_at is null) as purges`,
    ).catch(() => [{ unknown: 1 }]);
    if (Object.values(left).every((n) => n === 0)) return 0;
  }
  say(`soak: still open: ${JSON.stringify(left)}`);
  return Object.values(left).reduce((sum, n) => sum + n, 0);
}

export async function checkWrites(
  stage: Stage,
  { accounts, writer: { ledger } }: Pick<Traffic, 'accounts' | 'writer'>,
): Promise<Figures> {
  const { accountId } = accounts.writes;
  const all = await readRows(stage.databaseUrl);
  const own = new Set(ledger.subjects.map(({ companyId }) => companyId));
  const rows = {
    ...all,
    companies: all.companies.filter((row) => row.account_id === accountId),
    receipts: all.receipts.filter((row) => own.has(row.company_id)),
    jobs: new Set([...all.jobs].filter((id) => own.has(id))),
    // The retention has removed some of the stored answers and past versions, so they cannot be compared.
    answers: [],
  };
  const known = { ...ledger, keys: new Map() };
  const found = checkRows(rows, { ledger: known, accountIds: [accountId], sealer: createSealer([secretKey]) });
  const { lost, half, doubled, strangers, wrongTotals, wrongPurges } = found;
  return Object.fromEntries(
    Object.entries({ lost, half, doubled, strangers, wrongTotals, wrongPurges }).map(([name, n]) => [
      `writes.${name}`,
      n,
    ]),
  );
}

/** Every message and alert has arrived, and every company has the event of its creation once. */
export async function checkDeliveries(
  stage: Stage,
  { expected, traffic }: { expected: Expected; traffic: Traffic },
): Promise<Figures> {
  const arrived = new Map<string, number>();
  let sent = 0;
  for (const [target, eventId, generation, isTaken] of await stage.noted()) {
    const key = `${generation} ${target} ${eventId}`;
    arrived.set(key, (arrived.get(key) ?? 0) + isTaken);
    sent++;
  }
  const lost = [...expected.keys()].filter((key) => !arrived.get(key)).length;
  const strangers = [...arrived.keys()].filter((key) => !expected.has(key)).length;
  const repeated = [...arrived.values()].reduce((sum, n) => sum + Math.max(0, n - 1), 0);
  const created = new Map<string, number>();
  for (const { type, companyId } of expected.values())
    if (type === 'company.created') created.set(companyId, (created.get(companyId) ?? 0) + 1);
  const wrong =
    [...traffic.older.created].filter((id) => created.get(id) !== 1).length +
    [...created.values()].filter((n) => n !== 1).length;
  return {
    'deliveries.expected': expected.size,
    'deliveries.sent': sent,
    'deliveries.lost': lost,
    'deliveries.repeated': repeated,
    'deliveries.strangers': strangers,
    'events.wrong': wrong,
  };
}

async function query<T>(databaseUrl: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end().catch(() => {});
  }
}
