import type { Row } from '../../db/tables.ts';

export type SnapshotLimitSettings = {
  snapshotsMax: number;
  snapshotsKeptDays: number;
  snapshotBytesFree: number;
  snapshotBytesPaid: number;
};

/** What the operator has set for the account; null for the default of the installation. */
export type OwnSnapshotLimits = { plan: Row<'account'>['plan']; ownDays: number | null; ownBytes: number | null };

/** How many snapshots of companies an account may have, how long each is kept, and what all of them may hold on disk. */
export type SnapshotLimits = { max: number; daysMax: number; bytesMax: number };

export function snapshotLimitsOf(
  settings: SnapshotLimitSettings,
  { plan, ownDays, ownBytes }: OwnSnapshotLimits,
): SnapshotLimits {
  const { snapshotsMax, snapshotsKeptDays, snapshotBytesFree, snapshotBytesPaid } = settings;
  return {
    max: snapshotsMax,
    daysMax: ownDays ?? snapshotsKeptDays,
    bytesMax: ownBytes ?? (plan === 'free' ? snapshotBytesFree : snapshotBytesPaid),
  };
}
