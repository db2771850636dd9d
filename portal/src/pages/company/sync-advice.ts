/** What somebody can do about a sync that failed or waits. */
type SyncState = { status: string; error?: { code: string; message: string; retryAt?: string } };
type Advice = { text: string; goTo?: 'connections' | 'data' };

/** One word for a sync: its status, unless it waits for a person. */
export function syncWord({ status, error }: SyncState): string {
  return status === 'Waiting' && error?.code === 'massDeletion' ? 'Held' : status;
}

export function syncAdvice({ status, error }: SyncState): Advice | undefined {
  switch (status) {
    case 'Waiting':
      if (error?.code === 'massDeletion')
        return {
          text: 'The platform no longer shows many records that were there before. If they are really gone, confirm; if not, cancel and look at the platform first.',
        };
      return { text: 'Nothing needs to be done: it goes on by itself.' };
    case 'AuthError':
      return {
        text: 'The owner must authorize the platform again. The connections page has the link for them.',
        goTo: 'connections',
      };
    case 'PermissionsError':
      return {
        text: 'The person who authorized may not read this data type. Somebody with more rights at the platform must authorize again.',
        goTo: 'connections',
      };
    case 'FetchError':
      return {
        text: 'Sync again. If it fails the same way, the message above says what the platform objects to.',
        goTo: 'data',
      };
    case 'NotSupported':
      return { text: 'The platform does not have this data type. Switch it off in the settings of the company.' };
    case 'InternalError':
      return { text: 'Sync again. If it fails again, give the sync’s id to whoever runs this service.', goTo: 'data' };
    case 'Cancelled':
      return { text: 'Sync again when you want the data.', goTo: 'data' };
    default:
      return undefined;
  }
}

/** What it did, in one line: "12 added, 3 updated". */
export function countsText(counts: { added: number; updated: number; unchanged: number; deleted: number }): string {
  const number = new Intl.NumberFormat('en');
  const parts = (['added', 'updated', 'deleted', 'unchanged'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${number.format(counts[name])} ${name}`);
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
}
