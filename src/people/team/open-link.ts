import type { Static } from 'typebox';
import type { Tables } from '../../db/tables.ts';
import type { PeopleContext } from '../people-context.ts';
import { linkExpired, linkUnknown } from '../refusals.ts';
import { hashToken, isTokenLike } from '../sessions/secret-token.ts';
import { accountName, findPerson, findPersonByEmail, type PersonRow } from '../store.ts';
import type { OpenedLink } from '../wire.ts';
import { findInvitation, findReset } from './link-store.ts';

/** An invitation to an account, or a password reset. */
export type FoundLink =
  | { kind: 'invitation'; invitation: Tables['invitation']; person: PersonRow | undefined }
  | { kind: 'reset'; reset: Tables['password_reset']; person: PersonRow };

export async function findLink(ctx: Pick<PeopleContext, 'db' | 'clock'>, token: string): Promise<FoundLink> {
  const { people } = ctx.db;
  if (!isTokenLike(token)) throw linkUnknown();
  const hash = hashToken(token);
  const invitation = await findInvitation(people, hash);
  if (invitation) {
    requireUsable(invitation, ctx.clock.now());
    return { kind: 'invitation', invitation, person: await findPersonByEmail(people, invitation.email) };
  }
  const reset = await findReset(people, hash);
  const person = reset && (await findPerson(people, reset.person_id));
  if (!reset || !person) throw linkUnknown();
  requireUsable(reset, ctx.clock.now());
  return { kind: 'reset', reset, person };
}

export function requireUsable(link: { used_at: Date | null; expires_at: Date }, now: Date): void {
  if (link.used_at !== null || link.expires_at <= now) throw linkExpired();
}

/** Returns what the page behind the link shows before the person submits anything. */
export async function openLink(
  ctx: Pick<PeopleContext, 'db' | 'clock'>,
  token: string,
): Promise<Static<typeof OpenedLink>> {
  const link = await findLink(ctx, token);
  const { person } = link;
  const hasCodes = person !== undefined && person.totp_confirmed_at !== null;
  if (link.kind === 'reset') {
    const expires = link.reset.expires_at.toISOString();
    return { email: link.person.email, kind: 'reset', expires, isKnown: true, needsCode: hasCodes };
  }
  const { invitation } = link;
  const isKnown = person !== undefined && person.password_hash !== null;
  return {
    email: invitation.email,
    kind: 'invitation',
    accountName: (await accountName(ctx.db.people, invitation.account_id)) ?? '',
    role: invitation.role,
    expires: invitation.expires_at.toISOString(),
    isKnown,
    needsCode: hasCodes,
  };
}
