/** What a person can do about a sync that failed or is waiting. */
type SyncState = { status: string; error?: { code: string; message: string; retryAt?: string } };
type Advice = { text: string; goTo?: 'connections' | 'data' };

/** Returns the status to show for a sync. It is `Held` if the sync waits for a person to confirm deletions. */
export function syncWord({ status, error }: SyncState): string {
  return status === 'Waiting' && error?.code === 'massDeletion' ? 'Held' : status;
}

export function syncAdvice({ status, error }: SyncState): Advice | undefined {
  switch (status) {
    case 'Waiting':
      if (error?.code === 'massDeletion')
        return {
          text: 'Many records that were synced before are now missing on the platform. If they were deleted there, confirm the deletions. If not, cancel the sync and check the platform first.',
        };
      return { text: 'You do not need to do anything. The sync is retried automatically.' };
    case 'AuthError':
      return {
        text: 'The owner must authorize the platform again. The link for the owner is on the connections page.',
        goTo: 'connections',
      };
    case 'PermissionsError':
      return {
        text: 'The person who authorized the platform has no permission for this data type. Someone with more permissions on the platform must authorize again.',
        goTo: 'connections',
      };
    case 'FetchError':
      return {
        text: 'Sync again. If the sync still fails, see the message above for the reason.',
        goTo: 'data',
      };
    case 'NotSupported':
      return { text: 'The platform does not have this data type. Turn it off in the company’s settings.' };
    case 'InternalError':
      return { text: 'Sync again. If it fails again, send the sync ID to the operator of this service.', goTo: 'data' };
    case 'Cancelled':
      return { text: 'Start a new sync when you need the data.', goTo: 'data' };
    default:
      return undefined;
  }
}

/** Returns the result of a sync in one line: "12 added, 3 updated". */
export function countsText(counts: { added: number; updated: number; unchanged: number; deleted: number }): string {
  const number = new Intl.NumberFormat('en');
  const parts = (['added', 'updated', 'deleted', 'unchanged'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${number.format(counts[name])} ${name}`);
  return parts.length === 0 ? 'no changes' : parts.join(', ');
}
