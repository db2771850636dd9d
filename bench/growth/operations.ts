import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startApp } from '../../src/app.ts';
import { dayMs } from '../../src/base/durations.ts';
import { createLog } from '../../src/base/log.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { type Context, openContext } from '../../src/context.ts';
import { setMaintenance } from '../../src/operations/store.ts';
import { requestSync } from '../../src/sync/request-sync.ts';
import { type LinkedPlace, linkToSandbox } from '../link-to-sandbox.ts';
import { pushCustomer, untilEnded } from '../push.ts';
import { startCell } from '../start-cell.ts';
import type { MadeRows } from './copy-rows.ts';
import { measureCost } from './cost.ts';
import { copyLine, isoTime, spreadUuid, timedUuid } from './made-values.ts';
import { diskPerRow, growTables, growthSettings, type Stage } from './stage.ts';

/** As many as have a whole history at the smallest size: their numbers must not be given twice. */
const connections = 10;
const pushesEach = 20;
const syncsEach = 6;
/** The history of each connection. */
const historyEach = 1000;
/** Young enough that housekeeping does not remove it. */
const firstMs = Date.now() - 30 * dayMs;

/** Finished pushes and syncs, also of the connections that are measured; a worker runs new ones. */
export async function openOperations(): Promise<Stage> {
  const cell = await startCell({ settings: growthSettings });
  const sandbox = await cell.sandbox();
  const log = createLog({ level: 'error', destination: process.stderr });
  const registry = registryOf([createSandboxConnector({ baseUrl: sandbox.url })]);
  const ctx = await openContext({ ...cell.base.config, role: 'worker', port: 0 }, { log, registry });
  const app = await startApp(ctx);
  const places: LinkedPlace[] = [];
  for (let n = 0; n < connections; n++) places.push(await linkToSandbox(ctx, `operations${n}-100`));
  await untilIdle(ctx);
  const here = { pool: ctx.db.pool, pids: [process.pid] };
  let rows = 0;
  let pushed = 0;

  return {
    async grow(to) {
      await halt(ctx, true);
      await growTables(ctx.db, madeOf(places), { from: rows + 1, to }, raiseNumbers);
      rows = to;
      await halt(ctx, false);
    },
    units: {
      push: () =>
        measureCost(here, connections * pushesEach, async () => {
          const ids: string[] = [];
          for (let n = 0; n < pushesEach; n++) {
            for (const place of places) ids.push(await pushCustomer(ctx, place, pushed++));
          }
          await untilEnded(ctx, ids);
        }),
      // Nothing has changed at the platform: what a scheduled sync costs before its first record.
      emptySync: () =>
        measureCost(here, connections * syncsEach, async () => {
          for (let n = 0; n < syncsEach; n++) {
            for (const { accountId, companyId } of places)
              await ctx.db.transaction(accountId, (tx) =>
                requestSync(ctx, tx, { companyId, dataType: 'customers', isFull: false }),
              );
            await untilIdle(ctx);
          }
        }),
    },
    diskBytes: () => diskPerRow(ctx.db, ['push', 'sync']),
    async stop() {
      await app.stop();
      await ctx.dispose();
      await cell.stop();
    },
  };
}

async function halt(ctx: Context, on: boolean): Promise<void> {
  await setMaintenance(ctx.db.system, { on, message: null, retryAfterSeconds: 1, since: new Date() });
  // Workers check the switch once a second.
  await sleep(1300);
}

async function untilIdle(ctx: Context): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await ctx.db.pool.query<{ open: number }>(
      `select count(*)::int as open from sync where status in ('Queued', 'Fetching', 'Waiting', 'Publishing')`,
    );
    if (rows[0]?.open === 0) return;
    await sleep(50);
  }
  throw new Error('Some syncs did not end within a minute.');
}

/** The first connections are those that are measured; each has a history of its own. */
function madeOf(places: readonly LinkedPlace[]): MadeRows[] {
  const ownerOf = (n: number) => {
    const at = Math.floor((n - 1) / historyEach);
    const place = places[at];
    return place
      ? [place.accountId, place.companyId, place.connectionId]
      : [places[at % places.length]?.accountId ?? '', spreadUuid(at), spreadUuid(at + 0x600_0000)];
  };
  const timeOf = (n: number) => firstMs + n * 2;
  const record = JSON.stringify({ customerName: 'Customer 1', emailAddress: 'c1@example.com' });
  return [
    {
      table: 'push',
      columns: `account_id, company_id, connection_id, push_id, number, platform_key, data_type, operation, status,
        step, record_id, record, prepared, requested_at, timeout_minutes, times_out_at, completed_at, attempts, sent_at,
        status_code, provider_status`,
      row: (n) =>
        copyLine([
          ...[...ownerOf(n), timedUuid(timeOf(n), n), n, 'sandbox', 'customers', 'create', 'Success', 'known'],
          ...[`cus_${n}`, record, record, isoTime(timeOf(n)), 60, isoTime(timeOf(n) + 3_600_000)],
          ...[isoTime(timeOf(n) + 80), 1, isoTime(timeOf(n) + 5), 200, 201],
        ]),
    },
    {
      table: 'sync',
      columns: `account_id, company_id, connection_id, sync_id, data_set_id, platform_key, data_type, trigger, status,
        requested_at, started_at, completed_at, generation, is_full, fence, pages, records, attempts, timeline`,
      row: (n) =>
        copyLine([
          ...[
            ...ownerOf(n),
            timedUuid(timeOf(n), n),
            1_000_000 + Math.floor((n - 1) / historyEach),
            'sandbox',
            'customers',
          ],
          ...['schedule', 'Complete', isoTime(timeOf(n)), isoTime(timeOf(n) + 5), isoTime(timeOf(n) + 80)],
          ...[n % historyEach, false, 1, 1, 0, 1, madeTimeline(timeOf(n))],
        ]),
    },
  ];
}

const madeTimeline = (ms: number) =>
  JSON.stringify(['Queued', 'Fetching', 'Publishing', 'Complete'].map((status) => ({ status, at: isoTime(ms) })));

/** New pushes of a connection get the numbers after those that were made. */
const raiseNumbers = `insert into push_lane as l (account_id, company_id, connection_id, platform_key, last_number)
  select account_id, company_id, connection_id, 'sandbox', max(number) from push
    where company_id in (select company_id from company) group by 1, 2, 3
  on conflict (account_id, company_id, connection_id) do update
    set last_number = greatest(l.last_number, excluded.last_number)`;
