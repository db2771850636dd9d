import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type LocalPostgres, startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { basic, openClient } from './client.ts';
import { startCpuClock, startFamilyClock } from './cpu-time.ts';
import { load } from './load.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { type SeededRecords, seedRecords } from './seed-records.ts';
import { type Cell, type Started, startCell } from './start-cell.ts';

const rounds = 9;
const seconds = 3;
const connections = 12;
/** Delays in seconds with which the standby applies a commit. */
const lags = [0, 0.01, 1, 30];

/**
 * Reads with and without a standby (docs/decisions/0044): what a page costs the primary, and whether a page is ever older
 * than what was acknowledged before it was asked for, whichever process answered.
 */
export async function benchReplica({ quick }: { quick: boolean }): Promise<Report> {
  const cell = await startCell();
  let standby: LocalPostgres | undefined;
  try {
    const seeded = await seedRecords(
      cell,
      quick ? { invoices: 4000, dataSets: 40 } : { invoices: 40_000, dataSets: 400 },
    );
    standby = await startStandby(cell);
    const env = { DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000' };
    const read = { ...env, DAYBOOK_READ_DATABASE_URL: standby.url('daybook') };
    const sides = { alone: await cell.serve(env), withStandby: await cell.serve(read) };
    const figures = await measurePages(cell, standby, seeded, { sides, rounds: quick ? 3 : rounds });
    const processes = [sides.withStandby, await cell.serve(read)];
    for (const lag of quick ? [0, 1] : lags)
      Object.assign(figures, await measureLag(standby, seeded, { processes, lag, seconds: quick ? 4 : 10 }));
    const older = Object.keys(figures).filter((name) => name.endsWith('.olderPages'));
    return {
      name: 'replica',
      figures,
      bars: [
        ...older.map((figure) => holdBar(figures, figure, '<= 0')),
        holdBar(figures, 'page.primaryCpuRatio', '<= 0.3'),
        holdBar(figures, 'lag.0.fromStandby', '>= 0.9'),
      ],
    };
  } finally {
    await standby?.stop();
    await cell.stop();
  }
}

/** Copies the stopped primary and starts the copy as its standby. */
async function startStandby({ postgres }: Cell): Promise<LocalPostgres> {
  const { folder } = postgres;
  await postgres.stop();
  const copy = join(folder, '..', `${folder.split('/').at(-1)}-standby`);
  // Keeps the owner, which is not root.
  await promisify(execFile)('cp', ['-a', folder, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  await postgres.start();
  const { port, password } = new URL(postgres.url('postgres'));
  return startEmbeddedPostgres({
    folder: copy,
    durable: true,
    isTemporary: true,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
      shared_buffers: '1GB',
      hot_standby_feedback: 'on',
    },
  });
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

type Sides = { alone: Started; withStandby: Started };
type Run = { perSecond: number; p99Ms: number; node: number; primary: number; standby: number };

async function measurePages(
  cell: Cell,
  standby: LocalPostgres,
  { companyId, key }: SeededRecords,
  { sides, rounds }: { sides: Sides; rounds: number },
): Promise<Figures> {
  const path = `/companies/${companyId}/data/invoices`;
  const runs = { alone: [] as Run[], withStandby: [] as Run[] };
  // A connection that stays open shows which server processes are children of which PostgreSQL.
  const holders = await Promise.all(
    [cell.databaseUrl, standby.url('daybook')].map(async (url) => {
      const client = new pg.Client(url);
      await client.connect();
      return client;
    }),
  );
  const [primaryPid = 0, standbyPid = 0] = await Promise.all(
    holders.map(async (client) => Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid)),
  );
  const measure = async (side: Started): Promise<Run> => {
    const clocks = [startCpuClock([side.pid]), startFamilyClock(primaryPid), startFamilyClock(standbyPid)];
    const target = { url: side.url + path, headers: { authorization: basic(key) } };
    const { perSecond, p99Ms } = await load(target, { connections, seconds });
    const [node = 0, primary = 0, standbyMs = 0] = clocks.map((clock) => clock() / (perSecond * seconds));
    return { perSecond, p99Ms, node, primary, standby: standbyMs };
  };
  for (const side of Object.values(sides)) await measure(side);
  for (let at = 0; at < rounds; at++) {
    const order = at % 2 === 0 ? (['alone', 'withStandby'] as const) : (['withStandby', 'alone'] as const);
    for (const side of order) runs[side].push(await measure(sides[side]));
    say(
      `round ${at + 1}: alone ${runs.alone.at(-1)?.perSecond}/s, with a standby ${runs.withStandby.at(-1)?.perSecond}/s`,
    );
  }
  await Promise.all(holders.map((client) => client.end()));
  const middle = (side: Run[], of: keyof Run) => round(median(side.map((run) => run[of])));
  const figures: Figures = {};
  for (const [name, side] of Object.entries(runs)) {
    figures[`page.${name}.perSecond`] = middle(side, 'perSecond');
    figures[`page.${name}.p99Ms`] = middle(side, 'p99Ms');
    figures[`page.${name}.nodeCpuMs`] = middle(side, 'node');
    figures[`page.${name}.primaryCpuMs`] = middle(side, 'primary');
    figures[`page.${name}.standbyCpuMs`] = middle(side, 'standby');
  }
  const [one, both] = [middle(runs.alone, 'primary'), middle(runs.withStandby, 'primary')];
  figures['page.primaryCpuRatio'] = round(both / one);
  figures['page.perPrimaryCore.alone'] = round(1000 / one);
  figures['page.perPrimaryCore.withStandby'] = round(1000 / both);
  return figures;
}

/** Clients of two processes with the same key: each write is one message, and every page has to show all of them. */
async function measureLag(
  standby: LocalPostgres,
  { key }: SeededRecords,
  { processes, lag, seconds: duration }: { processes: readonly Started[]; lag: number; seconds: number },
): Promise<Figures> {
  await onServer(standby.url('daybook'), async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${lag * 1000}ms'`);
    await client.query('select pg_reload_conf()');
  });
  await sleep(1500);
  const before = await readCounts(processes);
  const endsAt = performance.now() + duration * 1000;
  const clients = processes.flatMap(({ url }) => Array.from({ length: 3 }, () => openClient(url, key)));
  const total = async (client = clients[0]) =>
    JSON.parse((await client?.get('/webhooks/messages?pageSize=1'))?.text ?? '{}').totalResults as number;
  let acknowledged = await total();
  let olderPages = 0;
  const times: number[] = [];
  const writers = processes.map(async ({ url }, at) => {
    for (let n = 0; performance.now() < endsAt; n++) {
      const response = await fetch(`${url}/companies`, {
        method: 'POST',
        headers: { authorization: basic(key), 'content-type': 'application/json' },
        body: JSON.stringify({ name: `lag ${lag} ${at} ${n}` }),
      });
      await response.bytes();
      if (response.status !== 201 && response.status !== 200) throw new Error(`POST /companies: ${response.status}`);
      acknowledged++;
      await sleep(10);
    }
  });
  let seen = 0;
  const readers = clients.map(async (client) => {
    while (performance.now() < endsAt) {
      const atLeast = Math.max(acknowledged, seen);
      const { text, ms } = await client.get('/webhooks/messages?pageSize=1');
      const shown: number = JSON.parse(text).totalResults;
      if (shown < atLeast) olderPages++;
      seen = Math.max(seen, shown);
      times.push(ms);
      await sleep(2);
    }
  });
  await Promise.all([...writers, ...readers]);
  for (const client of clients) client.close();
  const now = await readCounts(processes);
  const served = now.replica - before.replica;
  const share = served / Math.max(1, served + now.primary - before.primary);
  say(`lag ${lag} s: ${times.length} pages, ${olderPages} older, ${round(share)} from the standby`);
  return {
    [`lag.${lag}.pages`]: times.length,
    [`lag.${lag}.olderPages`]: olderPages,
    [`lag.${lag}.fromStandby`]: round(share),
    [`lag.${lag}.p50Ms`]: round(median(times)),
    [`lag.${lag}.p99Ms`]: round(percentile(times, 99)),
  };
}

async function readCounts(processes: readonly Started[]): Promise<{ replica: number; primary: number }> {
  const sums = { replica: 0, primary: 0 };
  for (const { url } of processes) {
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const server of ['replica', 'primary'] as const) {
      const [, count = '0'] = new RegExp(`daybook_replica_reads_total\\{server="${server}"\\} (\\d+)`).exec(text) ?? [];
      sums[server] += Number(count);
    }
  }
  return sums;
}
