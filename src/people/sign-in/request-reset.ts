import type { Kysely } from 'kysely';
import { hourMs } from '../../base/durations.ts';
import type { Tables } from '../../db/tables.ts';
import type { PeopleContext } from '../people-context.ts';
import { makeSecretToken } from '../sessions/secret-token.ts';
import { findPersonByEmail, type PersonRow, plainEmail } from '../store.ts';
import { insertReset } from '../team/link-store.ts';
import { linkUrl, sendLink } from '../team/send-link.ts';
import { resetBuckets, takeAttempt } from './attempt-limit.ts';

/**
 * Mails a password reset link if the e-mail address is known. The caller does not wait for the result, so its response
 * is the same for every address.
 */
export async function requestReset(
  ctx: PeopleContext,
  { email: given, address, correlationId }: { email: string; address: string; correlationId: string },
): Promise<void> {
  const email = plainEmail(given);
  const log = ctx.log.child({ correlationId, address });
  if (!ctx.mailer)
    return log.warn('password reset requested, but no mail server is configured: use "daybook person reset"');
  if (await takeAttempt(ctx, resetBuckets({ email, address })))
    return log.warn({ email }, 'too many password reset requests: no e-mail was sent');
  const person = await findPersonByEmail(ctx.db.people, email);
  if (!person) return log.info('password reset requested for an unknown e-mail address');
  const url = await makeResetLink(ctx, ctx.db.people, { person, isMailed: true, keptMs: hourMs });
  await sendLink(ctx, {
    to: person.email,
    subject: 'Reset your Daybook password',
    lines: [
      `Someone, probably you, asked to reset the password of ${person.email}.`,
      'To set a new password, open this link within an hour:',
      url,
      'If it was not you, ignore this e-mail: your password stays as it is.',
    ],
  });
}

export async function makeResetLink(
  ctx: Pick<PeopleContext, 'clock' | 'baseUrl' | 'tag'>,
  system: Kysely<Tables>,
  { person, isMailed, keptMs }: { person: Pick<PersonRow, 'person_id'>; isMailed: boolean; keptMs: number },
): Promise<string> {
  const { token, hash } = makeSecretToken(ctx);
  const now = ctx.clock.now();
  await insertReset(system, {
    token_hash: hash,
    person_id: person.person_id,
    is_mailed: isMailed,
    created_at: now,
    expires_at: new Date(now.getTime() + keptMs),
  });
  return linkUrl(ctx, token);
}
