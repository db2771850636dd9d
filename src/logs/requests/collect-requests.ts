import { type BatchWriter, createBatchWriter } from '../../base/batch-writer.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import { isWorthRepeating } from '../is-worth-repeating.ts';
import { requestBatch } from './request-batch.ts';
import { insertRequests, insertRequestsAgain } from './store.ts';

/**
 * Collects the requests of this process and stores them about once a second. A killed process loses what it has not
 * stored yet: this log is for looking, the audit log records changes in their own transactions.
 */
export function collectRequests({ db, log }: { db: Db; log: Log }): BatchWriter<LoggedRequest> {
  return createBatchWriter<LoggedRequest>({
    name: 'requests',
    log,
    isWorthRepeating,
    async write(requests, { isAgain }) {
      const statement = isAgain ? insertRequestsAgain : insertRequests;
      await db.system.executeQuery(statement(db.system, requestBatch(requests)));
    },
  });
}
