import { t } from '../../messages/company.ts';

/** What a person can do about a sync that failed or is waiting. */
type SyncState = { status: string; error?: { code: string; message: string; retryAt?: string } };
type Advice = { text: string; goTo?: 'connections' | 'data' | 'quality' };

/** Error codes of syncs whose new state a check holds. */
export const isHeldBy = (code: string | undefined) => code === 'massDeletion' || code === 'heldByChecks';

/** Returns the status to show for a sync. It is `Held` if the sync waits for a person. */
export function syncWord({ status, error }: SyncState): string {
  return status === 'Waiting' && isHeldBy(error?.code) ? 'Held' : status;
}

export function syncAdvice({ status, error }: SyncState): Advice | undefined {
  switch (status) {
    case 'Waiting':
      if (error?.code === 'massDeletion')
        return {
          text: t('manyRecordsWereSyncedBefore'),
        };
      if (isHeldBy(error?.code)) return { text: t('checksFoundProblems'), goTo: 'quality' };
      return { text: t('youDoNotNeedDo') };
    case 'AuthError':
      return {
        text: t('theOwnerMustAuthorizePlatform'),
        goTo: 'connections',
      };
    case 'PermissionsError':
      return {
        text: t('thePersonWhoAuthorizedPlatform'),
        goTo: 'connections',
      };
    case 'FetchError':
      return {
        text: t('syncAgainIfSyncStill'),
        goTo: 'data',
      };
    case 'NotSupported':
      return { text: t('thePlatformDoesNotHave') };
    case 'InternalError':
      return { text: t('syncAgainIfFailsAgain'), goTo: 'data' };
    case 'Cancelled':
      return { text: t('startNewSyncWhenNeed'), goTo: 'data' };
    default:
      return undefined;
  }
}

/** Returns the result of a sync in one line: "12 added, 3 updated". */
export function countsText(counts: { added: number; updated: number; unchanged: number; deleted: number }): string {
  const parts = (['added', 'updated', 'deleted', 'unchanged'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`${name}Count`, { count: counts[name] }));
  return parts.length === 0 ? t('noChanges') : parts.join(', ');
}
