import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSignature, signRequest } from '../../src/cells/signature.ts';
import { makeTicket, readTicket } from '../../src/cells/ticket.ts';

/** Signed requests and tickets: only what was signed with the same key, for this cell and just now, is accepted. */
const key = Buffer.alloc(32, 1);
const nowMs = Date.parse('2026-11-17T12:00:00Z');
const request = { from: 'eu1', to: 'eu2', path: '/cells/tickets', body: '{"a":1}', nowMs };

test('a signed request names the cell that has sent it', () => {
  assert.equal(checkSignature(key, signRequest(key, request), request), 'eu1');
});

const header = signRequest(key, request);
const wrongRequests: [string, string | undefined, Partial<typeof request>, Buffer?][] = [
  ['without a signature', undefined, {}],
  ['of another form', 'eu1.now.abc', {}],
  ['signed with another key', header, {}, Buffer.alloc(32, 2)],
  ['for another cell', header, { to: 'eu3' }],
  ['for another path', header, { path: '/cells/sign-in' }],
  ['with another body', header, { body: '{"a":2}' }],
  ['in the name of another cell', header.replace('eu1', 'eu3'), {}],
  ['with another time', header.replace(/\.\d+\./, `.${nowMs + 1}.`), {}],
  ['of 31 seconds ago', header, { nowMs: nowMs + 31_000 }],
  ['from the future', header, { nowMs: nowMs - 31_000 }],
];

for (const [title, given, change, other] of wrongRequests)
  test(`a request ${title} is not accepted`, () => {
    assert.equal(checkSignature(other ?? key, given, { ...request, ...change }), undefined);
  });

const ticket = {
  ticketId: '019a0000-0000-7000-8000-000000000000',
  ...{ from: 'eu1', to: 'eu2', email: 'ada@example.com', accountId: '019a0000-0000-7000-8000-000000000001' },
  ...{ by: 'password', provedMs: nowMs - 1000, expiresMs: nowMs + 60_000 },
};
const place = { from: 'eu1', to: 'eu2', nowMs };

test('a ticket is read by the cell that it is for', () => {
  assert.deepEqual(readTicket(key, makeTicket(key, ticket), place), ticket);
});

const wrongTickets: [string, unknown, Partial<typeof place>][] = [
  ['that is none', undefined, {}],
  ['signed with another key', makeTicket(Buffer.alloc(32, 2), ticket), {}],
  ['for another cell', makeTicket(key, ticket), { to: 'eu3' }],
  ['that another cell passes on', makeTicket(key, ticket), { from: 'eu3' }],
  ['that has expired', makeTicket(key, ticket), { nowMs: nowMs + 60_000 }],
  ['that would last for hours', makeTicket(key, { ...ticket, expiresMs: nowMs + 3_600_000 }), {}],
  ['with another e-mail address', changed({ email: 'eve@example.com' }), {}],
];

function changed(change: Partial<typeof ticket>): string {
  const [, signature] = makeTicket(key, ticket).split('.');
  return `${Buffer.from(JSON.stringify({ ...ticket, ...change })).toString('base64url')}.${signature}`;
}

for (const [title, text, change] of wrongTickets)
  test(`a ticket ${title} is not accepted`, () => {
    assert.equal(readTicket(key, text, { ...place, ...change }), undefined);
  });
