import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import type { Clock } from '../../src/base/clock.ts';
import { startOn, useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Two processes of one cell; one runs on a machine with a wrong clock. */
const sandbox = await startSandbox();
after(() => sandbox.stop());
const config = { sandboxUrl: sandbox.url, requestsPerMinute: 60 };
const app = useApp({ config });
const control = controlSandbox(sandbox.url);

const tenMinutesMs = 600_000;
const machineOff = (byMs: number): Clock => ({
  now: () => new Date(Date.now() + byMs),
  nowMs: () => Date.now() + byMs,
});

async function startOff(byMs: number, role: 'api' | 'worker' = 'api') {
  return startOn(app.databaseUrl, { config: { ...config, role }, machineClock: machineOff(byMs) });
}

for (const [name, byMs] of [
  ['ahead', tenMinutesMs],
  ['behind', -tenMinutesMs],
] as const) {
  test(`A-27: a process on a machine ten minutes ${name} causes no 429 in other processes`, async (t) => {
    const off = await startOff(byMs);
    t.after(off.stop);
    const account = await app.account();
    const statuses = async (send: () => Promise<{ status: number }>) => {
      const all: number[] = [];
      for (let i = 0; i < 70; i++) all.push((await send()).status);
      return {
        passed: all.filter((status) => status === 200).length,
        refused: all.filter((status) => status === 429).length,
      };
    };
    const first = await statuses(() => off.app.send('GET /companies', { key: account.key }));
    assert.ok(first.passed >= 60, JSON.stringify(first));
    // A minute passes.
    await sql`update request_quota set minute_start = minute_start - interval '1 minute'
      where account_id = ${account.accountId}`.execute(app.ctx.db.system);
    const answer = await account.send('GET /companies');
    assert.equal(answer.status, 200, answer.text);
    const resetMs = Date.parse(answer.headers.get('x-rate-limit-reset') ?? '') - Date.now();
    assert.ok(resetMs > -2000 && resetMs <= 62_000, `resets in ${resetMs} ms`);
    for (let i = 0; i < 40; i++) assert.equal((await account.send('GET /companies')).status, 200);
  });
}

test('A-27: a process with a wrong machine clock does not block the request budget for the others', async (t) => {
  const off = await startOff(tenMinutesMs);
  t.after(off.stop);
  const place = { platformKey: 'sandbox', connectionId: '00000000-0000-4000-8000-000000000001' };
  (await off.app.ctx.budgets.take(place))();
  (await app.ctx.budgets.take(place))();
  const { rows } = await sql<{ ms: number }>`select max(extract(epoch from busy_until - now())) * 1000 as ms
    from provider_budget`.execute(app.ctx.db.system);
  assert.ok(Number(rows[0]?.ms) < 60_000, `${rows[0]?.ms} ms ahead`);
});

test('A-27: a worker with a wrong machine clock does not take over running syncs, and uses the time of PostgreSQL', async (t) => {
  const account = await app.account();
  const company = await linkCompany(account, 'clocks-1500');
  await control.fault({
    match: { company: 'clocks-1500', type: 'invoices' },
    fault: { kind: 'slow', ms: 5000 },
    times: 1,
  });
  const { syncId } = await company.request('invoices');
  // Read from the database: the account may send only 60 requests a minute here.
  const readSync = async () => {
    const { rows } = await sql<{ status: string; fence: number }>`select status, fence from sync
      where sync_id = ${syncId}`.execute(app.ctx.db.system);
    return rows[0];
  };
  await waitFor(async () => (await readSync())?.status === 'Fetching');
  const off = await startOff(tenMinutesMs, 'worker');
  t.after(off.stop);
  const isRunning = (status = '') => ['Queued', 'Fetching', 'Publishing'].includes(status);
  await waitFor(async () => !isRunning((await readSync())?.status), 60_000);
  assert.deepEqual(await readSync(), { status: 'Complete', fence: 1 }, 'no other worker has taken it over');
  assert.ok(Math.abs(off.app.ctx.clock.nowMs() - app.ctx.clock.nowMs()) < 1000);
  const warned = off.app.logLines.find((line) => String(line.msg).includes("machine's clock differs"));
  assert.ok(Math.abs(Number(warned?.machineAheadMs) - tenMinutesMs) < 5000, JSON.stringify(warned));
});
