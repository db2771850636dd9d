import { sql } from 'kysely';
import type { Arrivals } from '../accounts/arrivals.ts';
import type { Db } from '../db/db.ts';
import { isSignedWith, pinOf, withPin } from '../lists/cursor.ts';
import { restartLink } from '../lists/page/page-links.ts';
import type { Pin } from '../lists/page/pin.ts';
import { snapshotGone } from '../lists/refusals.ts';

type Context = { db: Db; cursorKey: Buffer; arrivals: Arrivals };

/**
 * Returns the cursor as this cell would have written it. A cursor that the other cell has signed names its database
 * transactions; they are replaced by the ones here that stand for them (transaction-ids.ts). A cursor that this cell
 * signed before the account left and came back is no longer valid.
 */
export async function readArrivedCursor(
  ctx: Context,
  accountId: string,
  cursor: string,
  list: { self: string; search: string },
): Promise<string> {
  const isOwn = isSignedWith(ctx.cursorKey, accountId, cursor);
  const arrival = await (isOwn ? ctx.arrivals.recall(accountId) : ctx.arrivals.find(accountId));
  if (!arrival) return cursor;
  if (isOwn) {
    const pin = pinOf(cursor);
    const [, xmax = '0'] = pin?.snapshot.split(':') ?? [];
    if (pin && arrival.firstOurs !== null && BigInt(xmax) <= BigInt(arrival.firstOurs))
      throw snapshotGone({ what: 'cursor', restart: restartLink(list) });
    return cursor;
  }
  if (!isSignedWith(arrival.cursorKey, accountId, cursor)) return cursor;
  const pin = pinOf(cursor);
  if (pin && pin.era !== arrival.fromEra) throw snapshotGone({ what: 'cursor', restart: restartLink(list) });
  return withPin(ctx.cursorKey, accountId, cursor, pin && (await translate(ctx.db, accountId, pin)));
}

/**
 * A transaction of the other cell is visible in the old snapshot exactly if the one that stands for it is visible in the
 * new one. Everything that was changed here came later, and is not.
 */
async function translate(db: Db, accountId: string, { snapshot }: Pin): Promise<Pin> {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  const [row] = await db.read<{ era: number; xmin: string; xmax: string; running: string | null }>(
    accountId,
    sql`with own as (select theirs, ours from arrived_transaction where account_id = ${accountId}::uuid),
      after as (select coalesce(max(ours)::text::numeric + 1, 3) as next from own),
      ends as (select coalesce((select min(ours)::text::numeric from own where theirs >= ${xmin}::xid8), next) as xmin,
        coalesce((select min(ours)::text::numeric from own where theirs >= ${xmax}::xid8), next) as xmax from after)
      select h.era, ends.xmin::text, ends.xmax::text, (select string_agg(ours::text, ',' order by own.ours) from own
        where theirs = any (${`{${running}}`}::xid8[])) as running
      from ends, list_horizon h`,
  );
  if (!row) throw new Error('The cell has no list horizon.');
  return { era: row.era, snapshot: `${row.xmin}:${row.xmax}:${row.running ?? ''}` };
}
