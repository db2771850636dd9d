import { type BatchWriter, createBatchWriter } from '../../base/batch-writer.ts';
import type { Clock } from '../../base/clock.ts';
import { minuteMs } from '../../base/durations.ts';
import { ApiError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Freshness } from '../../data/freshness/read-fresh-enough.ts';
import type { Db } from '../../db/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requestSync } from '../request-sync.ts';
import { noteReads, type ReadToNote } from './demand-store.ts';

type FreshnessContext = { db: Db; clock: Clock; jobs: Jobs; registry: Registry; log: Log };

export type FreshnessOfProcess = Freshness & Pick<BatchWriter<ReadToNote>, 'flush' | 'stop'>;

/** A data set is written at most once in this time by a process, unless a reader accepts less than before. */
const noteEveryMs = minuteMs;
const notedMax = 50_000;

/** What reads of data need of syncs: they request one, and note which age readers accept. */
export function createFreshness(ctx: FreshnessContext): FreshnessOfProcess {
  const noted = new Map<string, { atMs: number; maxAgeSeconds: number }>();
  const writer = createBatchWriter<ReadToNote>({
    name: 'demand',
    log: ctx.log,
    write: (reads) => noteReads(ctx.db.system, reads),
    isWorthRepeating: () => false,
  });
  return {
    flush: writer.flush,
    stop: writer.stop,
    noteRead({ accountId, companyId, connectionId, dataType, maxAgeSeconds }) {
      const key = `${connectionId} ${dataType}`;
      const atMs = ctx.clock.nowMs();
      const last = noted.get(key);
      if (last && atMs - last.atMs < noteEveryMs && last.maxAgeSeconds <= maxAgeSeconds) return;
      if (noted.size >= notedMax) noted.clear();
      noted.set(key, { atMs, maxAgeSeconds });
      writer.add({ accountId, companyId, connectionId, dataType, maxAgeSeconds, at: new Date(atMs) });
    },
    async requestSync({ accountId, companyId, connectionId, dataType }) {
      try {
        return await ctx.db.transaction(accountId, async (tx) => {
          await requestSync(ctx, tx, { companyId, connectionId, dataType });
          return true;
        });
      } catch (error) {
        // The connection is not linked, or its platform no longer has the data type.
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}
