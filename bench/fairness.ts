import http from 'node:http';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { basic } from './client.ts';
import { measureSyncFairness } from './fairness-sync.ts';
import { type Figures, holdBar, percentile, type Report, round, say } from './report.ts';
import { type SeededRecords, seedRecords } from './seed-records.ts';
import { type Cell, startCell } from './start-cell.ts';

/**
 * One account uses its whole quota (600 requests a minute, 24 of them at once) for the most expensive list that it can
 * request. What do other accounts notice? Rounds with and without this load alternate, in one run on one server.
 */
const neighbourCount = 10;
/** All neighbours together; less than the limit of a single one. */
const neighbourPerSecond = 60;
const readerPerSecond = 10;
/** Sent at once at the start of a round. */
const burst = 24;

type Size = { invoices: number; rounds: number; seconds: number };
type Neighbour = { key: string; companyId: string };

export async function benchFairness({ quick }: { quick: boolean }): Promise<Report> {
  const size: Size = quick
    ? { invoices: 60_000, rounds: 3, seconds: 5 }
    : { invoices: 300_000, rounds: 6, seconds: 15 };
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const cell = await startCell();
  try {
    const seeded = await seedRecords(cell, { invoices: size.invoices, dataSets: 1000 });
    const neighbours = await giveKeys(cell, seeded);
    const served = await cell.serve({
      DAYBOOK_REQUESTS_PER_MINUTE: '600',
      DAYBOOK_COSTLY_READS_AT_ONCE: '1',
      // Otherwise the limit per company would slow the reader down; it could avoid that by reading several companies.
      DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000',
    });
    Object.assign(figures, await measureReads(served.url, seeded, neighbours, size));
  } finally {
    await cell.stop();
  }
  const syncs = await measureSyncFairness();
  Object.assign(figures, syncs.figures);
  return {
    name: 'fairness',
    figures,
    bars: [holdBar(figures, 'reads.ratio', '<= 2'), holdBar(figures, 'reads.neighboursRefused', '<= 0'), ...syncs.bars],
  };
}

async function giveKeys(cell: Cell, seeded: SeededRecords): Promise<Neighbour[]> {
  const { db } = cell.base;
  const { rows } = await db.pool.query<{ account_id: string; company_id: string }>(
    `select distinct on (account_id) account_id, company_id from company where account_id <> $1
      order by account_id, company_id limit $2`,
    [seeded.accountId, neighbourCount],
  );
  return Promise.all(
    rows.map(async ({ account_id, company_id }) => {
      const { secret } = await db.transaction(account_id, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
      return { key: secret, companyId: company_id };
    }),
  );
}

async function measureReads(url: string, seeded: SeededRecords, neighbours: Neighbour[], size: Size): Promise<Figures> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  // The first requests of a process are always slow, so they are not counted.
  const stopFirst = startReader(url, seeded, {});
  await roundOf(url, agent, neighbours, { seconds: 3 });
  await stopFirst();
  const all: { quiet: number[]; loaded: number[] } = { quiet: [], loaded: [] };
  const perRound: { quiet: number[]; loaded: number[] } = { quiet: [], loaded: [] };
  const reader: Record<string, number> = {};
  let refused = 0;
  for (let n = 1; n <= size.rounds; n++) {
    for (const kind of ['quiet', 'loaded'] as const) {
      const stop = kind === 'loaded' ? startReader(url, seeded, reader) : undefined;
      const { times, others } = await roundOf(url, agent, neighbours, { seconds: size.seconds });
      await stop?.();
      all[kind].push(...times);
      perRound[kind].push(percentile(times, 99));
      refused += others;
    }
    say(
      `round ${n}: p99 quiet ${round(perRound.quiet.at(-1) ?? 0)} ms, loaded ${round(perRound.loaded.at(-1) ?? 0)} ms`,
    );
  }
  agent.destroy();
  const [quiet, loaded] = [percentile(all.quiet, 99), percentile(all.loaded, 99)];
  return {
    'reads.requestsPerKind': all.quiet.length,
    'reads.quiet.p50Ms': round(percentile(all.quiet, 50)),
    'reads.loaded.p50Ms': round(percentile(all.loaded, 50)),
    'reads.quiet.p99Ms': round(quiet),
    'reads.loaded.p99Ms': round(loaded),
    'reads.quiet.p99MsPerRound': perRound.quiet.map(round),
    'reads.loaded.p99MsPerRound': perRound.loaded.map(round),
    'reads.ratio': round(loaded / quiet),
    'reads.neighboursRefused': refused,
    'reads.reader': Object.entries(reader)
      .map(([outcome, count]) => `${outcome}: ${count}`)
      .join(', '),
  };
}

/** Sends requests at a fixed rate without waiting for responses, so that a delayed request is measured in full. */
async function roundOf(
  url: string,
  agent: http.Agent,
  neighbours: Neighbour[],
  { seconds }: { seconds: number },
): Promise<{ times: number[]; others: number }> {
  const times: number[] = [];
  let others = 0;
  const under: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < seconds * neighbourPerSecond; n++) {
    const due = start + (n * 1000) / neighbourPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    const { key, companyId } = neighbours[n % neighbours.length] as Neighbour;
    const path = pathsOf(companyId)[Math.floor(n / neighbours.length) % 4] ?? '';
    const sentAt = performance.now();
    under.push(
      send(url + path, key, agent).then(({ status }) => {
        times.push(performance.now() - sentAt);
        if (status !== 200) others++;
      }),
    );
  }
  await Promise.all(under);
  return { times, others };
}

const pathsOf = (companyId: string) => [
  '/companies?pageSize=20',
  `/companies/${companyId}/data/invoices`,
  `/companies/${companyId}`,
  `/companies/${companyId}/data/invoices?query=${encodeURIComponent(`totalAmount>${Math.floor(Math.random() * 5000)}`)}`,
];

/** The maximum number of comparisons in a filter, as many as allowed inside arrays, different each time. */
function worstQuery(n: number): string {
  const inArrays = Array.from({ length: 10 }, (_, at) => `lineItems.description~"none ${n} ${at}"`);
  const others = Array.from({ length: 40 }, (_, at) => `note~"none ${n} ${at}"`);
  return [...inArrays, ...others]
    .join('||')
    .slice(0, 2048)
    .replace(/\|\|[^|]*$/, '');
}

function startReader(url: string, seeded: SeededRecords, outcomes: Record<string, number>): () => Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 400 });
  let isOn = true;
  let n = 0;
  const under: Promise<void>[] = [];
  const one = async () => {
    const query = new URLSearchParams({ query: worstQuery(++n + Date.now()), orderBy: 'note' });
    const answer = await send(`${url}/companies/${seeded.companyId}/data/invoices?${query}`, seeded.key, agent);
    const outcome = answer.status === 200 ? '200' : `${answer.status} ${JSON.parse(answer.text).code}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  for (let at = 0; at < burst; at++) under.push(one());
  const sending = (async () => {
    while (isOn) {
      await sleep(1000 / readerPerSecond);
      under.push(one());
    }
  })();
  return async () => {
    isOn = false;
    await sending;
    // The quiet round must not start before the last request has been answered.
    await Promise.all(under);
    agent.destroy();
  };
}

function send(url: string, key: string, agent: http.Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization: basic(key) } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    request.once('error', reject);
  });
}
