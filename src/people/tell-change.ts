import type { PeopleContext } from './people-context.ts';
import { sendLink } from './send-link.ts';

export type ToldChange = { email: string; told: string; address: string; correlationId: string };

/** A sensitive change is told to the person by e-mail: whoever did not make it finds out. Nobody waits for it. */
export function tellChange(
  ctx: Pick<PeopleContext, 'mailDoor' | 'clock' | 'log' | 'baseUrl'>,
  { email, told, address, correlationId }: ToldChange,
): void {
  const sending = sendLink(ctx, {
    to: email,
    subject: `${told} on Daybook`,
    lines: [
      `${told}, by ${email}, at ${ctx.clock.now().toISOString()} from the address ${address}.`,
      'If it was you, there is nothing to do.',
      'If it was not you, set a new password and end your other sessions at once, and tell an administrator of your account:',
      `${ctx.baseUrl}/portal/settings/profile`,
      `Support reference: ${correlationId}`,
    ],
  });
  sending.catch((error) => ctx.log.error({ err: error, correlationId }, 'a sensitive change was not told by e-mail'));
}
