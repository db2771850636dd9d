/** Why single sign-on failed, and what to do. */
const problems: Record<string, string> = {
  ssoEmailUnverified: 'Your identity provider has not verified your e-mail address. Verify it there, then try again.',
  ssoDomainRefused: 'Your e-mail domain is not allowed to sign in here. Ask the operator of this service for access.',
  ssoUnknown: 'No user here has your e-mail address. Ask an administrator of your account for an invitation.',
  ssoUnavailable: 'Your identity provider is not responding. Try again in a minute, or use your password.',
  ssoRefused: 'The sign-in was not completed. Start again on this page, in this browser.',
};

export function ssoProblem(reason: string | undefined): string | undefined {
  if (!reason) return undefined;
  return problems[reason] ?? problems.ssoRefused;
}
