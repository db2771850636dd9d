import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { basic } from '../client.ts';
import { startCpuClock, startFamilyClock } from '../cpu-time.ts';
import { type DeliveryCell, pendingDeliveries, startDeliveryCell, workerEnv } from '../delivery-cell.ts';
import type { Figures } from '../report.ts';
import type { Started } from '../start-cell.ts';

/** What every part uses: a delivery cell whose accounts have one consumer and one API key each. */
export type Stage = DeliveryCell & {
  figures: Figures;
  size: Size;
  /** Creates accounts; the result are their Authorization headers. Each has one consumer with this path. */
  tenants(count: number, path: string): Promise<Tenants>;
  /** Starts one process with the default role: requests and deliveries. */
  all(): Promise<Started>;
  /** CPU time in ms of a process and of PostgreSQL from now on. */
  clock(process: Started): Promise<() => Cpu>;
  settled(): Promise<void>;
};
export type Tenants = { accountIds: string[]; keys: string[] };
export type Cpu = { serverMs: number; postgresMs: number; bothMs: number };
export type Size = {
  seconds: number;
  warmUpSeconds: number;
  rounds: number;
  latencySeconds: number;
  idleSeconds: number;
  outage: number;
};

export const connections = 64;
export const shapes = [1, 16] as const;

export async function openStage(size: Size, figures: Figures): Promise<Stage> {
  const cell = await startDeliveryCell();
  const { db } = cell.producers;
  return {
    ...cell,
    figures,
    size,
    async tenants(count, path) {
      const accountIds = await cell.accounts(count, 1, () => `${cell.receiver.url}/${path}`);
      const keys: string[] = [];
      for (const accountId of accountIds) {
        const made = await db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
        keys.push(basic(made.secret));
      }
      return { accountIds, keys };
    },
    all: () => cell.serve({ ...workerEnv, DAYBOOK_ROLE: 'all' }),
    async clock({ pid }) {
      const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      const [server, postgres] = [startCpuClock([pid]), startFamilyClock(rows[0]?.pid ?? 0)];
      return () => {
        const [serverMs, postgresMs] = [server(), postgres()];
        return { serverMs, postgresMs, bothMs: serverMs + postgresMs };
      };
    },
    async settled() {
      for (let tries = 0; tries < 1200 && (await pendingDeliveries(cell)) > 0; tries++) await sleep(50);
    },
  };
}

/** Ends a process before the next part starts its own. */
export async function endProcess({ pid }: Started, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  process.kill(pid, signal);
  for (let tries = 0; tries < 200 && isRunning(pid); tries++) await sleep(50);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
