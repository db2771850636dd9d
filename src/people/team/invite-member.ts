import type { Static } from 'typebox';
import { tooManyRequests } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { Role } from '../../http/access/principal.ts';
import type { PeopleContext } from '../people-context.ts';
import { alreadyMember } from '../refusals.ts';
import { makeSecretToken } from '../sessions/secret-token.ts';
import { invitationBuckets, takeAttempt } from '../sign-in/attempt-limit.ts';
import { accountName, plainEmail } from '../store.ts';
import { withoutLinks } from './plain-name.ts';
import { invitationMs, linkUrl, sendLink } from './send-link.ts';
import { lockTeam, type MadeInvitation, noteMailed, replaceInvitation } from './team-store.ts';

export type Invited = {
  invitation: Static<typeof MadeInvitation>;
  /** Sends the e-mail and returns whether it was sent. Call this function after the transaction has committed. */
  mail: () => Promise<Static<typeof MadeInvitation>>;
};

type InviteContext = Pick<PeopleContext, 'db' | 'clock' | 'log' | 'mailer' | 'baseUrl' | 'tag'>;

/**
 * Limits invitations, because each invitation sends an e-mail to an address that the inviter chose. Must run before the
 * database transaction that creates the invitation.
 */
export async function limitInvitation(
  ctx: Pick<PeopleContext, 'db' | 'clock'>,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  const over = await takeAttempt(ctx, invitationBuckets({ accountId, email: plainEmail(email) }));
  if (!over) return;
  throw tooManyRequests({
    error: 'too many invitations from this account or to this address. Try again later.',
    retryAfterSeconds: over.retryAfterSeconds,
  });
}

/**
 * Creates an invitation with a link, which `mail` sends to the invited address. If there is no mail server, the inviter
 * gets the link to pass on.
 */
export async function inviteMember(
  ctx: InviteContext,
  tx: Tx,
  wanted: { email: string; role: Role; invitedBy: string },
): Promise<Invited> {
  const email = plainEmail(wanted.email);
  const team = await lockTeam(tx);
  if (team.some((member) => member.email === email)) throw alreadyMember();
  const { token, hash } = makeSecretToken(ctx);
  const now = ctx.clock.now();
  const row = {
    invitation_id: newId(ctx.clock),
    email,
    role: wanted.role,
    token_hash: hash,
    invited_by: wanted.invitedBy,
    is_mailed: false,
    created_at: now,
    expires_at: new Date(now.getTime() + invitationMs),
  };
  await replaceInvitation(tx, row);
  const account = withoutLinks((await accountName(tx, tx.accountId)) ?? '');
  const url = linkUrl(ctx, token);
  const invitation = {
    invitationId: row.invitation_id,
    email,
    role: row.role,
    invitedBy: row.invited_by,
    isMailed: false,
    created: now.toISOString(),
    expires: row.expires_at.toISOString(),
    ...(!ctx.mailer && { link: url }),
  };
  const { accountId } = tx;
  const mail = async () => {
    const isMailed = await sendLink(ctx, {
      to: email,
      subject: `Invitation to ${account} on Daybook`,
      lines: [
        `${withoutLinks(wanted.invitedBy)} invited you to the account "${account}" with the role ${wanted.role}.`,
        `To accept, open this link within 7 days:`,
        url,
        'If you did not expect this e-mail, ignore it.',
      ],
    });
    if (isMailed) await ctx.db.transaction(accountId, (own) => noteMailed(own, row.invitation_id));
    return { ...invitation, isMailed };
  };
  return { invitation, mail };
}
