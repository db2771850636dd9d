import type { Db } from '../db/db.ts';
import { StandbyUnready } from '../db/replica.ts';
import type { Route } from './route.ts';

/**
 * Routes whose reads a standby serves, if there is one. If it cannot serve one of the statements, the whole request is
 * read from the primary, so that a response never mixes the two. Streams of events last for hours and are read from the
 * primary.
 */
export function readFromStandby(db: Db | undefined, routesOf: (db: Db) => Route[]): Route[] {
  // There is no database when only the description of the operations is needed.
  const routes = routesOf(db as Db);
  const replica = db?.replica;
  if (!db || !replica) return routes;
  const fromStandby = routesOf(db.withReplica);
  return routes.map((route, at) => {
    const [onPrimary, onStandby] = [route.read, fromStandby[at]?.read];
    if (!onPrimary || !onStandby) return route;
    const read: typeof onPrimary = async (call) => {
      if (/\btext\/event-stream\b/i.test(call.header('accept') ?? '')) return onPrimary(call);
      // What such a read waits for reaches the standby later.
      if (route.takesAge && /\bwait\b/i.test(call.header('prefer') ?? '')) return onPrimary(call);
      try {
        return await onStandby(call);
      } catch (error) {
        if (!(error instanceof StandbyUnready)) throw error;
        replica.count('primary');
        return onPrimary(call);
      }
    };
    return { ...route, read };
  });
}
