import { execFile } from 'node:child_process';
import os from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { basic } from './client.ts';
import { readCpuMs, startCpuClock, startFamilyClock } from './cpu-time.ts';
import { endProcess } from './public-api/stage.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { seedRecords } from './seed-records.ts';
import { type Cell, type Started, startCell } from './start-cell.ts';

const sides = ['off', 'on'] as const;
type Side = (typeof sides)[number];

const sizes = {
  whole: { pairs: 7, rounds: 3, seconds: 6, warmUpSeconds: 10 },
  quick: { pairs: 1, rounds: 3, seconds: 4, warmUpSeconds: 6 },
};
/** The rest of the rows is written within a second. */
const flushedMs = 1500;

/**
 * What the request log costs: two servers on one database return pages of 100 records, one without the log, one with it.
 * The load switches between them every 0.2 s, because on a shared machine the CPU time of the same work differs by a
 * third from one second to the next. Two processes of the same program also differ by some percent, so several pairs of
 * servers are started. Each server has its own PostgreSQL user, by which its backends are found. The CPU time of
 * PostgreSQL's other processes (WAL, checkpoints, vacuum) counts as the log's, since reads write nothing.
 */
export async function benchRequestLog({ quick }: { quick: boolean }): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const { pairs, rounds, seconds, warmUpSeconds } = quick ? sizes.quick : sizes.whole;
  const cell = await startCell();
  try {
    const { companyId, key } = await seedRecords(cell, { invoices: 40_000, dataSets: 400 });
    for (const side of sides)
      await sql`create role ${sql.id(userOf(side))} superuser login password 'bench'`.execute(cell.base.db.system);
    const ratios: Record<'all' | 'node', number[]> = { all: [], node: [] };
    const cpuMs: Record<Side | 'others', number[]> = { off: [], on: [], others: [] };
    let answered = 0;
    const logged = await countLogged(cell);
    for (let pair = 0; pair < pairs; pair++) {
      const servers = {} as Record<Side, Started>;
      for (const side of pair % 2 === 0 ? sides : sides.toReversed()) servers[side] = await serve(cell, side);
      const load = async (forSeconds: number): Promise<Record<Side, number>> => {
        const urls = sides.map((side) => `${servers[side].url}/companies/${companyId}/data/invoices`);
        const args = [join(import.meta.dirname, 'alternate-load.ts'), ...urls, basic(key), String(forSeconds)];
        const [off, on] = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as [number, number];
        answered += on;
        await new Promise((resolve) => setTimeout(resolve, flushedMs));
        return { off, on };
      };
      await load(warmUpSeconds);
      for (let turn = 0; turn < rounds; turn++) {
        const node = { off: startCpuClock([servers.off.pid]), on: startCpuClock([servers.on.pid]) };
        const postgres = await startPostgresClock(cell);
        const requests = await load(seconds);
        const nodeMs = { off: node.off(), on: node.on() };
        const { others, ...backends } = await postgres();
        const off = (nodeMs.off + backends.off) / requests.off;
        const on = (nodeMs.on + backends.on + others) / requests.on;
        cpuMs.off.push(off);
        cpuMs.on.push(on);
        cpuMs.others.push(others / requests.on);
        ratios.all.push(on / off);
        ratios.node.push(nodeMs.on / requests.on / (nodeMs.off / requests.off));
        say(`pair ${pair + 1}: off ${round(off)} ms, on ${round(on)} ms, ratio ${round(on / off)}`);
      }
      for (const side of sides) await endProcess(servers[side]);
    }
    const figures: Figures = {
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.loadBefore': loadBefore,
      'reads.cpuRatio': round(median(ratios.all)),
      'reads.cpuRatio.rounds': ratios.all.map(round),
      'reads.cpuRatio.rounds.node': ratios.node.map(round),
      'reads.cpuRatio.node': round(median(ratios.node)),
      'reads.cpuMs.off': round(median(cpuMs.off)),
      'reads.cpuMs.on': round(median(cpuMs.on)),
      'reads.cpuMs.postgresOthers': round(median(cpuMs.others)),
      'log.rowsPerRequest': round(((await countLogged(cell)) - logged) / answered),
    };
    const bars = [
      holdBar(figures, 'reads.cpuRatio', '<= 1.03'),
      holdBar(figures, 'log.rowsPerRequest', '>= 1'),
      holdBar(figures, 'log.rowsPerRequest', '<= 1'),
    ];
    return { name: 'request-log', figures, bars };
  } finally {
    await cell.stop();
  }
}

const userOf = (side: Side) => `bench_${side}`;

function serve(cell: Cell, side: Side): Promise<Started> {
  const url = new URL(cell.databaseUrl);
  url.username = userOf(side);
  url.password = 'bench';
  return cell.serve({
    DAYBOOK_DATABASE_URL: url.href,
    DAYBOOK_DATABASE_UPGRADE: 'manual',
    DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
    DAYBOOK_REQUEST_LOG_DAYS: side === 'on' ? '7' : '0',
  });
}

/** CPU time of the backends of each server, and of all other processes of PostgreSQL, in ms. */
async function startPostgresClock(cell: Cell): Promise<() => Promise<Record<Side | 'others', number>>> {
  const { system } = cell.base.db;
  const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(system);
  const family = startFamilyClock(own.rows[0]?.pid ?? 0);
  const before = await readBackends(cell);
  return async () => {
    const after = await readBackends(cell);
    const used = (side: Side) =>
      [...after.entries()]
        .filter(([, { user }]) => user === userOf(side))
        .reduce((sum, [pid, { ms }]) => sum + ms - (before.get(pid)?.ms ?? 0), 0);
    const [off, on] = [used('off'), used('on')];
    return { off, on, others: Math.max(0, family() - off - on) };
  };
}

async function readBackends(cell: Cell): Promise<Map<number, { user: string; ms: number }>> {
  const { rows } = await sql<{ pid: number; user: string }>`select pid, usename as user from pg_stat_activity
    where usename like 'bench%'`.execute(cell.base.db.system);
  return new Map(rows.map(({ pid, user }) => [pid, { user, ms: readCpuMs(pid) ?? 0 }]));
}

async function countLogged(cell: Cell): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from request_log`.execute(cell.base.db.system);
  return Number(rows[0]?.n);
}
