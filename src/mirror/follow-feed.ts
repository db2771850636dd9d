import { type Client, Conflict, Forbidden, Gone, NotFound } from '../../sdk/src/daybook.ts';
import type { Clock } from '../base/clock.ts';
import { applyChanges, type FeedPage, readFeedPage } from './apply-changes.ts';
import { loadDataSet } from './load-data-set.ts';
import type { MirrorOptions, MirrorSummary } from './mirror-options.ts';
import type { MirrorTable } from './mirror-tables.ts';
import type { Target } from './open-target.ts';
import {
  addDataSet,
  type DataSetKey,
  type MirroredDataSet,
  markForLoading,
  moveCursor,
  readCursor,
  readDataSets,
  removeDataSet,
} from './store.ts';
import { verifyDataSet } from './verify-data-set.ts';

export type FollowContext = {
  clock: Clock;
  target: Target;
  client: Client;
  /** Returns responses as texts. */
  exact: Client;
  print: (text: string) => void;
  signal: AbortSignal;
  done: MirrorSummary;
};
type Followed = Pick<MirrorOptions, 'dataTypes' | 'companies' | 'isOnce'> & {
  tables: ReadonlyMap<string, MirrorTable>;
};

const changesAtOnce = 1000;
const waitSeconds = 20;
/** How often the list of data sets is read. Deleted companies and connections are found only there. */
const listEveryMs = 30_000;
/** Every data set is compared again after this time, even if it has not changed: the tables may have been changed. */
const compareEveryMs = 24 * 3_600_000;
/** A comparison reads the whole data set on both sides. The pause after it is this many times as long. */
const pausePerComparison = 100;

/** Follows the change feed with one database connection, until the signal aborts or, with `isOnce`, all is equal. */
export async function followFeed(ctx: FollowContext, followed: Followed): Promise<void> {
  const { target, signal } = ctx;
  const { isOnce, tables } = followed;
  const comparisons = new Comparisons(ctx.clock, { isOnce });
  const isChosen = ({ companyId, dataType }: { companyId: string; dataType: string }) =>
    tables.has(dataType) && (followed.companies === undefined || followed.companies.has(companyId));
  let cursor = (await readCursor(target)) ?? (await startAnew(ctx, undefined));
  let listedMs = Number.NEGATIVE_INFINITY;
  let isAtEnd = false;
  while (!signal.aborted) {
    if (ctx.clock.nowMs() - listedMs >= listEveryMs) {
      await compareLists(ctx, followed, isChosen);
      listedMs = ctx.clock.nowMs();
      await loadMissing(ctx, tables);
    }
    const page = await readFeed(ctx, cursor, { waitSeconds: isAtEnd && !isOnce ? waitSeconds : 0, followed });
    if (!page) {
      cursor = await startAnew(ctx, cursor);
      listedMs = Number.NEGATIVE_INFINITY;
      continue;
    }
    await applyChanges(ctx, { page, cursor, tables }, isChosen);
    ctx.done.changes += page.changes.filter(isChosen).length;
    cursor = page.next;
    isAtEnd = !page.hasMore;
    if (!isAtEnd) continue;
    await loadMissing(ctx, tables);
    const isEqual = await compareRecords(ctx, tables, comparisons);
    if (isOnce && isEqual && page.changes.length === 0) return;
  }
}

/** Starts at the end of the feed. Every data set is loaded after that, so nothing before the end is needed. */
async function startAnew(ctx: FollowContext, from: string | undefined): Promise<string> {
  const { next } = await ctx.client.listChanges({ after: 'latest' });
  await ctx.target.transaction(async () => {
    await moveCursor(ctx.target, { from, to: next });
    await markForLoading(ctx.target, 'all');
  });
  return next;
}

/** Undefined if the server no longer knows the cursor, for example after it was restored from a backup. */
async function readFeed(
  { exact, signal }: FollowContext,
  cursor: string,
  { waitSeconds: wait, followed }: { waitSeconds: number; followed: Followed },
): Promise<FeedPage | undefined> {
  const [only, ...others] = followed.dataTypes;
  const input = { after: cursor, limit: changesAtOnce, wait, ...(others.length === 0 && { dataType: only as never }) };
  try {
    return readFeedPage((await exact.listChanges(input, { signal })) as unknown as string);
  } catch (error) {
    if (error instanceof Gone) return undefined;
    throw error;
  }
}

/** Removes data sets that no longer exist or are no longer chosen, and adds those that are not mirrored yet. */
async function compareLists(
  { target, client, print, done }: FollowContext,
  { tables }: Followed,
  isChosen: (key: DataSetKey) => boolean,
): Promise<void> {
  const theirs = new Map<string, DataSetKey & { generation: number }>();
  for await (const dataSet of client.each('listDataSets', { pageSize: 500 }))
    if (isChosen(dataSet)) theirs.set(nameOf(dataSet), dataSet);
  for (const ours of await readDataSets(target)) {
    const same = theirs.get(nameOf(ours));
    theirs.delete(nameOf(ours));
    if (!same) {
      // A table of a data type that is no longer chosen may have been dropped.
      await removeDataSet(target, ours, tables.get(ours.dataType)?.name);
      done.removed++;
      print(`Removed ${describe(ours)}: it no longer exists, or is not chosen.`);
    } else if (same.generation < ours.generation) {
      print(`The server has an older state of ${describe(ours)} than the mirror. It is loaded again.`);
      await markForLoading(target, ours);
    }
  }
  for (const key of theirs.values()) await addDataSet(target, key, { isFromStart: false });
}

async function loadMissing(ctx: FollowContext, tables: ReadonlyMap<string, MirrorTable>): Promise<void> {
  for (const dataSet of await readDataSets(ctx.target)) {
    const table = tables.get(dataSet.dataType);
    if (!dataSet.needsLoading || !table) continue;
    ctx.signal.throwIfAborted();
    await unlessRemoved(async () => {
      const { companyId, connectionId, dataType } = dataSet;
      const loaded = await loadDataSet(ctx, { companyId, connectionId, dataType }, table);
      ctx.done.loaded++;
      ctx.print(`Loaded ${describe(dataSet)}: ${loaded.records} records, generation ${loaded.generation}.`);
    });
  }
}

/** Returns whether every data set was found equal to the server's. A data set that differs is loaded again. */
async function compareRecords(
  ctx: FollowContext,
  tables: ReadonlyMap<string, MirrorTable>,
  comparisons: Comparisons,
): Promise<boolean> {
  let isEqual = true;
  for (const dataSet of await readDataSets(ctx.target)) {
    const table = tables.get(dataSet.dataType);
    if (!table) continue;
    if (dataSet.needsLoading) isEqual = false;
    else if (comparisons.isDue(dataSet)) {
      ctx.signal.throwIfAborted();
      await unlessRemoved(async () => {
        const isSame = await comparisons.time(dataSet, () => verifyDataSet(ctx, dataSet, table));
        ctx.done.verified++;
        if (isSame) return;
        isEqual = false;
        ctx.done.repaired++;
        ctx.print(
          `${describe(dataSet)} differs from the server in generation ${dataSet.generation}. It is loaded again.`,
        );
        await markForLoading(ctx.target, dataSet);
      });
    }
  }
  if (!isEqual) await loadMissing(ctx, tables);
  return isEqual;
}

/** A data set can be deleted at any time. The next comparison of the lists removes it. */
async function unlessRemoved(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Conflict || error instanceof Forbidden)) throw error;
  }
}

/** Decides when a data set is compared with the server. */
class Comparisons {
  private readonly clock: Clock;
  private readonly isOnce: boolean;
  private readonly notBeforeMs = new Map<string, number>();
  private readonly compared = new Set<string>();

  constructor(clock: Clock, { isOnce }: { isOnce: boolean }) {
    this.clock = clock;
    this.isOnce = isOnce;
  }

  isDue(dataSet: MirroredDataSet): boolean {
    const name = nameOf(dataSet);
    if (this.isOnce) return !this.compared.has(`${name} ${dataSet.generation}`);
    const nowMs = this.clock.nowMs();
    if (nowMs < (this.notBeforeMs.get(name) ?? 0)) return false;
    return dataSet.verifiedGeneration !== dataSet.generation || nowMs - (dataSet.verifiedMs ?? 0) >= compareEveryMs;
  }

  async time(dataSet: MirroredDataSet, compare: () => Promise<boolean>): Promise<boolean> {
    const startMs = this.clock.nowMs();
    const isSame = await compare();
    const endMs = this.clock.nowMs();
    const name = nameOf(dataSet);
    if (isSame) this.compared.add(`${name} ${dataSet.generation}`);
    this.notBeforeMs.set(name, isSame ? endMs + pausePerComparison * (endMs - startMs) : 0);
    return isSame;
  }
}

const nameOf = ({ companyId, connectionId, dataType }: DataSetKey) => `${companyId} ${connectionId} ${dataType}`;
const describe = ({ companyId, dataType }: DataSetKey) => `${dataType} of company ${companyId}`;
