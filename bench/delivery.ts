import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCpuClock } from './cpu-time.ts';
import {
  barePosts,
  type DeliveryCell,
  emitMany,
  emitNoting,
  pendingDeliveries,
  startDeliveryCell,
  waitForCount,
} from './delivery-cell.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { measureSharing } from './shared-backlog.ts';
import type { Started } from './start-cell.ts';

/**
 * Webhook delivery: how fast a backlog is drained compared with a bare loop of POSTs, how much delivering slows down
 * emitters, how long a committed event takes to arrive, and what all of it costs. The receiver is a process of its own,
 * and events go through the product's own `emit`. Compared runs alternate.
 */
type Shape = { name: string; accounts: number; consumersEach: number };
const shapes: Shape[] = [
  { name: '1', accounts: 1, consumersEach: 1 },
  { name: '10', accounts: 10, consumersEach: 1 },
  { name: '1000', accounts: 1000, consumersEach: 1 },
  { name: '1000fan5', accounts: 200, consumersEach: 5 },
];
type Size = { backlog: number; live: number; bare: number; rounds: number; latencySeconds: number; shared: number };

export async function benchDelivery({ quick }: { quick: boolean }): Promise<Report> {
  const size: Size = quick
    ? { backlog: 10_000, live: 4000, bare: 10_000, rounds: 1, latencySeconds: 5, shared: 2000 }
    : { backlog: 50_000, live: 12_000, bare: 25_000, rounds: 3, latencySeconds: 15, shared: 5000 };
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const cell = await startDeliveryCell();
  try {
    const workers = [await measureStart(cell, figures)];
    const accounts = new Map<Shape, string[]>();
    for (const shape of shapes) {
      const url = `${cell.receiver.url}/hook`;
      accounts.set(shape, await cell.accounts(shape.accounts, shape.consumersEach, () => url));
    }
    await warmUp(cell, accounts.get(shapes[1] as Shape) ?? []);
    for (const shape of shapes)
      await measureLive(cell, { shape, accountIds: accounts.get(shape) ?? [], size, figures });
    await measureTogether(cell, { accountIds: accounts.get(shapes[2] as Shape) ?? [], size, figures });
    const [first] = workers as [Started];
    await measureLatency(cell, { name: 'latency100', perSecond: 100, consumers: 16, worker: first, size, figures });
    await measureLatency(cell, { name: 'latency', perSecond: 500, consumers: 100, worker: first, size, figures });
    for (const count of [1, 2]) {
      if (count === 2) workers.push(await cell.worker());
      for (const shape of shapes) {
        const accountIds = accounts.get(shape) ?? [];
        await measureDrain(cell, { shape, accountIds, size, figures, workers });
      }
    }
    await measureSharing(cell, { workers, messages: size.shared, figures });
  } finally {
    await cell.stop();
  }
  const drains = [1, 2].flatMap((count) => shapes.map(({ name }) => `drain.${name}.${count}workers.ratio`));
  return {
    name: 'delivery',
    figures,
    bars: [
      ...drains.map((figure) => holdBar(figures, figure, '>= 0.6')),
      ...shapes.map(({ name }) => holdBar(figures, `live.${name}.ratio`, '>= 0.7')),
      ...drains
        .slice(0, shapes.length)
        .flatMap((figure) => [
          holdBar(figures, figure.replace('.ratio', '.cpuRatio'), '<= 1.6'),
          holdBar(figures, figure.replace('.ratio', '.postgresCpuUs'), '<= 25'),
        ]),
      holdBar(figures, 'latency100.p50Ms', '<= 3'),
      holdBar(figures, 'latency100.p99Ms', '<= 10'),
      holdBar(figures, 'latency.p99Ms', '<= 40'),
      holdBar(figures, 'latency.postgresCores', '<= 0.3'),
      holdBar(figures, 'start.firstDeliverySeconds', '<= 0.3'),
      holdBar(figures, 'shared.2workers.seconds', '<= 5'),
      holdBar(figures, 'shared.3workers.seconds', '<= 5'),
    ],
  };
}

async function warmUp(cell: DeliveryCell, accountIds: string[]): Promise<void> {
  await cell.reset();
  await emitMany(cell, { accountIds, events: 5000, perCommit: 10 });
  await waitForCount(cell, 5000);
  await settled(cell);
}

async function settled(cell: DeliveryCell): Promise<void> {
  for (let tries = 0; tries < 600 && (await pendingDeliveries(cell)) > 0; tries++) await sleep(50);
}

type Part = { shape: Shape; accountIds: string[]; size: Size; figures: Figures };

/** A backlog is written while the workers are paused; then the bare loop runs, then the workers. */
async function measureDrain(cell: DeliveryCell, part: Part & { workers: Started[] }): Promise<void> {
  const { shape, accountIds, size, figures, workers } = part;
  const name = `drain.${shape.name}.${workers.length}workers`;
  const [ratios, rates, bares]: [number[], number[], number[]] = [[], [], []];
  const cost = { postgresMs: 0, workerMs: 0, walBytes: 0, bareMs: 0 };
  for (let at = 0; at < size.rounds; at++) {
    await cell.halt(true);
    await emitMany(cell, { accountIds, events: size.backlog / shape.consumersEach, perCommit: 50 });
    const own = startCpuClock([process.pid]);
    const bare = await barePosts(`${cell.receiver.url}/bare`, { requests: size.bare, atOnce: 64 });
    cost.bareMs += own();
    await cell.reset();
    const wal = await cell.walBytes();
    const [postgres, worker] = [await cell.postgresClock(), startCpuClock(workers.map(({ pid }) => pid))];
    await cell.halt(false);
    const rate = size.backlog / (await waitForCount(cell, size.backlog));
    await settled(cell);
    cost.postgresMs += postgres();
    cost.workerMs += worker();
    cost.walBytes += (await cell.walBytes()) - wal;
    rates.push(rate);
    bares.push(bare);
    ratios.push(rate / bare);
    say(`${name}: ${round(rate)}/s, bare ${round(bare)}/s, ratio ${round(rate / bare)}`);
  }
  const deliveries = size.backlog * size.rounds;
  figures[`${name}.perSecond`] = round(median(rates));
  figures[`${name}.barePerSecond`] = round(median(bares));
  figures[`${name}.ratio`] = round(median(ratios));
  figures[`${name}.ratios`] = ratios.map(round);
  figures[`${name}.postgresCpuUs`] = round((cost.postgresMs * 1000) / deliveries);
  figures[`${name}.workerCpuUs`] = round((cost.workerMs * 1000) / deliveries);
  figures[`${name}.bareCpuUs`] = round((cost.bareMs * 1000) / (size.bare * size.rounds));
  figures[`${name}.cpuRatio`] = round(cost.workerMs / deliveries / (cost.bareMs / (size.bare * size.rounds)));
  figures[`${name}.walBytes`] = round(cost.walBytes / deliveries);
}

/** One commit per event: the producers' rate while everything is delivered, compared with their rate alone. */
async function measureLive(cell: DeliveryCell, { shape, accountIds, size, figures }: Part): Promise<void> {
  const events = Math.round(size.live / Math.sqrt(shape.consumersEach));
  const [ratios, alone, live, delivered]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let at = 0; at < size.rounds; at++) {
    await cell.halt(true);
    const aloneRate = events / (await emitMany(cell, { accountIds, events, perCommit: 1 }));
    await cell.halt(false);
    await settled(cell);
    await sleep(1200);
    await cell.reset();
    const startedAt = performance.now();
    const liveRate = events / (await emitMany(cell, { accountIds, events, perCommit: 1 }));
    await waitForCount(cell, events * shape.consumersEach);
    delivered.push((events * shape.consumersEach) / ((performance.now() - startedAt) / 1000));
    await settled(cell);
    alone.push(aloneRate);
    live.push(liveRate);
    ratios.push(liveRate / aloneRate);
    say(`live ${shape.name}: ${round(liveRate)}/s, alone ${round(aloneRate)}/s`);
  }
  figures[`live.${shape.name}.alonePerSecond`] = round(median(alone));
  figures[`live.${shape.name}.emittedPerSecond`] = round(median(live));
  figures[`live.${shape.name}.deliveredPerSecond`] = round(median(delivered));
  figures[`live.${shape.name}.ratio`] = round(median(ratios));
}

/** The cheaper way to emit: several facts in one transaction. */
async function measureTogether(cell: DeliveryCell, { accountIds, size, figures }: Omit<Part, 'shape'>): Promise<void> {
  await cell.halt(true);
  for (const perCommit of [1, 10, 100]) {
    const events = size.live;
    const wal = await cell.walBytes();
    const postgres = await cell.postgresClock();
    const seconds = await emitMany(cell, { accountIds, events, perCommit });
    figures[`emit.${perCommit}perCommit.perSecond`] = round(events / seconds);
    figures[`emit.${perCommit}perCommit.postgresCpuUs`] = round((postgres() * 1000) / events);
    figures[`emit.${perCommit}perCommit.walBytes`] = round(((await cell.walBytes()) - wal) / events);
  }
  await cell.halt(false);
  await settled(cell);
}

type Latency = {
  name: string;
  perSecond: number;
  consumers: number;
  worker: Started;
  size: Size;
  figures: Figures;
};

/** From the commit to the receiver, at a fixed rate, one event per commit. */
async function measureLatency(cell: DeliveryCell, options: Latency): Promise<void> {
  const { name, perSecond, consumers, worker, size, figures } = options;
  const accountIds = await cell.accounts(consumers, 1, (at) => `${cell.receiver.url}/noted/${at}`);
  const committed = new Map<string, number>();
  const emit = emitNoting(cell, committed);
  await emitMany(cell, { accountIds, events: 500, perCommit: 1, emit });
  await sleep(1500);
  await cell.noted();
  committed.clear();
  const [postgres, own] = [await cell.postgresClock(), startCpuClock([worker.pid])];
  const seconds = await emitSteadily(cell, { accountIds, perSecond, seconds: size.latencySeconds, emit });
  figures[`${name}.postgresCores`] = round(postgres() / 1000 / seconds);
  figures[`${name}.workerCores`] = round(own() / 1000 / seconds);
  await sleep(1000);
  const delays = (await cell.noted()).flatMap(([, id, at]) => {
    const from = committed.get(id);
    return from === undefined ? [] : [at - from];
  });
  figures[`${name}.events`] = delays.length;
  figures[`${name}.perSecond`] = round(committed.size / seconds);
  figures[`${name}.p50Ms`] = round(percentile(delays, 50));
  figures[`${name}.p99Ms`] = round(percentile(delays, 99));
  say(`${name}: p50 ${figures[`${name}.p50Ms`]} ms, p99 ${figures[`${name}.p99Ms`]} ms`);
}

/** A worker starts while a delivery is due. Measured from when it is ready, and from the start of its process. */
async function measureStart(cell: DeliveryCell, figures: Figures): Promise<Started> {
  const accountIds = await cell.accounts(1, 1, () => `${cell.receiver.url}/hook`);
  await emitMany(cell, { accountIds, events: 1, perCommit: 1 });
  await cell.reset();
  const startedAt = performance.now();
  const [[worker, readyAt], firstAt] = await Promise.all([
    cell.worker().then((started) => [started, performance.now()] as const),
    waitForCount(cell, 1).then(() => performance.now()),
  ]);
  figures['start.firstDeliverySeconds'] = round(Math.max(0, firstAt - readyAt) / 1000);
  figures['start.firstDeliverySecondsFromSpawn'] = round((firstAt - startedAt) / 1000);
  return worker;
}

/** Emits at a fixed rate, independent of the responses: after a delay it catches up. */
export async function emitSteadily(
  cell: DeliveryCell,
  options: { accountIds: string[]; perSecond: number; seconds: number; emit: ReturnType<typeof emitNoting> },
): Promise<number> {
  const { accountIds, perSecond, seconds, emit } = options;
  const startedAt = performance.now();
  const underWay = new Set<Promise<unknown>>();
  for (let sent = 0; sent < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    for (; sent < due; sent++) {
      const accountId = accountIds[sent % accountIds.length] ?? '';
      const one = emitMany(cell, { accountIds: [accountId], events: 1, perCommit: 1, atOnce: 1, emit });
      underWay.add(one);
      one.finally(() => underWay.delete(one)).catch(() => {});
    }
    await sleep(1);
  }
  await Promise.all(underWay);
  return (performance.now() - startedAt) / 1000;
}
