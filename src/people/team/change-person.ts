import type { Static } from 'typebox';
import { byCall, writeAudit } from '../../audit/write-audit.ts';
import type { Call } from '../../http/route.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import {
  codeIncorrect,
  passwordIncorrect,
  sessionEnded,
  sessionMissing,
  signInLimited,
  totpAlreadyOn,
  totpNotOn,
  totpNotStarted,
} from '../refusals.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { codeBuckets, giveBackAttempt, signInBuckets, takeAttempt } from '../sign-in/attempt-limit.ts';
import { checkCode, totpPlace } from '../sign-in/check-code.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../sign-in/password.ts';
import { hashRecoveryCode, makeRecoveryCodes, makeTotpSecret, totpStepOf, totpUri } from '../sign-in/totp.ts';
import { findPerson, type PersonRow, replaceRecoveryCodes, updatePerson } from '../store.ts';
import type { PasswordChange, RecoveryCodes, TotpSetup } from '../wire.ts';
import { requirePlainName } from './plain-name.ts';

/** Runs a change that a person makes to their own record, and records it in the audit log of the session's account. */
async function inChange<T>(
  ctx: PeopleContext,
  call: Call,
  operation: string,
  work: (tx: SystemTx, person: PersonRow) => Promise<T>,
): Promise<T> {
  const asking = call.principal.person;
  if (!asking) throw sessionMissing();
  const result = await ctx.db.people.transaction().execute(async (tx) => {
    const person = await findPerson(tx, asking.personId, { lock: true });
    if (!person) throw sessionEnded();
    const made = await work(tx, person);
    await writeAudit(ctx, tx, {
      ...byCall(call),
      operation,
      subject: { kind: 'person', id: person.person_id, name: person.email },
    });
    return made;
  });
  ctx.sessions.forget();
  return result;
}

async function personAsking(ctx: PeopleContext, call: Call): Promise<PersonRow> {
  const asking = call.principal.person;
  const person = asking && (await findPerson(ctx.db.people, asking.personId));
  if (!person) throw sessionEnded();
  return person;
}

/**
 * Changes the password and closes all other sessions of the person. A wrong current password counts as a sign-in
 * attempt.
 */
export async function changePassword(
  ctx: PeopleContext,
  { call, current, password }: { call: Call } & Static<typeof PasswordChange>,
): Promise<void> {
  const person = await personAsking(ctx, call);
  const counted = signInBuckets({ email: person.email, address: call.address });
  const over = await takeAttempt(ctx, counted);
  if (over) throw signInLimited(over);
  if (!(await isPassword(current, person.password_hash))) throw passwordIncorrect();
  await giveBackAttempt(ctx.db.people, counted);
  await requireGoodPassword(password, person.email);
  const password_hash = await hashPassword(password);
  const except = call.principal.person?.sessionId ?? '';
  await inChange(ctx, call, 'changePassword', async (tx, { person_id: personId }) => {
    await updatePerson(tx, personId, { password_hash });
    await deleteSessions(tx, { personId, except });
  });
}

export async function changeName(ctx: PeopleContext, { call, name }: { call: Call; name: string }): Promise<void> {
  requirePlainName(name);
  await inChange(ctx, call, 'changePerson', (tx, person) => updatePerson(tx, person.person_id, { name: name.trim() }));
}

/**
 * Creates a secret for the authenticator app. Sign-ins need a code only after the person has confirmed the app
 * (`confirmTotp`).
 */
export async function startTotp(ctx: PeopleContext, { call }: { call: Call }): Promise<Static<typeof TotpSetup>> {
  const secret = makeTotpSecret();
  return inChange(ctx, call, 'startTotp', async (tx, person) => {
    if (person.totp_confirmed_at) throw totpAlreadyOn();
    const totp_secret = ctx.sealer.seal(secret, totpPlace(person.person_id));
    await updatePerson(tx, person.person_id, { totp_secret, totp_step: null });
    return { secret, uri: totpUri({ secret, email: person.email }) };
  });
}

export async function confirmTotp(
  ctx: PeopleContext,
  { call, code }: { call: Call; code: string },
): Promise<Static<typeof RecoveryCodes>> {
  const { person_id } = await personAsking(ctx, call);
  const counted = codeBuckets({ personId: person_id, address: call.address });
  const over = await takeAttempt(ctx, counted);
  if (over) throw signInLimited(over);
  const recoveryCodes = makeRecoveryCodes();
  await inChange(ctx, call, 'confirmTotp', async (tx, person) => {
    const { person_id: personId, totp_secret: sealed } = person;
    if (person.totp_confirmed_at) throw totpAlreadyOn();
    if (sealed === null) throw totpNotStarted();
    const secret = ctx.sealer.unseal(sealed, totpPlace(personId));
    const step = totpStepOf({ secret, code: code.trim(), nowMs: ctx.clock.nowMs() });
    if (step === undefined) throw codeIncorrect();
    // Mark the confirming code as used, so that it cannot also be used to sign in.
    await updatePerson(tx, personId, { totp_confirmed_at: ctx.clock.now(), totp_step: step });
    const hashes = recoveryCodes.map((one) => hashRecoveryCode({ personId, code: one }));
    await replaceRecoveryCodes(tx, { personId, hashes });
  });
  await giveBackAttempt(ctx.db.people, counted);
  return { recoveryCodes };
}

export async function removeTotp(ctx: PeopleContext, { call, code }: { call: Call; code: string }): Promise<void> {
  const person = await personAsking(ctx, call);
  if (!person.totp_confirmed_at) throw totpNotOn();
  await checkCode(ctx, { person, code, address: call.address });
  await inChange(ctx, call, 'removeTotp', async (tx, { person_id: personId }) => {
    await updatePerson(tx, personId, { totp_secret: null, totp_confirmed_at: null, totp_step: null });
    await replaceRecoveryCodes(tx, { personId, hashes: [] });
  });
}
