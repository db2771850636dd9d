/** Why a single sign-on came back without a session, and what to do. */
const problems: Record<string, string> = {
  ssoEmailUnverified: 'Your identity provider has not verified your e-mail. Have it verified there, then try again.',
  ssoDomainRefused: 'People of your e-mail’s domain may not sign in here. Ask whoever runs this service.',
  ssoUnknown: 'Nobody here has your e-mail. Ask an administrator of your account for an invitation.',
  ssoUnavailable: 'Your identity provider does not answer. Try again in a minute, or use your password.',
  ssoRefused: 'The sign-in was not completed. Start again from here, in this browser.',
};

export function ssoProblem(reason: string | undefined): string | undefined {
  if (!reason) return undefined;
  return problems[reason] ?? problems.ssoRefused;
}
