import os from 'node:os';
import { sql } from 'kysely';
import { basic } from './client.ts';
import { startCpuClock, startFamilyClock } from './cpu-time.ts';
import { type LoadTarget, load } from './load.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { seedRecords } from './seed-records.ts';
import { type Started, startCell } from './start-cell.ts';

const sides = ['off', 'on'] as const;
type Side = (typeof sides)[number];

const sizes = {
  whole: { rounds: 15, seconds: 3, warmUpSeconds: 15 },
  quick: { rounds: 3, seconds: 2, warmUpSeconds: 3 },
};
const connections = 12;
/** The rest of the rows is written within a second. */
const flushedMs = 1500;

/**
 * What the request log costs: two servers on one database return pages of 100 records, one without the log, one with it.
 * They take turns. Compares the CPU time per request, of Node with all of its threads and of PostgreSQL with all of its
 * processes, until all rows of the log are written.
 */
export async function benchRequestLog({ quick }: { quick: boolean }): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const { rounds, seconds, warmUpSeconds } = quick ? sizes.quick : sizes.whole;
  const cell = await startCell();
  try {
    const { companyId, key } = await seedRecords(cell, { invoices: 40_000, dataSets: 400 });
    const env = { DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000' };
    const servers: Record<Side, Started> = {
      off: await cell.serve({ ...env, DAYBOOK_REQUEST_LOG_DAYS: '0' }),
      on: await cell.serve({ ...env, DAYBOOK_REQUEST_LOG_DAYS: '7' }),
    };
    const { system } = cell.base.db;
    const postgresClock = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(system);
      return startFamilyClock(rows[0]?.pid ?? 0);
    };
    const target = (side: Side): LoadTarget => ({
      url: `${servers[side].url}/companies/${companyId}/data/invoices`,
      headers: { authorization: basic(key) },
    });
    for (const side of sides) await load(target(side), { connections, seconds: warmUpSeconds });
    await sleep(flushedMs);
    const parts = ['all', 'node', 'postgres'] as const;
    const cpuMs = Object.fromEntries(parts.map((part) => [part, { off: [], on: [] }])) as unknown as Record<
      (typeof parts)[number],
      Record<Side, number[]>
    >;
    let answered = 0;
    const logged = await countLogged(system);
    const measure = async (side: Side) => {
      const [node, postgres] = [startCpuClock([servers[side].pid]), await postgresClock()];
      const run = await load(target(side), { connections, seconds });
      await sleep(flushedMs);
      const requests = run.perSecond * seconds;
      if (side === 'on') answered += requests;
      const [nodeMs, postgresMs] = [node() / requests, postgres() / requests];
      cpuMs.node[side].push(nodeMs);
      cpuMs.postgres[side].push(postgresMs);
      cpuMs.all[side].push(nodeMs + postgresMs);
    };
    for (let turn = 0; turn < rounds; turn++) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await measure(side);
      say(`round ${turn + 1}: ${sides.map((side) => `${side} ${round(cpuMs.all[side].at(-1) ?? 0)} ms`).join(', ')}`);
    }
    const rowsMade = (await countLogged(system)) - logged;
    const ratiosOf = (part: (typeof parts)[number]) =>
      cpuMs[part].on.map((ms, turn) => ms / (cpuMs[part].off[turn] ?? Number.NaN));
    const figures: Figures = {
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.loadBefore': loadBefore,
      'reads.cpuRatio': round(median(ratiosOf('all'))),
      'reads.cpuRatio.rounds': ratiosOf('all').map(round),
      'reads.cpuRatio.node': round(median(ratiosOf('node'))),
      'reads.cpuRatio.postgres': round(median(ratiosOf('postgres'))),
      'reads.cpuMs.off': round(median(cpuMs.all.off)),
      'reads.cpuMs.on': round(median(cpuMs.all.on)),
      'log.rowsPerRequest': round(rowsMade / answered),
    };
    const bars = [
      holdBar(figures, 'reads.cpuRatio', '<= 1.03'),
      // Every request is logged; the number of requests is computed from their rate.
      holdBar(figures, 'log.rowsPerRequest', '>= 0.97'),
    ];
    return { name: 'request-log', figures, bars };
  } finally {
    await cell.stop();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function countLogged(system: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from request_log`.execute(system);
  return Number(rows[0]?.n);
}
