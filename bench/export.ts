import http from 'node:http';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { basic, openClient } from './client.ts';
import { rssMb, watchMemory } from './process-memory.ts';
import { type Figures, holdBar, percentile, type Report, round, say } from './report.ts';
import { type SeededRecords, seedRecords } from './seed-records.ts';
import { type Cell, startCell } from './start-cell.ts';

/**
 * Exports a data set of a million invoices in each format, and one of a tenth of that size. The memory of the server
 * must not depend on the size, and another account must not notice: it reads pages meanwhile.
 */
const formats = ['ndjson', 'csv', 'parquet'] as const;
const sizes = { whole: [100_000, 1_000_000], quick: [10_000, 40_000] };
const quietMs = 5000;

export async function benchExport({ quick }: { quick: boolean }): Promise<Report> {
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const [small = 0, large = 0] = quick ? sizes.quick : sizes.whole;
  for (const invoices of [small, large]) {
    const cell = await startCell();
    try {
      say(`seeding ${invoices} invoices…`);
      const seeded = await seedRecords(cell, { invoices, dataSets: 200 });
      const neighbour = await makeNeighbour(cell, seeded);
      // A server for each format, so that the memory of one does not count for the next.
      for (const format of formats)
        Object.assign(figures, await measureFormat(cell, { seeded, neighbour, format, isLarge: invoices === large }));
    } finally {
      await cell.stop();
    }
  }
  figures.rows = large;
  const bars = formats.flatMap((format) => [
    holdBar(figures, `${format}.isComplete`, 'true'),
    holdBar(figures, `${format}.memoryGrowthMb`, '<= 150'),
    holdBar(figures, `${format}.memoryGrowthSmallMb`, '<= 150'),
    holdBar(figures, `${format}.neighbourP99Ms`, '<= 250'),
  ]);
  return { name: 'export', figures, bars };
}

type Neighbour = { key: string; path: string };

/** Another account with a small data set of its own. */
async function makeNeighbour({ base }: Cell, { accountId }: SeededRecords): Promise<Neighbour> {
  const { rows } = await base.db.pool.query<{ account_id: string; company_id: string }>(
    'select account_id, company_id from data_set where account_id <> $1 order by data_set_id limit 1',
    [accountId],
  );
  const [other] = rows;
  if (!other) throw new Error('No other account was seeded.');
  const { secret } = await base.db.transaction(other.account_id, (tx) => createApiKey(base, tx, { name: 'neighbour' }));
  return { key: secret, path: `/companies/${other.company_id}/data/invoices` };
}

async function measureFormat(
  cell: Cell,
  run: { seeded: SeededRecords; neighbour: Neighbour; format: (typeof formats)[number]; isLarge: boolean },
): Promise<Figures> {
  const { seeded, neighbour, format, isLarge } = run;
  const server = await cell.serve();
  const path = `/companies/${seeded.companyId}/data/invoices`;
  const warm = openClient(server.url, seeded.key);
  for (let n = 0; n < 20; n++) await warm.get(`${path}?pageSize=100`);
  warm.close();
  const quiet = await readPages(server.url, neighbour, sleep(quietMs));
  const idleMb = rssMb(server.pid);
  const memory = watchMemory(server.pid);
  const startedAt = performance.now();
  const done = download(`${server.url}${path}/export?format=${format}`, seeded.key);
  const meanwhile = await readPages(server.url, neighbour, done);
  const { bytes, lines, end, total } = await done;
  const seconds = (performance.now() - startedAt) / 1000;
  const growth = round(memory.stop() - idleMb);
  const isComplete =
    total === seeded.invoices && (format === 'parquet' ? end === 'PAR1' : lines === total + (format === 'csv' ? 1 : 0));
  say(`${format}: ${seeded.invoices} rows in ${round(seconds)} s, ${growth} MB more than ${round(idleMb)} MB`);
  if (!isLarge) return { [`${format}.memoryGrowthSmallMb`]: growth };
  return {
    [`${format}.seconds`]: round(seconds),
    [`${format}.rowsPerSecond`]: round(seeded.invoices / seconds),
    [`${format}.megabytes`]: round(bytes / 2 ** 20),
    [`${format}.isComplete`]: isComplete,
    [`${format}.idleMb`]: round(idleMb),
    [`${format}.memoryGrowthMb`]: growth,
    [`${format}.neighbourQuietP99Ms`]: round(percentile(quiet, 99)),
    [`${format}.neighbourP50Ms`]: round(percentile(meanwhile, 50)),
    [`${format}.neighbourP99Ms`]: round(percentile(meanwhile, 99)),
    [`${format}.neighbourRequests`]: meanwhile.length,
  };
}

/** Reads the neighbour's first page again and again until `until` is settled. Returns the times in ms. */
async function readPages(url: string, { key, path }: Neighbour, until: Promise<unknown>): Promise<number[]> {
  const client = openClient(url, key);
  const times: number[] = [];
  let isOver = false;
  until.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    times.push((await client.get(path)).ms);
    await sleep(10);
  }
  client.close();
  return times;
}

type Downloaded = { bytes: number; lines: number; end: string; total: number };

/** Counts what arrives and keeps nothing of it. Rejects if the response is cut off. */
function download(url: string, key: string): Promise<Downloaded> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { authorization: basic(key) } }, (response) => {
      const found = { bytes: 0, lines: 0, end: '', total: Number(response.headers['x-total-results']) };
      response.on('data', (part: Buffer) => {
        found.bytes += part.length;
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) found.lines++;
        found.end = part.toString('latin1', Math.max(0, part.length - 4));
      });
      response.once('error', reject);
      response.once('end', () => resolve(found));
    });
    request.once('error', reject);
  });
}
