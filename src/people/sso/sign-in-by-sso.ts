import { writeAudit } from '../../audit/write-audit.ts';
import type { Tables } from '../../db/tables.ts';
import { noAccount } from '../../http/access/principal.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { personActor, type SignInPlace, type StartedSession, startSession } from '../sessions/start-session.ts';
import {
  findPersonByEmail,
  findPersonBySso,
  insertMember,
  insertPerson,
  type PersonRow,
  readMemberships,
  replaceRecoveryCodes,
  updatePerson,
} from '../store.ts';
import { acceptInvitation, newPerson } from '../team/accept-link.ts';
import { lockInvitationsTo } from '../team/link-store.ts';
import { type SsoIdentity, SsoRefused } from './single-sign-on.ts';

export type SsoRules = { ssoAllowedDomains: string; ssoJoinAccount: string };

type Asked = { identity: SsoIdentity; place: SignInPlace };
type Verified = SsoIdentity & { email: string };

/**
 * Signs in a person who has used this issuer before, whose e-mail address is known, or who is invited. Anyone else can
 * sign in only if `ssoJoinAccount` is set. In every case, the issuer must have verified the e-mail address.
 */
export async function signInBySso(
  ctx: Pick<PeopleContext, 'db' | 'clock' | 'sessions' | 'baseUrl' | 'tag'> & { config: SsoRules },
  { identity, place }: Asked,
): Promise<StartedSession> {
  const verified = requireVerified(identity, ctx.config);
  return ctx.db.people.transaction().execute(async (tx) => {
    const invitations = await lockInvitationsTo(tx, { email: verified.email, now: ctx.clock.now() });
    const known = await findKnown(ctx, tx, { identity: verified, place });
    const person = known ?? (await admit(ctx, tx, { identity: verified, isInvited: invitations.length > 0 }));
    // The issuer has verified the e-mail address, so invitations to this address belong to the person.
    if (person.email === verified.email)
      for (const invitation of invitations) await acceptInvitation(ctx, tx, { invitation, person, place });
    return startSession(ctx, tx, { person, place, by: 'single sign-on' });
  });
}

function requireVerified(identity: SsoIdentity, { ssoAllowedDomains }: SsoRules): Verified {
  const { email } = identity;
  if (!email || !identity.isVerified)
    throw new SsoRefused('ssoEmailUnverified', 'the issuer has not verified an e-mail address of this person');
  const domains = ssoAllowedDomains
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== '');
  if (domains.length > 0 && !domains.includes(email.split('@').at(-1) ?? ''))
    throw new SsoRefused('ssoDomainRefused', 'the domain of the e-mail address is not in DAYBOOK_SSO_ALLOWED_DOMAINS');
  return { ...identity, email };
}

async function findKnown(
  ctx: Pick<PeopleContext, 'clock'>,
  tx: SystemTx,
  { identity, place }: { identity: Verified; place: SignInPlace },
): Promise<PersonRow | undefined> {
  const named = await findPersonBySso(tx, identity);
  if (named) return named;
  const person = await findPersonByEmail(tx, identity.email);
  if (!person) return undefined;
  if (person.sso_subject !== null && person.sso_issuer === identity.issuer)
    throw new SsoRefused('ssoRefused', 'the e-mail address belongs to a person with another subject at this issuer');
  const now = ctx.clock.now();
  const linked = { sso_issuer: identity.issuer, sso_subject: identity.subject };
  // If the e-mail address was never verified, someone else may have set the password and the second factor. Remove
  // both.
  const isProved = person.email_verified_at !== null;
  const cleared = isProved
    ? {}
    : { email_verified_at: now, password_hash: null, totp_secret: null, totp_confirmed_at: null, totp_step: null };
  await updatePerson(tx, person.person_id, { ...linked, ...cleared });
  if (!isProved) {
    await deleteSessions(tx, { personId: person.person_id });
    await replaceRecoveryCodes(tx, { personId: person.person_id, hashes: [] });
  }
  const memberships = await readMemberships(tx, person.person_id);
  await writeAudit(ctx, tx, {
    accountId: memberships[0]?.account_id ?? noAccount,
    actor: personActor(person),
    operation: 'linkSso',
    subject: { kind: 'person', id: person.person_id, name: person.email },
    after: { issuer: identity.issuer, isPasswordRemoved: !isProved && person.password_hash !== null },
    address: place.address,
    correlationId: place.correlationId,
  });
  return { ...person, ...linked, ...cleared };
}

/** Creates the person. Without an invitation, the person joins the account that `ssoJoinAccount` names. */
async function admit(
  ctx: Pick<PeopleContext, 'clock'> & { config: SsoRules },
  tx: SystemTx,
  { identity, isInvited }: { identity: Verified; isInvited: boolean },
): Promise<PersonRow> {
  const { ssoJoinAccount: accountId } = ctx.config;
  if (!isInvited && !accountId)
    throw new SsoRefused('ssoUnknown', 'the e-mail address is unknown and has no invitation');
  const person = {
    ...newPerson(ctx, identity),
    email_verified_at: ctx.clock.now(),
    sso_issuer: identity.issuer,
    sso_subject: identity.subject,
  };
  await insertPerson(tx, person);
  if (!isInvited) await joinAccount(ctx, tx, { account_id: accountId, person });
  return person;
}

async function joinAccount(
  ctx: Pick<PeopleContext, 'clock'>,
  tx: SystemTx,
  { account_id, person }: { account_id: Tables['member']['account_id']; person: PersonRow },
): Promise<void> {
  const role = 'viewer';
  await insertMember(tx, { account_id, person_id: person.person_id, role, joined_at: ctx.clock.now() });
  await writeAudit(ctx, tx, {
    accountId: account_id,
    actor: personActor(person),
    operation: 'joinBySso',
    subject: { kind: 'person', id: person.person_id, name: person.email },
    after: { role },
  });
}
