import type { AskedByCell } from '../../cells/cell-route.ts';
import { readTicket } from '../../cells/ticket.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { accountNotYours, cellTicketRefused } from '../refusals.ts';
import { showSession } from '../sessions/show-session.ts';
import { startSession } from '../sessions/start-session.ts';
import { checkCode } from '../sign-in/check-code.ts';
import { findPersonByEmail, readMemberships } from '../store.ts';
import { isKnownElsewhere } from './list-elsewhere.ts';
import type { SessionElsewhere } from './switch-cell.ts';

/**
 * Redeems the ticket of another cell into a session. A person who uses an authenticator app in this cell needs its code:
 * the other cell can only vouch for what it has checked. For the same reason, the session does not count as one by
 * single sign-on, so an account that requires a second factor asks for it.
 */
export async function redeemTicket(
  ctx: PeopleContext,
  { body, from, correlationId }: AskedByCell,
): Promise<SessionElsewhere> {
  const { cells } = ctx;
  const ticket = cells && readTicket(cells.key, body?.ticket, { from, to: cells.own, nowMs: ctx.clock.nowMs() });
  if (!ticket) throw cellTicketRefused();
  const { email, accountId } = ticket;
  const person = await findPersonByEmail(ctx.db.people, email);
  const own = person && isKnownElsewhere(person) ? await readMemberships(ctx.db.people, person.person_id) : [];
  if (!person || !own.some(({ account_id }) => account_id === accountId)) throw accountNotYours();
  const address = String(body.place?.address ?? '');
  await checkCode(ctx, { person, code: body.code, address });
  const place = { address, userAgent: body.place?.userAgent, cookie: undefined, correlationId };
  // Not later than now, whatever the other cell's clock says.
  const provedAt = new Date(Math.min(ticket.provedMs, ctx.clock.nowMs()));
  const { sessionId, setCookie } = await ctx.db.people.transaction().execute(async (tx) => {
    await takeTicket(tx, { ticketId: ticket.ticketId, expires: new Date(ticket.expiresMs) });
    return startSession(ctx, tx, { person, place, accountId, by: 'another cell', provedAt });
  });
  const { by } = ticket;
  ctx.log.info(
    { from, by, personId: person.person_id, correlationId },
    'a session was started with a ticket of another cell',
  );
  return { session: await showSession(ctx, { sessionId }), setCookie };
}

/** Each ticket works once. */
async function takeTicket(tx: SystemTx, { ticketId, expires }: { ticketId: string; expires: Date }): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cell_ticket')
    .values({ ticket_id: ticketId, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw cellTicketRefused();
}
