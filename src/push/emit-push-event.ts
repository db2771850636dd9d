import type { PublishedPush } from '../data/write/publish-pushed.ts';
import type { Tx } from '../db/db.ts';
import { dataSetChanged } from '../events/data-set-changed.ts';
import type { Emit } from '../events/emit.ts';
import type { NewEvent } from '../events/event-types.ts';
import type { PushRow } from './store.ts';

/** Emits the events about a push, in the transaction that changes the push. */
export async function emitPushEvent(
  ctx: { emit: Emit },
  tx: Tx,
  row: PushRow,
  { wasTimedOut, published }: { wasTimedOut: boolean; published?: PublishedPush | undefined },
): Promise<void> {
  const { company_id: companyId, connection_id: connectionId, data_type: dataType, operation, status } = row;
  const types = { Success: 'push.succeeded', Failed: 'push.failed', TimedOut: 'push.timedOut' } as const;
  const type = wasTimedOut ? 'push.resolved' : status === 'Pending' ? undefined : types[status];
  if (!type) return;
  const ends = { Success: 'succeeded', Failed: 'failed', TimedOut: 'timed out', Pending: '' };
  const events: NewEvent[] = [
    {
      type,
      companyId,
      connectionId,
      message: `The push "${operation} ${dataType}" ${ends[status]}.`,
      data: {
        pushId: row.push_id,
        dataType,
        operation,
        status,
        ...(row.record_id !== null && { recordId: row.record_id }),
        ...(row.error_message !== null && status !== 'Success' && { errorMessage: row.error_message }),
      },
    },
  ];
  if (published) {
    const { added, updated, deleted, generation, totalRecords } = published;
    const data = { pushId: row.push_id, dataType, added, updated, deleted, generation, totalRecords };
    events.push(dataSetChanged({ companyId, connectionId }, data));
  }
  await ctx.emit(tx, events);
}
