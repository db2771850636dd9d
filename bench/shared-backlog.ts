import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliveryCell, floodLanes } from './delivery-cell.ts';
import { lanesPerSession } from './lanes-per-session.ts';
import { type Figures, round, say } from './report.ts';
import type { Started } from './start-cell.ts';

/** How a running backlog is shared: by two workers, and with a third that joins. */
const consumers = 100;
/** A worker has its share if it holds at least this part of an equal one. */
const enough = 0.8;
const withinMs = 15_000;

export async function measureSharing(
  cell: DeliveryCell,
  { workers, messages, figures }: { workers: Started[]; messages: number; figures: Figures },
): Promise<void> {
  await cell.halt(true);
  const [accountId = ''] = await cell.accounts(1, consumers, () => `${cell.receiver.url}/hook`);
  await floodLanes(cell, { accountId, messages });
  await cell.halt(false);
  figures['shared.2workers.seconds'] = await timeToShare(cell, workers.length);
  workers.push(await cell.worker());
  figures['shared.3workers.seconds'] = await timeToShare(cell, workers.length);
  await sleep(2000);
  const left = await cell.producers.db.pool.query('select count(*)::int as n from delivery');
  figures['shared.backlogLeft'] = left.rows[0].n;
  figures['shared.workerPeakMb'] = Math.max(...workers.map(({ pid }) => peakMb(pid)));
  say(
    `shared: two workers after ${figures['shared.2workers.seconds']} s, three ${figures['shared.3workers.seconds']} s`,
  );
  await cell.producers.db.pool.query('delete from delivery');
}

/** Seconds until each of the workers holds its share of the lanes. */
async function timeToShare(cell: DeliveryCell, workers: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < withinMs) {
    const held = await lanesPerSession(cell.producers.db.pool);
    if (held.length === workers && Math.min(...held) >= (enough * consumers) / workers)
      return round((performance.now() - startedAt) / 1000);
    await sleep(50);
  }
  return withinMs / 1000;
}

/** The most memory that the process has used so far. */
function peakMb(pid: number): number {
  const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}
