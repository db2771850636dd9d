import type pg from 'pg';
import { lockSpace } from '../webhooks/lanes/store/lane-store.ts';
import { rowsOf } from './side.ts';

/** Names what a move waits for. */
export type Busy = { what: string; count: number };

export type HeldWork = {
  /** Takes what is free now, renews what is held, and returns what is still under way. */
  hold(seconds?: number): Promise<Busy[]>;
  /** Lets the old cell go on. */
  release(): Promise<void>;
  /** When consumers may be sent to again, without the hold of the move. */
  holds: ReadonlyMap<string, string | null>;
};

/** Tables whose rows are leases of connections. */
type Leased = 'push_lane' | 'oauth_token';

/** A hold ends by itself if the command dies. It is renewed in every pass, and longer at the switch. */
const holdSeconds = 10;
/** An attempt of the older webhooks takes at most 30 s (src/legacy/send-alerts.ts). */
const alertSeconds = 31;

/**
 * Stops the work that reaches other systems: deliveries, pushes and renewals of tokens. Each has a lease or a hold of its
 * own, which the move takes as another process would. So nothing new starts, and what is under way ends and is recorded.
 * Requests and syncs go on.
 */
export function holdWork(client: pg.Client, accountId: string): HeldWork {
  const holds = new Map<string, string | null>();
  const fences: Record<Leased, Map<string, number>> = {
    push_lane: new Map(),
    oauth_token: new Map(),
  };
  let soon = '';
  let drainedFrom: number | undefined;

  async function holdConsumers(): Promise<Busy> {
    const consumers = await rowsOf<{ consumer_id: string; hold_until: string | null; lane: number }>(
      client,
      'select consumer_id, hold_until::text, lane from consumer where account_id = $1',
      [accountId],
    );
    for (const { consumer_id, hold_until } of consumers)
      if (!holds.has(consumer_id)) holds.set(consumer_id, hold_until);
    await client.query(`update consumer set hold_until = greatest(hold_until, ${soon}) where account_id = $1`, [
      accountId,
    ]);
    const [row] = await rowsOf<{ count: number }>(
      client,
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = ${lockSpace} and objsubid = 2
        and database = (select oid from pg_database where datname = current_database()) and objid::int8 = any ($1::int8[])`,
      [consumers.map(({ lane }) => lane)],
    );
    return { what: 'consumers with deliveries under way', count: row?.count ?? 0 };
  }

  /** Sets the leases that the move holds. A lane is due again when its lease ends. */
  async function setLeases(table: Leased, until: string, wakeAt: string): Promise<void> {
    const held = fences[table];
    const wake = table === 'push_lane' ? `, wake_at = ${wakeAt}` : '';
    await client.query(
      `update ${table} t set lease_until = ${until}${wake} from unnest($2::uuid[], $3::int[]) h (id, fence)
        where t.account_id = $1 and t.connection_id = h.id and t.fence = h.fence`,
      [accountId, [...held.keys()], [...held.values()]],
    );
  }

  async function holdLeases(table: Leased, what: string): Promise<Busy> {
    const held = fences[table];
    const wake = table === 'push_lane' ? `, wake_at = ${soon}` : '';
    await setLeases(table, soon, soon);
    const taken = await rowsOf<{ connection_id: string; fence: number }>(
      client,
      `update ${table} t set fence = t.fence + 1, lease_until = ${soon}${wake} where t.account_id = $1
        and (t.lease_until is null or t.lease_until <= clock_timestamp()) returning connection_id, fence`,
      [accountId],
    );
    for (const { connection_id, fence } of taken) held.set(connection_id, fence);
    const rows = await rowsOf<{ connection_id: string; fence: number }>(
      client,
      `select connection_id, fence from ${table} where account_id = $1`,
      [accountId],
    );
    return { what, count: rows.filter((row) => held.get(row.connection_id) !== row.fence).length };
  }

  /** Deliveries of the older webhooks have no holder that could be asked: those that may be under way are waited for. */
  async function holdAlerts(): Promise<Busy> {
    drainedFrom ??= performance.now();
    const isOver = performance.now() - drainedFrom > alertSeconds * 1000;
    const [row] = await rowsOf<{ count: number }>(
      client,
      `select count(*)::int as count from alert_delivery where account_id = $1 and status = 'pending'
        and due_at > clock_timestamp() and due_at <= clock_timestamp() + interval '60 seconds'`,
      [accountId],
    );
    return { what: 'deliveries of older webhooks under way', count: isOver ? 0 : (row?.count ?? 0) };
  }

  return {
    holds,
    async hold(seconds = holdSeconds) {
      soon = `clock_timestamp() + interval '${seconds} seconds'`;
      const busy = [
        await holdConsumers(),
        await holdLeases('push_lane', 'connections with a push under way'),
        await holdLeases('oauth_token', 'connections whose token is being renewed'),
        await holdAlerts(),
      ];
      return busy.filter(({ count }) => count > 0);
    },
    async release() {
      drainedFrom = undefined;
      await client.query(
        `update consumer c set hold_until = h.hold_until from unnest($2::uuid[], $3::timestamptz[]) h (id, hold_until)
          where c.account_id = $1 and c.consumer_id = h.id`,
        [accountId, [...holds.keys()], [...holds.values()]],
      );
      await setLeases('push_lane', 'null', 'clock_timestamp()');
      await setLeases('oauth_token', 'null', 'null');
      holds.clear();
      for (const held of Object.values(fences)) held.clear();
    },
  };
}
