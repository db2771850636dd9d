import { defineRefusal } from '../../base/errors.ts';

/** Error responses about snapshots of companies. */
const service = 'data';

export const snapshotEnded = defineRefusal({
  code: 'snapshotEnded',
  status: 410,
  meaning: 'The snapshot has ended: its time is over, or it was deleted.',
  remedy: 'Take a new snapshot, or keep the next one longer with PATCH before its time is over.',
  service,
  error: ({ end }: { end: Date }) =>
    `Gone: the snapshot was kept until ${end.toISOString()}, and its states are no longer stored for it. Take a new snapshot with POST …/snapshots.`,
});

export const snapshotPending = defineRefusal({
  code: 'snapshotPending',
  status: 409,
  meaning: 'The snapshot waits for the syncs that it has requested, and has not been taken yet.',
  remedy: 'Try again later. GET …/snapshots/{snapshotId} shows its status.',
  service,
  retryable: true,
  headers: { 'retry-after': '10' },
  error: 'Conflict: the snapshot waits for its syncs and has not been taken yet. Try again later.',
});

export const dataSetNotInSnapshot = defineRefusal({
  code: 'dataSetNotInSnapshot',
  status: 404,
  meaning: 'The snapshot has no state of this data set: it had not been published when the snapshot was taken.',
  remedy: 'GET …/snapshots/{snapshotId} lists the data sets of the snapshot.',
  service,
  error: ({ dataType }: { dataType: string }) =>
    `Not found: the snapshot contains no data set ${dataType}. It had not been published when the snapshot was taken, or its connection was deleted since.`,
});

export const snapshotLimitReached = defineRefusal({
  code: 'snapshotLimitReached',
  status: 402,
  meaning: 'The account has as many snapshots as the operator allows.',
  remedy: 'Delete snapshots that you no longer need, or ask the operator for a higher limit.',
  service,
  error: ({ used, limit }: { used: number; limit: number }) =>
    `The account has ${used} snapshots that have not ended; its limit is ${limit}. Delete one with DELETE …/snapshots/{snapshotId} and try again.`,
});

export const snapshotDiskLimitReached = defineRefusal({
  code: 'snapshotDiskLimitReached',
  status: 402,
  meaning: 'The snapshots of the account hold as many bytes on disk as the account may use.',
  remedy:
    'Delete snapshots that you no longer need, or ask the operator for a higher limit. GET …/snapshots/{snapshotId} says what a snapshot holds, GET /usage what all of them hold.',
  service,
  error: ({ bytes, limit }: { bytes: number; limit: number }) =>
    `The snapshots of the account hold ${shown(bytes)} bytes on disk; its limit is ${shown(limit)}. Delete snapshots with DELETE …/snapshots/{snapshotId}, or ask the operator for a higher limit. What a deleted snapshot held is free within a few seconds.`,
});

const shown = (bytes: number) => bytes.toLocaleString('en');
