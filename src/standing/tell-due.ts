import { findDataType } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { accountClosed, codeOf } from '../db/error-codes.ts';
import type { Emit } from '../events/emit.ts';
import type { DueWork } from '../jobs/due-work.ts';
import { composeEvents } from './compose-events.ts';
import type { KnownQueries } from './known-queries.ts';
import { matchRecords } from './match-records.ts';
import { recordReader } from './read-records.ts';
import { daysOf, isAnyRunDue, moveRun, publishedSet, type Run, takeRuns } from './runs.ts';

export type TellContext = { db: Db; clock: Clock; log: Log; emit: Emit; standingQueries: KnownQueries };

/** Longer than a step takes. A run whose process was killed is taken up after this time. */
const leaseMs = 60_000;
const runsAtOnce = 4;
/** A run with more steps is put back after this time, so that those of other data sets do not wait for it. */
const turnMs = 5000;
const recordsInStep = 500;
/** A step ends with the record that reaches this number, because its events are written in one transaction. */
const matchesInStep = 5000;

/** Tells standing queries about published generations and changes of the day, soon after them. */
export function dueStandingRuns(ctx: TellContext): DueWork {
  return { name: 'standing queries', isDue: isAnyRunDue, run: (isOver) => tellDue(ctx, isOver) };
}

/** Returns how many runs were ended or put back. */
export async function tellDue(ctx: TellContext, isOver: () => boolean = () => false): Promise<number> {
  let told = 0;
  while (!isOver()) {
    const now = ctx.clock.now();
    const runs = await takeRuns(ctx, { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: runsAtOnce });
    if (runs.length === 0) break;
    for (const run of runs) {
      try {
        await tellRun(ctx, run, isOver);
      } catch (error) {
        // The other cell tells it.
        if (codeOf(error) !== accountClosed) {
          const { accountId, companyId, dataSetId, generation, day } = run;
          ctx.log.error(
            { err: error, accountId, companyId, dataSetId, generation, day },
            'standing queries could not be told about a generation or a day; they will be in a minute',
          );
        }
      }
    }
    told += runs.length;
  }
  return told;
}

/**
 * Tells the queries about a generation or a change of the day, step by step. The transaction of a step stores its
 * events and how far it has come, so a kill at any point neither loses nor repeats an event, even if two processes work
 * on the same run.
 */
async function tellRun(ctx: TellContext, taken: Run, isOver: () => boolean): Promise<void> {
  const { accountId } = taken;
  const [of] = await ctx.db.read(accountId, publishedSet(taken));
  const dataType = of && findDataType(of.dataType);
  const { before, after } = daysOf(taken);
  const days = [before, after].filter((day) => day !== null);
  const queries = dataType && (await ctx.standingQueries.of(ctx, { accountId, dataType, days }));
  if (!of || !queries?.isAnyFor(taken)) {
    await ctx.db.transaction(accountId, (tx) => moveRun(tx, taken, { through: null, dueAt: ctx.clock.now() }));
    return;
  }
  const read = recordReader(ctx, queries);
  const until = performance.now() + turnMs;
  for (let run = taken; ; ) {
    const rows = await read(run, recordsInStep);
    const { matches, last } = await matchRecords(ctx, { run, queries, matchesMax: matchesInStep }, rows);
    const isDone = rows.length < recordsInStep && last === rows.length - 1;
    const through = isDone ? null : (rows[last]?.recordId ?? null);
    const events = [...matches].flatMap(([query, found]) => composeEvents({ query, run, of }, found));
    const isPutBack = isOver() || performance.now() > until;
    const dueAt = new Date(ctx.clock.nowMs() + (isPutBack ? 0 : leaseMs));
    const isOurs = await ctx.db.transaction(accountId, async (tx) => {
      if (!(await moveRun(tx, run, { through, dueAt }))) return false;
      await ctx.emit(tx, events);
      return true;
    });
    if (!isOurs || through === null || isPutBack) return;
    run = { ...run, toldThrough: through };
  }
}
