import type { Clock } from '../base/clock.ts';
import { dayOf, startOfDay } from '../base/days.ts';
import { dayMs } from '../base/durations.ts';
import { inputInvalid } from '../base/errors.ts';
import { requireSnapshot } from '../data/snapshots/find-snapshot-state.ts';
import type { Db } from '../db/db.ts';
import { readInstant } from '../lists/filter/filter-values.ts';
import type { ComparisonQuery } from './wire.ts';

/** A moment whose published states are compared. The newest states have no time of their own. */
export type Moment = { at: string; snapshotId?: string; isNewest?: true };

/** `startMs` and `endMs` limit the closed period; `endMs` is the start of the day after it. */
export type Period = { startMs: number | undefined; endMs: number; closedFrom?: string; closedOn: string };

export type Comparison = {
  from: Moment;
  to: Moment;
  period: Period;
  /** Start of the day of `from`. What is dated before it and comes later is backdated. */
  fromDayMs: number;
};

type Company = { accountId: string; companyId: string };

/** Reads the parameters. Throws if a snapshot cannot be read or if the moments are in the wrong order. */
export async function readComparison(
  ctx: { db: Db; clock: Clock },
  company: Company,
  query: ComparisonQuery,
): Promise<Comparison> {
  const { from: time, fromSnapshot, to: toTime, toSnapshot } = query;
  if ((time === undefined) === (fromSnapshot === undefined))
    throw invalid('from', 'Exactly one of the parameters "from" and "fromSnapshot" is required.');
  if (toTime !== undefined && toSnapshot !== undefined)
    throw invalid('to', 'The parameters "to" and "toSnapshot" cannot be used together.');
  const from = fromSnapshot === undefined ? atTime('from', time) : await ofSnapshot(ctx, company, fromSnapshot);
  const to =
    toSnapshot !== undefined
      ? await ofSnapshot(ctx, company, toSnapshot)
      : toTime !== undefined
        ? atTime('to', toTime)
        : { at: ctx.clock.now().toISOString(), isNewest: true as const };
  if (Date.parse(from.at) >= Date.parse(to.at)) throw wrongOrder();
  const fromDayMs = startOfDay(Date.parse(from.at));
  return { from, to, fromDayMs, period: readPeriod(query, fromDayMs) };
}

function readPeriod({ closedFrom, closedOn: given }: ComparisonQuery, fromDayMs: number): Period {
  const closedOn = given ?? dayOf(fromDayMs - dayMs);
  const endMs = dayStart('closedOn', closedOn) + dayMs;
  const startMs = closedFrom === undefined ? undefined : dayStart('closedFrom', closedFrom);
  if (startMs !== undefined && startMs >= endMs)
    throw invalid('closedFrom', `The day "closedFrom" must not be after "closedOn" (${closedOn}).`);
  return { startMs, endMs, closedOn, ...(closedFrom !== undefined && { closedFrom }) };
}

function dayStart(name: string, text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms) || dayOf(ms) !== text)
    throw invalid(name, `The parameter "${name}" must be a day such as 2026-09-30, not "${text}".`);
  return ms;
}

function atTime(name: string, text = ''): Moment {
  const at = readInstant(text);
  if (at !== undefined) return { at: new Date(at).toISOString() };
  throw invalid(name, `The parameter "${name}" must be a time such as 2026-10-05T09:30:00Z, not "${text}".`);
}

async function ofSnapshot(ctx: { db: Db; clock: Clock }, company: Company, snapshotId: string): Promise<Moment> {
  const { takenAt } = await requireSnapshot(ctx, company, snapshotId);
  return { at: takenAt.toISOString(), snapshotId };
}

export const wrongOrder = () => invalid('from', 'The moment "from" must be before "to".');
export const invalid = (itemId: string, message: string) => inputInvalid({ items: [{ itemId, message }] });
