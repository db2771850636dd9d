import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { emitSteadily } from './delivery.ts';
import { type DeliveryCell, emitNoting, floodLanes, startDeliveryCell } from './delivery-cell.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';

/**
 * 200 consumers, 200 events a second. How do 100 consumers that never respond, or that get 50,000 messages each, affect
 * the other 100? Each case is compared with a run of the same length just before, in which all respond.
 */
const healthyCount = 100;
const badCount = 100;
const perSecond = 200;

type Size = { rounds: number; seconds: number; flood: number };

export async function benchNeighbour({ quick }: { quick: boolean }): Promise<Report> {
  const size: Size = quick ? { rounds: 1, seconds: 6, flood: 2000 } : { rounds: 3, seconds: 20, flood: 50_000 };
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const cell = await startDeliveryCell();
  try {
    await cell.worker();
    const path = (name: string) => (at: number) => `${cell.receiver.url}/${name}/${at}`;
    const healthy = await cell.accounts(healthyCount, 1, path('noted'));
    const answering = await cell.accounts(badCount, 1, path('noted-too'));
    const hanging = await cell.accounts(badCount, 1, path('hang'));
    // All flooded consumers belong to one account: each message goes to all of them.
    const [flooded = ''] = await cell.accounts(1, badCount, path('flood'));
    await measure(cell, { healthy, others: answering, seconds: 5 });

    const ratios: number[] = [];
    const [quiet, loud]: [number[], number[]] = [[], []];
    for (let at = 0; at < size.rounds; at++) {
      quiet.push(await measure(cell, { healthy, others: answering, seconds: size.seconds }));
      loud.push(await measure(cell, { healthy, others: hanging, seconds: size.seconds }));
      ratios.push((loud.at(-1) ?? 0) / (quiet.at(-1) ?? 1));
      say(`hanging: p99 ${loud.at(-1)} ms, all answer ${quiet.at(-1)} ms`);
    }
    figures['hanging.allAnswerP99Ms'] = quiet.map(round);
    figures['hanging.p99Ms'] = loud.map(round);
    figures['hanging.ratio'] = round(median(ratios));
    // Make sure that nothing is left to retry in the next part.
    await cell.producers.db.pool.query('delete from delivery');
    await cell.producers.db.pool.query("update consumer set is_enabled = false where url like '%/hang/%'");
    await sleep(16_000);

    const before = await measure(cell, { healthy, others: answering, seconds: size.seconds });
    await floodLanes(cell, { accountId: flooded, messages: size.flood });
    await cell.reset();
    await wakeAll(cell, flooded);
    const during = await measure(cell, { healthy, others: answering, seconds: size.seconds });
    const pending = await countPending(cell, flooded);
    figures['flooded.allAnswerP99Ms'] = round(before);
    figures['flooded.p99Ms'] = round(during);
    figures['flooded.ratio'] = round(during / before);
    figures['flooded.deliveredMeanwhilePerSecond'] = round((size.flood * badCount - pending) / size.seconds);
    figures['flooded.lastedThroughout'] = pending > 0;
    say(`flooded: p99 ${round(during)} ms, before ${round(before)} ms`);
  } finally {
    await cell.stop();
  }
  return {
    name: 'neighbour',
    figures,
    bars: [
      holdBar(figures, 'hanging.ratio', '<= 1.5'),
      holdBar(figures, 'flooded.ratio', '<= 1.5'),
      holdBar(figures, 'flooded.lastedThroughout', 'true'),
    ],
  };
}

/** The p99 in ms from commit to receiver, for the healthy consumers. Events rotate over the accounts. */
async function measure(
  cell: DeliveryCell,
  { healthy, others, seconds }: { healthy: string[]; others: string[]; seconds: number },
): Promise<number> {
  const committed = new Map<string, number>();
  const emit = emitNoting(cell, committed);
  const accountIds = healthy.flatMap((id, at) => [id, others[at] ?? '']);
  await cell.noted();
  await emitSteadily(cell, { accountIds, perSecond, seconds, emit });
  await sleep(1500);
  const delays = (await cell.noted())
    .filter(([path]) => path.startsWith('/noted/'))
    .flatMap(([, id, at]) => {
      const from = committed.get(id);
      return from === undefined ? [] : [at - from];
    });
  const wanted = (perSecond * seconds) / 2;
  if (delays.length !== wanted) throw new Error(`${delays.length} of ${wanted} healthy deliveries arrived.`);
  return percentile(delays, 99);
}

async function wakeAll(cell: DeliveryCell, accountId: string): Promise<void> {
  const { rows } = await cell.producers.db.pool.query('select lane from consumer where account_id = $1', [accountId]);
  cell.producers.laneWakeups.wake(rows.map(({ lane }) => lane));
}

async function countPending(cell: DeliveryCell, accountId: string): Promise<number> {
  const { rows } = await cell.producers.db.pool.query('select count(*)::int as n from delivery where account_id = $1', [
    accountId,
  ]);
  return rows[0].n;
}
