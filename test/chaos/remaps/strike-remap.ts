import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './open-stage.ts';

/** One kill -9 of the worker or of PostgreSQL, when the re-mapping has come to a random record. */
export type Blow = { to: 'worker' | 'postgres'; afterId: string | undefined };

type Moment = { syncId: string; status: string; fence: number; remapAt: string | null; completed: boolean };

export type Kills = { worker: number; postgres: number };

/** Plans kills over the whole data set. The last one is a kill of the worker after the last record. */
export async function planBlows(stage: Stage, kills: Kills): Promise<Blow[]> {
  const count = kills.worker - 1 + kills.postgres;
  const { rows } = await stage.cell.base.db.pool.query<{ id: string }>(
    `select record_id as id from (select record_id, row_number() over (order by record_id) as n, count(*) over () as of
        from record where company_id = $1 and gen_to is null) r
      where n in (select ceil(of * k / ($2::numeric + 1)) from generate_series(1, $2::int) k) order by n`,
    [stage.company.companyId, count],
  );
  const blows: Blow[] = rows.map(({ id }) => ({ to: 'worker', afterId: id }));
  const places = blows.map((_, at) => at);
  for (let n = 0; n < kills.postgres; n++) {
    const [at = 0] = places.splice(randomInt(places.length), 1);
    const blow = blows[at];
    if (blow) blow.to = 'postgres';
  }
  return [...blows, { to: 'worker', afterId: undefined }];
}

const withinMs = 10 * 60_000;

/**
 * Kills during the first re-mapping that was requested after `known`, and waits for its end. `meanwhile` runs after the
 * first kill. Returns the kills that hit.
 */
export async function strikeRemap(
  stage: Stage,
  known: readonly string[],
  blows: readonly Blow[],
  meanwhile: () => Promise<void>,
): Promise<Blow[]> {
  const hits: Blow[] = [];
  let fence = 0;
  for (const blow of blows) {
    const isReached = (now: Moment) =>
      now.completed ||
      (now.fence > fence &&
        ['Fetching', 'Publishing'].includes(now.status) &&
        (now.remapAt === null || (blow.afterId !== undefined && now.remapAt >= blow.afterId)));
    const reached = await waitUntil(stage, known, isReached);
    if (reached.completed) break;
    await sleep(randomInt(blow.afterId === undefined ? 10 : 200));
    const before = await waitUntil(stage, known, () => true);
    if (before.completed) break;
    fence = before.fence;
    hits.push(blow);
    if (blow.to === 'worker') {
      await stage.killWorker();
      await stage.startWorker();
    } else {
      await stage.crashPostgres();
      // The worker survives, and may go on with the same fence.
      fence--;
    }
    if (hits.length === 1) await meanwhile();
  }
  await waitUntil(stage, known, (now) => now.completed);
  return hits;
}

export async function remapsOf({ cell, company }: Stage): Promise<string[]> {
  const { rows } = await cell.base.db.pool.query<{ id: string }>(
    "select sync_id as id from sync where company_id = $1 and trigger = 'mapping'",
    [company.companyId],
  );
  return rows.map(({ id }) => id);
}

/** Waits until so many re-mappings after `known` have ended, and no further one is due. Returns those that there are. */
export async function waitForRemaps(stage: Stage, known: readonly string[], count: number): Promise<string[]> {
  const { cell, company } = stage;
  for (const until = Date.now() + withinMs; ; await sleep(200)) {
    const { rows } = await cell.base.db.pool.query<{ isOver: boolean }>(
      `select count(*) filter (where completed_at is null) = 0 and count(*) >= $3 and not exists
          (select from data_set where company_id = $1 and is_remap_due) as "isOver"
        from sync where company_id = $1 and trigger = 'mapping' and sync_id <> all ($2)`,
      [company.companyId, known, count],
    );
    if (!rows[0]?.isOver && Date.now() < until) continue;
    return (await remapsOf(stage)).filter((id) => !known.includes(id));
  }
}

async function waitUntil(stage: Stage, known: readonly string[], holds: (now: Moment) => boolean): Promise<Moment> {
  let last: Moment | undefined;
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(20)) {
    const now = await look(stage, known).catch((error) => {
      if (stage.isOutage()) return undefined;
      throw error;
    });
    if (now) last = now;
    if (now && holds(now)) return now;
  }
  throw new Error(`The re-mapping did not get there within ${withinMs} ms: ${JSON.stringify(last)}`);
}

async function look({ cell, company }: Stage, known: readonly string[]): Promise<Moment | undefined> {
  const { rows } = await cell.base.db.pool.query<Moment>(
    `select sync_id as "syncId", status, fence, remap_at as "remapAt", completed_at is not null as completed
    from sync where company_id = $1 and trigger = 'mapping' and sync_id <> all ($2) order by requested_at limit 1`,
    [company.companyId, known],
  );
  return rows[0];
}
