import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../../src/base/durations.ts';
import { newId } from '../../src/base/ids.ts';
import { anEvent, type DeliveryCell, emitMany, startDeliveryCell, waitForCount } from '../delivery-cell.ts';
import type { MadeRows } from './copy-rows.ts';
import { measureCost } from './cost.ts';
import { copyLine, isoTime, spreadUuid, timedUuid } from './made-values.ts';
import { diskPerRow, growTables, growthSettings, type Stage } from './stage.ts';

const accounts = 100;
const eventsInRound = 2000;
const deliveriesInRound = 5000;

/**
 * Messages of the current day with one attempt each, and pending deliveries to other consumers that wait for their next
 * attempt; all of it in the accounts that are measured.
 */
export async function openMessages(): Promise<Stage> {
  const cell = await startDeliveryCell({ settings: growthSettings });
  const { db } = cell.base;
  const accountIds = await cell.accounts(accounts, 1, () => `${cell.receiver.url}/hook`);
  const lanes = await addWaiting(cell, accountIds);
  const worker = await cell.worker();
  const pool = db.pool;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  let rows = 0;

  return {
    async grow(to) {
      await cell.halt(true);
      await growTables(db, madeOf({ accountIds, lanes, today, untilMs: Date.now() - 60_000 }), { from: rows + 1, to });
      rows = to;
      await cell.halt(false);
      await settle(cell);
    },
    units: {
      async event() {
        requireSameDay(today);
        await cell.halt(true);
        const cost = await measureCost({ pool, pids: [process.pid] }, eventsInRound, () =>
          emitMany(cell, { accountIds, events: eventsInRound, perCommit: 1 }),
        );
        await cell.halt(false);
        await settle(cell);
        return cost;
      },
      async delivery() {
        requireSameDay(today);
        await cell.halt(true);
        await emitMany(cell, { accountIds, events: deliveriesInRound, perCommit: 50 });
        await cell.reset();
        return measureCost({ pool, pids: [worker.pid] }, deliveriesInRound, async () => {
          await cell.halt(false);
          await waitForCount(cell, deliveriesInRound);
          await settle(cell);
        });
      },
    },
    diskBytes: () => diskPerRow(db, ['message', 'attempt', 'delivery']),
    stop: () => cell.stop(),
  };
}

/** Rows of other days would be in another partition. */
function requireSameDay(today: number): void {
  if (Math.floor(Date.now() / dayMs) * dayMs !== today) throw new Error('The day has ended during the measurement.');
}

/** Waits until the measured deliveries have ended. Counting all pending ones would cost more than sending them. */
async function settle(cell: DeliveryCell): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await cell.base.db.pool.query(
      `select from consumer c cross join lateral (select from delivery d where d.lane = c.lane limit 1) pending
        where c.name <> 'waiting' limit 1`,
    );
    if (rows.length === 0) return;
    await sleep(50);
  }
  throw new Error('Some deliveries did not end within a minute.');
}

type Lane = { accountId: string; consumerId: string; lane: number };

/** One more consumer for each account, which gets no new events. */
async function addWaiting(cell: DeliveryCell, accountIds: readonly string[]): Promise<Lane[]> {
  const values = accountIds.map((accountId) => ({
    account_id: accountId,
    consumer_id: newId(cell.base.clock),
    ...{ name: 'waiting', url: 'http://127.0.0.1:9/', event_types: ['none'], secret: 'sealed', created_at: new Date() },
  }));
  const rows = await cell.base.db.system
    .insertInto('consumer')
    .values(values)
    .returning(['account_id', 'consumer_id', 'lane'])
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, consumerId: row.consumer_id, lane: row.lane }));
}

type Made = { accountIds: readonly string[]; lanes: readonly Lane[]; today: number; untilMs: number };

function madeOf({ accountIds, lanes, today, untilMs }: Made): MadeRows[] {
  const last = 10_000_000;
  const timeOf = (n: number) => Math.floor(today + ((untilMs - today) * n) / last);
  const accountOf = (n: number) => accountIds[n % accountIds.length] ?? '';
  const idOf = (n: number) => timedUuid(timeOf(n), n);
  const laneOf = (n: number) => lanes[n % lanes.length] as Lane;
  const type = anEvent(1).type;
  return [
    {
      table: 'message',
      columns: 'account_id, message_id, event_type, company_id, connection_id, recipients, created_at, body',
      row: (n) =>
        copyLine([
          ...[accountOf(n), idOf(n), type, spreadUuid(n % 10_000), spreadUuid(n % 10_000), 1, isoTime(timeOf(n))],
          JSON.stringify({ EventId: idOf(n), RuleType: type, ClientId: accountOf(n), ...anEvent(n) }),
        ]),
    },
    {
      table: 'attempt',
      columns:
        'account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, started_at, duration_ms',
      row: (n) =>
        copyLine([accountOf(n), idOf(n), idOf(n), laneOf(n).consumerId, 1, 'e', 'd', 200, isoTime(timeOf(n)), 3]),
    },
    {
      table: 'delivery',
      columns: 'account_id, message_id, consumer_id, lane, due_at, attempts, first_at, cause',
      row: (n) => {
        const { accountId, consumerId, lane } = laneOf(n);
        const due = isoTime(today + 2 * dayMs + (n % 86_400) * 1000);
        return copyLine([accountId, idOf(n), consumerId, lane, due, 3, isoTime(timeOf(n)), 'e']);
      },
    },
  ];
}
