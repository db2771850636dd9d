import type { Static } from 'typebox';
import { writeAudit } from '../../audit/write-audit.ts';
import { noAccount } from '../../http/access/principal.ts';
import { isSignInRefused, signInElsewhere } from '../elsewhere/sign-in-elsewhere.ts';
import type { SessionElsewhere } from '../elsewhere/switch-cell.ts';
import type { PeopleContext } from '../people-context.ts';
import { signInLimited, signInRefused } from '../refusals.ts';
import { showSession } from '../sessions/show-session.ts';
import { type SignInPlace, type StartedSession, startSession } from '../sessions/start-session.ts';
import { findPersonByEmail, firstAccountOf, type PersonRow, plainEmail } from '../store.ts';
import type { SignIn } from '../wire.ts';
import { giveBackAttempt, signInBuckets, takeAttempt } from './attempt-limit.ts';
import { checkCode } from './check-code.ts';
import { isPassword } from './password.ts';

/** Signs in at this cell or, if it refuses e-mail and password, at another cell that accepts them. */
export async function signIn(
  ctx: PeopleContext,
  { given, place }: { given: Static<typeof SignIn>; place: SignInPlace },
): Promise<SessionElsewhere> {
  try {
    const { sessionId, setCookie } = await signInHere(ctx, { given, place });
    return { session: await showSession(ctx, { sessionId }), setCookie };
  } catch (error) {
    if (!ctx.cells || !isSignInRefused(error)) throw error;
    return signInElsewhere(ctx, { given, place });
  }
}

/** Signs in with e-mail and password, plus a code if the person uses an authenticator app. */
export async function signInHere(
  ctx: PeopleContext,
  { given, place }: { given: Static<typeof SignIn>; place: SignInPlace },
): Promise<StartedSession> {
  const person = await checkPassword(ctx, { email: given.email, password: given.password, place });
  await checkCode(ctx, { person, code: given.code, address: place.address });
  return ctx.db.people.transaction().execute((tx) => startSession(ctx, tx, { person, place, by: 'password' }));
}

/**
 * Checks the password and limits the attempts per e-mail and per IP address. Takes the same time for an unknown e-mail
 * as for a known e-mail.
 */
export async function checkPassword(
  ctx: PeopleContext,
  { email, password, place }: { email: string; password: string; place: SignInPlace },
): Promise<PersonRow> {
  const counted = signInBuckets({ email: plainEmail(email), address: place.address });
  const over = await takeAttempt(ctx, counted);
  const person = await findPersonByEmail(ctx.db.people, email);
  if (over) {
    if (over.isFirstOver) await logLimited(ctx, { person, email: plainEmail(email), place });
    throw signInLimited(over);
  }
  if (!(await isPassword(password, person?.password_hash)) || !person) {
    const { address, correlationId } = place;
    const known = { isKnown: person !== undefined, personId: person?.person_id };
    ctx.log.warn(
      { email: plainEmail(email), address, correlationId, ...known, reason: 'password' },
      'a sign-in was refused',
    );
    throw signInRefused();
  }
  await giveBackAttempt(ctx.db.people, counted);
  return person;
}

/**
 * Called when a sign-in limit is exceeded for the first time in a 15-minute window. Either someone is guessing the
 * password, or the person has forgotten it.
 */
async function logLimited(
  ctx: PeopleContext,
  { person, email, place }: { person: PersonRow | undefined; email: string; place: SignInPlace },
): Promise<void> {
  ctx.log.warn(
    { email, address: place.address, correlationId: place.correlationId, isKnown: person !== undefined },
    'too many attempts to sign in: further attempts are rejected for up to 15 minutes',
  );
  const accountId = person && (await firstAccountOf(ctx.db.people, person.person_id));
  await ctx.db.people.transaction().execute((tx) =>
    writeAudit(ctx, tx, {
      accountId: accountId ?? noAccount,
      actor: { kind: 'service', name: 'sign-in' },
      operation: 'signInLimited',
      subject: { kind: 'person', id: person?.person_id, name: email },
      address: place.address,
      correlationId: place.correlationId,
    }),
  );
}
