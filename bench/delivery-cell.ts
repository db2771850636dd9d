import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createAccount } from '../src/accounts/create-account.ts';
import { newId } from '../src/base/ids.ts';
import { sealedPlace } from '../src/base/secrets.ts';
import { openBase } from '../src/context.ts';
import { createEmit, type Emit } from '../src/events/emit.ts';
import type { NewEvent } from '../src/events/event-types.ts';
import { setMaintenance } from '../src/operations/store.ts';
import { createMessageWriter } from '../src/webhooks/messages/write-messages.ts';
import { startCpuClock } from './cpu-time.ts';
import { type Cell, type CellOptions, type Started, startCell } from './start-cell.ts';

/**
 * A cell with a receiver in its own process, workers that can be paused, and producers that use the product's `emit`.
 */
export type DeliveryCell = Cell & {
  receiver: Started;
  producers: ReturnType<typeof openBase>;
  /** Pauses or resumes the workers with the operator's maintenance switch; their code stays warm. */
  halt(isHalted: boolean): Promise<void>;
  worker(env?: Record<string, string>): Promise<Started>;
  /** POST requests that the receiver has accepted since `reset`. */
  count(): Promise<number>;
  reset(): Promise<void>;
  /** Path, message id and time (ms since 1970) of requests to /noted...; reading them clears them. */
  noted(): Promise<[path: string, messageId: string, at: number][]>;
  accounts(count: number, consumersEach: number, url: (at: number) => string): Promise<string[]>;
  /** Starts measuring the CPU time of PostgreSQL, in ms. */
  postgresClock(): Promise<() => number>;
  walBytes(): Promise<number>;
};

export const workerEnv = { DAYBOOK_ROLE: 'worker', DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8' };
export const producersMax = 16;

export async function startDeliveryCell(
  options: CellOptions = {},
  receiverEnv: Record<string, string> = {},
): Promise<DeliveryCell> {
  const cell = await startCell(options);
  const receiver = await cell.start('plain-receiver.ts', receiverEnv);
  const producers = openBase(
    { ...cell.base.config, databasePoolSize: producersMax },
    { log: cell.base.log, clock: cell.base.clock },
  );
  const ask = async (path: string) => (await fetch(`${receiver.url}/${path}`)).text();
  const { db, sealer, clock } = producers;

  return {
    ...cell,
    receiver,
    producers,
    worker: (env = {}) => cell.serve({ ...workerEnv, ...env }),
    async halt(isHalted) {
      await setMaintenance(db.system, { on: isHalted, message: null, retryAfterSeconds: 1, since: new Date() });
      // Workers check the switch once a second.
      if (isHalted) await sleep(1300);
    },
    count: async () => Number(await ask('count')),
    noted: async () => JSON.parse(await ask('noted')),
    async reset() {
      await ask('reset');
    },
    async accounts(count, consumersEach, url) {
      const accountIds: string[] = [];
      for (let at = 0; at < count; at++) {
        const { accountId } = await createAccount(producers, { name: `bench ${at}`, plan: 'paid' });
        accountIds.push(accountId);
        const rows = Array.from({ length: consumersEach }, (_, nth) => {
          const consumerId = newId(clock);
          return {
            account_id: accountId,
            consumer_id: consumerId,
            name: 'bench',
            url: url(at * consumersEach + nth),
            event_types: ['*'],
            secret: sealer.seal(
              `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
              sealedPlace('consumer', accountId, consumerId),
            ),
            created_at: clock.now(),
          };
        });
        await db.system.insertInto('consumer').values(rows).execute();
      }
      return accountIds;
    },
    async postgresClock() {
      const { rows } = await db.pool.query<{ pid: number }>('select pid from pg_stat_activity');
      return startCpuClock(rows.map(({ pid }) => pid));
    },
    async walBytes() {
      const { rows } = await db.pool.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes");
      return rows[0].bytes;
    },
    async stop() {
      await producers.laneWakeups.stop();
      await producers.db.end();
      await cell.stop();
    },
  };
}

/** About 600 bytes with its envelope, like most events. */
export function anEvent(at: number): NewEvent {
  return {
    type: 'dataset.changed',
    companyId: '0198c5a0-0000-7000-8000-000000000001',
    connectionId: '0198c5a0-0000-7000-8000-000000000002',
    message: 'Records of the data set invoices of the company Bakery Sunrise have changed.',
    data: {
      syncId: '0198c5a0-0000-7000-8000-000000000003',
      dataType: 'invoices',
      added: at,
      updated: 1,
      deleted: 0,
      generation: 8,
      totalRecords: 1204,
    },
  };
}

/**
 * Emits `perCommit` events of one account in each transaction, `atOnce` in parallel, rotating over accounts. Seconds.
 */
export async function emitMany(
  cell: DeliveryCell,
  options: { accountIds: readonly string[]; events: number; perCommit: number; atOnce?: number; emit?: Emit },
): Promise<number> {
  const { accountIds, events, perCommit, atOnce = producersMax, emit = cell.producers.emit } = options;
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < events) {
        const first = next;
        next += perCommit;
        const accountId = accountIds[(first / perCommit) % accountIds.length] ?? '';
        const size = Math.min(perCommit, events - first);
        const list = Array.from({ length: size }, (_, at) => anEvent(first + at));
        await cell.producers.db.transaction(accountId, (tx) => emit(tx, list));
      }
    }),
  );
  return (performance.now() - startedAt) / 1000;
}

/** The product's own emit, which also records when each event was committed. */
export function emitNoting(cell: DeliveryCell, committed: Map<string, number>): Emit {
  const write = createMessageWriter(cell.producers);
  return createEmit(cell.producers, async (tx, events) => {
    await write(tx, events);
    tx.afterCommit(() => {
      const at = performance.timeOrigin + performance.now();
      for (const { eventId } of events) committed.set(eventId, at);
    });
  });
}

/**
 * Waits until the receiver has `wanted` requests. Seconds since the first, or since the call if it already had some.
 */
export async function waitForCount(cell: DeliveryCell, wanted: number, timeoutMs = 180_000): Promise<number> {
  let startedAt = 0;
  let before = 0;
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const count = await cell.count();
    if (startedAt === 0 && count > before) startedAt = performance.now();
    if (startedAt === 0) before = count;
    if (count >= wanted) return (performance.now() - startedAt) / 1000;
    await sleep(startedAt === 0 ? 2 : 10);
  }
  throw new Error(`${await cell.count()} of ${wanted} deliveries arrived within ${timeoutMs / 1000} s.`);
}

/** The baseline: only undici, to the same receiver. Returns requests per second. */
export async function barePosts(
  url: string,
  { requests, atOnce }: { requests: number; atOnce: number },
): Promise<number> {
  const dispatcher = new Agent({ pipelining: 1 });
  const body = JSON.stringify({ ...anEvent(1), filler: 'x'.repeat(250) });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'bare',
    'webhook-id': '0198c5a0-0000-7000-8000-000000000003',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${'x'.repeat(44)}`,
  };
  let left = requests;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher });
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await dispatcher.close();
  return requests / seconds;
}

export async function pendingDeliveries(cell: DeliveryCell): Promise<number> {
  const { rows } = await cell.producers.db.pool.query('select count(*)::int as n from delivery');
  return rows[0].n;
}

/**
 * Writes `messages` messages for each consumer of an account directly into the tables: `emit` is too slow for millions.
 */
export async function floodLanes(
  cell: DeliveryCell,
  { accountId, messages }: { accountId: string; messages: number },
): Promise<void> {
  const { pool } = cell.producers.db;
  const step = 20_000;
  const firstMs = Date.now();
  for (let from = 0; from < messages; from += step) {
    await pool.query(
      `with m as (
        insert into message (account_id, message_id, event_type, recipients, created_at, body)
        select $1, (lpad(to_hex($2::int8 + n / 1000), 12, '0') || '7' || lpad(to_hex(n % 1000), 3, '0') || '8000000000000000')::uuid,
          'dataset.changed', 1, to_timestamp($2::float8 / 1000), '{"RuleType":"dataset.changed","Message":"' || repeat('x', 500) || '"}'
        from generate_series($3::int, $4::int) n returning account_id, message_id, created_at
      ) insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      select m.account_id, m.message_id, c.consumer_id, c.lane, m.created_at
      from m join consumer c on c.account_id = m.account_id`,
      [accountId, firstMs, from, Math.min(from + step, messages) - 1],
    );
  }
  await pool.query('vacuum analyze delivery');
}
