import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../src/base/log.ts';
import { keepDays } from '../src/webhooks/messages/message-days.ts';
import { type BenchClient, openClient, readBody } from './client.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { days, type SeededLog, seedingSettings, seedMessageLog } from './seed-message-log.ts';
import { type Cell, startCell } from './start-cell.ts';

/** The message log with 10,000,000 attempts compared with one of 100,000, both over 30 days, through the API. */
const sizes = { whole: { large: 4_900_000, small: 49_000 }, quick: { large: 200_000, small: 49_000 } };
const rounds = 15;
const requestsInRound = 12;
const warmUps = 40;

type Side = { cell: Cell; log: SeededLog; client: BenchClient; paths: Record<string, string> };

export async function benchMessageLog({ quick }: { quick: boolean }): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const size = quick ? sizes.quick : sizes.whole;
  const sides: Partial<Record<'large' | 'small', Side>> = {};
  try {
    const startedAt = performance.now();
    const large = await openSide(size.large);
    sides.large = large;
    const seedSeconds = round((performance.now() - startedAt) / 1000);
    const small = await openSide(size.small);
    sides.small = small;
    say(`seeded ${large.log.attempts} and ${small.log.attempts} attempts; the large log in ${seedSeconds} s`);
    const figures: Figures = {
      'large.messages': large.log.messages,
      'large.attempts': large.log.attempts,
      'large.failures': large.log.failures,
      'small.messages': small.log.messages,
      'small.attempts': small.log.attempts,
      days,
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.loadBefore': loadBefore,
      'seed.seconds': seedSeconds,
      ...(await compare(large, small)),
      ...(await measureDrop(large)),
      'machine.loadAfter': os.loadavg().map(round),
    };
    const bars = Object.keys(large.paths).map((name) => holdBar(figures, `${name}.ratio`, '<= 1.5'));
    const whole = quick ? [] : [holdBar(figures, 'large.attempts', '>= 10000000')];
    return {
      name: 'message-log',
      figures,
      bars: [...whole, ...bars, holdBar(figures, 'drop.seconds', '<= 1'), holdBar(figures, 'drop.emitErrors', '<= 0')],
    };
  } finally {
    for (const side of Object.values(sides)) {
      side.client.close();
      await side.cell.stop();
    }
  }
}

async function openSide(messages: number): Promise<Side> {
  const cell = await startCell({ settings: seedingSettings });
  try {
    const log = await seedMessageLog(cell, { messages });
    const { url } = await cell.serve();
    const client = openClient(url, log.key);
    const query = (text: string) => `/webhooks/messages?${new URLSearchParams({ query: text })}`;
    const failed = readBody(await client.get(query('status=failed'))).results[0] as { messageId?: string } | undefined;
    const paths = {
      newestPage: '/webhooks/messages',
      companyAndFailed: query(`companyId=${log.companyId} && status=failed`),
      companyAndDelivered: query(`companyId=${log.companyId} && status=delivered`),
      // The large log has a hundred times as many of these.
      largeCompanyAndFailed: query(`companyId=${log.largeCompanyId} && status=failed`),
      largeCompanyAndDelivered: query(`companyId=${log.largeCompanyId} && status=delivered`),
      attempts: `/webhooks/messages/${failed?.messageId}/attempts`,
    };
    return { cell, log, client, paths };
  } catch (error) {
    await cell.stop();
    throw error;
  }
}

/** Alternates between the two logs: interference affects both. */
async function compare(large: Side, small: Side): Promise<Figures> {
  const figures: Figures = {};
  for (const name of Object.keys(large.paths)) {
    const times = { large: [] as number[], small: [] as number[] };
    const once = async (side: Side) => (await side.client.get(side.paths[name] ?? '')).ms;
    figures[`${name}.firstMs`] = round(await once(large));
    for (let n = 0; n < warmUps; n++) await Promise.resolve(await once(large)).then(() => once(small));
    for (let n = 0; n < rounds; n++) {
      const order = n % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const);
      for (const which of order) {
        const side = which === 'large' ? large : small;
        const all: number[] = [];
        for (let k = 0; k < requestsInRound; k++) all.push(await once(side));
        times[which].push(median(all));
      }
    }
    const body = readBody(await large.client.get(large.paths[name] ?? ''));
    figures[`${name}.largeMs`] = round(median(times.large));
    figures[`${name}.smallMs`] = round(median(times.small));
    figures[`${name}.ratio`] = round(median(times.large) / median(times.small));
    figures[`${name}.results`] = body.results.length;
    figures[`${name}.totalResults`] = body.totalResults;
    say(
      `${name}: ${figures[`${name}.largeMs`]} ms, small ${figures[`${name}.smallMs`]} ms, total ${body.totalResults}`,
    );
  }
  return figures;
}

/** Drops the oldest days while messages are being written. */
async function measureDrop({ cell, log }: Side): Promise<Figures> {
  const { base } = cell;
  let isOver = false;
  let errors = 0;
  const times: number[] = [];
  const emitters = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const start = performance.now();
      const event = {
        type: 'company.created' as const,
        message: 'A company.',
        data: { name: randomBytes(4).toString('hex') },
      };
      await base.db.transaction(log.accountId, (tx) => base.emit(tx, [event])).catch(() => errors++);
      times.push(performance.now() - start);
    }
  });
  await sleep(2000);
  const calm = times.splice(0);
  const clock = { now: () => new Date(), nowMs: () => Date.now() };
  const config = { messagesKeptDays: days, deliveryCountsKeptDays: 90 };
  const ctx = { db: base.db, clock, log: createLog({ level: 'warn' }), config };
  // A first call does everything except dropping, so that the second measures only the drop.
  await keepDays(ctx);
  const startedAt = performance.now();
  const dropped = await keepDays({ ...ctx, config: { ...config, messagesKeptDays: days - 2 } });
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await Promise.all(emitters);
  return {
    'drop.days': dropped,
    'drop.seconds': round(seconds),
    'drop.emitErrors': errors,
    'drop.emitMaxMs': round(Math.max(...times)),
    'drop.emitP99CalmMs': round(percentile(calm, 99)),
  };
}
