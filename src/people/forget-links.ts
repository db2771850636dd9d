import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { attemptWindowMs } from './attempt-limit.ts';
import type { Sessions } from './sessions.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A link that is too old says so for a while, instead of being unknown. */
const linksKeptMs = 30 * dayMs;

/** Removes sessions that have ended, links that nobody follows any more, and counts of tries. For the housekeeping. */
export async function forgetLinks(ctx: { db: Db; clock: Clock; sessions: Sessions }): Promise<void> {
  const { created, seen } = ctx.sessions.liveSince();
  const ago = (ms: number) => new Date(ctx.clock.nowMs() - ms);
  await sql`delete from session where last_seen_at <= ${seen}::timestamptz or created_at <= ${created}::timestamptz`.execute(
    ctx.db.system,
  );
  await sql`delete from password_reset where expires_at < ${ago(linksKeptMs)}::timestamptz`.execute(ctx.db.system);
  await sql`delete from invitation where expires_at < ${ago(linksKeptMs)}::timestamptz`.execute(ctx.db.system);
  await sql`delete from attempt_count where since < ${ago(attemptWindowMs)}::timestamptz`.execute(ctx.db.system);
}
