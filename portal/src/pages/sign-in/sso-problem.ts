import { t } from '../../messages/sign-in.ts';

/** Why single sign-on failed, and what to do. */
const problems: Record<string, string> = {
  ssoEmailUnverified: t('yourIdentityProviderHasNot'),
  ssoDomainRefused: t('yourEMailDomainIs'),
  ssoUnknown: t('noUserHereHasE'),
  ssoUnavailable: t('yourIdentityProviderIsNot'),
  ssoRefused: t('theSignWasNotCompleted'),
};

export function ssoProblem(reason: string | undefined): string | undefined {
  if (!reason) return undefined;
  return problems[reason] ?? problems.ssoRefused;
}
