import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import { pushStatement } from '../list-pushes.ts';

const waitMaxSeconds = 60;
/** The polling interval grows, because most pushes finish within a second but some take minutes. */
const firstLookMs = 40;
const longestLookMs = 1000;

/** Returns the seconds of `Prefer: wait=n`, if given. Ignores text that it cannot parse, as RFC 7240 requires. */
export function waitSeconds(prefer: string | undefined): number | undefined {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '') ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), waitMaxSeconds);
}

/** Returns the operation when it has finished, or its current state on timeout or when the client disconnects. */
export async function awaitPush(
  ctx: { db: Db },
  push: { accountId: string; companyId: string; pushId: string },
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<string> {
  const until = performance.now() + seconds * 1000;
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 1.5, longestLookMs)) {
    const [row] = await ctx.db.read(push.accountId, pushStatement(push, push.pushId));
    const leftMs = until - performance.now();
    if (!row?.isPending || leftMs <= 0 || signal.aborted) return row?.json ?? '{}';
    await sleep(Math.min(lookMs, leftMs));
  }
}
