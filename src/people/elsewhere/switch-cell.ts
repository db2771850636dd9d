import { byCall, writeAudit } from '../../audit/write-audit.ts';
import { newId } from '../../base/ids.ts';
import { makeTicket, ticketMs } from '../../cells/ticket.ts';
import { noAccount } from '../../http/access/principal.ts';
import type { Call } from '../../http/route.ts';
import { NoAnswer } from '../../outbound/http.ts';
import type { PeopleContext } from '../people-context.ts';
import { accountNotYours, cellUnreachable, sessionEnded } from '../refusals.ts';
import { deleteSession, readSession } from '../sessions/session-store.ts';
import { findPerson } from '../store.ts';
import type { Session } from '../wire.ts';

export const ticketsPath = '/cells/tickets';

/** A session in another cell: what its browser gets. */
export type SessionElsewhere = { session: Session; setCookie: string };

/**
 * Switches to an account in another cell. That cell gets a ticket and starts a session; then the session in this cell
 * ends. The response sets the cookie of the new session, which leads the browser's next requests to the other cell.
 */
export async function switchCell(
  ctx: PeopleContext,
  { call, to, accountId, code }: { call: Call; to: string; accountId: string; code: string | undefined },
): Promise<SessionElsewhere> {
  const { cells } = ctx;
  const asking = call.principal.person;
  const row = asking && (await readSession(ctx.db.people, asking.sessionId));
  const person = row && (await findPerson(ctx.db.people, row.person_id));
  if (!asking || !row || !person) throw sessionEnded();
  if (!cells?.others.includes(to) || person.email_verified_at === null) throw accountNotYours();
  const nowMs = ctx.clock.nowMs();
  const ticket = makeTicket(cells.key, {
    ...{ ticketId: newId(ctx.clock), from: cells.own, to, email: person.email, accountId },
    by: row.signed_in_by ?? 'password',
    provedMs: row.proved_at?.getTime() ?? 0,
    expiresMs: nowMs + ticketMs,
  });
  const place = { address: call.address, userAgent: call.header('user-agent') };
  const started = await cells
    .ask<SessionElsewhere>(to, ticketsPath, { ticket, place, ...(code !== undefined && { code }) })
    .catch((error) => {
      throw error instanceof NoAnswer ? cellUnreachable({ cell: to }) : error;
    });
  const { sessionId, personId, email } = asking;
  await ctx.db.people.transaction().execute(async (tx) => {
    await deleteSession(tx, { personId, sessionId });
    await writeAudit(ctx, tx, {
      ...byCall(call),
      accountId: row.account_id ?? noAccount,
      operation: 'switchCell',
      subject: { kind: 'session', id: sessionId, name: email },
      after: { cell: to, accountId },
    });
  });
  ctx.sessions.forget();
  return started;
}
