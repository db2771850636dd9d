import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCpuClock } from './cpu-time.ts';
import { startDeliveryCell } from './delivery-cell.ts';
import { type Figures, holdBar, type Report, round } from './report.ts';

/** 10,000 consumers and 100,000 retries that are hours away: what PostgreSQL and a worker use while nothing is due. */
const consumers = 10_000;
const retries = 100_000;

export async function benchIdleDeliveries({ quick }: { quick: boolean }): Promise<Report> {
  const seconds = quick ? 15 : 60;
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const cell = await startDeliveryCell();
  try {
    const url = `${cell.receiver.url}/hook`;
    await cell.accounts(consumers / 50, 50, () => url);
    await cell.producers.db.pool.query(
      `insert into delivery (account_id, message_id, consumer_id, lane, due_at, attempts, first_at)
      select account_id, gen_random_uuid(), consumer_id, lane, now() + interval '3 hours' + n * interval '1 second', 3, now()
      from consumer cross join generate_series(1, $1::int) n`,
      [retries / consumers],
    );
    await cell.producers.db.pool.query('vacuum analyze');
    const alone = await shareOf(cell.postgresClock, seconds / 3);
    const worker = await cell.worker();
    await sleep(8000);
    const workerClock = startCpuClock([worker.pid]);
    const together = await shareOf(cell.postgresClock, seconds);
    const workerShare = workerClock() / 1000 / seconds;
    figures.postgresWithoutWorkerPercent = round(alone * 100);
    figures.postgresPercent = round(together * 100);
    figures.workerPercent = round(workerShare * 100);
    figures.totalPercent = round((together + workerShare) * 100);
    figures.sent = await cell.count();
  } finally {
    await cell.stop();
  }
  return { name: 'idle-deliveries', figures, bars: [holdBar(figures, 'totalPercent', '<= 0.8')] };
}

async function shareOf(clock: () => Promise<() => number>, seconds: number): Promise<number> {
  const used = await clock();
  await sleep(seconds * 1000);
  return used() / 1000 / seconds;
}
