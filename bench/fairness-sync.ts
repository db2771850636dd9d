import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import { createAccount } from '../src/accounts/create-account.ts';
import { startApp } from '../src/app.ts';
import { createLog } from '../src/base/log.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { authorizeConnection } from '../src/connections/authorize-connection.ts';
import { createConnection } from '../src/connections/create-connection.ts';
import { type Context, openContext } from '../src/context.ts';
import { requestSync } from '../src/sync/request-sync.ts';
import { type Bar, type Figures, holdBar, round, say } from './report.ts';
import { startCell } from './start-cell.ts';

/** One account links 16 servers that accept every call and never respond: how long do another client's syncs wait? */
const hangingServers = 16;
const syncs = 10;

export async function measureSyncFairness(): Promise<{ figures: Figures; bars: Bar[] }> {
  const cell = await startCell();
  const sandbox = await startSandbox();
  const log = createLog({ level: 'fatal', destination: process.stderr });
  const ctx = await openContext(
    { ...cell.base.config, connectorSettings: { sandbox: { url: sandbox.url } }, role: 'worker', port: 0 },
    { log },
  );
  const app = await startApp(ctx);
  try {
    const other = await createAccount(ctx, { name: 'other', plan: 'paid' });
    const otherCompany = await link(ctx, other.accountId, 'answers-100');
    await untilIdle(ctx);
    const hanging = await createAccount(ctx, { name: 'hanging', plan: 'paid' });
    for (let n = 0; n < hangingServers; n++) {
      await link(ctx, hanging.accountId, `hangs${n}-100`);
      await orderHang(sandbox.url, `hangs${n}-100`);
    }
    await sleep(3000);
    const waits: number[] = [];
    for (let n = 0; n < syncs; n++) waits.push(await waitOf(ctx, other.accountId, otherCompany));
    say(`wait times of the other client's syncs: ${waits.map(Math.round).join(', ')} ms`);
    const { rows } = await ctx.db.pool.query("select count(*)::int as n from sync where status = 'Fetching'");
    const figures: Figures = {
      'sync.hangingServers': hangingServers,
      'sync.hangingAtOnce': rows[0].n,
      'sync.longestWaitMs': round(Math.max(...waits)),
    };
    return { figures, bars: [holdBar(figures, 'sync.longestWaitMs', '<= 10000')] };
  } finally {
    // Stop the hanging sandbox first: its calls end, and with them the jobs.
    await sandbox.stop();
    await app.stop();
    await ctx.dispose();
    await cell.stop();
  }
}

async function link(ctx: Context, accountId: string, company: string): Promise<string> {
  const principal = { accountId, plan: 'paid' as const, accountCreatedMs: 0, scopes: [], companyTags: null };
  const { companyId } = await ctx.db.transaction(accountId, (tx) =>
    createCompany(ctx, tx, { principal: principal as never, company: { name: company } }),
  );
  const { connectionId } = await ctx.db.transaction(accountId, (tx) =>
    createConnection(ctx, tx, { companyId, platformKey: 'sandbox' }),
  );
  const place = { companyId, connectionId };
  const credentials = { company, secret: `sandbox-${company}` };
  await authorizeConnection(ctx, { accountId, place, credentials, keep: async () => {} });
  return companyId;
}

async function orderHang(url: string, company: string): Promise<void> {
  const answer = await fetch(`${url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: { company }, fault: { kind: 'hang' } }),
  });
  if (!answer.ok) throw new Error(`The sandbox rejected the request: ${answer.status} ${await answer.text()}`);
}

async function untilIdle(ctx: Context): Promise<void> {
  const open = 'select count(*)::int as n from sync where completed_at is null';
  for (let tries = 0; tries < 600; tries++) {
    if ((await ctx.db.pool.query(open)).rows[0].n === 0) return;
    await sleep(100);
  }
  throw new Error('The first syncs of the other client did not finish.');
}

/** Time from the request to the start of one sync. */
async function waitOf(ctx: Context, accountId: string, companyId: string): Promise<number> {
  const { syncId } = await ctx.db.transaction(accountId, (tx) =>
    requestSync(ctx, tx, { companyId, dataType: 'invoices', isFull: true }),
  );
  for (let tries = 0; tries < 12_000; tries++) {
    const { rows } = await ctx.db.pool.query(
      `select completed_at is not null as done, extract(epoch from started_at - requested_at)::float8 * 1000 as ms
        from sync where sync_id = $1`,
      [syncId],
    );
    if (rows[0]?.done) return rows[0].ms ?? Number.POSITIVE_INFINITY;
    await sleep(10);
  }
  return Number.POSITIVE_INFINITY;
}
