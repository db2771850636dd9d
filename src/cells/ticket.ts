import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs, secondMs } from '../base/durations.ts';

/**
 * With a ticket, a cell vouches to another one for a person who is signed in. It goes from server to server and never to
 * the browser. The other cell redeems it once, into a session of its own.
 */
export type CellTicket = {
  ticketId: string;
  from: string;
  to: string;
  /** Verified by the cell that issued the ticket. */
  email: string;
  accountId: string;
  /** How the person signed in, and when they last proved who they are. */
  by: string;
  provedMs: number;
  expiresMs: number;
};

export const ticketMs = minuteMs;
/** The clocks of two cells may differ by this much. */
const skewMs = 30 * secondMs;

export function makeTicket(key: Buffer, ticket: CellTicket): string {
  const content = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${content}.${signatureOf(key, content)}`;
}

/** Undefined if the ticket was signed with another key, is for another cell, or has expired or lasts too long. */
export function readTicket(
  key: Buffer,
  text: unknown,
  { from, to, nowMs }: { from: string; to: string; nowMs: number },
): CellTicket | undefined {
  const [, content, signature] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/.exec(String(text)) ?? [];
  if (!content || !signature) return undefined;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, content)))) return undefined;
  const ticket = JSON.parse(Buffer.from(content, 'base64url').toString()) as CellTicket;
  const isInTime = ticket.expiresMs > nowMs && ticket.expiresMs <= nowMs + ticketMs + skewMs;
  return isInTime && ticket.from === from && ticket.to === to ? ticket : undefined;
}

function signatureOf(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(`cell ticket|${content}`).digest('base64url');
}
