import { type Actor, writeAudit } from '../../audit/write-audit.ts';
import { dayMs } from '../../base/durations.ts';
import { notFound } from '../../base/errors.ts';
import { noAccount } from '../../http/access/principal.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { clearAllAttempts, codeBuckets, signInBuckets } from '../sign-in/attempt-limit.ts';
import { makeResetLink } from '../sign-in/request-reset.ts';
import {
  deletePerson,
  findPersonByEmail,
  type PersonRow,
  plainEmail,
  readMemberships,
  replaceRecoveryCodes,
  updatePerson,
} from '../store.ts';

/** Operator actions for a person who cannot sign in, or who must no longer be able to sign in. */
type RepairContext = Pick<PeopleContext, 'db' | 'clock' | 'baseUrl' | 'tag'>;

const linkKeptMs = dayMs;

async function require(tx: SystemTx, email: string): Promise<PersonRow> {
  const person = await findPersonByEmail(tx, email);
  if (!person) throw notFound({ resource: 'person', service: 'people' });
  return person;
}

/** Writes the entry to the audit log of every account that the person belongs to. */
async function keep(
  ctx: RepairContext,
  tx: SystemTx,
  { person, by, operation, after }: { person: PersonRow; by: Actor; operation: string; after?: object },
): Promise<void> {
  const memberships = await readMemberships(tx, person.person_id);
  for (const accountId of memberships.length > 0 ? memberships.map((own) => own.account_id) : [noAccount])
    await writeAudit(ctx, tx, {
      accountId,
      actor: by,
      operation,
      subject: { kind: 'person', id: person.person_id, name: person.email },
      after,
    });
}

/**
 * Creates a password reset link that the operator passes on to the person. Also resets the person's attempt counters.
 */
export async function resetPerson(
  ctx: RepairContext,
  wanted: { email: string; removeCodes: boolean; endSessions: boolean; by: Actor },
): Promise<{ personId: string; link: string }> {
  return ctx.db.people.transaction().execute(async (tx) => {
    const person = await require(tx, wanted.email);
    const { person_id: personId } = person;
    const { removeCodes, endSessions, by } = wanted;
    if (removeCodes) {
      await updatePerson(tx, personId, { totp_secret: null, totp_confirmed_at: null, totp_step: null });
      await replaceRecoveryCodes(tx, { personId, hashes: [] });
    }
    if (endSessions) await deleteSessions(tx, { personId });
    // `clearAllAttempts` resets the counters of all IP addresses, so any address can be given here.
    const address = '::';
    const ofEmail = signInBuckets({ email: plainEmail(wanted.email), address });
    await clearAllAttempts(tx, [...ofEmail, ...codeBuckets({ personId, address })]);
    const link = await makeResetLink(ctx, tx, { person, isMailed: false, keptMs: linkKeptMs });
    await keep(ctx, tx, { person, by, operation: 'resetPerson', after: { removeCodes, endSessions } });
    return { personId, link };
  });
}

/** Deletes the person and everything that belongs to them. Their audit entries stay. */
export async function removePerson(
  ctx: RepairContext,
  { email, by }: { email: string; by: Actor },
): Promise<{ personId: string; accounts: string[] }> {
  return ctx.db.people.transaction().execute(async (tx) => {
    const person = await require(tx, email);
    const memberships = await readMemberships(tx, person.person_id);
    await keep(ctx, tx, { person, by, operation: 'removePerson' });
    await deletePerson(tx, person.person_id);
    return { personId: person.person_id, accounts: memberships.map((own) => own.account_id) };
  });
}
