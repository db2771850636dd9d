import { notFound } from '../base/errors.ts';
import type { Tx } from '../db/db.ts';
import type { PlanName } from './plans.ts';
import { updateAccount } from './store.ts';

export type AccountChange = {
  name?: string | undefined;
  plan?: PlanName | undefined;
  /** Null means the default limit of the installation. */
  requestsPerMinute?: number | null | undefined;
  /** The same for these: limits of the account's snapshots of companies (data/snapshots/snapshot-limits.ts). */
  snapshotDays?: number | null | undefined;
  snapshotBytes?: number | null | undefined;
};

/**
 * Only the operator can change an account. Running processes apply the change within a second, except that a new
 * request limit applies from the next minute.
 */
export async function changeAccount(tx: Tx, change: AccountChange): Promise<void> {
  const { name, plan, requestsPerMinute, snapshotDays, snapshotBytes } = change;
  const isThere = await updateAccount(tx, {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    ...(snapshotDays !== undefined && { snapshot_days: snapshotDays }),
    ...(snapshotBytes !== undefined && { snapshot_bytes: snapshotBytes }),
  });
  if (!isThere) throw notFound({ resource: 'account', service: 'accounts' });
}
