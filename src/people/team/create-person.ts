import { type Actor, writeAudit } from '../../audit/write-audit.ts';
import { wrongState } from '../../base/errors.ts';
import { noAccount, type Role } from '../../http/access/principal.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { hashPassword, requireGoodPassword } from '../sign-in/password.ts';
import {
  findPersonByEmail,
  insertMember,
  insertPerson,
  type PersonRow,
  plainEmail,
  replaceRecoveryCodes,
  requireOpen,
  updatePerson,
} from '../store.ts';
import { newPerson } from './accept-link.ts';
import { requirePlainName } from './plain-name.ts';

export type PersonToCreate = {
  email: string;
  name?: string | undefined;
  /** If absent, the person sets a password through a link. The link is sent by e-mail, or the operator passes it on. */
  password?: string | undefined;
  isOperator?: boolean;
  member?: { accountId: string; role: Role } | undefined;
  by: Actor;
};

/**
 * Creates a person. Called by the CLI, not by the API. If the person already exists, they are only made an operator or
 * a member, as requested.
 */
export async function createPerson(
  ctx: Pick<PeopleContext, 'db' | 'clock'>,
  { email: given, name, password, isOperator = false, member, by }: PersonToCreate,
): Promise<{ personId: string; isNew: boolean }> {
  const email = plainEmail(given);
  if (name !== undefined) requirePlainName(name);
  if (password !== undefined) await requireGoodPassword(password, email);
  const hashed = password === undefined ? {} : { password_hash: await hashPassword(password) };
  return ctx.db.people.transaction().execute(async (tx) => {
    const known = await findPersonByEmail(tx, email);
    if (known && password !== undefined)
      throw wrongState({ error: 'this person already exists. Set a password with a reset link.', service: 'people' });
    const person = known ?? { ...newPerson(ctx, { email, name }), ...hashed, is_operator: isOperator };
    const personId = person.person_id;
    if (!known) await insertPerson(tx, person);
    else if (isOperator) await makeOperator(tx, known);
    if (member) await requireOpen(tx, member.accountId);
    if (member)
      await insertMember(tx, {
        account_id: member.accountId,
        person_id: personId,
        role: member.role,
        joined_at: ctx.clock.now(),
      });
    await writeAudit(ctx, tx, {
      accountId: member?.accountId ?? noAccount,
      actor: by,
      operation: 'createPerson',
      subject: { kind: 'person', id: personId, name: email },
      after: { isOperator: person.is_operator || isOperator, ...(member && { role: member.role }) },
    });
    return { personId, isNew: known === undefined };
  });
}

/**
 * Makes the person an operator. If the e-mail address was never verified, someone else may have registered it. In this
 * case, the password, second factor, single sign-on identity, sessions and reset links are removed.
 */
async function makeOperator(tx: SystemTx, person: PersonRow): Promise<void> {
  const personId = person.person_id;
  await updatePerson(tx, personId, { is_operator: true });
  if (person.is_operator || person.email_verified_at !== null) return;
  const cleared = { password_hash: null, totp_secret: null, totp_confirmed_at: null, totp_step: null };
  await updatePerson(tx, personId, { ...cleared, sso_issuer: null, sso_subject: null });
  await replaceRecoveryCodes(tx, { personId, hashes: [] });
  await deleteSessions(tx, { personId });
  await tx.deleteFrom('password_reset').where('person_id', '=', personId).execute();
}
