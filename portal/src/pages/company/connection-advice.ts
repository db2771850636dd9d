import { t } from '../../messages/company.ts';

/** Returns what to do about a connection that is not linked. The text is shown above the URL of the link page. */
export function connectionAdvice(status: string): string | undefined {
  switch (status) {
    case 'PendingAuth':
      return t('sendThisLinkOwnerOr');
    case 'Deauthorized':
      return t('syncsResumeAutomaticallyAfterOwner');
    case 'Unlinked':
      return t('toLinkPlatformAgainOpen');
    default:
      return undefined;
  }
}
