import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayOf, startOfDay } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import { firstIdAt } from '../../base/id-times.ts';
import type { Db } from '../../db/db.ts';
import { oldestKeptMs } from './id-range.ts';
import type { MessageSource } from './message-source.ts';

/**
 * Counts messages exactly, at a cost that does not grow with the log. The horizon is a message id before which no open
 * database transaction can still add messages (SQL function `oldest_write_ms`). Messages before the horizon are counted
 * once, and their count is stored per day and filter. For each page, only newer messages are counted.
 */
export type TotalContext = { db: Db; clock: Clock; config: { messagesKeptDays: number } };

/**
 * Identifies a total by account and filter. `hasEpoch` is true if old messages can start to match the filter later.
 * When that happens, `moveEpoch` invalidates the stored counts.
 */
export type TotalOf = { accountId: string; filterHash: Buffer; hasEpoch: boolean; source: MessageSource };

/** A range of message ids without a stored count. The last range has no end. */
export type Gap = { day: string; from: string; to: string | undefined; before: number };
export type Settled = { total: number; gaps: Gap[] };

type Known = { epoch: number; days: { day: string; through: string; total: number }[] };

/**
 * The time in a message's id is at most this much before the time at which PostgreSQL inserts the row. The difference
 * comes from clock skew and from the time that an event takes to reach PostgreSQL.
 */
const slackMs = 60_000;
/** If a day ended longer ago than this and is not completely counted, its count is stored before the page is read. */
const lateMs = 15 * 60_000;
/**
 * If more rows than this have been added since the last stored count, a new count is stored. Counting 500 rows takes
 * 0.1 ms.
 */
export const uncountedMax = 500;

export async function readSettled(ctx: TotalContext, of: TotalOf): Promise<Settled> {
  const known = await readKnown(ctx, of);
  const settled = sumUp(ctx, known);
  const endedBefore = dayOf(ctx.clock.nowMs() - lateMs);
  if (!settled.gaps.some((gap) => gap.day < endedBefore)) return settled;
  await settle(ctx, of, { epoch: known.epoch, gaps: settled.gaps });
  return sumUp(ctx, await readKnown(ctx, of));
}

/** Stores the count of all messages before the current horizon. */
export async function settleTotal(ctx: TotalContext, of: TotalOf): Promise<void> {
  const known = await readKnown(ctx, of);
  await settle(ctx, of, { epoch: known.epoch, gaps: sumUp(ctx, known).gaps });
}

async function readKnown(ctx: TotalContext, { accountId, filterHash, hasEpoch }: TotalOf): Promise<Known> {
  const first = dayOf(oldestKeptMs(ctx));
  const epoch = hasEpoch
    ? sql`coalesce((select epoch from message_log where account_id = ${accountId}::uuid), 0)`
    : sql`0`;
  const [known] = await ctx.db.read<Known>(
    accountId,
    sql`select e.epoch, coalesce((select json_agg(json_build_object('day', t.day, 'through', t.through, 'total', t.total))
        from message_total t where t.account_id = ${accountId}::uuid and t.filter_hash = ${filterHash}
          and t.day >= ${first}::date and t.epoch = e.epoch), '[]') as days
      from (select ${epoch}::bigint as epoch) e`,
    // Counts are stored on the primary, and must be based on what it has.
    { fixedPlan: true, atPrimary: true },
  );
  return known ?? { epoch: 0, days: [] };
}

function sumUp(ctx: TotalContext, { days }: Known): Settled {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const today = startOfDay(ctx.clock.nowMs());
  const gaps: Gap[] = [];
  let total = 0;
  for (let at = oldestKeptMs(ctx); at <= today; at += dayMs) {
    const day = dayOf(at);
    const known = byDay.get(day);
    total += known?.total ?? 0;
    const end = firstIdAt(at + dayMs);
    const from = known?.through ?? firstIdAt(at);
    const isLast = at === today;
    if (isLast || from < end) gaps.push({ day, from, to: isLast ? undefined : end, before: known?.total ?? 0 });
  }
  return { total, gaps };
}

/**
 * Returns SQL that counts the messages in the gaps, which are the ranges without a stored count. It is part of the
 * page's statement. Adjacent gaps are merged.
 */
export function countGaps(source: MessageSource, gaps: readonly Gap[]) {
  const ranges: { from: string; to: string | undefined }[] = [];
  for (const { from, to } of gaps) {
    const last = ranges.at(-1);
    if (last && last.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  const counts = ranges.map(({ from, to }) =>
    source.count((id) => (to ? sql`${id} >= ${from}::uuid and ${id} < ${to}::uuid` : sql`${id} >= ${from}::uuid`)),
  );
  return sql<number>`(${sql.join(counts, sql` + `)})`;
}

async function settle(
  ctx: TotalContext,
  { accountId, filterHash, source }: TotalOf,
  { epoch, gaps }: { epoch: number; gaps: readonly Gap[] },
): Promise<void> {
  // Read `oldest_write_ms` before counting. Otherwise, a transaction could commit in between, and the count would miss
  // its messages.
  const [open] = await ctx.db.read(accountId, sql<{ ms: number }>`select oldest_write_ms() as ms`, { atPrimary: true });
  const horizon = firstIdAt(ctx.clock.nowMs() - slackMs - (open?.ms ?? 0));
  const parts = gaps
    .map((gap) => ({ ...gap, to: gap.to && gap.to < horizon ? gap.to : horizon }))
    .filter((part) => part.to > part.from);
  if (parts.length === 0) return;
  const column = (of: (part: (typeof parts)[number]) => unknown) => parts.map(of);
  await ctx.db.write(
    accountId,
    sql`insert into message_total (account_id, filter_hash, day, epoch, through, total, counted_at)
      select ${accountId}::uuid, ${filterHash}, r.day, ${epoch}, r.until,
        r.before + ${source.count((id) => sql`${id} >= r.since and ${id} < r.until`)}, ${ctx.clock.now()}
      from unnest(${column((part) => part.day)}::date[], ${column((part) => part.from)}::uuid[],
        ${column((part) => part.to)}::uuid[], ${column((part) => part.before)}::bigint[]) r (day, since, until, before)
      on conflict (account_id, filter_hash, day) do update set epoch = excluded.epoch, through = excluded.through,
        total = excluded.total, counted_at = excluded.counted_at
      where message_total.epoch <> excluded.epoch or message_total.through < excluded.through`,
    // A move to another cell may lose it.
    { isUnfenced: true },
  );
}
