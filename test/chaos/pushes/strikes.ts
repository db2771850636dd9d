import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Stage } from './open-stage.ts';
import type { Moment } from './proxy.ts';

/** When a worker is killed: before the request, while it goes out, after the write, or before its outcome is recorded. */
export const moments: (Moment | 'before')[] = ['before', 'sending', 'stored', 'answered'];
const strikeWithinMs = 60_000;
const endWithinMs = 8 * 60_000;

/** One in seven writes gets a fault; in a short run more, so that each kind occurs. */
export async function misbehave(
  { control }: Pick<Stage, 'control'>,
  times: number,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<void> {
  const match = { method, path: '/v1/' };
  const orders = [
    { fault: { kind: 'lost', status: 504 }, share: 0.03 },
    { fault: { kind: 'lost' }, share: 0.02 },
    { fault: { kind: 'cut' }, share: 0.02 },
    { fault: { kind: 'accept', looks: 2 }, share: 0.03 },
    { fault: { kind: 'status', status: 429, retryAfter: 1 }, share: 0.02 },
    { fault: { kind: 'status', status: 503 }, share: 0.02 },
  ];
  for (const [n, { fault, share }] of orders.entries())
    await control.fault({ match, fault, share: share * times, seed: n + 1 } as Parameters<typeof control.fault>[0]);
}

export async function countFaults({ control }: Pick<Stage, 'control'>): Promise<Record<string, number>> {
  const orders = (await control.send('GET', '/faults')) as {
    fault: { kind: string; status?: number };
    hits: number;
  }[];
  const counts: Record<string, number> = {};
  for (const { fault, hits } of orders) {
    const name = `faults.${fault.kind}${fault.status ? `.${fault.status}` : ''}`;
    counts[name] = (counts[name] ?? 0) + hits;
  }
  return counts;
}

/** Kills the worker at the given moment of one push, and starts another. */
export async function strike(stage: Stage, client: pg.Client, moment: Moment | 'before'): Promise<void> {
  const late = sleep(strikeWithinMs, 'late', { ref: false });
  const struck =
    moment === 'before'
      ? whileNobodyRecords(client, stage)
      : stage.proxy.next(moment, () =>
          moment === 'answered' ? whileNobodyRecords(client, stage) : stage.killWorker(),
        );
  if ((await Promise.race([struck, late])) === 'late') throw new Error(`No push reached the moment "${moment}".`);
  await stage.startWorker();
}

/** Holds the locks of all connections while it kills the worker: no step of a push can be recorded without them. */
async function whileNobodyRecords(client: pg.Client, stage: Stage): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select from connection for update');
    await sleep(200);
    await stage.killWorker();
  } finally {
    await client.query('rollback');
  }
}

export async function untilEnded(client: pg.Client): Promise<void> {
  for (const until = Date.now() + endWithinMs; Date.now() < until; await sleep(250)) {
    const { rows } = await client.query(
      "select count(*)::int as n from push where step in ('waiting', 'sent', 'accepted')",
    );
    if (rows[0].n === 0) return;
  }
}
