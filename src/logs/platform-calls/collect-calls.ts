import { type BatchWriter, createBatchWriter } from '../../base/batch-writer.ts';
import type { Log } from '../../base/log.ts';
import type { PlatformCall } from '../../connections/provider/call-log.ts';
import type { Db } from '../../db/db.ts';
import { isWorthRepeating } from '../is-worth-repeating.ts';
import { insertCalls } from './store.ts';

/** Collects the calls of this process to platforms and stores them about once a second (see collect-requests.ts). */
export function collectCalls({ db, log }: { db: Db; log: Log }): BatchWriter<PlatformCall> {
  return createBatchWriter<PlatformCall>({
    name: 'platformCalls',
    log,
    isWorthRepeating,
    async write(calls) {
      await db.system.executeQuery(insertCalls(db.system, calls));
    },
  });
}
