import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../dev/embedded-postgres.ts';
import { startApp } from '../src/app.ts';
import { settableClock } from '../src/base/clock.ts';
import { createLog } from '../src/base/log.ts';
import { openContext } from '../src/context.ts';
import { startCpuClock } from './cpu-time.ts';
import {
  type DeliveryCell,
  emitMany,
  emitNoting,
  floodLanes,
  pendingDeliveries,
  startDeliveryCell,
  waitForCount,
} from './delivery-cell.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { type Figures, holdBar, percentile, type Report, round, say } from './report.ts';

/** Cases that the prototype of deliveries did not cover, each with a figure. */
type Size = { backlog: number; lane: number; hangingSeconds: number };

export async function benchDeliveryExtremes({ quick }: { quick: boolean }): Promise<Report> {
  const size: Size = quick
    ? { backlog: 5000, lane: 50_000, hangingSeconds: 15 }
    : { backlog: 30_000, lane: 1_000_000, hangingSeconds: 60 };
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  for (const [name, part] of Object.entries({ tls, slowCommits, pooler, longLane, hangingHour })) {
    say(name);
    await part(size, figures);
  }
  return {
    name: 'delivery-extremes',
    figures,
    bars: [
      holdBar(figures, 'longLane.ratioToShort', '>= 0.6'),
      holdBar(figures, 'hangingHour.ratioLastToFirst', '<= 1.5'),
      holdBar(figures, 'slowCommits.lost', '<= 0'),
      holdBar(figures, 'pooler.lost', '<= 0'),
      holdBar(figures, 'tls.lost', '<= 0'),
    ],
  };
}

async function drain(
  cell: DeliveryCell,
  {
    name,
    accountIds,
    events,
    figures,
    pid,
  }: { name: string; accountIds: string[]; events: number; figures: Figures; pid: number },
): Promise<void> {
  await cell.halt(true);
  await emitMany(cell, { accountIds, events, perCommit: 50 });
  await cell.reset();
  const [postgres, worker] = [await cell.postgresClock(), startCpuClock([pid])];
  await cell.halt(false);
  figures[`${name}.drainPerSecond`] = round(events / (await waitForCount(cell, events)));
  for (let tries = 0; tries < 200 && (await pendingDeliveries(cell)) > 0; tries++) await sleep(50);
  figures[`${name}.postgresCpuUs`] = round((postgres() * 1000) / events);
  figures[`${name}.workerCpuUs`] = round((worker() * 1000) / events);
  figures[`${name}.lost`] = await pendingDeliveries(cell);
  const seconds = await emitMany(cell, { accountIds, events: events / 5, perCommit: 1 });
  await waitForCount(cell, events + events / 5);
  figures[`${name}.livePerSecond`] = round(events / 5 / seconds);
}

/** A hundred origins, each with its own connections and TLS handshakes. */
async function tls(size: Size, figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(os.tmpdir(), 'daybook-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const hosts = Array.from({ length: 100 }, (_, at) => `127.0.0.${at + 2}`);
  const names = `subjectAltName=${hosts.map((host) => `IP:${host}`).join()}`;
  const subject = ['-subj', '/CN=bench', '-addext', names];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, '-nodes', '-keyout', key, '-out', cert, ...subject]);
  const port = await freePort();
  const cell = await startDeliveryCell({}, { TLS_PORT: String(port), TLS_KEY: key, TLS_CERT: cert });
  try {
    const worker = await cell.worker({ NODE_EXTRA_CA_CERTS: cert });
    const accountIds = await cell.accounts(hosts.length, 1, (at) => `https://${hosts[at]}:${port}/hook`);
    await drain(cell, { name: 'tls', accountIds, events: size.backlog, figures, pid: worker.pid });
  } finally {
    await cell.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A disk that needs a millisecond for each commit. */
async function slowCommits(size: Size, figures: Figures): Promise<void> {
  const cell = await startDeliveryCell({ settings: { commit_delay: '1000', commit_siblings: '0' } });
  try {
    const worker = await cell.worker();
    const accountIds = await cell.accounts(100, 1, () => `${cell.receiver.url}/hook`);
    await drain(cell, { name: 'slowCommits', accountIds, events: size.backlog, figures, pid: worker.pid });
  } finally {
    await cell.stop();
  }
}

/** PgBouncer in front of everything except the lanes' own connections. */
async function pooler(size: Size, figures: Figures): Promise<void> {
  const cell = await startDeliveryCell();
  const bouncer = await startPgBouncer(cell.databaseUrl);
  try {
    const worker = await cell.worker({
      DAYBOOK_DATABASE_URL: bouncer.url,
      DAYBOOK_DATABASE_POOLER: 'true',
      DAYBOOK_DIRECT_DATABASE_URL: cell.databaseUrl,
    });
    const accountIds = await cell.accounts(100, 1, () => `${cell.receiver.url}/hook`);
    await drain(cell, { name: 'pooler', accountIds, events: size.backlog, figures, pid: worker.pid });
  } finally {
    await bouncer.stop();
    await cell.stop();
  }
}

/** One consumer with a million due deliveries, compared with one that has at most 50,000. */
async function longLane(size: Size, figures: Figures): Promise<void> {
  const cell = await startDeliveryCell();
  try {
    await cell.worker();
    const rates: number[] = [];
    for (const messages of [Math.min(50_000, size.lane / 2), size.lane]) {
      await cell.halt(true);
      const [accountId = ''] = await cell.accounts(1, 1, () => `${cell.receiver.url}/hook`);
      await floodLanes(cell, { accountId, messages });
      await cell.reset();
      await cell.halt(false);
      while ((await cell.count()) < 1000) await sleep(10);
      const [from, startedAt] = [await cell.count(), performance.now()];
      const until = Math.min(messages, from + 40_000);
      while ((await cell.count()) < until) await sleep(20);
      rates.push(((await cell.count()) - from) / ((performance.now() - startedAt) / 1000));
    }
    const [short = 0, long = 0] = rates;
    figures['longLane.deliveries'] = size.lane;
    figures['longLane.shortPerSecond'] = round(short);
    figures['longLane.perSecond'] = round(long);
    figures['longLane.ratioToShort'] = round(long / short);
  } finally {
    await cell.stop();
  }
}

/** 500 consumers that never answer, for one hour of simulated time: the clock advances in steps of three minutes. */
async function hangingHour(size: Size, figures: Figures): Promise<void> {
  const cell = await startDeliveryCell();
  const clock = settableClock(new Date());
  const log = createLog({ level: 'error', destination: process.stderr });
  const config = { ...cell.base.config, role: 'worker' as const, port: 0, webhookAllowedAddresses: ['127.0.0.0/8'] };
  const ctx = await openContext(config, { log, clock });
  const app = await startApp(ctx);
  try {
    const hanging = await cell.accounts(500, 1, (at) => `${cell.receiver.url}/hang/${at}`);
    const healthy = await cell.accounts(50, 1, (at) => `${cell.receiver.url}/noted/${at}`);
    await emitMany(cell, { accountIds: hanging, events: 5000, perCommit: 1 });
    const steps = 20;
    const p99s: number[] = [];
    for (let step = 0; step < steps; step++) {
      clock.advanceMs(3_600_000 / steps);
      const committed = new Map<string, number>();
      await cell.noted();
      const until = performance.now() + (size.hangingSeconds * 1000) / steps;
      while (performance.now() < until) {
        await emitMany(cell, {
          accountIds: healthy,
          events: 20,
          perCommit: 1,
          atOnce: 2,
          emit: emitNoting(cell, committed),
        });
        await sleep(80);
      }
      await sleep(300);
      const came = (await cell.noted()).map(([, id, at]) => at - (committed.get(id) ?? Number.NaN));
      if (came.length !== committed.size)
        throw new Error(`${came.length} of ${committed.size} healthy deliveries arrived.`);
      p99s.push(percentile(came, 99));
      say(`${step}: p99 ${round(p99s.at(-1) ?? 0)} ms, in flight ${app.lanes?.stats().inFlight}`);
    }
    // The first step of the first fifth is left out: the code is not warm yet.
    const [first, last] = [p99s.slice(1, 5), p99s.slice(-4)].map((some) => percentile(some, 50));
    figures['hangingHour.firstP99Ms'] = round(first ?? 0);
    figures['hangingHour.lastP99Ms'] = round(last ?? 0);
    figures['hangingHour.ratioLastToFirst'] = round((last ?? 0) / (first ?? 1));
    figures['hangingHour.inFlight'] = app.lanes?.stats().inFlight ?? 0;
    figures['hangingHour.attemptsFailed'] = app.lanes?.stats().attempts.failed ?? 0;
  } finally {
    await app.stop();
    await ctx.dispose();
    await cell.stop();
  }
}
