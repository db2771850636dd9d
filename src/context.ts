import { readFileSync } from 'node:fs';
import { createAuthenticator } from './accounts/authenticate.ts';
import { createKeyUse } from './accounts/key-use.ts';
import { tellLimitReached } from './accounts/limit-events.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { type ConnectionChanged, tellConnectionChanged } from './connections/connection-changed.ts';
import { createProviderBudgets, type ProviderBudgets } from './connections/provider-budget.ts';
import { createRegistry, type Registry } from './connectors/registry.ts';
import { type ChangeBell, createChangeBell } from './data/change-bell.ts';
import { createWaitingReaders, type WaitingReaders } from './data/waiting-readers.ts';
import { type Db, openDb } from './db/db.ts';
import { createEgressGuard, type EgressGuard } from './egress-guard.ts';
import { createEmit, type Emit } from './events/emit.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { type Engine, startEngine } from './jobs/engine.ts';
import { type AlertBell, createAlertBell } from './legacy/alert-bell.ts';
import { createLog, type Log } from './log.ts';
import { readCursorKey } from './operations/cell-secret.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { pushLaneJob } from './push/push-lane-job.ts';
import { createSealer, type Sealer } from './secrets.ts';
import { followConnection } from './sync/follow-connection.ts';
import { runSyncJob } from './sync/run-sync-job.ts';
import { createLaneBell, type LaneBell } from './webhooks/lanes/lane-bell.ts';
import { createMessageWriter } from './webhooks/messages/write-messages.ts';

/** Everything a process needs, built once and disposed once. Functions take the narrow part that they use. */
export type Context = {
  config: Config;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  db: Db;
  jobs: Engine;
  cursorKey: Buffer;
  registry: Registry;
  outbound: Outbound;
  budgets: ProviderBudgets;
  connectionChanged: ConnectionChanged;
  emit: Emit;
  laneBell: LaneBell;
  alertBell: AlertBell;
  egressGuard: EgressGuard;
  authenticator: ReturnType<typeof createAuthenticator>;
  keyUse: ReturnType<typeof createKeyUse>;
  rateLimiter: ReturnType<typeof createRateLimiter>;
  changeBell: ChangeBell;
  waitingReaders: WaitingReaders;
  dispose(): Promise<void>;
};

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** The part that the operator's commands need: no engine, no caches. */
export function openBase(config: Config, overrides: { clock?: Clock; log?: Log } = {}) {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const db = openDb({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.requestTimeoutMs,
    pooler: config.databasePooler,
    onIdleError: (error) =>
      log.warn({ err: error }, 'an idle connection to PostgreSQL was lost; the pool opens another'),
  });
  const clock = overrides.clock ?? systemClock;
  const laneBell = createLaneBell({ db, log });
  const alertBell = createAlertBell();
  return {
    config,
    log,
    db,
    clock,
    laneBell,
    alertBell,
    emit: createEmit({ clock }, createMessageWriter({ laneBell, ringAlerts: alertBell.ring })),
    sealer: createSealer(config.secretKeys),
    egressGuard: createEgressGuard({ allowed: config.webhookAllowedAddresses }),
    cell: config.cell,
  };
}

export type Overrides = { clock?: Clock; log?: Log; registry?: Registry };

export async function openContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const base = openBase(config, overrides);
  const { db, log, emit, laneBell } = base;
  const jobs = await startEngine({
    url: config.databaseUrl,
    log,
    worker: config.role !== 'api',
    pooler: config.databasePooler,
  });
  const registry = overrides.registry ?? createRegistry(config);
  await jobs.ensureQueues(
    registry.all.flatMap(({ platform: { key } }) => [runSyncJob(key).name, pushLaneJob(key).name]),
  );
  const keyUse = createKeyUse(base);
  const rateLimiter = createRateLimiter({ ...base, onReached: tellLimitReached(base) });
  const outbound = createOutbound();
  return {
    ...base,
    jobs,
    keyUse,
    rateLimiter,
    outbound,
    registry,
    budgets: createProviderBudgets({ ...base, registry }),
    connectionChanged: tellConnectionChanged(emit, followConnection({ ...base, jobs, registry })),
    cursorKey: await readCursorKey(base),
    authenticator: createAuthenticator(base),
    changeBell: createChangeBell(base),
    waitingReaders: createWaitingReaders({ max: config.waitingReadersPerAccount }),
    async dispose() {
      await Promise.allSettled([keyUse.stop(), rateLimiter.stop(), jobs.stop(), outbound.close()]);
      await laneBell.stop();
      await db.end();
    },
  };
}
