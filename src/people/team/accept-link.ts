import type { Static } from 'typebox';
import { writeAudit } from '../../audit/write-audit.ts';
import { wrongState } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Tables } from '../../db/tables.ts';
import { noAccount } from '../../http/access/principal.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { linkUnknown } from '../refusals.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { personActor, type SignInPlace, type StartedSession, startSession } from '../sessions/start-session.ts';
import { clearAttempts, signInBuckets } from '../sign-in/attempt-limit.ts';
import { checkCode } from '../sign-in/check-code.ts';
import { hashPassword, requireGoodPassword } from '../sign-in/password.ts';
import { checkPassword } from '../sign-in/sign-in.ts';
import { insertMember, insertPerson, type PersonRow, readMemberships, requireOpen, updatePerson } from '../store.ts';
import type { LinkAcceptance } from '../wire.ts';
import { findInvitation, findReset, markInvitationUsed, markResetsUsed } from './link-store.ts';
import { mailChange } from './mail-change.ts';
import { findLink, requireUsable } from './open-link.ts';
import { requirePlainName } from './plain-name.ts';

type Accepting = { token: string; given: Static<typeof LinkAcceptance>; place: SignInPlace };

/** Accepts an invitation or sets a new password, and signs the person in. Each link works once. */
export async function acceptLink(ctx: PeopleContext, { token, given, place }: Accepting): Promise<StartedSession> {
  if (given.name !== undefined) requirePlainName(given.name);
  const link = await findLink(ctx, token);
  if (link.kind === 'reset') {
    const { reset, person } = link;
    const started = await setPassword(ctx, { reset, person, given, place });
    const { address, correlationId } = place;
    if (person.password_hash !== null)
      mailChange(ctx, { email: person.email, told: 'Your password was reset', address, correlationId });
    return started;
  }
  const { invitation, person } = link;
  if (person?.password_hash) {
    // The link does not prove who uses it, because the inviter may have it, too. So a person who already has a password
    // must enter it.
    await checkPassword(ctx, { email: person.email, password: given.password, place });
    await checkCode(ctx, { person, code: given.code, address: place.address });
    return join(ctx, { invitation, person, place, change: {} });
  }
  if (person && !invitation.is_mailed)
    throw wrongState({
      error: 'this person already exists. Sign in with single sign-on; that also accepts the invitation.',
      service: 'people',
    });
  await requireGoodPassword(given.password, invitation.email);
  if (person) await checkCode(ctx, { person, code: given.code, address: place.address });
  const change = { password_hash: await hashPassword(given.password) };
  return join(ctx, {
    invitation,
    person: person ?? newPerson(ctx, { ...invitation, name: given.name }),
    place,
    change,
  });
}

export function newPerson(
  ctx: Pick<PeopleContext, 'clock'>,
  { email, name }: { email: string; name?: string | undefined },
): PersonRow {
  return {
    person_id: newId(ctx.clock),
    email,
    name: name?.trim() || (email.split('@')[0] ?? email),
    is_operator: false,
    password_hash: null,
    email_verified_at: null,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_step: null,
    sso_issuer: null,
    sso_subject: null,
    created_at: ctx.clock.now(),
    last_seen_at: null,
  };
}

type Joining = {
  invitation: Tables['invitation'];
  person: PersonRow;
  place: SignInPlace;
  change: { password_hash?: string };
};

async function join(ctx: PeopleContext, { invitation, person, place, change }: Joining): Promise<StartedSession> {
  const now = ctx.clock.now();
  return ctx.db.people.transaction().execute(async (tx) => {
    const held = await findInvitation(tx, invitation.token_hash, { lock: true });
    if (!held) throw linkUnknown();
    requireUsable(held, now);
    const verified = held.is_mailed && !person.email_verified_at ? { email_verified_at: now } : {};
    const row = { ...person, ...change, ...verified };
    const isNew = !(await tx
      .selectFrom('person')
      .select('person_id')
      .where('email', '=', row.email)
      .executeTakeFirst());
    if (isNew) await insertPerson(tx, row);
    else if (Object.keys({ ...change, ...verified }).length > 0)
      await updatePerson(tx, person.person_id, { ...change, ...verified });
    await acceptInvitation(ctx, tx, { invitation: held, person: row, place });
    return startSession(ctx, tx, { person: row, place, accountId: held.account_id, by: 'invitation' });
  });
}

/** Makes the person a member of the account. The caller must hold a lock on the invitation. */
export async function acceptInvitation(
  ctx: Pick<PeopleContext, 'clock'>,
  tx: SystemTx,
  { invitation, person, place }: { invitation: Tables['invitation']; person: PersonRow; place: SignInPlace },
): Promise<void> {
  await requireOpen(tx, invitation.account_id);
  const { account_id, role } = invitation;
  await insertMember(tx, { account_id, person_id: person.person_id, role, joined_at: ctx.clock.now() });
  await markInvitationUsed(tx, invitation, ctx.clock.now());
  await writeAudit(ctx, tx, {
    accountId: account_id,
    actor: personActor(person),
    operation: 'acceptInvitation',
    subject: { kind: 'person', id: person.person_id, name: person.email },
    after: { role, invitedBy: invitation.invited_by },
    address: place.address,
    correlationId: place.correlationId,
  });
}

/** Sets the password, closes all sessions of the person and resets their sign-in attempt counters. */
async function setPassword(
  ctx: PeopleContext,
  {
    reset,
    person,
    given,
    place,
  }: { reset: Tables['password_reset']; person: PersonRow; given: Static<typeof LinkAcceptance>; place: SignInPlace },
): Promise<StartedSession> {
  await requireGoodPassword(given.password, person.email);
  await checkCode(ctx, { person, code: given.code, address: place.address });
  const password_hash = await hashPassword(given.password);
  const now = ctx.clock.now();
  return ctx.db.people.transaction().execute(async (tx) => {
    const held = await findReset(tx, reset.token_hash, { lock: true });
    if (!held) throw linkUnknown();
    requireUsable(held, now);
    const verified = held.is_mailed && !person.email_verified_at ? { email_verified_at: now } : {};
    const name = given.name === undefined ? {} : { name: given.name.trim() };
    await updatePerson(tx, person.person_id, { password_hash, ...verified, ...name });
    await deleteSessions(tx, { personId: person.person_id });
    await markResetsUsed(tx, person.person_id, now);
    const [pair, , email] = signInBuckets({ email: person.email, address: place.address });
    await clearAttempts(
      tx,
      [pair, email].filter((counted) => counted !== undefined),
    );
    const memberships = await readMemberships(tx, person.person_id);
    for (const accountId of memberships.length > 0 ? memberships.map((own) => own.account_id) : [noAccount])
      await writeAudit(ctx, tx, {
        accountId,
        actor: personActor(person),
        operation: 'resetPassword',
        subject: { kind: 'person', id: person.person_id, name: person.email },
        address: place.address,
        correlationId: place.correlationId,
      });
    return startSession(ctx, tx, { person: { ...person, ...name }, place, by: 'reset' });
  });
}
