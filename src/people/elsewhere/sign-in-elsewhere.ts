import type { Static } from 'typebox';
import { ApiError } from '../../base/errors.ts';
import type { PeopleContext } from '../people-context.ts';
import { codeIncorrect, codeRequired, signInRefused } from '../refusals.ts';
import type { SignInPlace } from '../sessions/start-session.ts';
import type { SignIn } from '../wire.ts';
import type { SessionElsewhere } from './switch-cell.ts';

export const signInPath = '/cells/sign-in';

const codesOfCode = [codeRequired, codeIncorrect].map(({ advice }) => advice.code);

/**
 * Tries e-mail and password, which this cell has refused, in all other cells at once. It does so whether or not this
 * cell knows the e-mail address, so that neither the response nor its time reveals it. Each cell counts the attempt.
 */
export async function signInElsewhere(
  { cells }: PeopleContext,
  { given, place }: { given: Static<typeof SignIn>; place: SignInPlace },
): Promise<SessionElsewhere> {
  const { address, userAgent } = place;
  const answers =
    (await cells?.askOthers<SessionElsewhere>(signInPath, { given, place: { address, userAgent } })) ?? [];
  for (const answer of answers) if ('body' in answer) return answer.body;
  const refusals = answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : []));
  // The password is right there, and the person has to enter a code.
  const asksForCode = refusals.find(({ parts }) => codesOfCode.includes(parts.code));
  if (asksForCode) throw asksForCode;
  const unreachable = answers.flatMap((answer) => ('isUnreachable' in answer ? [answer.cell] : []));
  throw signInRefused({ unreachable });
}

export const isSignInRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.parts.code === signInRefused.advice.code;
