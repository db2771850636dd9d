import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultOrder } from '../../../sandbox/src/faults.ts';
import { compareRecords } from './compare-records.ts';
import { publishedKey } from './judge-proofs.ts';
import type { BookType } from './platform.ts';
import type { History } from './play-history.ts';

type Row = {
  sync_id: string;
  status: string;
  generation: number | null;
  retry_at: Date | null;
  completed_at: Date | null;
};
type Fault = FaultOrder['fault'];

const withinMs = 4 * 60_000;
const failed = ['FetchError', 'AuthError', 'PermissionsError', 'InternalError', 'NotSupported', 'Cancelled'];

/** Ways in which the platform fails. After `passing` requests, so that pages may have been stored before. */
const faults: { fault: Fault; isFull?: true; isOver?: true }[] = [
  { fault: { kind: 'status', status: 500 } },
  { fault: { kind: 'status', status: 403 } },
  { fault: { kind: 'status', status: 503 } },
  { fault: { kind: 'cut' } },
  { fault: { kind: 'truncate' } },
  { fault: { kind: 'garbage' } },
  // Goes on by itself after a second.
  { fault: { kind: 'status', status: 429, retryAfter: 1 }, isOver: true },
  // A list without any records is held. One without a few would count as deletions, and a first one as the state.
  { fault: { kind: 'vanish', share: 1 }, isFull: true },
];

/**
 * Syncs these data types, some of them with a fault. Whatever happens, the platform does not change meanwhile: what a
 * completed sync has read is its present state. A sync that waits is cancelled, or goes on after the fault is taken away.
 */
export async function syncBooks(
  history: History,
  types: readonly BookType[],
  faulty: readonly BookType[],
): Promise<void> {
  const { random, company, stage, platform, expected, tally } = history;
  const fullTypes = new Set<BookType>();
  for (const type of faulty) if (await orderFault(history, type)) fullTypes.add(type);
  if (random.chance(30))
    await platform.control.fault({
      match: { company: platform.company },
      fault: { kind: 'slow', ms: 40 + random.below(100) },
    });
  const pending = new Map<string, BookType>();
  for (const type of types) {
    const isFull = fullTypes.has(type) || random.chance(15);
    pending.set((await company.request(type, isFull ? '?full=true' : '')).syncId, type);
    tally.syncs++;
  }
  let looks = 0;
  for (const until = Date.now() + withinMs; pending.size > 0; await sleep(120)) {
    if (Date.now() > until) throw new Error(`Syncs did not end: ${[...pending.values()].join(', ')}`);
    const rows = await readSyncs(stage.query, [...pending.keys()]);
    for (const row of rows) {
      const type = pending.get(row.sync_id);
      if (!type) continue;
      const isOver = await settle(history, row, type);
      if (isOver) pending.delete(row.sync_id);
      if (!isOver || row.status === 'Complete') continue;
      tally.failedSyncs++;
      history.failures++;
      await expectShown(history, type, [expected[type]], `after a sync that ended as ${row.status}`);
    }
    // Readers meanwhile see the state before the sync or the one after it.
    const [running] = pending.values();
    if (running && looks++ < 2)
      await expectShown(history, running, [expected[running], platform.now[running]], 'during a sync');
  }
  await platform.control.clearFaults(platform.company);
}

async function settle(history: History, row: Row, type: BookType) {
  const { random, company, stage, platform, expected, published, tally } = history;
  if (row.status === 'Complete') {
    expected[type] = platform.now[type];
    published.set(publishedKey(type, row.generation ?? 0), platform.now[type]);
    return true;
  }
  if (row.completed_at) {
    if (row.status === 'InternalError') tally.wrong.push(`${type} ended as InternalError`);
    return failed.includes(row.status);
  }
  if (row.status !== 'Waiting') return false;
  const isShort = row.retry_at !== null && row.retry_at.getTime() - Date.now() < 1500;
  if (isShort) return false;
  if (row.retry_at !== null && random.chance(3)) {
    // The next attempt succeeds: it goes on from the pages that are stored.
    await platform.control.clearFaults(platform.company);
    tally.resumedSyncs++;
    await sleep(Math.max(0, row.retry_at.getTime() - Date.now()));
    return false;
  }
  const answer = await stage.account.send(`POST ${company.path}/data/history/${row.sync_id}/cancel`);
  if (answer.status >= 300 && answer.status !== 409) throw new Error(`A sync was not cancelled: ${answer.text}`);
  return false;
}

/** Returns whether the fault needs a full sync. */
async function orderFault({ random, platform, expected }: History, type: BookType): Promise<boolean> {
  const { fault, isFull = false, isOver } = random.pick(expected[type] ? faults : faults.filter((one) => !one.isFull));
  const match = { company: platform.company, type };
  const skip = isFull ? 0 : random.below(3);
  await platform.control.fault({ match, fault, skip, ...(isOver && { times: 1 }) });
  return isFull || skip > 0;
}

async function readSyncs(query: History['stage']['query'], ids: readonly string[]): Promise<Row[]> {
  return query<Row>('select sync_id, status, generation, retry_at, completed_at from sync where sync_id = any($1)', [
    ids,
  ]);
}

/** The data set must show one of these states; undefined stands for a data set that is not ready. */
async function expectShown(
  history: History,
  type: BookType,
  states: readonly (History['expected'][BookType] | undefined)[],
  when: string,
): Promise<void> {
  const shown = await history.read(type);
  history.tally.looks++;
  const isOne = states.some((state) =>
    shown === undefined || state === undefined ? shown === state : compareRecords(type, shown, state).length === 0,
  );
  if (isOne) return;
  const [state] = states;
  const why = shown && state ? compareRecords(type, shown, state)[0] : `${shown ? 'ready' : 'not ready'}`;
  history.tally.visible.push(`${platformName(history)} ${when}: ${why}`);
}

const platformName = ({ platform }: History) => platform.company;
