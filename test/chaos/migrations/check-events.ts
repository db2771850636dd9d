import pg from 'pg';
import type { Figures } from '../../../bench/report.ts';
import type { Emitting } from './emit-steadily.ts';
import type { Stage } from './open-stage.ts';

/** Compares the committed events with those that each webhook generation stored and delivered. */
export async function checkEvents(stage: Stage, { committed }: Emitting): Promise<Figures> {
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  const read = async <T>(text: string) => (await client.query(text)).rows as T[];
  const ids = async (text: string) => new Set((await read<{ id: string }>(text)).map(({ id }) => id));
  const older = await ids('select distinct event_id as id from alert');
  const newer = await ids('select message_id as id from message');
  const [left] = await read<{ pending: number; failed: number }>(`select
    (select count(*)::int from delivery) + (select count(*)::int from alert_delivery where status = 'pending') as pending,
    (select count(*)::int from failure) + (select count(*)::int from alert_delivery where status = 'failed') as failed`);
  await client.end();

  const arrived = new Map<string, { taken: number; sent: number }>();
  const strangers = new Set<string>();
  for (const [target, eventId, generation, isTaken] of await stage.noted()) {
    const key = `${target} ${eventId} ${generation}`;
    const one = arrived.get(key) ?? { taken: 0, sent: 0 };
    arrived.set(key, { taken: one.taken + isTaken, sent: one.sent + 1 });
    if (!committed.get(eventId)?.includes(target)) strangers.add(key);
  }
  const counts = { inNone: 0, inBoth: 0, lost: 0, byBoth: 0, byWrong: 0, deliveries: 0, duplicates: 0 };
  for (const [eventId, targets] of committed) {
    const [isOlder, isNewer] = [older.has(eventId), newer.has(eventId)];
    if (isOlder && isNewer) counts.inBoth++;
    if (!isOlder && !isNewer) counts.inNone++;
    for (const target of targets) {
      const [own, other] = isOlder ? ['older', 'newer'] : ['newer', 'older'];
      const mine = arrived.get(`${target} ${eventId} ${own}`);
      const others = arrived.get(`${target} ${eventId} ${other}`);
      if (!mine?.taken) counts.lost++;
      if (mine && others) counts.byBoth++;
      else if (others) counts.byWrong++;
      counts.deliveries += mine?.sent ?? 0;
      counts.duplicates += Math.max(0, (mine?.taken ?? 0) - 1);
    }
  }
  return {
    events: committed.size,
    'events.older': older.size,
    'events.newer': newer.size,
    ...counts,
    strangers: strangers.size,
    leftPending: left?.pending ?? -1,
    leftFailed: left?.failed ?? -1,
  };
}
