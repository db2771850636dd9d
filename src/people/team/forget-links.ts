import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayMs, hourMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { attemptWindowMs } from '../sign-in/attempt-limit.ts';

/** Expired links are kept for this long, so that opening one reports that it has expired, not that it is unknown. */
const linksKeptMs = 30 * dayMs;

/**
 * Deletes expired sessions, links that expired more than 30 days ago, old tickets and
 * attempt counters. Housekeeping calls this
 * function.
 */
export async function forgetLinks(ctx: { db: Db; clock: Clock; sessions: Sessions }): Promise<void> {
  const { seen } = ctx.sessions.liveSince();
  const ago = (ms: number) => new Date(ctx.clock.nowMs() - ms);
  // A session that is too old can no longer be used, so this also deletes it, after its last use. A search by its age
  // would read all sessions.
  await sql`delete from session where last_seen_at <= ${seen}::timestamptz`.execute(ctx.db.people);
  await sql`delete from password_reset where expires_at < ${ago(linksKeptMs)}::timestamptz`.execute(ctx.db.people);
  await sql`delete from invitation where expires_at < ${ago(linksKeptMs)}::timestamptz`.execute(ctx.db.people);
  await sql`delete from cell_ticket where expires_at < ${ago(hourMs)}::timestamptz`.execute(ctx.db.people);
  await sql`delete from attempt_count where since < ${ago(attemptWindowMs)}::timestamptz`.execute(ctx.db.people);
}
