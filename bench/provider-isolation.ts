import { randomInt } from 'node:crypto';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startSandbox } from '@daybook/sandbox';
import { createAccount } from '../src/accounts/create-account.ts';
import { startApp } from '../src/app.ts';
import { createLog } from '../src/base/log.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { authorizeConnection } from '../src/connections/authorize-connection.ts';
import { createConnection } from '../src/connections/create-connection.ts';
import { registryOf } from '../src/connectors/registry.ts';
import { type Context, openContext } from '../src/context.ts';
import { requestAll, requestSync } from '../src/sync/request-sync.ts';
import { findSettings, saveAccountSettings } from '../src/sync/settings/settings-store.ts';
import { cancelUnfinished } from '../src/sync/store.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { startCell } from './start-cell.ts';

/**
 * Two platforms: one responds, the other accepts every call and never responds. How long do syncs of the first wait for
 * their start, with and without a hundred syncs of the second in the same worker process?
 */
const rounds = 5;
const syncsPerRound = 40;
const companies = 10;
/** Each with a sync of every data type. */
const hangingCompanies = 5;

type Linked = { companyId: string; connectionId: string };
type Delays = { startMs: number[]; wholeMs: number[] };

export async function benchProviderIsolation(): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const cell = await startCell();
  const answering = await cell.sandbox();
  let hanging = await startSandbox();
  const port = Number(new URL(hanging.url).port);
  const registry = registryOf([
    createSandboxConnector({ baseUrl: answering.url }),
    {
      ...createSandboxConnector({ baseUrl: hanging.url }),
      platform: { key: 'hanging', name: 'Hanging', sourceType: 'Accounting' },
    },
  ]);
  // Failed calls to the hanging platform are expected.
  const log = createLog({ level: 'error', destination: process.stderr });
  const ctx = await openContext({ ...cell.base.config, role: 'worker', port: 0 }, { log, registry });
  const app = await startApp(ctx);
  try {
    const { accountId } = await createAccount(ctx, { name: 'bench', plan: 'paid' });
    await fetchNothingByItself(ctx, accountId);
    const own = await link(ctx, accountId, { platformKey: 'sandbox', count: companies });
    const others = await link(ctx, accountId, { platformKey: 'hanging', count: hangingCompanies });
    await measure(ctx, accountId, own);
    const alone: Delays[] = [];
    const beside: Delays[] = [];
    let held = 0;
    for (let n = 1; n <= rounds; n++) {
      alone.push(await measure(ctx, accountId, own));
      await order(hanging.url, 'POST', { fault: { kind: 'hang' } });
      held = await hold(ctx, accountId, others);
      beside.push(await measure(ctx, accountId, own));
      if ((await countHeld(ctx)).fetching === 0) throw new Error('The hanging platform does not hang.');
      await release(ctx, accountId, others);
      await hanging.stop();
      hanging = await startSandbox({ port });
      await untilFree(ctx);
      say(
        `round ${n}: ${median(alone.at(-1)?.startMs ?? [])} ms alone, ${median(beside.at(-1)?.startMs ?? [])} ms beside ${held} syncs that hang`,
      );
    }
    return reportOf({ alone, beside, held, loadBefore });
  } finally {
    // Stop the hanging sandbox first: its calls end, and with them the jobs.
    await hanging.stop();
    await app.stop();
    await ctx.dispose();
    await cell.stop();
  }
}

async function fetchNothingByItself(ctx: Context, accountId: string): Promise<void> {
  await ctx.db.transaction(accountId, async (tx) => {
    const settings = await findSettings(tx, { accountId });
    const quiet = settings.map((setting) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' as const }));
    await saveAccountSettings(tx, quiet);
  });
}

async function link(
  ctx: Context,
  accountId: string,
  { platformKey, count }: { platformKey: string; count: number },
): Promise<Linked[]> {
  const linked: Linked[] = [];
  for (let n = 0; n < count; n++) {
    const company = `${platformKey}${n}-100`;
    const principal = { accountId, plan: 'paid' as const, accountCreatedMs: 0, scopes: [], companyTags: null };
    const { companyId } = await ctx.db.transaction(accountId, (tx) =>
      createCompany(ctx, tx, { principal: principal as never, company: { name: company } }),
    );
    const { connectionId } = await ctx.db.transaction(accountId, (tx) =>
      createConnection(ctx, tx, { companyId, platformKey }),
    );
    const place = { companyId, connectionId };
    await authorizeConnection(ctx, {
      accountId,
      place,
      credentials: { company, secret: `sandbox-${company}` },
      keep: async () => {},
    });
    linked.push(place);
  }
  return linked;
}

/** Runs one sync after the other, each requested at a random moment. */
async function measure(ctx: Context, accountId: string, places: Linked[]): Promise<Delays> {
  const delays: Delays = { startMs: [], wholeMs: [] };
  for (let n = 0; n < syncsPerRound; n++) {
    const { companyId } = places[n % places.length] as Linked;
    await sleep(randomInt(100));
    const { syncId } = await ctx.db.transaction(accountId, (tx) =>
      requestSync(ctx, tx, { companyId, dataType: 'invoices', isFull: true }),
    );
    const { startMs, wholeMs } = await untilComplete(ctx, syncId);
    delays.startMs.push(startMs);
    delays.wholeMs.push(wholeMs);
  }
  return delays;
}

async function untilComplete(ctx: Context, syncId: string): Promise<{ startMs: number; wholeMs: number }> {
  for (let tries = 0; tries < 6000; tries++) {
    const { rows } = await ctx.db.pool.query(
      `select status, extract(epoch from started_at - requested_at)::float8 * 1000 as "startMs",
        extract(epoch from completed_at - requested_at)::float8 * 1000 as "wholeMs" from sync where sync_id = $1`,
      [syncId],
    );
    if (rows[0]?.status === 'Complete') return rows[0];
    await sleep(10);
  }
  throw new Error('A sync of the platform that answers was not complete within a minute.');
}

/** Requests a sync of every data type for each company; returns once the process has as many hanging as it can run. */
async function hold(ctx: Context, accountId: string, places: Linked[]): Promise<number> {
  for (const { companyId } of places) await ctx.db.transaction(accountId, (tx) => requestAll(ctx, tx, { companyId }));
  for (let tries = 0; tries < 600; tries++) {
    const { fetching, all } = await countHeld(ctx);
    // An account gets half of the workers.
    if (fetching >= ctx.config.syncsAtOncePerPlatform / 2) return all;
    await sleep(100);
  }
  throw new Error('The syncs of the hanging platform did not start.');
}

async function countHeld(ctx: Context): Promise<{ fetching: number; all: number }> {
  const { rows } = await ctx.db.pool.query(
    `select count(*) filter (where status = 'Fetching')::int as fetching, count(*)::int as "all" from sync
    where platform_key = 'hanging' and completed_at is null`,
  );
  return rows[0];
}

async function release(ctx: Context, accountId: string, places: Linked[]): Promise<void> {
  for (const place of places) await ctx.db.transaction(accountId, (tx) => cancelUnfinished(tx, place, ctx.clock.now()));
}

async function untilFree(ctx: Context): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await ctx.db.pool.query(
      `select count(*)::int as n from pgboss.job where name = 'run-sync-hanging' and state in ('created', 'retry', 'active')`,
    );
    if (rows[0].n === 0) return;
    await sleep(100);
  }
  throw new Error('The workers of the hanging platform are still busy.');
}

async function order(url: string, method: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/control/faults`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox rejected the request: ${answer.status} ${await answer.text()}`);
}

function reportOf(found: { alone: Delays[]; beside: Delays[]; held: number; loadBefore: number[] }): Report {
  const { alone, beside } = found;
  const all = (delays: Delays[], of: keyof Delays) => delays.flatMap((one) => one[of]);
  const figures: Figures = {
    'machine.cores': os.availableParallelism(),
    'machine.loadBefore': found.loadBefore,
    rounds,
    syncsPerRound,
    syncsThatHang: found.held,
    'alone.startMs': alone.map((one) => round(median(one.startMs))),
    'beside.startMs': beside.map((one) => round(median(one.startMs))),
    'alone.startMsP95': round(percentile(all(alone, 'startMs'), 95)),
    'beside.startMsP95': round(percentile(all(beside, 'startMs'), 95)),
    'alone.wholeMs': round(median(all(alone, 'wholeMs'))),
    'beside.wholeMs': round(median(all(beside, 'wholeMs'))),
    startDelayRatio: round(median(all(beside, 'startMs')) / median(all(alone, 'startMs'))),
    'machine.loadAfter': os.loadavg().map(round),
  };
  return { name: 'provider-isolation', figures, bars: [holdBar(figures, 'startDelayRatio', '<= 1.5')] };
}
