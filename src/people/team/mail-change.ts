import type { PeopleContext } from '../people-context.ts';
import { sendLink } from './send-link.ts';

export type ToldChange = { email: string; told: string; address: string; correlationId: string };

/**
 * Reports a sensitive change to the person by e-mail, in case someone else made the change. The request does not wait
 * for the e-mail.
 */
export function mailChange(
  ctx: Pick<PeopleContext, 'mailer' | 'clock' | 'log' | 'baseUrl'>,
  { email, told, address, correlationId }: ToldChange,
): void {
  const sending = sendLink(ctx, {
    to: email,
    subject: `${told} on Daybook`,
    lines: [
      `${told} by ${email} at ${ctx.clock.now().toISOString()} from the IP address ${address}.`,
      'If it was you, you do not need to do anything.',
      'If it was not you, set a new password, close your other sessions and contact an administrator of your account now:',
      `${ctx.baseUrl}/portal/settings/profile`,
      `Support reference: ${correlationId}`,
    ],
  });
  sending.catch((error) =>
    ctx.log.error({ err: error, correlationId }, 'could not send an e-mail about a sensitive change'),
  );
}
