import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db, Look } from '../db/db.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';
import { type Loop, startLoop } from './loop.ts';

/** Work of a worker process that becomes due by rows in the database. */
export type DueWork = {
  name: string;
  /** An SQL condition, which an index must answer. */
  isDue(look: Look): RawBuilder<boolean>;
  /** Called before each look. What became due up to this time need not be found; undefined: everything. */
  after?(): Date | undefined;
  /** Called if nothing was due at `now`. */
  notDue?(now: Date): void;
  /** Must also work if nothing is due. */
  run(isOver: () => boolean): Promise<unknown>;
  /** Shortest time between the starts of two runs. */
  restMs?: number;
};

type LookContext = { db: Pick<Db, 'look'>; clock: Clock; log: Log };
type Flags = Record<string, boolean>;

const everyMs = 1000;
/** After a look that has found nothing. With the loop's jitter, the next one comes within two seconds. */
const quietMs = 1500;

/**
 * Looks for due work about once a second, with one statement for all kinds of work. A process without work used to spend
 * most of its CPU time on 350 such statements a minute. Kinds of work do not wait for each other.
 */
export function startDueWork(
  ctx: LookContext,
  { isPaused }: { isPaused: () => boolean },
  works: readonly DueWork[],
): Loop {
  const look = createLook(ctx, works);
  const loop = startLoop(ctx, { name: 'due work', everyMs: look.restMs, isPaused }, look.start);
  return {
    async stop() {
      await loop.stop();
      await look.ended();
    },
  };
}

/** `start` looks once and starts what is due; `ended` resolves when everything that was started has ended. */
export function createLook(ctx: LookContext, works: readonly DueWork[]) {
  const statement = lookStatement(works);
  const running = new Map<DueWork, Promise<void>>();
  const restUntil = new Map<DueWork, number>();
  let isQuiet = false;

  async function read(values: unknown[]): Promise<Flags> {
    try {
      return (await ctx.db.look((db) => statement(db, values)))[0] ?? {};
    } catch (error) {
      // For example, one table may be locked. Each kind of work then checks for itself what is due.
      ctx.log.warn({ err: error }, 'the look for due work failed; everything is checked separately');
      return Object.fromEntries(works.map((_, at) => [at, true]));
    }
  }

  async function run(work: DueWork, isOver: () => boolean): Promise<void> {
    try {
      if (!isOver()) await work.run(isOver);
    } catch (error) {
      ctx.log.error({ err: error, loop: work.name }, 'loop failed; it will run again in a moment');
    } finally {
      running.delete(work);
    }
  }

  return {
    async start(isOver: () => boolean): Promise<void> {
      const now = ctx.clock.now();
      const values = [now, ...works.flatMap((work) => (work.after ? [work.after() ?? null] : []))];
      const flags = await read(values);
      isQuiet = !Object.values(flags).includes(true);
      for (const [at, work] of works.entries()) {
        if (!flags[at]) work.notDue?.(now);
        else if (!running.has(work) && performance.now() >= (restUntil.get(work) ?? 0)) {
          restUntil.set(work, performance.now() + (work.restMs ?? 0));
          running.set(work, run(work, isOver));
        }
      }
    },
    /** How long to wait until the next look. */
    restMs: () => (isQuiet && running.size === 0 ? quietMs : everyMs),
    async ended(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** One row with one column per kind of work, named by its place. */
function lookStatement(works: readonly DueWork[]) {
  const now = sql<Date>`look.now`;
  const afterOf = (at: number) => sql<Date>`coalesce(${sql.ref(`look.after${at}`)}, '-infinity')`;
  const flags = works.map((work, at) => sql`${work.isDue({ now, after: afterOf(at) })} as ${sql.ref(String(at))}`);
  const places = works.flatMap((work, at) => (work.after ? [at] : []));
  return fixedStatement<unknown[], Flags>(
    (values) => values,
    ([time, ...afters]) =>
      sql`select ${sql.join(flags)} from (select ${sql.join([
        sql`${time}::timestamptz as now`,
        ...places.map((at, nth) => sql`${afters[nth]}::timestamptz as ${sql.ref(`after${at}`)}`),
      ])}) look`,
  );
}
