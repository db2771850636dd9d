import { byCall, writeAudit } from '../../audit/write-audit.ts';
import type { Call } from '../../http/route.ts';
import type { PeopleContext } from '../people-context.ts';
import { accountNotYours, sessionMissing } from '../refusals.ts';
import { accountName, isMemberOf } from '../store.ts';
import { setSessionAccount } from './session-store.ts';

/**
 * Switches the session to one of the person's accounts. An operator can switch to any account. The switch is recorded
 * in the audit log of that account.
 */
export async function changeSession(
  ctx: PeopleContext,
  { call, accountId }: { call: Call; accountId: string },
): Promise<void> {
  const { person } = call.principal;
  if (!person) throw sessionMissing();
  await ctx.db.people.transaction().execute(async (tx) => {
    const isMember = await isMemberOf(tx, { personId: person.personId, accountId });
    const name = await accountName(tx, accountId);
    if (name === undefined || !(isMember || person.isOperator)) throw accountNotYours();
    await setSessionAccount(tx, { sessionId: person.sessionId, accountId });
    await writeAudit(ctx, tx, {
      ...byCall(call),
      accountId,
      operation: isMember ? 'changeSession' : 'operatorEntered',
      subject: { kind: 'account', id: accountId, name },
    });
  });
  ctx.sessions.forget();
}
