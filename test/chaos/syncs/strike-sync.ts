import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './open-stage.ts';

/** One kill -9 at a random moment of a running sync. Kills are repeated until the sync completes in spite of them. */
export type Blow = {
  to: 'worker' | 'postgres';
  /** Minimum number of written pages before the kill, or all of them. */
  after: number | 'all pages';
  /** Additional delay in milliseconds. */
  thenMs: number;
};

/** A kill that hit: the phase of the sync, and the ms until a worker resumed it. */
export type Hit = { to: Blow['to']; phase: Phase; isInsideTransaction: boolean; takenUpMs: number };
export type Phase = 'before the first page' | 'between pages' | 'finding deletions' | 'publishing';

type Moment = {
  status: string;
  pages: number;
  fence: number;
  isPassDone: boolean;
  completed: boolean;
  isInsideTransaction: boolean;
};

/** Plans the wanted number of kills, spread over the pages; `atEnd` of them after the last page. */
export function planBlows(options: {
  pages: number;
  worker: number;
  atEnd: number;
  postgres: number;
  pageMs: number;
  endMs: number;
}): Blow[] {
  const { pages, worker, atEnd, postgres, pageMs, endMs } = options;
  const random = (to: Blow['to']): Blow => ({ to, after: randomInt(pages), thenMs: randomInt(pageMs * 2) });
  const blows = [
    ...Array.from({ length: worker - atEnd }, () => random('worker')),
    ...Array.from({ length: postgres }, () => random('postgres')),
  ].sort((a, b) => Number(a.after) - Number(b.after));
  // The sync advances a little between kills: together they should fill the end of the sync, not miss it.
  const lateMs = Math.ceil((2 * endMs) / (atEnd + 1));
  const late = Array.from({ length: atEnd }, (): Blow => {
    return { to: 'worker', after: 'all pages', thenMs: randomInt(lateMs) };
  });
  return [...blows, ...late.sort((a, b) => a.thenMs - b.thenMs)];
}

const withinMs = 6 * 60_000;

/** Returns the kills that hit; a kill that came too late for this sync is left out. */
export async function strikeSync(stage: Stage, syncId: string, blows: readonly Blow[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  let fence = 0;
  for (const blow of blows) {
    const before = await waitForMoment(stage, syncId, blow, fence);
    if (before.completed) break;
    fence = before.fence;
    const from = Date.now();
    if (blow.to === 'worker') {
      await stage.worker.kill();
      await stage.startWorker();
    } else {
      await stage.crashPostgres();
      requireAlive(stage);
    }
    const after = await waitUntil(stage, syncId, (now) => isTakenUp(before, now), 50);
    hits.push({
      to: blow.to,
      phase: phaseOf(before),
      isInsideTransaction: before.isInsideTransaction,
      takenUpMs: Date.now() - from,
    });
    if (after.completed) break;
  }
  await waitUntil(stage, syncId, (now) => now.completed, 50);
  return hits;
}

/** A worker that survived the crash of PostgreSQL may also continue by itself. */
function isTakenUp(before: Moment, now: Moment): boolean {
  return now.fence > before.fence || now.pages > before.pages || now.completed;
}

/** Waits until a worker runs the sync, the sync has reached the planned page, and the random delay is over. */
async function waitForMoment(stage: Stage, syncId: string, blow: Blow, fence: number): Promise<Moment> {
  const isReached = (now: Moment) =>
    now.completed ||
    (now.fence >= fence &&
      (now.status === 'Fetching' || now.status === 'Publishing') &&
      (blow.after === 'all pages' ? now.isPassDone : now.pages >= blow.after));
  await waitUntil(stage, syncId, isReached);
  await sleep(blow.thenMs);
  return waitUntil(stage, syncId, (now) => now.completed || now.status !== 'Waiting');
}

function phaseOf({ status, pages, isPassDone }: Moment): Phase {
  if (status === 'Publishing') return 'publishing';
  if (isPassDone) return 'finding deletions';
  return pages === 0 ? 'before the first page' : 'between pages';
}

/** Worker and API must survive the loss of PostgreSQL. */
function requireAlive(stage: Stage): void {
  for (const one of [stage.worker, stage.api])
    if (one.child.exitCode !== null || one.child.signalCode !== null)
      throw new Error(`A process exited when PostgreSQL was killed:\n${one.output()}`);
}

async function waitUntil(stage: Stage, syncId: string, holds: (now: Moment) => boolean, everyMs = 10): Promise<Moment> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(everyMs)) {
    const now = await look(stage, syncId).catch((error) => {
      if (stage.isOutage()) return undefined;
      throw error;
    });
    if (now && holds(now)) return now;
  }
  const row = await stage.cell.base.db.pool.query('select * from sync where sync_id = $1', [syncId]);
  throw new Error(
    `A sync made no progress within ${withinMs} ms: ${JSON.stringify(row.rows[0])}\n${stage.worker.output()}`,
  );
}

async function look(stage: Stage, syncId: string): Promise<Moment> {
  const { rows } = await stage.cell.base.db.pool.query(
    `select status, pages, fence, pages > 0 and resume_at is null as "isPassDone", completed_at is not null as completed,
      exists (select from pg_stat_activity where application_name = 'daybook' and backend_xid is not null
        and pid <> pg_backend_pid()) as "isInsideTransaction"
    from sync where sync_id = $1`,
    [syncId],
  );
  return rows[0];
}
