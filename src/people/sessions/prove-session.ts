import { minuteMs } from '../../base/durations.ts';
import type { Call } from '../../http/route.ts';
import type { PeopleContext } from '../people-context.ts';
import { passwordIncorrect, proofRequired, sessionEnded, signInLimited } from '../refusals.ts';
import { giveBackAttempt, signInBuckets, takeAttempt } from '../sign-in/attempt-limit.ts';
import { checkCode } from '../sign-in/check-code.ts';
import { isPassword } from '../sign-in/password.ts';
import { findPerson } from '../store.ts';
import { noteProved } from './session-store.ts';

/** After a person has entered the password, sensitive changes do not ask for it again for this long. */
export const proofMs = 15 * minuteMs;

/**
 * Throws `proofRequired` if the person last entered the password too long ago. Protects against someone who uses an
 * unattended browser or a stolen cookie but does not know the password.
 */
export function requireProof({ provedMs }: { provedMs: number }, nowMs: number): void {
  if (nowMs - provedMs > proofMs) throw proofRequired();
}

/**
 * Checks the password again, and a code if the person uses an authenticator app. Wrong passwords count as sign-in
 * attempts.
 */
export async function proveSession(
  ctx: PeopleContext,
  { call, password, code }: { call: Call; password: string; code?: string | undefined },
): Promise<void> {
  const asking = call.principal.person;
  const person = asking && (await findPerson(ctx.db.people, asking.personId));
  if (!asking || !person) throw sessionEnded();
  const { address } = call;
  const counted = signInBuckets({ email: person.email, address });
  const over = await takeAttempt(ctx, counted);
  if (over) throw signInLimited(over);
  if (!(await isPassword(password, person.password_hash))) {
    const { email, person_id: personId } = person;
    const { correlationId } = call;
    ctx.log.warn({ email, personId, address, correlationId, reason: 'password again' }, 'a sign-in was refused');
    throw passwordIncorrect('password');
  }
  await checkCode(ctx, { person, code, address });
  await giveBackAttempt(ctx.db.people, counted);
  await noteProved(ctx.db.people, { sessionId: asking.sessionId, at: ctx.clock.now() });
  ctx.sessions.forget();
}
