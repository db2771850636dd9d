import { randomUUID } from 'node:crypto';
import { dayMs } from '../../base/durations.ts';
import type { PeopleContext } from '../people-context.ts';

/** Returns the URL of the portal page for an invitation or a password reset. */
export const linkUrl = ({ baseUrl }: { baseUrl: string }, token: string): string =>
  `${baseUrl}/portal/invitations/${token}`;

/** How long an invitation is valid. This also applies to the link with which a new person sets a password. */
export const invitationMs = 7 * dayMs;

export type LinkMail = { to: string; subject: string; lines: string[] };

/** Returns whether the mail server accepted the e-mail. There are no retries; the person can ask for a new link. */
export async function sendLink(
  ctx: Pick<PeopleContext, 'mailer' | 'clock' | 'log' | 'baseUrl'>,
  { to, subject, lines }: LinkMail,
): Promise<boolean> {
  if (!ctx.mailer) return false;
  const { host } = new URL(ctx.baseUrl);
  const answer = await ctx.mailer.send({
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    messageId: `<${randomUUID()}@${host.replace(/:\d+$/, '')}>`,
    date: ctx.clock.now(),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  if (!answer.isSent) ctx.log.warn({ to, subject, error: answer.error }, 'an e-mail to a person was not sent');
  return answer.isSent;
}
