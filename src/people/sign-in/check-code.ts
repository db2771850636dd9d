import { sealedPlace } from '../../base/secrets.ts';
import type { PeopleContext } from '../people-context.ts';
import { codeIncorrect, codeRequired, signInLimited } from '../refusals.ts';
import { type PersonRow, takeRecoveryCode, takeTotpStep } from '../store.ts';
import { codeBuckets, giveBackAttempt, takeAttempt } from './attempt-limit.ts';
import { hashRecoveryCode, totpStepOf } from './totp.ts';

export const totpPlace = (personId: string) => sealedPlace('person', personId);

/**
 * Checks the code of a person who uses a second factor. Each code works once. From one IP address, at most 5 wrong
 * codes can be tried in 15 minutes.
 */
export async function checkCode(
  ctx: Pick<PeopleContext, 'db' | 'clock' | 'sealer' | 'log'>,
  { person, code, address }: { person: PersonRow; code: string | undefined; address: string },
): Promise<void> {
  const { person_id: personId, totp_secret: sealed } = person;
  if (person.totp_confirmed_at === null || sealed === null) return;
  if (code === undefined) throw codeRequired();
  const counted = codeBuckets({ personId, address });
  const over = await takeAttempt(ctx, counted);
  if (over) throw signInLimited(over);
  const secret = ctx.sealer.unseal(sealed, totpPlace(personId));
  if (!(await isTaken(ctx, { personId, secret, code: code.trim() }))) throw refusedCode(ctx, { person, address });
  await giveBackAttempt(ctx.db.people, counted);
}

function refusedCode({ log }: Pick<PeopleContext, 'log'>, { person, address }: { person: PersonRow; address: string }) {
  log.warn({ email: person.email, personId: person.person_id, address, reason: 'code' }, 'a sign-in was refused');
  return codeIncorrect();
}

async function isTaken(
  ctx: Pick<PeopleContext, 'db' | 'clock'>,
  { personId, secret, code }: { personId: string; secret: string; code: string },
): Promise<boolean> {
  if (!/^\d{6}$/.test(code))
    return takeRecoveryCode(ctx.db.people, { personId, hash: hashRecoveryCode({ personId, code }) });
  const step = totpStepOf({ secret, code, nowMs: ctx.clock.nowMs() });
  return step !== undefined && takeTotpStep(ctx.db.people, { personId, step });
}
